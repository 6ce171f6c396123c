import Bytes

/// The times of WebVTT (WebVTT 6.3, "collect a WebVTT timestamp").
enum WebVTTTiming {
  /// A time in seconds; nil where none stands as the format has it: two or three fields of two
  /// digits, of which the hours may have more, a point, and three digits.
  static func time(_ scanner: inout Scanner) -> Rational? {
    guard let first = scanner.digits() else { return nil }
    var hasHours = first.count != 2 || first.value > 59
    guard let second = twoDigits(&scanner) else { return nil }
    var fields = (hours: 0, minutes: first.value, seconds: second)
    if hasHours || scanner.peek == UInt8(ascii: ":") {
      guard let third = twoDigits(&scanner) else { return nil }
      hasHours = true
      fields = (first.value, second, third)
    }
    guard scanner.take(UInt8(ascii: ".")), let fraction = scanner.digits(), fraction.count == 3,
      fields.minutes <= 59, fields.seconds <= 59
    else { return nil }
    let seconds = Int128(fields.hours * 3600 + fields.minutes * 60 + fields.seconds)
    return Rational(reducing: seconds * 1000 + Int128(fraction.value), over: 1000)
  }

  private static func twoDigits(_ scanner: inout Scanner) -> Int? {
    guard scanner.take(UInt8(ascii: ":")), let field = scanner.digits(), field.count == 2 else {
      return nil
    }
    return field.value
  }

  /// The times of a cue's first line, and what follows them; nil where they are not right.
  static func times(
    _ bytes: [UInt8], _ line: Range<Int>
  ) -> (start: Rational, end: Rational, rest: Range<Int>)? {
    var scanner = Scanner(bytes, line)
    scanner.skipBlanks()
    guard let start = time(&scanner) else { return nil }
    scanner.skipBlanks()
    guard scanner.take(UInt8(ascii: "-")), scanner.take(UInt8(ascii: "-")),
      scanner.take(UInt8(ascii: ">"))
    else { return nil }
    scanner.skipBlanks()
    guard let end = time(&scanner) else { return nil }
    return (start, end, scanner.rest)
  }
}
