import Bytes
import Y4M

@testable import Filters

extension LayerSetting {
  /// The setting of layers on frames of full BT.601, without files.
  static func testing(_ format: PixelFormat) -> LayerSetting {
    LayerSetting(
      format: format, coding: ColorCoding(matrix: .bt601, range: .full, depth: format.depth),
      loader: AssetLoader { _ in .failure(AssetFault("no files")) },
      budget: CacheBudget(bytes: 1 << 24), faults: FaultLog())
  }
}
