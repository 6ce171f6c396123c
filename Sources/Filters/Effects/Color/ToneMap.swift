import Bytes
import Colors
import Timeline
import Y4M

/// Compresses the range of light: from HDR to SDR, or to HDR of a lower peak.
struct ToneMap: ColorEffect {
  static let curve = Setting<ToneCurve>(
    "curve", default: .bt2390,
    "How bright light is compressed: `bt2390` leaves shadows and midtones as they are; `spline` is "
      + "libplacebo's; `hable`, `reinhard` and `mobius` are ffmpeg's; `clip` cuts.")
  static let from = Setting<TransferCurve>(
    "from", default: .pq, "The transfer curve of the picture.")
  static let to = Setting<TransferCurve>("to", default: .bt709, "The transfer curve of the result.")
  static let peak = Parameter<Double>(
    "peak", default: 1000, in: 1...10000, unit: "cd/m2",
    "The brightest light of the picture; what is brighter becomes as bright as that.")
  static let white = Parameter<Double>(
    "white", default: 203, in: 1...10000, unit: "cd/m2",
    "The brightest light of the result, which is white unless `to` is a curve of HDR.")
  static let desaturation = Parameter<Double>(
    "desaturation", default: 0.5, in: 0...1,
    "How much paler bright colours become: at 0 channels keep their proportions, at 1 each takes "
      + "the curve by itself.")
  static let fromGamut = Setting<ColorGamut>(
    "fromGamut", default: .bt2020, "The colour primaries of the picture.")
  static let toGamut = Setting<ColorGamut>(
    "toGamut", default: .bt709, "The colour primaries of the result.")
  static let outside = Setting<OutsideColors>(
    "outside", default: .soften,
    "What becomes of colours beyond `toGamut`: `soften` makes strong colours paler, so that all "
      + "come within; `clip` cuts.")
  static let levels = Setting<SignalLevels>(
    "levels", default: .auto, "Over which code values a camera's curve runs, as for `transfer`.")

  static let declaration = Declaration(
    name: "tone-map",
    summary: "Compresses the range of light: from HDR to SDR, or to HDR of a lower peak.",
    discussion: """
      Light is decoded, converted to `toGamut`, compressed and encoded. PQ counts in cd/m2; HLG is \
      that of a display of 1000 cd/m2; 1 of all other curves of `from` is 203 cd/m2 (ITU-R \
      BT.2408), so an HDR picture in `linear` reaches far beyond 1, which passes from one effect \
      to the next. The curve is applied to the greatest channel, which the others follow. `soften` \
      moves what lies more than 0.8 of the way from grey to the gamut's edge, after the ACES gamut \
      compression.
      """,
    example: #"""
      { "type": "effect", "effect": "tone-map", "from": "pq", "peak": 4000 }
      """#,
    parameters: [
      curve, from, to, peak, white, desaturation, fromGamut, toGamut, outside, levels,
    ])

  static let names = EffectNames(
    synonyms: ["tonemap", "tonemapping", "hdr2sdr", "hdrtosdr"],
    elsewhere: ["ffmpeg tonemap, libplacebo", "OBS HDR tone mapping"])

  private let curve: ToneCurve
  private let source: LightCoding
  private let target: LightCoding
  private let matrix: ColorMatrix
  private let compression: GamutCompression?
  private let peak: Animated<Double>
  private let white: Animated<Double>
  private let desaturation: Animated<Double>
  private let tables: ToneTables

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    curve = arguments[Self.curve]
    tables = ToneTables(curve)
    let levels = arguments[Self.levels]
    let isFull = setting.coding.range == .full
    source = LightCoding(arguments[Self.from], levels, isFull: isFull)
    target = LightCoding(arguments[Self.to], levels, isFull: isFull)
    let (from, to) = (arguments[Self.fromGamut], arguments[Self.toGamut])
    matrix = ColorMatrix(from.matrix(to: to))
    compression =
      arguments[Self.outside] == .soften ? GamutCompression(from: from, to: to) : nil
    peak = arguments[Self.peak]
    white = arguments[Self.white]
    desaturation = arguments[Self.desaturation]
  }

  func add(to run: inout ColorRun, at time: Time) {
    let limits = 1.0...10000
    let range = SIMD2(
      peak.value(at: time, within: limits), white.value(at: time, within: limits))
    run.append(
      ToneChange(
        shape: ToneChange.Shape(
          curve: curve, range: range, source: source, target: target, matrix: matrix,
          compression: compression,
          desaturation: Float(desaturation.value(at: time, within: 0...1))),
        table: tables.table(range)))
  }
}

extension ToneCurve: Choice {}

/// What becomes of colours that lie outside of a gamut.
enum OutsideColors: String, Choice {
  case soften
  case clip
}
