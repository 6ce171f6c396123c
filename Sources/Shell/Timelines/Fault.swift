import Clips
import Filters
import Pipes
import Timeline

/// Something that keeps a timeline from being played, or could be better.
package struct Fault: Error {
  /// What is wrong, as a message for the user.
  package let message: String
  /// The bytes in the timeline.
  package let place: Range<Int>?
  /// With what the program leaves because of it.
  package let code: ExitCode

  /// The timeline's fault, unless said.
  package init(_ message: String, at place: Range<Int>?, code: ExitCode = .usage) {
    self.message = message
    self.place = place
    self.code = code
  }

  /// What the renderer says cannot be drawn; the timeline's fault, unless said.
  package init(_ error: RenderError, code: ExitCode = .usage) {
    self.init(error.message, at: error.place, code: code)
  }

  /// A source that cannot be opened: the timeline's fault, unless a program that was to read it has
  /// failed.
  package init(_ error: ClipError) {
    let code: ExitCode =
      switch error.fault {
      case .child, .childFailed, .childWrote: .failure
      default: .usage
      }
    self.init("\(error)", at: error.place, code: code)
  }
}
