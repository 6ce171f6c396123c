import Colors
import Timeline

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
}

/// How R'G'B' stands for light: by which curve, and of which signals.
struct LightCoding: Hashable, Sendable {
  /// The light of white in cd/m².
  static let white = StreamLight.white

  let curve: TransferCurve
  /// What a signal of 0 is in R'G'B', and how far 1 lies above it.
  private let line: SIMD2<Float>

  init(_ curve: TransferCurve, _ levels: SignalLevels, isFull: Bool) {
    self.curve = curve
    line = levels.line(of: curve, isFull: isFull)
  }

  /// What light is counted in, of white: PQ counts in 10,000 cd/m².
  var unit: Double { curve == .pq ? 10_000 / Self.white : 1 }

  /// Turns R'G'B' into light, in place; that of HLG is a display's of 1000 cd/m².
  func decode(_ colors: RGBRow) {
    for row in [colors.red, colors.green, colors.blue] {
      if isShifted {
        for x in 0..<colors.count { row[x] = line.x + line.y * row[x] }
      }
      curve.decode(row, count: colors.count)
    }
    guard curve == .hlg else { return }
    HybridDisplay().show(
      red: colors.red, green: colors.green, blue: colors.blue, count: colors.count,
      unit: Self.white)
  }

  /// Turns light into R'G'B', in place.
  func encode(_ colors: RGBRow) {
    if curve == .hlg {
      HybridDisplay().take(
        red: colors.red, green: colors.green, blue: colors.blue, count: colors.count,
        unit: Self.white)
    }
    for row in [colors.red, colors.green, colors.blue] {
      curve.encode(row, count: colors.count)
      guard isShifted else { continue }
      for x in 0..<colors.count { row[x] = (row[x] - line.x) / line.y }
    }
  }

  /// Whether signals of 0 and 1 are anything but black and white.
  private var isShifted: Bool { line != SIMD2(0, 1) }
}
