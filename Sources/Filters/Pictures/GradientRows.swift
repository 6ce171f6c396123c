import Bytes
import Geometry
import Timeline

/// The shape of a gradient.
enum GradientShape: String, Choice {
  /// Along a line at `angle`.
  case linear
  /// Outwards from `center`, an ellipse that reaches the farthest corner.
  case radial
  /// Around `center`, clockwise from `angle`.
  case conic
}

/// What a gradient does beyond its first and last stop.
enum GradientSpread: String, Choice {
  /// The end colours go on.
  case pad
  /// It starts anew.
  case `repeat`
  /// It runs back and forth.
  case reflect
}

/// The colours of a gradient, computed once for all its frames.
struct GradientRamp: Sendable {
  /// Even steps of the way from the first stop to the last.
  static let steps = 4096

  /// The place of the first stop, and how often the way from there to the last fits into 1.
  let origin: Double
  let density: Double
  /// The premultiplied colour at each step.
  let colors: [SIMD4<UInt16>]

  /// - Parameter stops: colours with their places from 0 to 1, in rising order, at least one.
  init(_ stops: [(offset: Double, color: Color)], coding: ColorCoding) {
    let (first, last) = (stops.first?.offset ?? 0, stops.last?.offset ?? 1)
    origin = first
    // Stops at one place make a step, which is as steep as a ramp over next to nothing.
    density = 1 / max(last - first, 1e-9)
    colors = (0...Self.steps).map { step in
      let part = Double(step) / Double(Self.steps)
      let color = Self.color(at: first + (last - first) * part, stops, step: step)
      let units = PremultipliedColor(color, coding: coding)
      return SIMD4(units.y, units.u, units.v, units.a)
    }
  }

  /// The colour at a place, mixed premultiplied between two stops.
  private static func color(
    at place: Double, _ stops: [(offset: Double, color: Color)], step: Int
  ) -> Color {
    guard let first = stops.first, let last = stops.last else { return .transparent }
    // The ends hold their colours even where several stops stand at the same place.
    if step == 0 { return first.color }
    if step == Self.steps { return last.color }
    var before = first
    for stop in stops {
      if place < stop.offset {
        let part = (place - before.offset) / (stop.offset - before.offset)
        let (from, to) = (before.color.components, stop.color.components)
        return Color(components: from + (to - from) * part)
      }
      before = stop
    }
    return before.color
  }
}

/// A gradient, computed row by row: CSS Images 4, sections 3.1 to 3.3.
struct GradientRows: RowSource {
  let width: Int
  let height: Int
  private let shape: GradientShape
  private let spread: GradientSpread
  private let center: Vector
  private let direction: Vector
  private let startTurn: Double
  /// The size of a sample in the gradient's box.
  private let pitch: Vector
  private let ramp: GradientRamp

