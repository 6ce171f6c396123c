import Bytes
import Images
import Timeline

/// The picture files of a timeline, each opened once for all layers that show it.
final class ImageAssets: Sendable {
  /// The most bytes of pictures that are unpacked just to see whether they are whole: a few
  /// hundredths of a second.
  static let quickBytes = 32 << 20

  private let opened = Mutex<[String: ImageAsset]>([:])
  private let tried = Mutex(0)
  let unpacked = UnpackedFile()

  /// Whether a picture of so many bytes is unpacked at once, so that a fault is said before the
  /// first frame; each picture takes its part of what may be.
  func isQuick(_ bytes: Int) -> Bool {
    tried.withLock { tried in
      guard bytes <= Self.quickBytes - tried else { return false }
      tried += bytes
      return true
    }
  }

  /// The file at `path`, for one more layer; its contents are looked at, and unpacked where that is
  /// quick.
  func image(
    _ path: Path, at place: Range<Int>, _ setting: LayerSetting
  ) throws(RenderError) -> ImageAsset {
    if let asset = opened.withLock({ $0[path.text] }) {
      asset.retain()
      return asset
    }
    let asset = try ImageAsset(path, at: place, setting)
    opened.withLock { $0[path.text] = asset }
    return asset
  }
}

/// The file whose first picture was unpacked last, kept until it is drawn: a timeline's only
/// picture is not unpacked twice, and of many one at most waits in memory.
final class UnpackedFile: Sendable {
  private let kept = Mutex<(path: String, sequence: PictureSequence)?>(nil)

  /// Keeps a file in place of the one before, unless its picture is a large one.
  func keep(_ sequence: PictureSequence, of path: Path) {
    guard sequence.file.bytesPerFrame <= ImageAssets.quickBytes else { return }
    kept.withLock { $0 = (path.text, sequence) }
  }

  /// Gives a file away where it is the one that is kept.
  func take(_ path: Path) -> PictureSequence? {
    kept.withLock { kept in
      guard let file = kept, file.path == path.text else { return nil }
      kept = nil
      return file.sequence
    }
  }
}
