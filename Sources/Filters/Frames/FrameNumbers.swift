/// Which frames of a film two pictures are, from 0.
package struct FrameNumbers: Hashable, Sendable {
  /// The number of the picture that is seen, or mixed with the other.
  package let first: Int
  /// The number of the other.
  package let second: Int

  /// Two numbers, in any order.
  package init(first: Int, second: Int) {
    self.first = first
    self.second = second
  }
}
