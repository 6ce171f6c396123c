import Bytes

/// A half-open range of time: `start` belongs to it, `end` does not.
package struct TimeRange: Hashable, Sendable {
  /// The first moment inside.
  package let start: Time

  /// The first moment after; nil when the range goes on to the end of the stream.
  package let end: Time?

  /// All times from zero on.
  package static let whole = TimeRange(start: .zero, end: nil)

  /// Without an end, all times from `start` on; an end before the start leaves none.
  package init(start: Time, end: Time?) {
    self.start = start
    self.end = end
  }

  /// Ends `duration` after its start.
  package init(start: Time, duration: Time) { self.init(start: start, end: start + duration) }

  /// The length, never negative; nil when there is no end.
  package var duration: Time? { end.map { max($0 - start, .zero) } }

  /// Whether no time is inside.
  package var isEmpty: Bool { end.map { $0 <= start } ?? false }

  /// Whether `time` lies within; the end does not.
  package func contains(_ time: Time) -> Bool {
    guard start <= time else { return false }
    return end.map { time < $0 } ?? true
  }

  /// The times inside both ranges; nil when there are none.
  package func intersection(_ other: TimeRange) -> TimeRange? {
    let ends = [end, other.end].compactMap { $0 }
    let both = TimeRange(start: max(start, other.start), end: ends.min())
    return both.isEmpty ? nil : both
  }

  /// The same stretch, moved by `offset`.
  package func shifted(by offset: Time) -> TimeRange {
    TimeRange(start: start + offset, end: end.map { $0 + offset })
  }

  /// The numbers of the frames whose times lie inside; up to `Int.max` when there is no end.
  package func frames(rate: FrameRate) -> Range<Int> {
    let first = max(start.frameIndex(rate: rate, rounding: .up), 0)
    let last = end.map { $0.frameIndex(rate: rate, rounding: .up) } ?? .max
    return first..<max(first, last)
  }
}
