import Bytes

/// A decimal number as it was written, for reading it exactly or as a `Double`.
struct Decimal: CustomStringConvertible {
  private let text: ArraySlice<UInt8>

  /// Takes text that already follows the grammar of a number.
  init(digits text: ArraySlice<UInt8>) { self.text = text }

  /// The text as it was written.
  var description: String { String(decoding: text, as: UTF8.self) }

  /// Whether the text is a row of digits only.
  var isWhole: Bool { text.allSatisfy(\.isDigit) }

  /// The nearest `Double`; nil beyond a billion in magnitude, more than any value may be.
  var double: Double? {
    guard let value = Double(description) else { return nil }
    return value.magnitude <= 1e9 ? value : nil
  }

  /// The number times `10^shift` as an exact fraction with at most nine decimal places.
  ///
  /// Further places are cut off towards minus infinity: the binary fractions that programs print
  /// for a time, such as 0.30000000000000004, must not land after the frame they mean. Nil from
  /// 10^19 on.
  func rational(shift: Int = 0) -> Rational? {
    let parts = Parts(text)
    let places = parts.exponent + shift + 9
    guard parts.digits.count + places <= 28 || parts.digits.isEmpty else { return nil }
    let kept = max(parts.digits.count + places, 0)
    var sum: Int128 = 0
    for index in 0..<min(kept, 28) {
      sum = sum * 10 + (index < parts.digits.count ? Int128(parts.digits[index]) : 0)
    }
    let isCut = parts.digits.dropFirst(kept).contains { $0 != 0 }
    if parts.isNegative { sum = isCut ? -sum - 1 : -sum }
    return Rational(reducing: sum, over: 1_000_000_000)
  }

  /// A sign, significant digits without leading zeros, and the power of ten of the last digit.
  private struct Parts {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0

    init(_ text: ArraySlice<UInt8>) {
      let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == 0x65 }
      var isFraction = false
      for byte in halves.first ?? [] {
        switch byte {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "."): isFraction = true
        case UInt8(ascii: "0"), UInt8(ascii: "1")...UInt8(ascii: "9"):
          if isFraction { exponent -= 1 }
          if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - 0x30) }
        default: break
        }
      }
      if halves.count == 2 { exponent += Self.exponent(halves[1]) }
    }

    /// The exponent, held within a million, far beyond any number that is allowed.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
      var sum = 0
      for byte in text where byte.isDigit {
        sum = min(sum * 10 + Int(byte - 0x30), 1_000_000)
      }
      return text.first == UInt8(ascii: "-") ? -sum : sum
    }
  }
}
