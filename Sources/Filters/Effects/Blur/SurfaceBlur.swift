import Timeline
import Y4M

/// Blurs surfaces and keeps edges: a guided filter.
///
/// In each square, luma is fitted by `a y + b` with `a = var / (var + t^2)`, and chroma likewise by
/// itself and luma; a sample becomes what the mean of the fits of all squares around it makes of it
/// (He, Sun and Tang, "Guided Image Filtering", 2010, with one and with two guides).
struct SurfaceBlur: Effect {
  /// The largest radius, in pixels.
  private static let largest = 150.0

  static let radius = Parameter<Length>(
    "radius", default: Length(pixels: 8), in: 0...largest, unit: "px",
    """
    How many pixels on each side of a square's middle count, fractions of one included; a \
    percentage is of the canvas's shorter side, 0 changes nothing.
    """)
  static let threshold = Parameter<Double>(
    "threshold", default: 0.1, in: 0...1,
    """
    How far samples may vary in what counts as a surface; from black to white is 1, 0 changes \
    nothing.
    """)

  static let declaration = Declaration(
    name: "surface-blur",
    summary: "Blurs surfaces, such as skin, and keeps edges.",
    discussion: """
      In each square of `2 radius + 1` pixels, of which v is the variance of luma, the share \
      `v / (v + threshold^2)` of what differs from its mean is kept, and each sample takes the mean \
      of what the squares around it say: what varies by much less than the threshold is blurred, \
      and what varies by more stays. Chroma keeps those of luma's edges that it shares, and its \
      own of a fourth of that height. Alpha stays as it is. The cost is the same at every radius, \
      up to 150 pixels.
      """,
    example: #"""
      { "type": "effect", "effect": "surface-blur", "radius": 12, "threshold": 0.08 }
      """#,
    parameters: [radius, threshold])

  static let names = EffectNames(
    synonyms: ["skin-smoothing", "smooth-skin", "guided-filter", "edge-preserving", "beauty"],
    elsewhere: [
      "Core Image CIGuidedFilter", "ffmpeg guided, bilateral, smartblur, sab",
      "GPUImage BilateralFilter", "Photoshop Surface Blur", "After Effects Bilateral Blur",
    ])

  static let identity: Arguments? = Arguments().setting(radius, to: Length(pixels: 0))

  private let radius: Animated<Length>
  private let threshold: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    radius = arguments[Self.radius]
    threshold = arguments[Self.threshold]
  }

  /// Lines are made of squares, and means of lines; luma may lie between samples of chroma.
  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let filter = filter(at: time, width, height)
    return (0...2).map { (2 * filter.window(shift: $0).reach + 2) << $0 }.max().map { $0 + 8 }
  }

  func apply(_ job: EffectJob, at time: Time) {
    let filter = filter(at: time, job.width, job.height)
    if filter.radius > 0 && filter.threshold > 0 { filter.run(job) }
  }

  private func filter(at time: Time, _ width: Int, _ height: Int) -> GuidedFilter {
    GuidedFilter(
      radius: radius.pixels(at: time, width, height, upTo: Self.largest),
      threshold: threshold.value(at: time, within: 0...1))
  }
}
