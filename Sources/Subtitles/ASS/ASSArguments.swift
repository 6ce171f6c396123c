/// The values of a tag.
struct ASSArguments {
  private let bytes: [UInt8]
  let parts: [Range<Int>]

  init(_ bytes: [UInt8], _ parts: [Range<Int>]) {
    self.bytes = bytes
    self.parts = parts
  }

  var count: Int { parts.count }

  /// A value as it stands; empty where there is none.
  subscript(_ index: Int) -> String { index < parts.count ? bytes.string(parts[index]) : "" }

  /// The first value as it stands; nil where there is none.
  var word: String? {
    guard let first = parts.first, !first.isEmpty else { return nil }
    return bytes.string(first)
  }

  /// Each value as a number; what is none is zero, as in C.
  var numbers: [Double] { parts.map(number) }

  /// The first value as a number.
  var number: Double? { parts.first.flatMap { $0.isEmpty ? nil : number($0) } }

  var integer: Int? { number.map { Int($0) } }

  /// Whether the first value has a sign, which makes some numbers relative.
  var isSigned: Bool {
    guard let first = parts.first, !first.isEmpty else { return false }
    return bytes[first.lowerBound] == UInt8(ascii: "+")
      || bytes[first.lowerBound] == UInt8(ascii: "-")
  }

  private func number(_ range: Range<Int>) -> Double {
    var scanner = Scanner(bytes, range)
    scanner.skipBlanks()
    return scanner.decimal() ?? 0
  }

  /// `&HBBGGRR&` and its shorter forms; nil where there is no value.
  var hex: Int? {
    guard let first = parts.first, !first.isEmpty else { return nil }
    var scanner = Scanner(bytes, first)
    scanner.take { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "H") || $0 == UInt8(ascii: "h") }
    let isNegative = scanner.take(UInt8(ascii: "-"))
    var value = 0
    for byte in bytes[scanner.take { $0.hexValue != nil }].suffix(8) {
      value = value * 16 + (byte.hexValue ?? 0)
    }
    return isNegative ? -value : value
  }
}
