import Bytes
import Pipes

/// What ffprobe has said of files, for as long as they stay as they were.
package final class ProbeStore: Sendable {
  private let known = Mutex<[String: (mark: FileMark, info: MediaInfo)]>([:])

  /// Nothing is known yet.
  package init() {}

  /// What is known of a file, or else what `probe` says.
  func info(
    of path: String, _ probe: () throws(ClipError.Fault) -> MediaInfo
  ) throws(ClipError.Fault) -> MediaInfo {
    guard let mark = FileMark(path) else { return try probe() }
    if let found = known.withLock({ $0[path] }), found.mark == mark { return found.info }
    let info = try probe()
    known.withLock { $0[path] = (mark, info) }
    return info
  }
}
