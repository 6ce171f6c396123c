import Bytes

/// A decimal number in a text.
enum DecimalNumber {
  /// Reads the number that begins at `start`, and says where it ends.
  ///
  /// Digits with a point anywhere among or around them, a sign before them, an exponent behind
  /// them; no infinities, no other bases. Nil where no such number begins, and where it is beyond
  /// `Double`.
  static func read(_ bytes: [UInt8], _ start: Int, upTo end: Int) -> (value: Double, end: Int)? {
    var position = start
    let isNegative = position < end && bytes[position] == UInt8(ascii: "-")
    if isNegative || (position < end && bytes[position] == UInt8(ascii: "+")) { position += 1 }
    let first = position
    var digits: UInt64 = 0
    var count = 0
    var power = 0
    var hasPoint = false
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if byte.isDigit {
        count += 1
        // Fifteen digits are less than 2^53; with more, the slow way is taken.
        if digits < 100_000_000_000_000_000 { digits = digits * 10 + UInt64(byte - 0x30) }
        if hasPoint { power -= 1 }
      } else {
        break
      }
      position += 1
    }
    guard count > 0 else { return nil }
    guard let exponent = exponent(bytes, &position, upTo: end) else { return nil }
    power += exponent
    let isExact = position - first <= 17 && digits < 1 << 53 && (-22...22).contains(power)
    let value: Double
    if isExact {
      value = power < 0 ? Double(digits) / powers[-power] : Double(digits) * powers[power]
    } else {
      let text = String(decoding: bytes[first..<position], as: UTF8.self)
      guard let slow = Double(text), slow.isFinite else { return nil }
      value = slow
    }
    return (isNegative ? -value : value, position)
  }

  /// Steps over an exponent, 0 where there is none; nil where its digits are missing or too many.
  private static func exponent(
    _ bytes: [UInt8], _ position: inout Int, upTo end: Int
  ) -> Int? {
    guard position < end, bytes[position] | 0x20 == UInt8(ascii: "e") else { return 0 }
    position += 1
    let isNegative = position < end && bytes[position] == UInt8(ascii: "-")
    if isNegative || (position < end && bytes[position] == UInt8(ascii: "+")) { position += 1 }
    let start = position
    var value = 0
    while position < end, bytes[position].isDigit {
      value = min(value * 10 + Int(bytes[position]) - 0x30, 100_000)
      position += 1
    }
    return position > start ? (isNegative ? -value : value) : nil
  }

  /// The powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
