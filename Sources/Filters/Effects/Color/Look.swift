import Timeline

/// Gives the picture a look by name, which is a composition of other effects.
struct Look: ColorEffect {
  static let preset = Setting<LookPreset>("preset", default: .tealOrange, "Which look it is.")
  static let strength = Parameter<Double>(
    "strength", default: 1, in: 0...1, "How far towards the look: 0 changes nothing.")

  static let declaration = Declaration(
    name: "look",
    summary: "Gives the picture a look by name: bleach bypass, teal and orange, noir and others.",
    discussion: """
      Each look is a few other effects in a row, which [looks.md](looks.md) lists, to be copied and \
      changed: they give the same picture as the name does. Looks are made for BT.709 and want a \
      picture that is balanced; what is too dark, too bright or tinted is corrected below them.
      """,
    example: #"""
      { "type": "effect", "effect": "look", "preset": "bleach-bypass", "strength": 0.7 }
      """#,
    parameters: [preset, strength])

  static let identity: Arguments? = Arguments().setting(strength, to: 0)

  private let parts: [any ColorEffect]
  private let strength: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    var parts: [any ColorEffect] = []
    for part in arguments[Self.preset].parts {
      parts.append(try part.effect.init(part.arguments, setting))
    }
    self.parts = parts
    strength = arguments[Self.strength]
  }

  func add(to run: inout ColorRun, at time: Time) {
    let strength = strength.value(at: time, within: 0...1)
    if strength == 0 { return }
    var look = ColorRun()
    for part in parts { part.add(to: &look, at: time) }
    run.append(look, amount: strength)
  }
}
