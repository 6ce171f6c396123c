import Bytes

/// A moment of a source, and whether it is passed backwards.
///
/// Forwards, the picture that is seen at a moment starts there; backwards it ends there.
package struct SourceInstant: Hashable, Sendable {
  package let time: Time
  package let isBackward: Bool

  package init(time: Time, isBackward: Bool = false) {
    self.time = time
    self.isBackward = isBackward
  }
}

/// One or two frames of a source, by their numbers.
package struct FrameChoice: Hashable, Sendable {
  package let first: Int
  /// The other frame of a blend; equal to ``first`` when there is none.
  package let second: Int
  /// The share of ``second``, 0 to 65,535.
  package let weight: UInt16

  package init(first: Int, second: Int, weight: UInt16) {
    self.first = first
    self.second = second
    self.weight = weight
  }
}

/// Where a source stands at each moment of a clip: exact, and the same for pictures and sounds.
package struct Retiming: Sendable {
  /// The part of the source that is played.
  package let segment: TimeRange
  /// How long it plays; nil when that is as long as a source of unknown length lasts.
  package let duration: Time?

  /// - Parameters:
  ///   - length: the source's length; nil when it is not known, or when the source has no end of
  ///     its own, as a colour has none.
  package init(_ use: MediaUse, length: Time?) {
    segment = TimeRange(start: use.start, end: use.end ?? length)
    let speed = use.speed.constantValue.map { Rational(simplest: $0) }
    var played: Time?
    if let span = segment.duration, let loop = use.loop, let speed {
      played = (span * Rational(loop)).divided(by: Time(speed)).map { Time($0) }
    }
    duration = use.duration ?? played.map { $0 + (use.freeze?.duration ?? .zero) }
  }

  /// Where the source stands at `time`, counted from the clip's start.
  package func instant(at time: Time) -> SourceInstant { SourceInstant(time: time) }

  /// The frames of a source of `rate` that are seen at `time`, counted from the clip's start.
  package func frames(at time: Time, rate: FrameRate) -> FrameChoice {
    FrameChoice(first: 0, second: 0, weight: 0)
  }
}
