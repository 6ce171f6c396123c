import Clips
import Filters
import Pipes
import Sounds
import Timeline

/// An error or a warning about a timeline.
package struct Fault: Error {
  /// What is wrong, as a message for the user.
  package let message: String
  /// The bytes in the timeline.
  package let place: Range<Int>?
  /// The exit status that it causes.
  package let code: ExitCode

  /// An error in the timeline, unless stated otherwise.
  package init(_ message: String, at place: Range<Int>?, code: ExitCode = .usage) {
    self.message = message
    self.place = place
    self.code = code
  }

  /// An error of the renderer; with the exit status of a wrong timeline, unless stated otherwise.
  package init(_ error: RenderError, code: ExitCode = .usage) {
    self.init(error.message, at: error.place, code: code)
  }

  /// A source that cannot be opened: an error in the timeline, unless a program that should read it
  /// has failed.
  package init(_ error: ClipError) {
    self.init("\(error)", at: error.place, code: error.fault.isFailure ? .failure : .usage)
  }

  /// A source of sound that cannot be opened: an error in the timeline, unless a program that
  /// should read it has failed.
  package init(_ error: SoundError) {
    self.init("\(error)", at: error.place, code: error.isFailure ? .failure : .usage)
  }
}
