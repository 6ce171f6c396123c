import Clips
import Filters
import Pipes
import Timeline

/// Something that keeps a timeline from being played, or could be better.
struct Fault: Error {
  let message: String
  /// The bytes in the timeline.
  let place: Range<Int>?
  /// With what the program leaves because of it.
  let code: ExitCode

  init(_ message: String, at place: Range<Int>?, code: ExitCode = .usage) {
    self.message = message
    self.place = place
    self.code = code
  }

  init(_ error: RenderError, code: ExitCode = .usage) {
    self.init(error.message, at: error.place, code: code)
  }

  /// A source that cannot be opened: the timeline's fault, unless a program that was to read it has
  /// failed.
  init(_ error: ClipError) {
    let code: ExitCode =
      switch error.fault {
      case .child, .childFailed, .childWrote: .failure
      default: .usage
      }
    self.init("\(error)", at: error.place, code: code)
  }
}
