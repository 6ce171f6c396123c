/// The fixed tables of RFC 1951, section 3.2.5 and 3.2.6.
enum DeflateCodes {
  /// A symbol that stands for a range of numbers: the least of them, and how many bits tell which.
  struct Code: Sendable {
    let base: Int
    let extra: Int
  }

  /// The lengths of symbols 257 to 285; 284 with all extra bits set would be 258 too, which has a
  /// symbol of its own.
  static let lengths = codes(28, from: 3, alike: 4) + [Code(base: 258, extra: 0)]

  /// The distances of symbols 0 to 29.
  static let distances = codes(30, from: 1, alike: 2)

  /// Codes that follow one another: `alike` of them have one extra bit more than those before, but
  /// for the first, which have none twice.
  private static func codes(_ count: Int, from first: Int, alike: Int) -> [Code] {
    var codes: [Code] = []
    var base = first
    for symbol in 0..<count {
      let extra = max(symbol / alike - 1, 0)
      codes.append(Code(base: base, extra: extra))
      base += 1 << extra
    }
    return codes
  }

  /// The order in which the lengths of the code-length code are sent.
  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The code lengths of the fixed code for literals and lengths.
  static let fixedLiterals: [UInt8] =
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
    + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)

  /// The code lengths of the fixed code for distances.
  static let fixedDistances = [UInt8](repeating: 5, count: 32)
}
