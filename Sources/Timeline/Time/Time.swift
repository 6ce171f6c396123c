import Bytes

/// A point on the timeline, or a distance between two, in exact seconds.
///
/// Times that are read from a file have a magnitude of at most 10^9 seconds and a denominator of
/// at most 10^9; sums and products of such times with frame rates stay exact.
package struct Time: Hashable, Sendable {
  /// The exact number of seconds.
  package let value: Rational

  /// The start of the timeline, or of whatever a time counts from.
  package static let zero = Time(Rational.zero)

  /// The greatest magnitude that a timeline may name: a billion seconds, about 31 years.
  package static let limit = Time(seconds: 1_000_000_000)

  /// So many seconds, exactly.
  package init(_ value: Rational) { self.value = value }

  /// A whole number of seconds.
  package init(seconds: Int) { value = Rational(seconds) }

  /// A fraction of seconds; nil when the denominator is zero.
  package init?(_ numerator: Int, _ denominator: Int) {
    guard let value = Rational(Int128(numerator), Int128(denominator)) else { return nil }
    self.value = value
  }

  /// The time of frame `frame`, counted from zero: `frame * denominator / numerator`.
  package init(frame: Int, rate: FrameRate) {
    let scaled = Int128(frame) * Int128(rate.denominator)
    value = Rational(reducing: scaled, over: Int128(rate.numerator))
  }

  /// The seconds as the nearest `Double`, for display and for curves, never for comparison.
  package var seconds: Double { value.double }

  /// How to turn a time between two frames into a frame number.
  package enum Rounding: Sendable { case down, up }

  /// The number of the frame at this time; a time between two frames is rounded as requested.
  ///
  /// The result is held within `Int`.
  package func frameIndex(rate: FrameRate, rounding: Rounding = .down) -> Int {
    let factor = rate.exact
    let frames = value * factor
    return Int(clamping: rounding == .down ? frames.floor : frames.ceiling)
  }
}

extension Time: Comparable {
  package static func < (left: Time, right: Time) -> Bool { left.value < right.value }
}

extension Time {
  /// The same time before zero.
  package static prefix func - (time: Time) -> Time { Time(-time.value) }
  /// The exact sum, as long as it fits into a ``Rational``.
  package static func + (left: Time, right: Time) -> Time { Time(left.value + right.value) }
  /// The exact difference, as long as it fits into a ``Rational``.
  package static func - (left: Time, right: Time) -> Time { Time(left.value - right.value) }
  /// So many times as long, exactly as long as it fits into a ``Rational``.
  package static func * (time: Time, factor: Rational) -> Time { Time(time.value * factor) }

  /// How many times `divisor` goes into this time; nil when `divisor` is zero.
  package func divided(by divisor: Time) -> Rational? { value.divided(by: divisor.value) }
}

extension Time: CustomStringConvertible {
  /// Minutes, seconds and milliseconds, rounded down: `1:02.500`, from an hour on `1:01:02.500`.
  package var description: String {
    let milliseconds = (value * Rational(1000)).floor
    let sign = milliseconds < 0 ? "-" : ""
    let (seconds, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    let tail = "\(second.padded(to: 2)).\(rest.padded(to: 3))"
    if hours == 0 { return "\(sign)\(minute):\(tail)" }
    return "\(sign)\(hours):\(minute.padded(to: 2)):\(tail)"
  }

  /// The seconds without loss, as they may be written in a timeline: `62.5` or `1001/30000`.
  var exactDescription: String {
    var (power, places) = (Int128(1), 0)
    while places < 9, power % value.denominator != 0 { (power, places) = (power * 10, places + 1) }
    guard power % value.denominator == 0 else { return "\(value.numerator)/\(value.denominator)" }
    let units = value.numerator.multipliedReportingOverflow(by: power / value.denominator)
    guard !units.overflow else { return "\(value.numerator)/\(value.denominator)" }
    if places == 0 { return "\(value.numerator)" }
    let (whole, rest) = units.partialValue.magnitude.quotientAndRemainder(
      dividingBy: power.magnitude)
    return "\(units.partialValue < 0 ? "-" : "")\(whole).\(rest.padded(to: places))"
  }
}
