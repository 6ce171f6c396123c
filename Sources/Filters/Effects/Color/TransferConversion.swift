import Colors
import Timeline
import Y4M

/// Converts from one curve and gamut to another.
struct TransferConversion: ColorEffect {
  static let from = Setting<TransferCurve>(
    "from", default: .bt709, "How light is written in the picture.")
  static let to = Setting<TransferCurve>("to", default: .bt709, "How it is to be written.")
  static let fromGamut = Setting<ColorGamut>(
    "fromGamut", default: .bt709, "The colours of its red, green and blue.")
  static let toGamut = Setting<ColorGamut>(
    "toGamut", default: .bt709, "The colours that red, green and blue are to have.")
  static let levels = Setting<SignalLevels>(
    "levels", default: .auto,
    "What a camera's curve counts in: `data`, all numbers of a sample; `video`, those from the "
      + "stream's black to its white; `auto`, `video` for ARRI's and Apple's, `data` for others.")

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

  private let change: TransferChange

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    let (from, to) = (arguments[Self.from], arguments[Self.to])
    let levels = arguments[Self.levels]
    let isFull = setting.coding.range == .full
    change = TransferChange(
      from: from, to: to,
      gamuts: GamutPair(from: arguments[Self.fromGamut], to: arguments[Self.toGamut]),
      source: levels.line(of: from, isFull: isFull), target: levels.line(of: to, isFull: isFull))
  }

  func add(to run: inout ColorRun, at time: Time) {
    if change.isIdentity { return }
    run.append(change)
  }
}

extension TransferCurve: Choice {}
extension ColorGamut: Choice {}

/// What signals of 0 and 1 are.
enum SignalLevels: String, Choice {
  case auto
  case data
  case video

  /// The signal of a curve as a line over R'G'B': what 0 is, and how far 1 lies above it.
  fileprivate func line(of curve: TransferCurve, isFull: Bool) -> SIMD2<Float> {
    guard curve.isCamera, !isFull else { return SIMD2(0, 1) }
    let isVideo = self == .video || (self == .auto && curve.isScaled)
    // Black is 64 and white 940 of 1023 in 10 bits.
    return isVideo ? SIMD2(0, 1) : SIMD2(64.0 / 1023, 876.0 / 1023)
  }
}

extension TransferCurve {
  /// Whether it is a camera's, whose signal makers give as a share of all numbers.
  fileprivate var isCamera: Bool {
    switch self {
    case .bt709, .bt709Camera, .srgb, .gamma22, .gamma24, .linear, .pq, .hlg: false
    default: true
    }
  }

  /// Whether files of such a camera carry the signal from the stream's black to its white.
  fileprivate var isScaled: Bool { self == .logC3 || self == .logC4 || self == .appleLog }

  /// How bright its light 1 is, of white.
  fileprivate var white: Double { self == .pq ? 10_000 / 203 : 1 }
}

/// From which gamut to which.
private struct GamutPair: Hashable, Sendable {
  let from: ColorGamut
  let to: ColorGamut
}

/// The change that a conversion makes.
private struct TransferChange: ColorChange, Hashable, Sendable {
  let from: TransferCurve
  let to: TransferCurve
  let gamuts: GamutPair
  /// What a signal of 0 is in R'G'B', and how far 1 lies above it.
  let source: SIMD2<Float>
  let target: SIMD2<Float>

  var isIdentity: Bool { from == to && gamuts.from == gamuts.to && source == target }
  var cost: Int { 40 }

  func apply(to colors: RGBRow, scratch: Scratch) {
    for row in [colors.red, colors.green, colors.blue] {
      for x in 0..<colors.count { row[x] = source.x + source.y * row[x] }
      from.decode(row, count: colors.count)
    }
    if from == .hlg { display(colors) }
    mix(colors, scratch)
    if to == .hlg { scene(colors) }
    for row in [colors.red, colors.green, colors.blue] {
      to.encode(row, count: colors.count)
      for x in 0..<colors.count { row[x] = (row[x] - target.x) / target.y }
    }
  }

  /// Leads to the light of the other curve's unit and gamut.
  private func mix(_ colors: RGBRow, _ scratch: Scratch) {
    let scale = (from == .hlg ? 1 : from.white) / (to == .hlg ? 1 : to.white)
    let matrix = ColorMatrix(gamuts.from.matrix(to: gamuts.to))
    let change = MatrixRows(ColorMatrix.scaled(SIMD3(repeating: scale)).after(matrix))
    change.apply(to: colors, scratch: scratch)
  }

  /// The light that a display of 1000 cd/m² makes of a scene, of white at 203.
  private func display(_ colors: RGBRow) {
    let display = HybridDisplay()
    for x in 0..<colors.count {
      let scene = SIMD3(Double(colors.red[x]), Double(colors.green[x]), Double(colors.blue[x]))
      colors.set(x, display.light(ofScene: scene) / 203)
    }
  }

  /// The light of the scene for which a display of 1000 cd/m² makes this light.
  private func scene(_ colors: RGBRow) {
    let display = HybridDisplay()
    for x in 0..<colors.count {
      let light = SIMD3(Double(colors.red[x]), Double(colors.green[x]), Double(colors.blue[x]))
      colors.set(x, display.scene(ofLight: light * 203))
    }
  }
}

extension RGBRow {
  fileprivate func set(_ x: Int, _ color: SIMD3<Double>) {
    red[x] = Float(color.x)
    green[x] = Float(color.y)
    blue[x] = Float(color.z)
  }
}
