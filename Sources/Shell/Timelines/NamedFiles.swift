import Bytes

/// The files that a timeline was seen to name.
final class NamedFiles: Sendable {
  private let found = Mutex<Set<String>>([])

  func add(_ path: String) { found.withLock { _ = $0.insert(path) } }

  /// All of them, sorted.
  var paths: [String] { found.withLock { $0.sorted() } }
}
