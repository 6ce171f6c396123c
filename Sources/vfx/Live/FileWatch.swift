import Pipes

/// Sees whether files have changed: whether they were written, replaced, removed or made.
///
/// Each is looked at by one call of stat(2). Two writes within one tick of the file system's clock
/// look alike, so a file that was written just before it was read counts as changed once more.
struct FileWatch {
  /// How much older a file may look than it is, in nanoseconds.
  private static let tick = 30_000_000

  private struct Entry {
    var mark: FileMark?
    var isYoung: Bool
  }

  private var entries: [(path: String, entry: Entry)] = []

  /// Watches these files and no others, as they were when somebody began to read them.
  ///
  /// - Parameter began: that moment, by the clock of ``FileMark/now``.
  mutating func watch(_ paths: [String], readSince began: Int) {
    let known = Dictionary(entries.map { ($0.path, $0.entry) }) { first, _ in first }
    entries = Set(paths).sorted().map { path in
      let mark = FileMark(path)
      let isYoung = mark.map { $0.changed > began - Self.tick } ?? false
      guard let old = known[path] else { return (path, Entry(mark: mark, isYoung: isYoung)) }
      // What has changed since it was last asked about may have been read before.
      return (path, old.mark == mark ? old : Entry(mark: mark, isYoung: true))
    }
  }

  /// The files that have changed since this was last asked.
  mutating func changed() -> [String] {
    var changed: [String] = []
    for index in entries.indices {
      let mark = FileMark(entries[index].path)
      let now = FileMark.now
      if mark != entries[index].entry.mark {
        entries[index].entry = Entry(
          mark: mark, isYoung: mark.map { $0.changed > now - Self.tick } ?? false)
        changed.append(entries[index].path)
      } else if entries[index].entry.isYoung, (mark?.changed ?? 0) < now - Self.tick {
        entries[index].entry.isYoung = false
        changed.append(entries[index].path)
      }
    }
    return changed
  }
}
