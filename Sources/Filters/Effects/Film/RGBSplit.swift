import Timeline
import Y4M

/// Draws red and blue apart from green, in one direction.
struct RGBSplit: EdgedEffect {
  static let amount = Parameter<Length>(
    "amount", default: Length(pixels: 6), in: -1024...1024, unit: "px",
    "How far red and blue lie from green; a percentage is of the canvas's shorter side.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 0), "The direction in which red lies: 0 is right, 90 is down.")

  static let declaration = Declaration(
    name: "rgb-split",
    summary: "Draws red and blue apart from green, in one direction.",
    discussion: """
      Red lies `amount` further in the direction of `angle`, and blue as much behind; green, and \
      with it most of the picture's detail, stays. Colours are read between samples, linearly. \
      In a group, what red or blue alone is drawn over \
      becomes opaque with it.
      """,
    example: #"""
      { "type": "effect", "effect": "rgb-split", "amount": "1%", "duration": 2,
        "angle": { "from": 0, "to": 360 } }
      """#,
    parameters: [amount, angle] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["rgb-shift", "color-split", "channel-shift", "anaglyph"],
    elsewhere: [
      "ffmpeg rgbashift", "frei0r rgbsplit0r", "OpenShot Color Shift", "CapCut RGB split",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: Length(pixels: 0))

  private let amount: Animated<Length>
  private let angle: Animated<Angle>

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    amount = arguments[Self.amount]
    angle = arguments[Self.angle]
  }

  func spread(at time: Time, width: Int, height: Int) -> Int {
    shift(at: time, width: width, height: height)?.margin(width: width, height: height) ?? 0
  }

  func draw(_ job: EffectJob, at time: Time) {
    guard let shift = shift(at: time, width: job.width, height: job.height) else { return }
    job.split(shift, margin: shift.margin(width: job.width, height: job.height))
  }

  private func shift(at time: Time, width: Int, height: Int) -> EvenShift? {
    let amount = amount.value(at: time, of: min(width, height), within: -1024...1024)
    return amount == 0 ? nil : .linear(amount, angle.value(at: time))
  }
}
