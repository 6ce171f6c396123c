import Bytes

/// Why a timeline that was right in itself cannot be drawn.
package struct RenderError: Error, Sendable {
  /// What is wrong, as a message for the user.
  package let message: String
  /// Where the timeline asked for it, as a byte range.
  package let place: Range<Int>?

  /// A message for the user, and the bytes of the timeline that it is about, if any.
  package init(message: String, place: Range<Int>?) {
    self.message = message
    self.place = place
  }
}

/// Everything that keeps a timeline from being drawn.
package struct RenderFaults: Error, Sendable {
  /// At least one fault, in the order of the layers.
  package let faults: [RenderError]
  /// What could be lived with.
  package let warnings: [RenderError]

  /// Faults, at least one, and what else there is to say.
  package init(faults: [RenderError], warnings: [RenderError] = []) {
    self.faults = faults
    self.warnings = warnings
  }
}

/// What is wrong with the files of a timeline, gathered while layers are made.
final class FaultLog: Sendable {
  private let found = Mutex<(errors: [RenderError], warnings: [RenderError])>(([], []))

  var errors: [RenderError] { found.withLock { $0.errors } }
  var warnings: [RenderError] { found.withLock { $0.warnings } }

  func add(_ error: RenderError) { found.withLock { $0.errors.append(error) } }

  /// Notes something that can be lived with.
  func warn(_ message: String, at place: Range<Int>) {
    found.withLock { $0.warnings.append(RenderError(message: message, place: place)) }
  }
}
