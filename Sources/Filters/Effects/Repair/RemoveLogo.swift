import Timeline
import Y4M

/// Fills a rectangle with what lies around it.
///
/// Every sample is the mean of the four samples next to the rectangle in its row and its column,
/// each of them smoothed along the border by (1 1 1) / 3, and weighted by the inverse of its
/// distance. That is what ffmpeg's `delogo` does (vf_delogo.c).
struct RemoveLogo: Effect {
  static let position = Parameter<Point>(
    "position", default: Point(x: Length(fraction: 0.95), y: Length(fraction: 0.05)), unit: "px",
    "Where the rectangle's anchor stands.")
  static let anchor = Setting<Anchor>(
    "anchor", default: Anchor(x: 1, y: 0), "The point of the rectangle that stands at `position`.")
  static let size = Parameter<Extent>(
    "size", default: Extent(width: Length(fraction: 0.15), height: Length(fraction: 0.12)),
    unit: "px", "The rectangle's width and height.")

  static let declaration = Declaration(
    name: "remove-logo",
    summary: "Fills a rectangle with what lies around it, to take a logo away.",
    discussion: """
      Every sample of the rectangle is a mean of those next to it on the four sides, the nearer \
      ones counting more. The rectangle is widened to whole pixels and should be a little larger \
      than the logo, with its glow and shadow. Sides that lie on or beyond the picture's edge \
      count for nothing. What was below the logo is not brought back: it works best over what is \
      smooth.
      """,
    example: #"""
      { "type": "effect", "effect": "remove-logo", "position": [1700, 40], "anchor": "top-left",
        "size": [180, 90] }
      """#,
    parameters: [position, anchor, size])

  static let names = EffectNames(
    synonyms: ["delogo", "watermark", "inpaint", "spot-remover"],
    elsewhere: ["ffmpeg delogo", "MLT spot_remover", "frei0r spotremover"])

  static let identity: Arguments? = Arguments().setting(
    size, to: Extent(width: .zero, height: .zero))

  private let position: Animated<Point>
  private let anchor: Anchor
  private let size: Animated<Extent>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    position = arguments[Self.position]
    anchor = arguments[Self.anchor]
    size = arguments[Self.size]
  }

  func reach(at time: Time, width: Int, height: Int) -> Box? {
    box(at: time, width: width, height: height)
  }

  // Two samples of a plane that is halved twice.
  func margin(at time: Time, width: Int, height: Int) -> Int? { 12 }

  func apply(_ job: EffectJob, at time: Time) {
    let box = box(at: time, width: job.width, height: job.height)
    if !box.isEmpty { job.run(BorderFill(box: box), within: box) }
  }

  /// The pixels of the rectangle.
  private func box(at time: Time, width: Int, height: Int) -> Box {
    let canvas = Box(x: 0, y: 0, width: width, height: height)
    let (w, h) = (Double(width), Double(height))
    func bound(_ value: Double) -> Double { min(max(value, -1e6), 1e6) }
    let (size, position) = (size.value(at: time), position.value(at: time))
    let sides = (
      bound(size.width?.resolved(against: w) ?? w), bound(size.height?.resolved(against: h) ?? h)
    )
    guard sides.0 > 0, sides.1 > 0 else { return .empty }
    let left = bound(position.x.resolved(against: w) - anchor.x * sides.0)
    let top = bound(position.y.resolved(against: h) - anchor.y * sides.1)
    // What is within a thousandth of a pixel is on it.
    let (x, y) = (Int((left + 1e-3).rounded(.down)), Int((top + 1e-3).rounded(.down)))
    return Box(
      x: x, y: y, width: Int((left + sides.0 - 1e-3).rounded(.up)) - x,
      height: Int((top + sides.1 - 1e-3).rounded(.up)) - y
    ).intersection(canvas)
  }
}

/// The kernel: weighted means of the samples around a box of the picture.
private struct BorderFill: PlaneKernel {
  let box: Box

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box part: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let hole = layout.box(covering: box)
    let part = part.intersection(hole)
    if part.isEmpty { return }
    for plane in planes { scratch.scope { fill(hole, plane, part, scratch) } }
  }

  private func fill<S: Sample>(
    _ hole: Box, _ plane: PlanePair<S>, _ part: Box, _ scratch: Scratch
  ) {
    let (source, layout) = (plane.source, plane.source.layout)
    let left = hole.x > 0
    let right = hole.maxX < layout.width
    let above = hole.y > 0
    let below = hole.maxY < layout.height
    guard left || right || above || below else { return }
    // The border's samples, also at its corners.
    let columns = max(hole.x - 1, 0)...min(hole.maxX, layout.width - 1)
    let rows = max(hole.y - 1, 0)...min(hole.maxY, layout.height - 1)
    func sum(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Float {
      var sum = 0
      for step in -1...1 {
        let row = min(max(y + step * dy, rows.lowerBound), rows.upperBound)
        sum += Int(source.row(row)[min(max(x + step * dx, columns.lowerBound), columns.upperBound)])
      }
      return Float(sum)
    }
    let top = scratch.take(Float.self, part.width)
    let bottom = scratch.take(Float.self, part.width)
    for x in part.x..<part.maxX {
      top[x - part.x] = above ? sum(x, hole.y - 1, 1, 0) : 0
      bottom[x - part.x] = below ? sum(x, hole.maxY, 1, 0) : 0
    }
    for y in part.y..<part.maxY {
      // Distances from the samples next to the box.
      let (c, d) = (Float(y - hole.y + 1), Float(hole.maxY - y))
      Self.mix(
        top, bottom,
        weights: SIMD4(
          left ? c * d : 0, right ? c * d : 0, above ? d : 0, below ? c : 0),
        sides: (left ? sum(hole.x - 1, y, 0, 1) : 0, right ? sum(hole.maxX, y, 0, 1) : 0),
        hole.x..<hole.maxX, part.x..<part.maxX, to: plane.target.row(y))
    }
  }

  /// Writes a row: with distances a and b from the sides, and `weights` without them, the sum of
  /// `weights[0] * b` of the left, `weights[1] * a` of the right, and `weights[2] * a * b` and
  /// `weights[3] * a * b` of the samples above and below.
  private static func mix<S: Sample>(
    _ top: UnsafeMutablePointer<Float>, _ bottom: UnsafeMutablePointer<Float>,
    weights: SIMD4<Float>, sides: (Float, Float), _ hole: Range<Int>, _ columns: Range<Int>,
    to target: UnsafeMutablePointer<S>
  ) {
    let (first, count) = (columns.lowerBound, columns.count)
    let out = target + first
    let start = Float(first - hole.lowerBound + 1)
    let whole = Float(hole.count + 1)
    let (l, r, t, b) = (weights.x, weights.y, weights.z, weights.w)
    let (left, right) = (l * sides.0, r * sides.1)
    for x in 0..<count {
      let near = start + Float(Int32(truncatingIfNeeded: x))
      let far = whole - near
      let both = near * far
      let sum = left * far + right * near + both * (t * top[x] + b * bottom[x])
      let weight = 3 * (l * far + r * near + both * (t + b))
      // The nearest whole number stands in the low bits.
      out[x] = S(truncatingIfNeeded: (sum / weight + 8_388_608).bitPattern)
    }
  }
}
