import Bytes

/// Which frame of an animation is shown at each time.
///
/// A time is compared with the exact sums of the delays.
package struct FrameSchedule: Sendable {
  /// How often an animation plays.
  package enum Loop: Hashable, Sendable {
    /// As often as the file says.
    case file
    /// Without end.
    case forever
    /// So many times, at least once.
    case count(Int)
  }

  /// The largest denominator of a frame's end. An end that needs a larger one, which takes dozens
  /// of delays with denominators that share no factor, is rounded to this.
  private static let finest: Int128 = 1_000_000_000_000

  /// When each frame ends, in seconds from the start of a pass.
  private let ends: [Rational]
  /// How many passes there are; `nil` is without end.
  private let passes: Int?
  private let speed: Rational
  private let offset: Rational

  /// Makes the schedule of frames that last `delays` seconds each.
  ///
  /// - Parameters:
  ///   - delays: at least one; none is negative.
  ///   - fileLoop: how often the file wants to be played; `nil` is forever.
  ///   - loop: how often it is played.
  ///   - speed: how fast the animation runs against the clock; 0 stands still, a negative one runs
  ///     backwards.
  ///   - offset: the animation's own time, in seconds, when the clock shows zero.
  ///   - minDelay: the least time that a frame lasts. `nil` does as browsers do, which take
  ///     delays of at most a hundredth for a tenth of a second. With 0 delays are taken as they
  ///     are, and a frame without any is never seen unless the animation ends with it.
  ///   - areExact: whether delays are those of pictures that are drawn as they are shown, which are
  ///     taken as they are, however short.
  package init(
    delays: [Rational], fileLoop: Int?, loop: Loop = .file, speed: Rational = .one,
    offset: Rational = .zero, minDelay: Rational? = nil, areExact: Bool = false
  ) {
    var end = Rational.zero
    ends = delays.map { delay in
      end = Self.rounded(end + (areExact ? delay : Self.played(delay, minDelay)))
      return end
    }
    self.speed = speed
    self.offset = offset
    passes =
      switch loop {
      case .file: fileLoop.map { Swift.max($0, 1) }
      case .forever: nil
      case .count(let count): Swift.max(count, 1)
      }
  }

  /// Makes the schedule of a file.
  package init(
    _ file: ImageFile, loop: Loop = .file, speed: Rational = .one, offset: Rational = .zero,
    minDelay: Rational? = nil
  ) {
    self.init(
      delays: file.delays, fileLoop: file.loopCount, loop: loop, speed: speed, offset: offset,
      minDelay: minDelay, areExact: file.drawing != nil)
  }

  private static func played(_ delay: Rational, _ minDelay: Rational?) -> Rational {
    if let minDelay { return Swift.max(delay, minDelay, .zero) }
    return delay <= hundredth ? tenth : delay
  }

  private static let hundredth = Rational(reducing: 1, over: 100)
  private static let tenth = Rational(reducing: 1, over: 10)

  /// The nearest fraction whose denominator is at most ``finest``.
  private static func rounded(_ end: Rational) -> Rational {
    if end.denominator <= finest { return end }
    let half = Rational(reducing: 1, over: 2)
    let parts = end * Rational(reducing: finest, over: 1) + half
    return Rational(reducing: parts.floor, over: finest)
  }

  /// How long one pass lasts, in seconds, at normal speed.
  package var duration: Rational { ends.last ?? .zero }

  /// The frame that is seen at a time, in seconds.
  ///
  /// Before the animation begins that is the first frame, after its last pass the last one. When
  /// all frames together last no time, it is always the last. An animation without end that runs
  /// backwards has no beginning.
  package func frame(at time: Rational) -> Int {
    let elapsed = time * speed + offset
    guard let pass = elapsed.divided(by: duration)?.floor else { return lastFrame }
    if pass < 0, passes != nil || speed >= .zero { return 0 }
    if let passes, pass >= passes { return lastFrame }
    return search(elapsed - duration * Rational(reducing: pass, over: 1))
  }

  private var lastFrame: Int { Swift.max(ends.count - 1, 0) }

  /// The first frame that ends after `elapsed`, which lies within a pass.
  private func search(_ elapsed: Rational) -> Int {
    var low = 0
    var high = lastFrame
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > elapsed { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
