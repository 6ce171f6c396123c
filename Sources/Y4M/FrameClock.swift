import Bytes

/// The clock by which a stream that carries times says when its frames are shown.
package struct FrameClock: Hashable, Sendable {
  /// Ticks a second.
  package let ticks: FrameRate
  /// When the stream begins, in seconds.
  package let start: Rational

  /// Ticks a second, exactly.
  package var exactTicks: Rational {
    ticks.exact
  }

  /// A clock that has a rate and a beginning.
  package init(ticks: FrameRate, start: Rational) {
    (self.ticks, self.start) = (ticks, start)
  }
}
