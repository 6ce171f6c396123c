/// How often each symbol of deflate occurs in a block.
struct TokenCounts {
  private(set) var literals = [Int](repeating: 0, count: 286)
  private(set) var distances = [Int](repeating: 0, count: 30)

  init(_ tokens: [MatchFinder.Token]) {
    for token in tokens {
      let distance = Int(token & 0xFFFF)
      let value = Int(token >> 16)
      if distance == 0 {
        literals[value] += 1
      } else {
        literals[Self.lengthSymbol(value)] += 1
        distances[Self.distanceSymbol(distance)] += 1
      }
    }
    literals[256] = 1
  }

  /// The bits that the block takes with codes of these lengths.
  func bits(_ literalLengths: [UInt8], _ distanceLengths: [UInt8]) -> Int {
    var bits = 0
    for (symbol, count) in literals.enumerated() where count > 0 {
      let extra = symbol > 256 ? DeflateCodes.lengths[symbol - 257].extra : 0
      bits += count * (Int(literalLengths[symbol]) + extra)
    }
    for (symbol, count) in distances.enumerated() where count > 0 {
      bits += count * (Int(distanceLengths[symbol]) + DeflateCodes.distances[symbol].extra)
    }
    return bits
  }

  private static let lengthSymbols: [UInt16] = {
    var symbols = [UInt16](repeating: 0, count: 259)
    for (index, code) in DeflateCodes.lengths.enumerated() {
      for length in code.base..<Swift.min(code.base + 1 << code.extra, 259) {
        symbols[length] = UInt16(257 + index)
      }
    }
    return symbols
  }()

  /// The symbol of a length, 3 to 258.
  static func lengthSymbol(_ length: Int) -> Int { Int(lengthSymbols[length]) }

  /// The symbol of a distance, 1 to 32768.
  static func distanceSymbol(_ distance: Int) -> Int {
    let below = distance - 1
    guard below >= 4 else { return below }
    // Two symbols to each power of two: the bit below the highest tells which.
    let high = Int.bitWidth - 1 - below.leadingZeroBitCount
    return high * 2 + (below >> (high - 1) & 1)
  }
}
