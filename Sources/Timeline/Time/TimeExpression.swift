import Bytes

/// A time as it is written in a timeline, before the frame rate and the range are known.
///
/// More than nine decimal places are cut off towards minus infinity.
package enum TimeExpression: Hashable, Sendable {
  /// Exact seconds: `2.5`, `"250ms"`, `"1:02.5"`, `"1001/30000"`.
  case seconds(Time)
  /// A number of frames at the output rate, whole or not: `"90f"`.
  case frames(Rational)
  /// A share of the layer's range: `"50%"` is one half.
  case share(Rational)
  /// Seconds, frames and a share together: `"100% - 1s"`.
  case sum(Time, frames: Rational, share: Rational)

  /// Reads the literal text of a JSON number as seconds.
  ///
  /// - Throws: `malformed`, or `outOfRange` beyond ``Time/limit``.
  package init(number: String) throws(ValueError) {
    guard let (decimal, unit) = TextScanner.quantity(number), unit.isEmpty else {
      throw Self.malformed
    }
    self = .seconds(try Self.time(decimal.rational()))
  }

  /// Reads the contents of a JSON string: `90f`, `250ms`, `1.5s`, `1:02.5`, `00:01:02.500`,
  /// `1001/30000`, `50%`, or a plain number of seconds.
  ///
  /// - Throws: `malformed`, or `outOfRange` beyond ``Time/limit``.
  package init(parsing text: String) throws(ValueError) {
    if text.utf8.contains(UInt8(ascii: ":")) {
      self = .seconds(try Self.clock(text))
    } else if text.utf8.contains(UInt8(ascii: "/")) {
      self = .seconds(try Self.fraction(text))
    } else {
      self = try Self.quantity(text)
    }
  }

  /// Reads the same, or a sum of up to four with blanks around its signs: `100% - 1s`.
  ///
  /// Timelines read the parts of their sums one by one, as each has its place there.
  ///
  /// - Throws: `malformed`, or `outOfRange` beyond ``Time/limit``.
  package init(summing text: String) throws(ValueError) {
    let bytes = Array(text.utf8)
    guard let parts = TimeSum.parts(of: bytes) else {
      try self.init(parsing: text)
      return
    }
    guard parts.count <= TimeSum.most else {
      throw .outOfRange("a sum has at most \(TimeSum.most) times")
    }
    var (seconds, frames, share) = (Time.zero, Rational.zero, Rational.zero)
    for part in parts {
      let term = try Self(parsing: String(decoding: bytes[part.range], as: UTF8.self))
      let sign = Rational(part.isSubtracted ? -1 : 1)
      switch term {
      case .seconds(let time): seconds = seconds + time * sign
      case .frames(let count): frames = frames + count * sign
      case .share(let part): share = share + part * sign
      case .sum: throw Self.malformed
      }
    }
    switch (seconds == .zero, frames == .zero, share == .zero) {
    case (_, true, true): self = .seconds(try Self.time(seconds.value))
    case (true, false, true): self = .frames(frames)
    default: self = .sum(seconds, frames: frames, share: share)
    }
  }

  /// Whether frames are counted in it.
  package var countsFrames: Bool {
    switch self {
    case .frames: true
    case .sum(_, let frames, _): frames != .zero
    case .seconds, .share: false
    }
  }

  /// Whether a share of a range is in it.
  package var hasShare: Bool {
    switch self {
    case .share: true
    case .sum(_, _, let share): share != .zero
    case .seconds, .frames: false
    }
  }

  /// The exact time; nil if it is in frames and there is no rate, or a share and there is no
  /// duration.
  package func resolved(rate: FrameRate?, duration: Time?) -> Time? {
    switch self {
    case .seconds(let time): return time
    case .frames(let count):
      guard let rate else { return nil }
      return Time(frame: 1, rate: rate) * count
    case .share(let share): return duration.map { $0 * share }
    case .sum(let seconds, let frames, let share):
      let counted =
        frames == .zero ? Time.zero : Self.frames(frames).resolved(rate: rate, duration: nil)
      let part = share == .zero ? Time.zero : duration.map { $0 * share }
      guard let counted, let part else { return nil }
      let time = seconds + counted + part
      return time <= Time.limit && -Time.limit <= time ? time : nil
    }
  }
}

extension TimeExpression {
  private static let malformed = ValueError.malformed(
    "a time is a number of seconds, or text such as \"90f\", \"250ms\", \"1:02.5\","
      + " \"00:01:02.500\", \"1001/30000\" or \"50%\"")

  private static func time(_ value: Rational?) throws(ValueError) -> Time {
    guard let value, Time(value) <= Time.limit, -Time.limit <= Time(value) else {
      throw .outOfRange("a time must be within a billion seconds")
    }
    return Time(value)
  }

  private static func quantity(_ text: String) throws(ValueError) -> TimeExpression {
    guard let (decimal, unit) = TextScanner.quantity(text) else { throw malformed }
    switch unit {
    case "", "s": return .seconds(try time(decimal.rational()))
    case "ms": return .seconds(try time(decimal.rational(shift: -3)))
    case "f":
      guard let count = decimal.rational(), abs(count.double) <= 1e9 else {
        throw .outOfRange("a number of frames must be within a billion")
      }
      return .frames(count)
    case "%":
      guard let share = decimal.rational(shift: -2), abs(share.double) <= 1e4 else {
        throw .outOfRange("a percentage of the range must be within a million")
      }
      return .share(share)
    default:
      throw .malformed("a time ends in s, ms, f (frames) or %, not in \(unit.quoted)")
    }
  }

  /// `minutes:seconds` or `hours:minutes:seconds`, as ffmpeg writes them.
  private static func clock(_ text: String) throws(ValueError) -> Time {
    var scanner = TextScanner(text)
    let isNegative = scanner.take("-")
    var parts: [Decimal] = []
    repeat {
      guard parts.count < 3, let part = scanner.number() else { throw malformed }
      parts.append(part)
    } while scanner.take(":")
    scanner.skipBlanks()
    guard scanner.isAtEnd, parts.count > 1, parts.dropLast().allSatisfy(\.isWhole) else {
      throw malformed
    }
    var sum = Rational.zero
    for (index, part) in parts.enumerated() {
      guard let value = part.rational(), value >= .zero else { throw malformed }
      guard index == 0 || value < Rational(60) else {
        throw .outOfRange("minutes after hours, and seconds after minutes, must be less than 60")
      }
      sum = sum * Rational(60) + value
    }
    return try time(isNegative ? -sum : sum)
  }

  /// A fraction of two whole numbers of seconds.
  private static func fraction(_ text: String) throws(ValueError) -> Time {
    var scanner = TextScanner(text)
    let isNegative = scanner.take("-")
    guard let upper = scanner.number(), upper.isWhole, scanner.take("/"),
      let lower = scanner.number(), lower.isWhole
    else { throw malformed }
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw malformed }
    guard let numerator = upper.rational(), let denominator = lower.rational(),
      denominator <= Rational(1_000_000_000), let value = numerator.divided(by: denominator)
    else { throw .outOfRange("the denominator of a fraction must be from 1 to a billion") }
    return try time(isNegative ? -value : value)
  }
}
