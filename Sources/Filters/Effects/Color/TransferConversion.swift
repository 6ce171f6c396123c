import Colors
import Timeline
import Y4M

/// Converts from one curve and gamut to another.
struct TransferConversion: ColorEffect {
  static let from = Setting<TransferCurve>(
    "from", default: .bt709, "The transfer curve of the picture.")
  static let to = Setting<TransferCurve>("to", default: .bt709, "The transfer curve of the result.")
  static let fromGamut = Setting<ColorGamut>(
    "fromGamut", default: .bt709, "The colour primaries of the picture.")
  static let toGamut = Setting<ColorGamut>(
    "toGamut", default: .bt709, "The colour primaries of the result.")
  static let levels = Setting<SignalLevels>(
    "levels", default: .auto,
    "Over which code values a camera's curve runs: with `data` over all that a sample can have, "
      + "with `video` from the stream's black to its white; `auto` is `video` for ARRI's and "
      + "Apple's curves, and `data` for others.")

  static let declaration = Declaration(
    name: "transfer",
    summary:
      "Converts from one transfer curve and gamut to another: camera logs, PQ, HLG, displays.",
    discussion: """
      `bt709` is what a display of ITU-R BT.1886 makes of a signal, a power of 2.4, and \
      `bt709-camera` the camera's curve. Of displays, 1 is white; PQ and HLG, on a display of 1000 \
      cd/m2, have it at 203 cd/m2 (ITU-R BT.2408); of cameras' curves it is what a perfect white \
      reflects, and grey is 0.18. A plain conversion cuts what is brighter than white. It is a \
      technical conversion, not a maker's look: their tables are for `lut`.
      """,
    example: #"""
      { "type": "effect", "effect": "transfer", "from": "slog3", "fromGamut": "s-gamut3-cine" }
      """#,
    parameters: [from, to, fromGamut, toGamut, levels])

  static let names = EffectNames(
    synonyms: ["log", "slog3", "linearize", "logtolinear", "inputtransform"],
    elsewhere: ["ffmpeg zscale", "OpenColorIO ColorSpaceTransform"])

  private let change: TransferChange

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    let levels = arguments[Self.levels]
    let isFull = setting.coding.range == .full
    change = TransferChange(
      source: LightCoding(arguments[Self.from], levels, isFull: isFull),
      target: LightCoding(arguments[Self.to], levels, isFull: isFull),
      sourceGamut: arguments[Self.fromGamut], targetGamut: arguments[Self.toGamut])
  }

  func add(to run: inout ColorRun, at time: Time) {
    if change.isIdentity { return }
    run.append(change)
  }
}
