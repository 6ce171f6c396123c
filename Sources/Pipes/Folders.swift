/// Folders and what is in them.
package enum Folders {
  /// How deep folders in folders are looked at, and how many entries in all.
  package struct Limits: Sendable {
    /// How many folders may lie in one another below the first.
    package var depth: Int
    /// How many files and folders are looked at in all; the rest is left out.
    package var entries: Int

    /// More than any folder of fonts has.
    package init(depth: Int = 8, entries: Int = 50_000) {
      self.depth = depth
      self.entries = entries
    }
  }

  /// The regular files in a folder and in those within it, whose names `isWanted` takes.
  ///
  /// They are sorted by the bytes of their paths, each file once, however many links lead to it.
  /// Folders that can't be read, or are not there, have no files.
  package static func files(
    in folder: String, limits: Limits = Limits(), isWanted: (String) -> Bool
  ) -> [String] {
    var walk = Walk(limits: limits)
    walk.visit(folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder, 0)
    return walk.found.compactMap { isWanted(lastPart($0)) ? $0 : nil }
  }

  /// Opens a folder, or a file given in its place, and closes it.
  ///
  /// - Throws: why it can't be read.
  package static func check(_ path: String) throws(PipeError) {
    try FileDescriptor(opening: path, isBlocking: false).close()
  }

  /// Whether a file lies in one of some folders or below, links followed.
  ///
  /// A file that is not there lies where its path leads as it is written.
  package static func contains(_ path: String, in folders: [String]) -> Bool {
    let place = Syscall.realPath(path).map(parts) ?? writtenParts(path)
    return folders.contains { folder in
      guard let root = Syscall.realPath(folder.isEmpty ? "." : folder) else { return false }
      return place.starts(with: parts(root)) && place.count > parts(root).count
    }
  }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

  /// The parts of a path from the root, without `.` and `..`; the folders that are there are
  /// followed.
  private static func writtenParts(_ path: String) -> [Substring] {
    let start = path.hasPrefix("/") ? "" : Syscall.realPath(".") ?? ""
    var result = parts(start)
    for part in parts(path) where part != "." {
      if part == ".." { _ = result.popLast() } else { result.append(part) }
      if let real = Syscall.realPath("/" + result.joined(separator: "/")) { result = parts(real) }
    }
    return result
  }

  private static func lastPart(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private struct Walk {
    let limits: Limits
    var found: [String] = []
    private var seen: Set<Syscall.FileIdentity> = []
    private var entries = 0

    init(limits: Limits) { self.limits = limits }

    mutating func visit(_ path: String, _ depth: Int) {
      guard let place = Syscall.place(of: path), seen.insert(place.identity).inserted else {
        return
      }
      switch place.kind {
      case .regular: found.append(path)
      case .directory where depth <= limits.depth:
        let names = Syscall.names(in: path, limit: limits.entries - entries) ?? []
        entries += names.count
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
          visit(path + "/" + name, depth + 1)
        }
      default: break
      }
    }
  }
}
