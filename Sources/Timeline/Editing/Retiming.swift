import Bytes

/// A time in a source, and whether it is played backwards.
///
/// Forwards, a picture's time is its start; backwards it is its end.
package struct SourceInstant: Hashable, Sendable {
  /// The moment, counted from the source's first picture.
  package let time: Time
  /// Whether the source runs backwards there.
  package let isBackward: Bool

  /// A moment that is passed forwards, unless stated otherwise.
  package init(time: Time, isBackward: Bool = false) {
    self.time = time
    self.isBackward = isBackward
  }
}

/// Maps each time of a clip to a time of its source: exactly, and in the same way for pictures and
/// sounds.
package struct Retiming: Sendable {
  /// Which way a source is played.
  package enum Direction: Hashable, Sendable {
    case forward
    case backward
    /// Forwards and backwards, or forwards again and again.
    case both
  }

  /// The part of the source that is played.
  package let segment: TimeRange
  /// How long it plays; nil when that is as long as a source of unknown length lasts.
  package let duration: Time?
  /// How long the clip can play, including the freeze; nil if it has no end, or none that is known.
  /// A clip may be cut off before.
  package let available: Time?
  /// Which frame is seen between two of the source.
  package let sampling: FrameSampling
  /// When means of frames are taken.
  let shutter: MeanShutter

  let isReversed: Bool
  let isPingPong: Bool
  /// How often the part is played; nil is for ever.
  let loop: Int?
  let curve: SpeedCurve
  /// When the clip stops, in its own time, and for how long.
  package let freeze: (time: Time, duration: Time)?
  /// The length of the part; nil when it has no end, or none that is known.
  private let span: Rational?
  /// As many passes as are told apart of those without end; a clip is over long before.
  private static let mostPasses = Int128(1) << 100

  /// - Parameters:
  ///   - length: the source's length; nil when it is not known, or when the source has no end of
  ///     its own, as a colour has none. An animated picture's is that of one pass.
  package init(_ use: MediaUse, length: Time?) {
    let segment = TimeRange(start: use.start, end: use.partEnd(length: length))
    self.segment = segment
    let span = segment.duration.flatMap { $0 > .zero ? $0.value : nil }
    self.span = span
    let total = use.loop.flatMap { loop in span.map { $0 * Rational(loop) } }
    loop = use.loop
    isReversed = use.isReversed && span != nil
    isPingPong = use.isPingPong
    sampling = use.sampling
    shutter = MeanShutter(use.motionBlur)

    // What is cut off has its length, and else what there is to play.
    let stop = use.freeze?.duration ?? .zero
    let given = use.duration.map { max($0 - stop, .zero) }
    curve = SpeedCurve(use.speed(over: given, total: total))
    let played = total.map { [curve] in Time(curve.time(covering: $0)) }
    let unfrozen = given ?? played
    freeze = use.freeze.flatMap { freeze in
      let time = freeze.isShare ? unfrozen.map { $0 * freeze.time.value } : freeze.time
      return time.map { ($0, freeze.duration) }
    }
    available = played.map { $0 + stop }
    duration = use.duration ?? available
  }

  /// The time in the source at `time`, counted from the clip's start; times outside the clip are
  /// clamped to its ends.
  package func instant(at time: Time) -> SourceInstant {
    let way = max(way(at: time), .zero)
    guard let span, let played = way.divided(by: span) else {
      return SourceInstant(time: segment.start + Time(way))
    }
    // Of passes without end the last is like the first, and comes after as many as are played.
    let count = loop.map { Int128($0) } ?? min(played.floor, Self.mostPasses) * 2 + 3
    let passes = min(played, Rational(reducing: count, over: 1))
    let place = isReversed ? Rational(reducing: count, over: 1) - passes : passes
    // The moment between two passes belongs to the one that is entered; the last, to the one left.
    let pass = min(max(isReversed ? place.ceiling - 1 : place.floor, 0), count - 1)
    let rest = (place - Rational(reducing: pass, over: 1)) * span
    let isMirrored = isPingPong && pass & 1 == 1
    let offset = isMirrored ? span - rest : rest
    return SourceInstant(
      time: segment.start + Time(offset), isBackward: isReversed != isMirrored)
  }

  /// Where in the source the part ends, at which an instant is when all is played; nil for a part
  /// without an end.
  package var end: Time? { span.map { segment.start + Time($0) } }

  /// A pass through the source: from where on and how far it is played, of what is played in all.
  struct Pass {
    let start: Rational
    /// Nil for the only pass of a part without an end.
    let end: Rational?
    let isBackward: Bool
    /// Where the part begins in the source.
    let origin: Rational

    /// The time in the source after so much was played.
    func place(_ way: Rational) -> Rational {
      guard isBackward, let end else { return origin + way - start }
      return origin + end - way
    }
  }

  /// The pass in which something of the source is played; the last one where it has ended.
  func pass(holding way: Rational) -> Pass {
    let origin = segment.start.value
    guard let span, let played = way.divided(by: span) else {
      return Pass(start: .zero, end: nil, isBackward: false, origin: origin)
    }
    let count = loop.map { Int128($0) } ?? min(played.floor, Self.mostPasses) * 2 + 3
    let number = min(max(played.floor, 0), count - 1)
    let own = isReversed ? count - 1 - number : number
    let start = Rational(reducing: number, over: 1) * span
    return Pass(
      start: start, end: start + span, isBackward: isReversed != (isPingPong && own & 1 == 1),
      origin: origin)
  }

  /// The source's seconds that were played up to `time`.
  func way(at time: Time) -> Rational {
    let time = max(time, .zero)
    return played(at: duration.map { min(time, $0) } ?? time)
  }

  /// Which way the source goes over the clip's time.
  package var direction: Direction {
    guard loop != 1 else { return isReversed ? .backward : .forward }
    guard let span, let duration, let passes = way(at: duration).divided(by: span) else {
      return .both
    }
    guard passes <= .one else { return .both }
    let pass = isReversed ? (loop ?? 1) - 1 : 0
    let isMirrored = isPingPong && pass & 1 == 1
    return isReversed != isMirrored ? .backward : .forward
  }

  /// Whether the chosen frames never go back, so that a source that can be read only once is
  /// enough.
  package var isMonotone: Bool { direction == .forward }
}
