import Images
import Pipes

/// New golden frames on their way: files beside the old ones, whose places they take when all are
/// there.
///
/// A film that fails half way, a full disk or a signal leaves the old pictures with the old list.
final class GoldenChange {
  private static let mark = ".part"

  private let folder: GoldenFolder
  /// Whether the folder is there without this.
  private let hasFolder: Bool
  private var frames: [Int] = []

  /// Removes what one that was killed has left.
  init(of folder: GoldenFolder) {
    self.folder = folder
    hasFolder = Files.modificationTime(folder.path) != nil
    let left = Folders.files(in: folder.path, limits: .init(depth: 0)) { name in
      name == "frames.md5" + Self.mark
        || (name.hasPrefix("frame-") && name.hasSuffix(".png" + Self.mark))
    }
    left.forEach(Files.remove)
  }

  /// Writes the picture of a frame, which is not its golden one yet.
  func add(_ picture: Picture, of frame: Int) throws {
    try Files.makeFolder(folder.path)
    frames.append(frame)
    try Files.write(PNGEncoder.encode(picture), to: folder.picturePath(frame) + Self.mark)
  }

  /// Lets all that was added, and the list, take the places of the old ones.
  ///
  /// Between the first picture and the list there is no list, for new pictures beside an old one
  /// would let a film pass that has changed.
  func finish(_ list: GoldenList) throws {
    try Files.makeFolder(folder.path)
    try Files.write(Array(list.text.utf8), to: folder.listPath + Self.mark)
    Files.remove(folder.listPath)
    for frame in frames { try place(folder.picturePath(frame)) }
    try place(folder.listPath)
    frames = []
  }

  private func place(_ path: String) throws { try Files.move(path + Self.mark, to: path) }

  /// Removes all that has not taken its place.
  func abandon() {
    for frame in frames { Files.remove(folder.picturePath(frame) + Self.mark) }
    Files.remove(folder.listPath + Self.mark)
    if !hasFolder { Files.removeFolder(folder.path) }
  }
}
