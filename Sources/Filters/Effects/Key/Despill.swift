import Timeline

/// Takes the light of a screen out of colours.
struct Despill: Effect {
  static let color = Parameter<Color>(
    "color", default: Color(red: 0, green: 1, blue: 0), "The colour of the screen.")
  static let amount = Parameter<Double>(
    "amount", default: 1, in: 0...1, "How much of its light is taken: 0 changes nothing.")
  static let mode = Setting<DespillMode>(
    "mode", default: .average,
    "How bright the screen's channel may stay: the others' `average`, their `max`, or their mean "
      + "with the second taken `double`.")

  static let declaration = Declaration(
    name: "despill",
    summary: "Takes the light that a green or blue screen throws out of colours.",
    discussion: """
      The channel that stands out in `color` comes down to what the two others allow: for green and \
      `average`, to `(r + b) / 2`; for `max`, to the brighter of the two; for `double`, to \
      `(r + 2 b) / 3`. What is below stays.
      """,
    example: #"""
      { "type": "effect", "effect": "despill", "color": "#26a03e", "mode": "max" }
      """#,
    parameters: [color, amount, mode])

  static let names = EffectNames(
    synonyms: ["spill", "spillsuppressor"],
    elsewhere: [
      "ffmpeg despill", "After Effects Advanced Spill Suppressor", "frei0r keyspillm0pup",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: 0)

  private let color: Animated<Color>
  private let amount: Animated<Double>
  private let mode: DespillMode

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    color = arguments[Self.color]
    amount = arguments[Self.amount]
    mode = arguments[Self.mode]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? { 8 }

  func apply(_ job: EffectJob, at time: Time) {
    let amount = amount.value(at: time)
    guard amount > 0, let screen = KeyScreen(color.value(at: time), balance: 0.5) else { return }
    Recoloring(
      source: job.source, target: job.target, change: Despilling(screen, mode, amount: amount),
      coding: job.coding, isPremultiplied: job.includesAlpha
    ).run(job.box, job.workspace)
  }
}
