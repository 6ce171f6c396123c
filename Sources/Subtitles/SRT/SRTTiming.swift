import Bytes

/// The line of a SubRip cue that says when it is shown.
///
/// The format was never written down. `00:01:02,345 --> 00:01:04,000` is what SubRip itself writes;
/// players also read points or colons for commas, fewer or more digits, missing hours or fractions,
/// blanks in odd places and damaged arrows. Each of these is read here with a warning.
struct SRTTiming {
  let start: Rational
  let end: Rational
  /// What is not as SubRip writes it.
  let oddities: [String]
  /// What follows the times.
  let rest: Range<Int>

  /// Reads a line; nil when it has no two times with an arrow between them.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    // Few lines pass, and the others need not be looked at twice.
    guard bytes[line].contains(UInt8(ascii: ">")) else { return nil }
    var scanner = Scanner(bytes, line)
    var oddities: [String] = []
    scanner.skipBlanks()
    guard let start = Self.time(&scanner, &oddities) else { return nil }
    scanner.skipBlanks()
    guard let isPlain = Self.arrow(&scanner) else { return nil }
    if !isPlain { oddities.append("the arrow between the times is not '-->'") }
    scanner.skipBlanks()
    guard let end = Self.time(&scanner, &oddities) else { return nil }
    self.start = start
    self.end = end
    self.oddities = oddities
    rest = bytes.trimmed(scanner.rest)
  }

  /// Dashes of any kind, blanks between them, and a point; nil when there is none.
  private static func arrow(_ scanner: inout Scanner) -> Bool? {
    let start = scanner.position
    var dashes = 0
    while let byte = scanner.peek {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=") {
        scanner.advance()
      } else if byte == 0xE2, scanner.peek(1) == 0x80, let last = scanner.peek(2),
        last == 0x93 || last == 0x94 || last == 0x90
      {
        // U+2013, U+2014 and U+2010, which word processors make of hyphens.
        scanner.advance(3)
      } else if byte == .space, dashes > 0 {
        scanner.advance()
        continue
      } else {
        break
      }
      dashes += 1
    }
    guard dashes > 0, scanner.take(UInt8(ascii: ">")) else { return nil }
    return scanner.string(start..<scanner.position) == "-->"
  }

  private static func time(_ scanner: inout Scanner, _ oddities: inout [String]) -> Rational? {
    let isNegative = scanner.peek == UInt8(ascii: "-") && scanner.peek(1)?.isDigit == true
    if isNegative { scanner.advance() }
    guard let fields = Fields(&scanner) else { return nil }
    oddities += fields.oddities
    if isNegative { oddities.append("a time is negative") }
    return isNegative ? -fields.time : fields.time
  }
}

/// The numbers of one time.
private struct Fields {
  let time: Rational
  var oddities: [String] = []

  init?(_ scanner: inout Scanner) {
    guard let first = scanner.digits() else { return nil }
    var whole = [first]
    var fraction: (value: Int, count: Int)?
    var hasBlank = false
    while let byte = scanner.peek, fraction == nil {
      let place = scanner.position
      // A blank within the time, as OCR leaves it, counts only between a separator and a digit.
      let isPoint = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".")
      guard isPoint || byte == UInt8(ascii: ":") else { break }
      scanner.advance()
      if !scanner.take(while: { $0 == .space }).isEmpty { hasBlank = true }
      guard let number = scanner.digits() else {
        scanner.move(to: place)
        break
      }
      if isPoint || whole.count == 3 {
        fraction = number
        if byte != UInt8(ascii: ",") {
          oddities.append("a '\(isPoint ? "." : ":")' is used instead of a comma")
        }
      } else {
        whole.append(number)
      }
    }
    guard whole.count >= 2, whole.allSatisfy({ $0.count <= 9 }), fraction?.count ?? 0 <= 9 else {
      return nil
    }
    if hasBlank { oddities.append("there is a space inside a time") }
    let isPlain =
      whole.count == 3 && whole.allSatisfy { $0.count == 2 } && fraction?.count ?? 0 == 3
    if !isPlain {
      let readings = [
        whole.count < 3 ? "it is read as minutes and seconds" : nil,
        fraction.map { $0.count != 3 } ?? false ? "its fraction is read as a decimal one" : nil,
      ]
      oddities.append(
        (["a time is not written as 00:00:00,000"] + readings.compactMap(\.self))
          .joined(separator: "; "))
    }
    if whole.dropFirst(whole.count - 2).contains(where: { $0.value > 59 }) {
      oddities.append("a time has more than 59 minutes or seconds")
    }
    let seconds = whole.reduce(0) { $0 * 60 + $1.value }
    var unit: Int128 = 1
    for _ in 0..<(fraction?.count ?? 0) { unit *= 10 }
    time = Rational(
      reducing: Int128(seconds) * unit + Int128(fraction?.value ?? 0), over: unit)
  }
}
