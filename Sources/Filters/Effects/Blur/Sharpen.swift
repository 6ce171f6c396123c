import Timeline
import Y4M

/// Sharpens the picture by an unsharp mask.
struct Sharpen: Effect {
  static let amount = Parameter<Double>(
    "amount", default: 0.5, in: 0...5, "How much of the difference is added; 0 changes nothing.")
  static let radius = Parameter<Length>(
    "radius", default: Length(pixels: 2.5), in: 0...200, unit: "px",
    "The standard deviation of the blur; a percentage is of the canvas's shorter side.")
  static let threshold = Parameter<Double>(
    "threshold", default: 0, in: 0...1,
    "The least difference that is added: from black to white is 1. A little keeps noise as it is.")
  static let luma = Setting<Bool>(
    "luma", default: true, "Whether luma alone is sharpened, so that no colours appear at edges.")

  static let declaration = Declaration(
    name: "sharpen",
    summary: "Sharpens the picture by an unsharp mask.",
    discussion: """
      Each sample y becomes `y + amount * (y - g)`, where g is the picture blurred by a gaussian. \
      What would be beyond black or white is clipped. Small radii sharpen detail, large ones \
      strengthen local contrast, as `clarity` does.
      """,
    example: #"""
      { "type": "effect", "effect": "sharpen", "amount": 0.8, "radius": 1.5 }
      """#,
    parameters: [amount, radius, threshold, luma])

  static let names = EffectNames(
    synonyms: ["unsharp", "unsharp-mask", "sharpness", "crisp"],
    elsewhere: [
      "Core Image CIUnsharpMask, CISharpenLuminance", "ffmpeg unsharp", "GPUImage UnsharpMask",
      "After Effects Unsharp Mask", "frei0r sharpness",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let radius: Animated<Length>
  private let threshold: Animated<Double>
  private let luma: Bool

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    radius = arguments[Self.radius]
    threshold = arguments[Self.threshold]
    luma = arguments[Self.luma]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    GaussianAxes.margin(sigma: radius.pixels(at: time, width, height, upTo: 200))
  }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: 0...5)
    let sigma = radius.pixels(at: time, job.width, job.height, upTo: 200)
    guard amount > 0, sigma > 0 else { return }
    job.run(
      Unsharp(
        axes: GaussianAxes(sigma: sigma, format: job.source.format, job.scratch), amount: amount,
        threshold: threshold.value(at: time, within: 0...1), isOfMidtones: false,
        includesChroma: !luma, coding: job.coding, isPremultiplied: job.includesAlpha))
  }
}
