import Timeline
import Y4M

/// Takes the shine off what is bright: the counterpart of ``Bloom``.
///
/// In linear light c becomes `c * (1 - intensity * b)`, with b as ``Bloom`` has it.
struct Gloom: Effect {
  static let threshold = GlowParameters.threshold
  static let softness = GlowParameters.softness
  static let radius = GlowParameters.radius
  static let intensity = Parameter<Double>(
    "intensity", default: 0.5, in: 0...8, "How deep the shade is; 0 changes nothing.")

  static let declaration = Declaration(
    name: "gloom",
    summary: "Takes the shine off what is bright, and dims its surroundings.",
    discussion: """
      The glow b that `bloom` would add is a shade here: linear light c becomes \
      `c * (1 - intensity * b)`, at least black.
      """,
    example: #"""
      { "type": "effect", "effect": "gloom", "threshold": 0.6, "intensity": 0.6 }
      """#,
    parameters: [threshold, softness, radius, intensity])

  static let names = EffectNames(synonyms: ["dull"], elsewhere: ["Core Image CIGloom"])

  static let identity: Arguments? = Arguments().setting(intensity, to: 0)

  private let glow: GlowParameters
  private let intensity: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    glow = GlowParameters(arguments)
    intensity = arguments[Self.intensity]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    glow.margin(at: time, width: width, height: height)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let intensity = intensity.value(at: time, within: 0...8)
    if intensity == 0 { return }
    let curve = LightCurve(job.coding.light.transfer.curve)
    let grid = glow.grid(job, curve, at: time)
    let gain = SIMD3(repeating: Float(intensity))
    Lighting(
      job: job, rule: AddedLight(grid: grid, curve: curve, gain: gain, mixing: .shade)
    ).run()
  }
}
