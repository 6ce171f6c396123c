import Bytes
import Geometry

/// The colour of each place of a gradient, with its palette looked up.
struct GradientEvaluator {
  private enum Field {
    /// The place is `dot(point - origin, step)`.
    case linear(Vector, Vector)
    case radial(Vector, Double, Vector, Double)
    case sweep(Vector, Double, Double)
  }

  private let field: Field
  private let extend: ColorLine.Extend
  private let offsets: [Double]
  /// Premultiplied.
  private let colors: [SIMD4<Float>]

  /// Nil for gradients that paint nothing.
  init?(_ gradient: Gradient, palette: ColorPalette) {
    let stops = gradient.line.stops
    guard let field = Self.field(gradient.shape), let first = stops.first, let last = stops.last
    else { return nil }
    // With all stops in one place there is nothing to repeat.
    if gradient.line.extend != .pad, stops.count > 1, first.offset == last.offset { return nil }
    self.field = field
    extend = gradient.line.extend
    offsets = stops.map(\.offset)
    colors = stops.map { palette.color($0.entry).premultiplied }
  }

  private static func field(_ shape: Gradient.Shape) -> Field? {
    switch shape {
    case .linear(let first, let second, let third):
      // Stripes run along the line to the third point; what counts is across it.
      let across = Vector(-(third.y - first.y), third.x - first.x)
      let way = Vector(second.x - first.x, second.y - first.y)
      let square = across.x * across.x + across.y * across.y
      let reach = way.x * across.x + way.y * across.y
      guard square > 0, reach != 0 else { return nil }
      return .linear(first, Vector(across.x / reach, across.y / reach))
    case .radial(let first, let radius, let second, let other):
      if first == second && radius == other { return nil }
      return .radial(first, radius, second, other)
    case .sweep(let center, let from, let to):
      return .sweep(center, from, to)
    }
  }

  /// The premultiplied colour at a place in the glyph's units.
  func color(at place: Vector) -> SIMD4<Float> {
    switch field {
    case .linear(let origin, let step):
      return color(at: (place.x - origin.x) * step.x + (place.y - origin.y) * step.y)
    case .radial(let first, let radius, let second, let other):
      guard let along = Self.circle(place, first, radius, second, other) else { return .zero }
      return color(at: along)
    case .sweep(let center, let from, let to):
      var angle = Maths.atan2(place.y - center.y, place.x - center.x) * 180 / .pi
      if angle < 0 { angle += 360 }
      if from == to {
        guard extend == .pad, let first = colors.first, let last = colors.last else {
          return .zero
        }
        return angle < from ? first : last
      }
      return color(at: (angle - from) / (to - from))
    }
  }

  /// The last of the circles between two, and beyond, that runs through a place.
  private static func circle(
    _ place: Vector, _ first: Vector, _ radius: Double, _ second: Vector, _ other: Double
  ) -> Double? {
    let (dx, dy, grow) = (second.x - first.x, second.y - first.y, other - radius)
    let (x, y) = (place.x - first.x, place.y - first.y)
    // |p - t d| = r + t g, a quadratic equation a t² - 2 b t + c = 0.
    let a = dx * dx + dy * dy - grow * grow
    let b = x * dx + y * dy + radius * grow
    let c = x * x + y * y - radius * radius
    func isReal(_ t: Double) -> Bool { radius + t * grow >= 0 }
    if a == 0 {
      guard b != 0 else { return nil }
      let t = c / (2 * b)
      return isReal(t) ? t : nil
    }
    let square = b * b - a * c
    guard square >= 0 else { return nil }
    let root = square.squareRoot()
    let (one, two) = ((b + root) / a, (b - root) / a)
    let (high, low) = one > two ? (one, two) : (two, one)
    if isReal(high) { return high }
    return isReal(low) ? low : nil
  }

  /// The colour at a place along the line.
  private func color(at place: Double) -> SIMD4<Float> {
    guard place.isFinite, let first = offsets.first, let last = offsets.last else { return .zero }
    let place = extended(place, first, last)
    var index = 0
    while index < offsets.count, offsets[index] <= place { index &+= 1 }
    if index == 0 { return colors[0] }
    if index == offsets.count { return colors[index &- 1] }
    let (low, high) = (offsets[index &- 1], offsets[index])
    let part = Float((place - low) / (high - low))
    return colors[index &- 1] * (1 - part) + colors[index] * part
  }

  private func extended(_ place: Double, _ first: Double, _ last: Double) -> Double {
    let span = last - first
    guard extend != .pad, span > 0 else { return place }
    let turns = (place - first) / span
    let whole = turns.rounded(.down)
    let part = turns - whole
    let isBack = extend == .reflect && whole.remainder(dividingBy: 2) != 0
    return first + (isBack ? 1 - part : part) * span
  }
}
