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
  /// Even steps of the way from the first stop to the last: of deep streams as many as they have
  /// values.
  let steps: Int
  /// The place of the first stop, and how often the way from there to the last fits into 1.
  let origin: Double
  let density: Double
  /// The premultiplied colour at each step: Y, Cb, Cr and alpha.
  let colors: [SIMD4<UInt16>]

  /// - Parameter stops: colours with their places from 0 to 1, in rising order, at least one.
  init(_ stops: [(offset: Double, color: Color)], coding: ColorCoding) {
    let (first, last) = (stops.first?.offset ?? 0, stops.last?.offset ?? 1)
    origin = first
    // Stops at one place make a step, which is as steep as a ramp over next to nothing.
    density = 1 / max(last - first, 1e-9)
    let steps = coding.depth > 12 ? 1 << 16 : 1 << 12
    self.steps = steps
    colors = (0...steps).map { step in
      let part = Double(step) / Double(steps)
      let color = Self.color(at: first + (last - first) * part, stops, step: step, of: steps)
      let units = PremultipliedColor(color, coding: coding)
      return SIMD4(units.y, units.u, units.v, units.a)
    }
  }

  /// The colour at a place, mixed premultiplied between two stops.
  private static func color(
    at place: Double, _ stops: [(offset: Double, color: Color)], step: Int, of steps: Int
  ) -> Color {
    guard let first = stops.first, let last = stops.last else { return .transparent }
    // The ends hold their colours even where several stops stand at the same place.
    if step == 0 { return first.color }
    if step == steps { return last.color }
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
  private let turns: TurnMap?

  /// - Parameters:
  ///   - box: the size of the box in which angles and distances are measured.
  ///   - angle: in degrees: 0 is up for a line and for the start of a turn, 90 right, as in CSS.
  ///   - center: of radial and conic gradients, as shares of the sides.
  ///   - ramp: the colours.
  ///   - turns: of a conic gradient of this size, box and centre, where they are kept.
  init(
    width: Int, height: Int, box: Vector, shape: GradientShape, spread: GradientSpread,
    angle: Double, center: Vector, ramp: GradientRamp, turns: TurnMap? = nil
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
    self.turns = turns
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    fill(row, y: y, columns: columns, .all)
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>, _ channels: Channels) {
    let down = (Double(y) + 0.5) * pitch.y - center.y
    withLines { places, found in
      for start in stride(from: columns.lowerBound, to: columns.upperBound, by: Self.block) {
        let count = min(Self.block, columns.upperBound &- start)
        if let turns {
          turns.withTurns(of: y) { turns in
            GradientLines.shares(turns + start, from: startTurn, to: places, count: count)
          }
        } else {
          locate(places, from: start, count: count)
          order(places, down, count: count, room: found)
        }
        find(places, count: count, to: found)
        if channels != .chroma {
          for x in 0..<count { row.y[start &+ x] = UInt16(truncatingIfNeeded: found[x]) }
        }
        if channels == .chroma || channels == .all {
          for x in 0..<count { row.u[start &+ x] = UInt16(truncatingIfNeeded: found[x] &>> 16) }
          for x in 0..<count { row.v[start &+ x] = UInt16(truncatingIfNeeded: found[x] &>> 32) }
        }
        for x in 0..<count { row.a[start &+ x] = UInt16(truncatingIfNeeded: found[x] &>> 48) }
      }
    }
  }

  /// Writes how far columns are to the right of the centre.
  private func locate(_ places: GradientLines.Line, from start: Int, count: Int) {
    for x in 0..<count { places[x] = (Double(start &+ x) + 0.5) * pitch.x - center.x }
  }

  /// Writes the turns of a row's places, which ``TurnMap`` keeps.
  func measure(_ turns: GradientLines.Turns, y: Int) {
    let down = (Double(y) + 0.5) * pitch.y - center.y
    withLines { places, _ in
      for start in stride(from: 0, to: width, by: Self.block) {
        let count = min(Self.block, width &- start)
        locate(places, from: start, count: count)
        GradientLines.turns(places, down, to: turns + start, count: count)
      }
    }
  }

  /// The colour at a place of the gradient's box.
  func color(at place: Vector) -> PremultipliedColor {
    withLines { places, found in
      places[0] = place.x - center.x
      order(places, place.y - center.y, count: 1, room: found)
      find(places, count: 1, to: found)
      func units(_ shift: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: found[0] &>> shift) }
      return PremultipliedColor(y: units(0), u: units(16), v: units(32), a: units(48))
    }
  }

  /// The places of a row that are computed at once, in memory of the stack.
  private static let block = 32

  @inline(__always)
  private func withLines<Result>(
    _ body: (GradientLines.Line, UnsafeMutablePointer<UInt64>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.block) { places in
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.block) { found in
        body(places.baseAddress.unsafelyUnwrapped, found.baseAddress.unsafelyUnwrapped)
      }
    }
  }

  /// Turns places, which are distances from the centre across, into shares of the gradient's way.
  private func order(
    _ places: GradientLines.Line, _ down: Double, count: Int, room: UnsafeMutablePointer<UInt64>
  ) {
    switch shape {
    case .linear:
      GradientLines.line(places, direction.x, down * direction.y, count: count)
    case .radial:
      GradientLines.radii(places, direction.x, down * direction.y, count: count)
    case .conic:
      room.withMemoryRebound(to: UInt32.self, capacity: 2 * Self.block) { turns in
        GradientLines.turns(places, down, to: turns, count: count)
        GradientLines.shares(turns, from: startTurn, to: places, count: count)
      }
    }
  }

  /// Finds the colours at shares of the gradient's way; a colour is four numbers of 16 bits, of
  /// which Y is in the lowest bits.
  private func find(
    _ places: GradientLines.Line, count: Int, to colors: UnsafeMutablePointer<UInt64>
  ) {
    GradientLines.bound(places, ramp.origin, ramp.density, spread, count: count)
    GradientLines.index(places, of: ramp.steps, to: colors, count: count)
    ramp.colors.withUnsafeBytes { ramp in
      for x in 0..<count {
        let offset = 8 &* Int(truncatingIfNeeded: colors[x])
        colors[x] = ramp.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
    }
  }
}
