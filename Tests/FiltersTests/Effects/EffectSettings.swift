import Y4M

@testable import Filters

extension EffectSetting {
  /// The setting of an effect that names no files, on frames of limited BT.601.
  static func plain(_ format: PixelFormat) -> EffectSetting {
    EffectSetting(
      format: format,
      coding: ColorCoding(matrix: .bt601, range: .limited, depth: format.depth),
      includesAlpha: false, loader: .none, faults: FaultLog(), place: 0..<0)
  }
}
