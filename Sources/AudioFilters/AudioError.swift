/// Why a timeline's sound that was right in itself cannot be made.
package struct AudioError: Error, Hashable, Sendable {
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
