/// What is wrong with a source.
package enum ClipError: Error, Sendable {
  /// The words, and the bytes of the source in the timeline.
  case failed(String, place: Range<Int>)
}
