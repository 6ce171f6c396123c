import Timeline
import Y4M

/// Gives the picture a look by name, which is a composition of other effects.
struct Look: Effect {
  static let preset = Setting<LookPreset>("preset", default: .tealOrange, "Which look it is.")
  static let strength = Parameter<Double>(
    "strength", default: 1, in: 0...1,
    "How much of the look is mixed in: 0 changes nothing, 1 is all of it.")

  static let declaration = Declaration(
    name: "look",
    summary: "Gives the picture a look by name: noir, teal and orange, an old tape and others.",
    discussion: """
      Each look is a few other effects in a row, which its page of help and [looks.md](looks.md) \
      show, to be copied and changed: they give the same picture as the name does. What moves in a \
      look runs from the layer's start. Looks are made for BT.709 and want a picture that is \
      balanced; what is too dark, too bright or tinted is corrected below them. Looks of colours \
      alone are drawn as one change of colours; the others cost what their effects cost.
      """,
    example: #"""
      { "type": "effect", "effect": "look", "preset": "bleach-bypass", "strength": 0.7 }
      """#,
    parameters: [preset, strength])

  static let names = EffectNames(
    synonyms: ["filter", "preset", "lookpreset"],
    elsewhere: ["Core Image CIPhotoEffect", "CapCut filters"])

  static let identity: Arguments? = Arguments().setting(strength, to: 0)

  private let steps: LookSteps
  private let strength: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    let preset = arguments[Self.preset]
    guard let effects = try setting.kit?.effects(preset.recipe.layers, setting) else {
      throw RenderError(.unknown(.effect, preset.rawValue), at: setting.place)
    }
    steps = LookSteps(effects)
    strength = arguments[Self.strength]
  }

  var colors: (any ColorAdding)? {
    steps.colors.map { LookColors(parts: $0, strength: strength) }
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    steps.margin(at: time, width: width, height: height)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let strength = strength.value(at: time, within: 0...1)
    if strength == 0 { return }
    if let parts = steps.colors {
      var run = ColorRun()
      LookColors(parts: parts, strength: self.strength).add(to: &run, at: time)
      return job.run(run)
    }
    steps.draw(job, at: time)
    let mix = UInt16((strength * 65535).rounded())
    guard mix < 65535 else { return }
    let share = MixShare(box: job.box, mask: nil, mix: mix, includesAlpha: job.includesAlpha)
    Compositor(job.target, job.workspace).mix(over: job.source, share)
  }

  func release() { steps.release() }
}

/// A look of nothing but changes of colours.
private struct LookColors: ColorAdding {
  let parts: [any ColorEffect]
  let strength: Animated<Double>

  func add(to run: inout ColorRun, at time: Time) {
    let strength = strength.value(at: time, within: 0...1)
    if strength == 0 { return }
    var look = ColorRun()
    for part in parts { part.add(to: &look, at: time) }
    run.append(look, amount: strength)
  }
}
