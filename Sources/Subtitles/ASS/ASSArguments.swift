/// The values of a tag.
struct ASSArguments {
  /// No tag takes as many; further ones are not kept.
  private static let most = 8

  private let bytes: [UInt8]
  private(set) var parts: [Range<Int>] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Adds a value without the blanks at its end, if anything is left of it.
  mutating func add(_ part: Range<Int>) {
    var end = part.upperBound
    while end > part.lowerBound, bytes[end - 1].isBlank { end -= 1 }
    guard end > part.lowerBound, parts.count < Self.most else { return }
    parts.append(part.lowerBound..<end)
  }

  var count: Int { parts.count }

  /// A value as it stands; empty where there is none.
  subscript(_ index: Int) -> String { index < parts.count ? bytes.string(parts[index]) : "" }

  /// The first value as it stands; nil where there is none.
  var word: String? {
    parts.first.map { bytes.string($0) }
  }

  /// Each value as a number; what is none is zero, as in C.
  var numbers: [Double] { parts.map(number) }

  /// The first value as a number.
  var number: Double? { parts.first.map(number) }

  var integer: Int? { number.map { Int($0) } }

  /// Whether the first value has a sign, which makes some numbers relative.
  var isSigned: Bool {
    guard let first = parts.first else { return false }
    return bytes[first.lowerBound] == UInt8(ascii: "+")
      || bytes[first.lowerBound] == UInt8(ascii: "-")
  }

  private func number(_ range: Range<Int>) -> Double {
    var scanner = Scanner(bytes, range)
    scanner.skipBlanks()
    return scanner.decimal() ?? 0
  }

  /// `&HBBGGRR&` and its shorter forms, held within 32 bits; nil where there is no value.
  ///
  /// What is no number is zero. That goes for `&hBBGGRR&` too: VSFilter and libass, and the players
  /// that draw with them, step over a capital H alone.
  var hex: Int? { parts.first.map { hexDigits($0).value } }

  /// Whether a value that ``hex`` reads is a number.
  var isHex: Bool { parts.first.map { hexDigits($0).isNumber } ?? true }

  private func hexDigits(_ range: Range<Int>) -> (value: Int, isNumber: Bool) {
    var scanner = Scanner(bytes, range)
    scanner.take { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "H") }
    scanner.skipBlanks()
    let isNegative = scanner.take(UInt8(ascii: "-"))
    if !isNegative { _ = scanner.take(UInt8(ascii: "+")) }
    _ = scanner.take(exactly: "0x") || scanner.take(exactly: "0X")
    let digits = scanner.take { $0.hexValue != nil }
    let most = Int(Int32.max)
    let value = bytes[digits].reduce(0) { min($0 * 16 + ($1.hexValue ?? 0), most + 1) }
    return (isNegative ? -value : min(value, most), !digits.isEmpty)
  }
}
