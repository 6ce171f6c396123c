import Timeline
import Y4M

/// Strengthens the contrast of the middle tones with their surroundings.
struct Clarity: Effect {
  static let amount = Parameter<Double>(
    "amount", default: 0.3, in: -1...2,
    "How much of the difference is added; 0 changes nothing, below 0 the picture gets softer.")
  static let radius = Parameter<Length>(
    "radius", default: Length(fraction: 0.03), in: 0...1000, unit: "px",
    "The standard deviation of the blur; a percentage is of the canvas's shorter side.")

  static let declaration = Declaration(
    name: "clarity",
    summary: "Strengthens the contrast of the middle tones with their surroundings.",
    discussion: """
      Luma y becomes `y + amount * 4 y (1 - y) * (y - g)`, where g is luma blurred by a gaussian, \
      and black is 0 and white 1: shadows and highlights keep what they have.
      """,
    example: #"""
      { "type": "effect", "effect": "clarity", "amount": 0.6 }
      """#,
    parameters: [amount, radius])

  static let names = EffectNames(
    synonyms: ["local-contrast", "structure", "definition", "midtone-contrast"],
    elsewhere: ["Lightroom Clarity", "Premiere Pro Clarity", "GIMP Unsharp Mask"])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let amount: Animated<Double>
  private let radius: Animated<Length>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    amount = arguments[Self.amount]
    radius = arguments[Self.radius]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    GaussianAxes.margin(sigma: radius.pixels(at: time, width, height, upTo: 1000))
  }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time, within: -1...2)
    let sigma = radius.pixels(at: time, job.width, job.height, upTo: 1000)
    guard amount != 0, sigma > 0 else { return }
    job.run(
      Unsharp(
        axes: GaussianAxes(sigma: sigma, format: job.source.format, job.scratch), amount: amount,
        threshold: 0, isOfMidtones: true, includesChroma: false, coding: job.coding,
        isPremultiplied: job.includesAlpha))
  }
}
