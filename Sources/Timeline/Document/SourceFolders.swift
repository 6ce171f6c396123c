/// The folders from which the paths in parts of a text start, as paths from that of its first part.
struct SourceFolders: Sendable {
  private var prefixes: [(start: Int, prefix: String)] = []

  /// Says that paths in the part that begins at a byte start from the folder of a file.
  mutating func add(from start: Int, folderOf path: String) {
    let prefix = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    prefixes.append((start, prefix))
  }

  /// Says that paths in the part that begins at a byte are as they are.
  mutating func addFirst(from start: Int) { prefixes.append((start, "")) }

  /// A path that is written at a byte, as one from the first part's folder.
  func path(_ text: String, writtenAt origin: Int) -> String {
    guard !text.hasPrefix("/"), let part = prefixes.last(where: { $0.start <= origin }) else {
      return text
    }
    return part.prefix + text
  }
}
