import Bytes

/// How a part of a source is repeated, before speed, freeze and cut: one pass after another over
/// the same part.
///
/// Pass k begins after k lengths of the part.
package struct LoopedPart: Hashable, Sendable {
  /// Where the part begins and ends, in the source's time; without an end there is one pass, which
  /// goes forward.
  package let part: TimeRange
  /// How often the part is played; nil is for ever.
  package let count: Int?
  fileprivate let isReversed: Bool
  fileprivate let isPingPong: Bool

  /// The length of a pass, more than zero; nil without an end.
  package var length: Rational? { part.duration.flatMap { $0 > .zero ? $0.value : nil } }

  /// Whether pass `number`, counted from 0 as they are played, goes backwards.
  package func isBackward(_ number: Int) -> Bool {
    // Of passes without end the last is like the first.
    let isMirrored =
      isPingPong && (isReversed ? (count.map { $0 - 1 } ?? 0) - number : number) & 1 == 1
    return isReversed != isMirrored
  }

  /// How much the end of each pass actually overlaps with the start of the next if `crossfade` is
  /// requested: half a pass at most, and nothing where there is one pass.
  package func overlap(_ crossfade: Time) -> Rational {
    guard let length, count != 1 else { return .zero }
    return min(max(crossfade.value, .zero), length * Rational(reducing: 1, over: 2))
  }

  /// Whether nothing is repeated or played backwards.
  package var isPlain: Bool { count == 1 && !isReversed }
}

extension Retiming {
  /// How the parts of the source follow one another.
  package var loopedPart: LoopedPart {
    LoopedPart(
      part: segment, count: segment.duration.map { $0 > .zero } == true ? loop : 1,
      isReversed: isReversed, isPingPong: isPingPong)
  }

  /// The source's seconds for each of the clip's, where that is always the same.
  package var constantSpeed: Rational? { curve.constant }

  /// When the clip is frozen, in its own time; nil if it never is.
  package var pause: TimeRange? {
    freeze.flatMap { $0.duration > .zero ? TimeRange(start: $0.time, duration: $0.duration) : nil }
  }

  /// The source's seconds that were played up to `time`, counted from the clip's start, as if the
  /// clip went on without end before and after: below zero before its start.
  ///
  /// Exact where the speed is constant or moves in lines and steps; rises without a jump.
  package func played(at time: Time) -> Rational {
    var time = time
    if let freeze, time > freeze.time {
      time = max(time - freeze.duration, freeze.time)
    }
    return curve.way(at: time.value)
  }

  /// How much of the source would be played by then, were there no freeze.
  package func running(at time: Time) -> Rational { curve.way(at: time.value) }

  /// How long the clip can play when passes overlap, including the freeze; nil if it has no end, or
  /// none that is known.
  package func available(crossfade: Time) -> Time? {
    let (loopedPart, overlap) = (loopedPart, loopedPart.overlap(crossfade))
    guard overlap > .zero, let length = loopedPart.length else { return available }
    guard let count = loopedPart.count else { return nil }
    let time = Time(
      curve.time(covering: length * Rational(count) - overlap * Rational(count - 1)))
    return freeze.map { time > $0.time ? time + $0.duration : time } ?? time
  }
}
