/// Which frame of an animation is seen when.
///
/// All arithmetic is exact: the delays are brought to a common denominator, and a time is compared
/// with their sums as a fraction.
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

  /// The largest common denominator that is used. Delays that need a larger one, which takes
  /// dozens of frames with denominators that share no factor, are rounded to it.
  private static let finest: Int128 = 1_000_000_000_000

  /// When each frame ends, counted from the start of a pass, in units of `1 / denominator` seconds.
  private let ends: [Int128]
  private let denominator: Int128
  /// How many passes there are; `nil` is without end.
  private let passes: Int?
  private let speed: Ratio
  private let offset: Ratio

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
  package init(
    delays: [Ratio], fileLoop: Int?, loop: Loop = .file, speed: Ratio = .one,
    offset: Ratio = .zero, minDelay: Ratio? = nil
  ) {
    let played = delays.map { Self.played($0, minDelay) }
    var denominator: Int128 = 1
    for delay in played {
      let other = Int128(delay.denominator)
      denominator = denominator / Ratio.commonDivisor(denominator, other) * other
      if denominator > Self.finest {
        denominator = Self.finest
        break
      }
    }
    var sum: Int128 = 0
    ends = played.map { delay in
      let other = Int128(delay.denominator)
      sum += (Int128(delay.numerator) * denominator + other / 2) / other
      return sum
    }
    self.denominator = denominator
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
    _ file: ImageFile, loop: Loop = .file, speed: Ratio = .one, offset: Ratio = .zero,
    minDelay: Ratio? = nil
  ) {
    self.init(
      delays: file.delays, fileLoop: file.loopCount, loop: loop, speed: speed, offset: offset,
      minDelay: minDelay)
  }

  private static func played(_ delay: Ratio, _ minDelay: Ratio?) -> Ratio {
    if let minDelay { return Swift.max(delay, minDelay, .zero) }
    return delay <= Ratio(1, over: 100) ? Ratio(1, over: 10) : delay
  }

  /// How long one pass lasts, in seconds, at normal speed; `nil` when that is beyond a ``Ratio``.
  package var duration: Ratio? {
    let total = ends.last ?? 0
    let divisor = Ratio.commonDivisor(total, denominator)
    guard let numerator = Int(exactly: total / divisor),
      let other = Int(exactly: denominator / divisor)
    else { return nil }
    return Ratio(numerator, over: other)
  }

  /// The frame that is seen at a time, in seconds.
  ///
  /// Before the animation begins that is the first frame, after its last pass the last one. When
  /// all frames together last no time, it is always the last. An animation without end that runs
  /// backwards has no beginning.
  package func frame(at time: Ratio) -> Int {
    guard let total = ends.last, total > 0 else { return Swift.max(ends.count - 1, 0) }
    guard let elapsed = elapsed(at: time) else {
      // Beyond every number: after the end, or before the beginning.
      return (time < .zero) == (speed < .zero) ? ends.count - 1 : 0
    }
    if elapsed < 0, passes != nil || speed >= .zero { return 0 }
    if let passes, elapsed / total >= passes { return ends.count - 1 }
    let remainder = elapsed % total
    return search(remainder < 0 ? remainder + total : remainder)
  }

  /// The animation's own time at a time of the clock, in units of the table, rounded down;
  /// `nil` when it does not fit.
  private func elapsed(at time: Ratio) -> Int128? {
    // No product of two integers overflows.
    var numerator = Int128(time.numerator) * Int128(speed.numerator)
    var other = Int128(time.denominator) * Int128(speed.denominator)
    let divisor = Ratio.commonDivisor(numerator.magnitude, other.magnitude)
    numerator /= Int128(divisor)
    other /= Int128(divisor)
    let (left, leftOver) = numerator.multipliedReportingOverflow(by: Int128(offset.denominator))
    let (right, rightOver) = other.multipliedReportingOverflow(by: Int128(offset.numerator))
    let (sum, sumOver) = left.addingReportingOverflow(right)
    let (below, belowOver) = other.multipliedReportingOverflow(by: Int128(offset.denominator))
    let (scaled, scaledOver) = sum.multipliedReportingOverflow(by: denominator)
    if leftOver || rightOver || sumOver || belowOver || scaledOver { return nil }
    let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: below)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The first frame that ends after `elapsed`, which lies within a pass.
  private func search(_ elapsed: Int128) -> Int {
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > elapsed { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
