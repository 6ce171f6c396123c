import Pipes
import WAV

/// Why a source of sound cannot be opened, or read no further.
package struct SoundError: Error, Sendable {
  /// What is wrong, in one line but for a program's own words.
  package let message: String
  /// The bytes of the source in the timeline.
  package let place: Range<Int>

  package init(message: String, place: Range<Int>) {
    self.message = message
    self.place = place
  }
}
