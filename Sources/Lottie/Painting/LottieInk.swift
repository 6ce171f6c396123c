import Bytes
import Geometry
import Plates

extension PlateInk {
  /// A colour that nothing is seen through.
  init(_ color: LottieColor) {
    self = .plain(SIMD4(color.red, color.green, color.blue, 1))
  }
}

// Lottie's gradients as those of plates.
extension GradientInk {
  /// A gradient at a frame, through a map to pixels; nil where it has no colours or is flattened.
  init?(_ gradient: LottieGradient, at frame: Double, through map: Affine) {
    let stops = gradient.stops.value(at: frame)
    guard let table = Self.table(stops, colors: gradient.colors) else { return nil }
    let (start, end) = (gradient.start.vector(at: frame), gradient.end.vector(at: frame))
    let way = end.step(from: start)
    // To where the start is the origin and the end lies at (1, 0).
    let unit = Affine(a: way.x, b: way.y, c: -way.y, d: way.x, tx: start.x, ty: start.y)
    guard let back = map.after(unit).inverse ?? Self.tiny(map.after(unit)) else { return nil }
    let length = min(max(gradient.highlight.length.number(at: frame) / 100, -0.99), 0.99)
    let turn = Affine.rotation(degrees: gradient.highlight.angle.number(at: frame))
    self.init(
      table: table, map: back,
      course: gradient.isRadial ? .radial(focus: turn(Vector(length, 0)), radius: 0) : .linear)
  }

  /// Two colours that run into each other from one place to another.
  init?(
    _ colors: [LottieColor], from start: Vector, to end: Vector, isRadial: Bool,
    through map: Affine
  ) {
    let way = end.step(from: start)
    let unit = Affine(a: way.x, b: way.y, c: -way.y, d: way.x, tx: start.x, ty: start.y)
    let stops = colors.enumerated().flatMap { [Double($0), $1.red, $1.green, $1.blue] }
    guard let table = Self.table(stops, colors: colors.count),
      let back = map.after(unit).inverse ?? Self.tiny(map.after(unit))
    else { return nil }
    self.init(
      table: table, map: back, course: isRadial ? .radial(focus: Vector(0, 0), radius: 0) : .linear)
  }

  /// A map back of what is not quite flat, or from where everything is the end.
  private static func tiny(_ map: Affine) -> Affine? {
    guard map.isBounded(by: 1e12) else { return nil }
    return Affine(a: 0, b: 0, c: 0, d: 0, tx: 1, ty: 0)
  }

  private static func table(_ stops: [Double], colors: Int) -> [UInt16]? {
    let count = min(colors, stops.count / 4)
    guard count > 0 else { return nil }
    let solid = Self.stops(stops[..<(count * 4)], size: 4)
    let clear = Self.stops(stops[(count * 4)...], size: 2)
    var table: [UInt16] = []
    table.reserveCapacity((steps + 1) * 4)
    var (nextColor, nextAlpha) = (0, 0)
    for step in 0...steps {
      let place = Double(step) / Double(steps)
      let color = mixed(solid, &nextColor, at: place)
      let alpha = clear.isEmpty ? 1 : min(max(mixed(clear, &nextAlpha, at: place)[0], 0), 1)
      for part in color { table.append(Plate.share(min(max(part, 0), 1) * alpha)) }
      table.append(Plate.share(alpha))
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

  /// The numbers at a place.
  ///
  /// - Parameter next: the first stop behind the place, which is looked for from where it was for
  ///   the place before.
  private static func mixed(_ stops: [Stop], _ next: inout Int, at place: Double) -> [Double] {
    while next < stops.count, stops[next].place <= place { next += 1 }
    guard next < stops.count else { return stops[stops.count - 1].values }
    guard next > 0 else { return stops[0].values }
    let (one, other) = (stops[next - 1], stops[next])
    let share = (place - one.place) / max(other.place - one.place, 1e-12)
    return zip(one.values, other.values).map { $0 + ($1 - $0) * min(max(share, 0), 1) }
  }
}
