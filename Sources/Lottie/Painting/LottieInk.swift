import Bytes
import Fonts
import Geometry

/// What an area is filled with.
enum LottieInk {
  case plain(LottieColor)
  case gradient(GradientInk)
}

/// The colours of a gradient by the places of pixels.
struct GradientInk {
  private static let steps = 1024

  /// Red, green, blue and alpha for each step from its start to its end, multiplied by alpha.
  private let table: [UInt16]
  private let map: Affine
  private let isRadial: Bool
  /// Where the brightest place of a radial gradient is, in radii.
  private let focus: Vector

  /// A gradient at a frame, through a map to pixels; nil where it has no colours or is flattened.
  init?(_ gradient: LottieGradient, at frame: Double, through map: Affine) {
    let stops = gradient.stops.value(at: frame)
    guard let table = Self.table(stops, colors: gradient.colors) else { return nil }
    self.table = table
    isRadial = gradient.isRadial
    let (start, end) = (gradient.start.vector(at: frame), gradient.end.vector(at: frame))
    let way = end.step(from: start)
    // To where the start is the origin and the end lies at (1, 0).
    let unit = Affine(a: way.x, b: way.y, c: -way.y, d: way.x, tx: start.x, ty: start.y)
    guard let back = map.after(unit).inverse ?? Self.tiny(map.after(unit)) else { return nil }
    self.map = back
    let length = min(max(gradient.highlight.length.number(at: frame) / 100, -0.99), 0.99)
    let turn = Affine.rotation(degrees: gradient.highlight.angle.number(at: frame))
    focus = gradient.isRadial ? turn(Vector(length, 0)) : Vector(0, 0)
  }

  /// A map back of what is not quite flat, or from where everything is the end.
  private static func tiny(_ map: Affine) -> Affine? {
    guard map.isBounded(by: 1e12) else { return nil }
    return Affine(a: 0, b: 0, c: 0, d: 0, tx: 1, ty: 0)
  }

  /// Fills pixels of a row from a place on, four numbers each.
  func fill(_ row: inout [UInt16], x: Int, y: Int, count: Int) {
    let center = Vector(Double(x) + 0.5, Double(y) + 0.5)
    var place = map(center)
    for pixel in 0..<count {
      let share = isRadial ? radial(place) : place.x
      let step = Int(min(max(share, 0), 1) * Double(Self.steps) + 0.5)
      for part in 0..<4 { row[pixel * 4 + part] = table[step * 4 + part] }
      place = Vector(place.x + map.a, place.y + map.b)
    }
  }

  /// How far a place is on the way from the focus to the circle, as SVG's focal gradients.
  private func radial(_ place: Vector) -> Double {
    if focus.x == 0, focus.y == 0 { return place.length }
    let way = place.step(from: focus)
    let a = way.x * way.x + way.y * way.y
    guard a > 0 else { return 0 }
    let b = focus.x * way.x + focus.y * way.y
    let c = focus.x * focus.x + focus.y * focus.y - 1
    let reach = (-b + max(b * b - a * c, 0).squareRoot()) / a
    return reach > 0 ? 1 / reach : 1
  }

  private static func table(_ stops: [Double], colors: Int) -> [UInt16]? {
    let count = min(colors, stops.count / 4)
    guard count > 0 else { return nil }
    let solid = Self.stops(stops[..<(count * 4)], size: 4)
    let clear = Self.stops(stops[(count * 4)...], size: 2)
    var table: [UInt16] = []
    table.reserveCapacity((steps + 1) * 4)
    for step in 0...steps {
      let place = Double(step) / Double(steps)
      let color = mixed(solid, at: place)
      let alpha = clear.isEmpty ? 1 : min(max(mixed(clear, at: place)[0], 0), 1)
      for part in color { table.append(LottiePlate.share(min(max(part, 0), 1) * alpha)) }
      table.append(LottiePlate.share(alpha))
    }
    return table
  }

  private typealias Stop = (place: Double, values: [Double])

  /// Stops of so many numbers each, of which the first is the place.
  private static func stops(_ numbers: ArraySlice<Double>, size: Int) -> [Stop] {
    (0..<numbers.count / size).map { index in
      let at = numbers.startIndex + index * size
      return (numbers[at], Array(numbers[at + 1..<at + size]))
    }
  }

  private static func mixed(_ stops: [Stop], at place: Double) -> [Double] {
    guard let next = stops.firstIndex(where: { $0.place > place }) else {
      return stops[stops.count - 1].values
    }
    guard next > 0 else { return stops[0].values }
    let (one, other) = (stops[next - 1], stops[next])
    let share = (place - one.place) / max(other.place - one.place, 1e-12)
    return zip(one.values, other.values).map { $0 + ($1 - $0) * min(max(share, 0), 1) }
  }
}

extension LottiePlate {
  /// Fills what is covered.
  mutating func fill(_ coverage: Coverage, _ ink: LottieInk, opacity: Double) {
    let part = box.common(with: coverage.box)
    let opacity = Self.share(opacity)
    guard !part.isEmpty, opacity > 0 else { return }
    var row = [UInt16](repeating: .max, count: part.width * 4)
    if case .plain(let color) = ink {
      let parts = [color.red, color.green, color.blue, 1].map(Self.share)
      for at in row.indices { row[at] = parts[at & 3] }
    }
    for y in part.y..<part.y + part.height {
      if case .gradient(let gradient) = ink {
        gradient.fill(&row, x: part.x, y: y, count: part.width)
      }
      var at = ((y - box.y) * box.width + part.x - box.x) * 4
      let from = (y - coverage.y) * coverage.width + part.x - coverage.x
      for column in 0..<part.width {
        let cover = coverage.bytes[from &+ column]
        if cover != 0 {
          let share = Self.product(UInt16(cover) &* 257, opacity)
          let rest = .max &- Self.product(row[column &* 4 &+ 3], share)
          for part in 0..<4 {
            samples[at &+ part] = Self.product(row[column &* 4 &+ part], share)
              .plus(Self.product(samples[at &+ part], rest))
          }
        }
        at &+= 4
      }
    }
  }
}