  /// - Parameters:
  ///   - box: the size of the box in which angles and distances are measured.
  ///   - angle: in degrees: 0 is up for a line and for the start of a turn, 90 right, as in CSS.
  ///   - center: of radial and conic gradients, as shares of the sides.
  ///   - ramp: the colours.
  init(
    width: Int, height: Int, box: Vector, shape: GradientShape, spread: GradientSpread,
    angle: Double, center: Vector, ramp: GradientRamp
  ) {
    self.width = width
    self.height = height
    self.shape = shape
    self.spread = spread
    let (w, h) = (box.x, box.y)
    pitch = Vector(w / Double(width), h / Double(height))
    let radians = angle * .pi / 180
    let (sine, cosine) = (Maths.sin(radians), -Maths.cos(radians))
    startTurn = angle / 360
    switch shape {
    case .linear:
      // The line is as long as it takes for the corners to have the end colours.
      let length = (w * sine).magnitude + (h * cosine).magnitude
      self.center = Vector(w / 2, h / 2)
      direction = Vector(sine / length, cosine / length)
    case .radial:
      self.center = Vector(center.x * w, center.y * h)
      let reachX = max(self.center.x.magnitude, (w - self.center.x).magnitude)
      let reachY = max(self.center.y.magnitude, (h - self.center.y).magnitude)
      let corner = 2.0.squareRoot()
      let (radiusX, radiusY) = (reachX * corner, reachY * corner)
      direction = Vector(1 / max(radiusX, pitch.x / 2), 1 / max(radiusY, pitch.y / 2))
    case .conic:
      self.center = Vector(center.x * w, center.y * h)
      direction = Vector(0, 0)
    }
    self.ramp = ramp
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    fill(row, y: y, columns: columns, .all)
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>, _ channels: Channels) {
    let dy = (Double(y) + 0.5) * pitch.y - center.y
    withTables { colors, table in
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: 8) {
        let centers = GradientLanes.ascending + (Double(x) + 0.5)
        let steps = steps(places(centers * pitch.x - center.x, dy, table))
        for lane in 0..<min(8, columns.upperBound &- x) {
          let (color, x) = (colors[Int(truncatingIfNeeded: steps[lane])], x &+ lane)
          row.a[x] = color.w
          if channels != .chroma { row.y[x] = color.x }
          if channels == .chroma || channels == .all {
            row.u[x] = color.y
            row.v[x] = color.z
          }
        }
      }
    }
  }

  /// Calls `body` with the ramp's colours and the arctangents.
  @inline(__always)
  private func withTables(
    _ body: (UnsafePointer<SIMD4<UInt16>>, UnsafePointer<Double>) -> Void
  ) {
    ramp.colors.withUnsafeBufferPointer { colors in
      GradientLanes.arctangents.withUnsafeBufferPointer { table in
        if let colors = colors.baseAddress, let table = table.baseAddress { body(colors, table) }
      }
    }
  }

  /// Does the work of ``place(_:_:)`` for eight places of a row, to the last bit.
  @inline(__always)
  private func places(
    _ dx: GradientLanes.Values, _ dy: Double, _ table: UnsafePointer<Double>
  ) -> GradientLanes.Values {
    let (across, down): (GradientLanes.Values, Double) = (dx * direction.x, dy * direction.y)
    switch shape {
    case .linear: return (across + down) + 0.5
    case .radial: return (across * across + down * down).squareRoot()
    case .conic:
      let whole = 2 * Double.pi
      let turn: GradientLanes.Values = GradientLanes.angle(dx, -dy, table) / whole - startTurn
      return turn - GradientLanes.floor(turn)
    }
  }

  /// Does the work of ``step(_:)`` for eight places.
  @inline(__always)
  private func steps(_ turn: GradientLanes.Values) -> SIMD8<UInt64> {
    let place: GradientLanes.Values = (turn - ramp.origin) * ramp.density
    var bounded = place
    switch spread {
    case .pad: break
    case .repeat: bounded = place - GradientLanes.floor(place)
    case .reflect:
      let cycle = place - 2 * GradientLanes.floor(place / 2)
      bounded = cycle.replacing(with: 2 - cycle, where: cycle .> 1)
    }
    return GradientLanes.index(bounded, of: GradientRamp.steps)
  }

  /// The colour at a place of the gradient's box.
  func color(at place: Vector) -> PremultipliedColor {
    let color = ramp.colors[step(self.place(place.x - center.x, place.y - center.y))]
    return PremultipliedColor(y: color.x, u: color.y, v: color.z, a: color.w)
  }

  private func place(_ dx: Double, _ dy: Double) -> Double {
    switch shape {
    case .linear: return dx * direction.x + dy * direction.y + 0.5
    case .radial:
      let (across, down) = (dx * direction.x, dy * direction.y)
      return (across * across + down * down).squareRoot()
    case .conic:
      let turn = Maths.atan2(dx, -dy) / (2 * .pi) - startTurn
      return turn - turn.rounded(.down)
    }
  }

  /// The entry of the ramp for a place between 0 and 1, and beyond.
  private func step(_ turn: Double) -> Int {
    let place = (turn - ramp.origin) * ramp.density
    var bounded = place
    switch spread {
    case .pad: bounded = min(max(place, 0), 1)
    case .repeat: bounded = place - place.rounded(.down)
    case .reflect:
      let cycle = place - 2 * (place / 2).rounded(.down)
      bounded = cycle > 1 ? 2 - cycle : cycle
    }
    return Int(bounded * Double(GradientRamp.steps) + 0.5)
  }
}
