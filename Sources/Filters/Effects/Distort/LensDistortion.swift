import Timeline
import Y4M

/// Bends the picture as a lens does, or undoes what a lens has bent.
struct LensDistortion: RadialEffect {
  static let k1 = Parameter<Double>(
    "k1", default: 0, in: -1...1,
    "How much the lens bends: above 0 like a barrel or a fisheye, below 0 like a pincushion.")
  static let k2 = Parameter<Double>(
    "k2", default: 0, in: -1...1, "As `k1`, but felt mostly towards the corners.")
  static let inverse = Setting<Bool>(
    "inverse", default: false, "Whether it undoes what a lens of this `k1` and `k2` has bent.")
  static let fit = Setting<Bool>(
    "fit", default: true,
    """
    Whether the picture is scaled to just fill the canvas, so that no part of it is left empty and \
    none is shown twice.
    """)
  static let zoom = Parameter<Double>(
    "zoom", default: 1, in: 0.1...10, "A factor on the size of the picture, on top of that.")

  static let declaration = Declaration(
    name: "lens-distortion",
    summary: "Bends the picture as a lens does, or undoes what a lens has bent.",
    discussion: """
      A place at distance r from `center` is read from distance `r * (1 + k1 r^2 + k2 r^4)`, where r \
      is 1 at half the canvas's diagonal: the model of Brown and Conrady, with the numbers of \
      ffmpeg's `lenscorrection`. `inverse` turns that around: with `fit` false it undoes the same \
      effect. Where the picture is made much smaller, each pixel is the mean of several places.
      """,
    example: #"""
      { "type": "effect", "effect": "lens-distortion", "duration": 2,
        "k1": { "from": 0, "to": 0.4, "ease": "ease-in-out" } }
      """#,
    parameters: [k1, k2, WarpSettings.center, inverse, fit, zoom] + WarpSettings.parameters)

  static let names = EffectNames(
    synonyms: ["fisheye", "barrel", "pincushion", "defish", "lens-correction"],
    elsewhere: [
      "ffmpeg lenscorrection", "frei0r defish0r and lenscorrection", "MLT Fisheye",
      "After Effects Optics Compensation",
    ])

  static let identity: Arguments? = Arguments().setting(k1, to: 0).setting(k2, to: 0)
    .setting(zoom, to: 1)

  private let k1: Animated<Double>
  private let k2: Animated<Double>
  private let center: Animated<Point>
  private let inverse: Bool
  private let fit: Bool
  private let zoom: Animated<Double>
  let settings: WarpSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    k1 = arguments[Self.k1]
    k2 = arguments[Self.k2]
    center = arguments[WarpSettings.center]
    inverse = arguments[Self.inverse]
    fit = arguments[Self.fit]
    zoom = arguments[Self.zoom]
    settings = WarpSettings(arguments, setting)
  }

  func map(at time: Time, width: Int, height: Int) -> RadialMap? {
    let lens = Lens(
      k1: k1.value(at: time, within: -1...1), k2: k2.value(at: time, within: -1...1),
      isInverse: inverse)
    let zoom = zoom.value(at: time, within: 0.1...10)
    guard lens.k1 != 0 || lens.k2 != 0 || zoom != 1 else { return nil }
    let center = center.place(at: time, width: width, height: height)
    let size = SIMD2(Double(width), Double(height))
    let unit = (size * size).sum().squareRoot() / 2
    let scale = 1 / (zoom * (fit ? lens.fit(center / unit, size / unit) : 1))
    return RadialMap(center: center, detail: unit / 4) { distance in
      SIMD2(scale * lens.ratio(distance / unit * scale) - 1, 0)
    }
  }
}

/// Where a lens has a place read from, by its distance; 1 is half the picture's diagonal.
struct Lens {
  let k1: Double
  let k2: Double
  let isInverse: Bool

  /// How much further from the centre than it lies a place at distance `r` is read.
  func ratio(_ r: Double) -> Double {
    guard isInverse else { return polynomial(r * r) }
    return r < 1e-9 ? 1 : (undone(r) ?? turningPoint) / r
  }

  private func polynomial(_ square: Double) -> Double { 1 + (k1 + k2 * square) * square }

  /// Up to here places further out are read from further out.
  private var turningPoint: Double {
    // The least root v > 0 of 1 + 3 k1 v + 5 k2 v^2, the slope at v = r^2.
    let (a, b) = (5 * k2, 3 * k1)
    if a == 0 { return b < 0 ? (-1 / b).squareRoot() : .infinity }
    let rest = b * b - 4 * a
    guard rest >= 0 else { return .infinity }
    // The form without a difference of near numbers; b > 0 leaves a root only where a < 0.
    let root = rest.squareRoot()
    let roots =
      b > 0 ? [-2 / (b + root), (-b - root) / (2 * a)] : [2 / (root - b), (root - b) / (2 * a)]
    return roots.filter { $0 > 0 }.min()?.squareRoot() ?? .infinity
  }

  /// The distance at which the lens reads from `r`; nil where it never does.
  private func undone(_ r: Double) -> Double? {
    var (low, high) = (0.0, turningPoint)
    if high.isInfinite {
      high = 1
      while high * polynomial(high * high) < r, high < 1e6 { high *= 2 }
    }
    guard high * polynomial(high * high) >= r else { return nil }
    // Newton's steps, and halves of what is left where they lead beyond it.
    var u = min(r, high)
    for _ in 0..<60 {
      let square = u * u
      let miss = u * polynomial(square) - r
      if miss > 0 { high = u } else { low = u }
      let slope = 1 + (3 * k1 + 5 * k2 * square) * square
      var next = slope == 0 ? low : u - miss / slope
      if next < low || next > high || next.isNaN { next = (low + high) / 2 }
      if (next - u).magnitude < 1e-13 { return next }
      u = next
    }
    return u
  }

  /// How many times larger the picture must be drawn for its edge to reach the canvas's everywhere,
  /// and for none of it to be seen twice; 1 where that makes no difference.
  ///
  /// A place of the canvas's edge is read from the same direction, so it is within the picture
  /// where it is read from no further away. Drawn z times larger, that holds from z = r / u on,
  /// where the lens reads u from r. That ratio is a polynomial in u^2, so its ends and its vertex
  /// have the most.
  func fit(_ center: SIMD2<Double>, _ size: SIMD2<Double>) -> Double {
    let (least, most) = (pointwiseMin(center, size - center), pointwiseMax(center, size - center))
    let near = least.min()
    guard near > 0, k1 != 0 || k2 != 0 else { return 1 }
    let far = (most * most).sum().squareRoot()
    return min(max(isInverse ? undoneFit(near, far) : bentFit(near, far), 1.0 / 16), 16)
  }

  private func undoneFit(_ near: Double, _ far: Double) -> Double {
    let vertex = k2 == 0 ? -1 : -k1 / (2 * k2)
    var scale = max(1 / polynomial(near * near), 1 / polynomial(far * far))
    if vertex > near * near, vertex < far * far { scale = max(scale, 1 / polynomial(vertex)) }
    // A lens that reads from behind the centre is not undone.
    return scale.isFinite && scale > 0 ? scale : 1
  }

  private func bentFit(_ near: Double, _ far: Double) -> Double {
    // What lies beyond the turning point is there already.
    var scale = far / turningPoint
    let ends = [near, far].compactMap { undone($0) }
    if let low = ends.min(), let high = ends.max() {
      let vertex = k2 == 0 ? -1 : -k1 / (2 * k2)
      for end in ends { scale = max(scale, polynomial(end * end)) }
      if vertex > low * low, vertex < high * high { scale = max(scale, polynomial(vertex)) }
    }
    return scale > 0 ? scale : 1
  }
}
