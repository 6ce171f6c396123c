/// A table that turns the next bits of a deflate stream into a symbol (RFC 1951, section 3.2.2).
///
/// The low `primaryBits` of the stream pick an entry. Codes longer than that lead to a second
/// table behind the first. An entry holds all there is to know about its symbol:
///
/// | bits | meaning |
/// |---|---|
/// | 0-4 | bits to take: those of the code and the extra bits behind it |
/// | 8-11 | bits of the code alone; in a link, the index bits of the second table |
/// | 12 | end of block |
/// | 13 | link to a second table |
/// | 14 | not a plain length or distance: end of block, link or no symbol |
/// | 15 | literal |
/// | 16-31 | literal, least length or distance, or where the second table starts |
struct HuffmanTable: Sendable {
  static let endOfBlock: UInt32 = 1 << 12 | special
  static let link: UInt32 = 1 << 13 | special
  static let special: UInt32 = 1 << 14
  static let literal: UInt32 = 1 << 15

  /// What the symbols of a code stand for.
  enum Alphabet {
    case literals, distances, codeLengths
  }

  private(set) var entries: [UInt32]
  let primaryBits: Int

  /// Makes the table of the code whose symbols have these lengths, 0 to 15.
  ///
  /// - Returns: `nil` when no such code exists, or when it leaves bit patterns unused that zlib
  ///   does not let pass either.
  init?(lengths: some Collection<UInt8>, _ alphabet: Alphabet) {
    primaryBits = alphabet == .literals ? 11 : alphabet == .distances ? 8 : 7
    entries = [UInt32](repeating: Self.special, count: 1 << primaryBits)

    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length & 15)] += 1 }
    counts[0] = 0
    guard let longest = counts.lastIndex(where: { $0 > 0 }) else {
      // A block of literals alone may have no distance code (RFC 1951, section 3.2.7).
      if alphabet == .distances { return }
      return nil
    }
    var room = 1
    for length in 1...15 {
      room = room * 2 - counts[length]
      if room < 0 { return nil }
      if length == longest { break }
    }
    // One symbol of one bit is the only incomplete code that encoders write.
    if room > 0 && (alphabet == .codeLengths || longest != 1) { return nil }
    fill(lengths, counts, alphabet)
  }

  private mutating func fill(
    _ lengths: some Collection<UInt8>, _ counts: [Int], _ alphabet: Alphabet
  ) {
    var next = [Int](repeating: 0, count: 17)
    for length in 1...15 { next[length + 1] = (next[length] + counts[length]) << 1 }
    var remaining = counts
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      let code = Self.reversed(next[length], length)
      next[length] += 1
      let entry = Self.entry(symbol, alphabet)
      if length <= primaryBits {
        insert(entry, length, at: 0, code, tableBits: primaryBits)
      } else {
        let low = code & ((1 << primaryBits) - 1)
        if entries[low] & Self.link != Self.link {
          addTable(at: low, remaining)
        }
        let head = entries[low]
        insert(
          entry, length - primaryBits, at: Int(head >> 16), code >> primaryBits,
          tableBits: Int(head >> 8 & 15))
      }
      remaining[length] -= 1
    }
  }

  /// Appends a second table for the codes that begin with `low` and hangs it in.
  ///
  /// Codes of one prefix are not neighbours in `lengths`, so the table is made as large as the
  /// codes left over could fill.
  private mutating func addTable(at low: Int, _ remaining: [Int]) {
    var bits = 15 - primaryBits
    if let longest = remaining.lastIndex(where: { $0 > 0 }) { bits = longest - primaryBits }
    let start = entries.count
    entries[low] = UInt32(start) << 16 | UInt32(bits) << 8 | UInt32(primaryBits) | Self.link
    entries += [UInt32](repeating: Self.special, count: 1 << bits)
  }

  private mutating func insert(
    _ entry: UInt32, _ length: Int, at start: Int, _ code: Int, tableBits: Int
  ) {
    let total = UInt32(length) + (entry & 31)
    let filled = entry & ~31 | total | UInt32(length) << 8
    for index in stride(from: code, to: 1 << tableBits, by: 1 << length) {
      entries[start + index] = filled
    }
  }

  /// An entry with the extra bits in place of the bits to take, and no code yet.
  private static func entry(_ symbol: Int, _ alphabet: Alphabet) -> UInt32 {
    switch alphabet {
    case .codeLengths: return UInt32(symbol) << 16
    case .literals:
      if symbol < 256 { return UInt32(symbol) << 16 | literal }
      if symbol == 256 { return endOfBlock }
      guard symbol - 257 < DeflateCodes.lengths.count else { return special }
      let code = DeflateCodes.lengths[symbol - 257]
      return UInt32(code.base) << 16 | UInt32(code.extra)
    case .distances:
      guard symbol < DeflateCodes.distances.count else { return special }
      let code = DeflateCodes.distances[symbol]
      return UInt32(code.base) << 16 | UInt32(code.extra)
    }
  }

  /// The lowest `count` bits of `code` in the opposite order.
  static func reversed(_ code: Int, _ count: Int) -> Int {
    var result = 0
    for bit in 0..<count where code >> bit & 1 == 1 { result |= 1 << (count - 1 - bit) }
    return result
  }
}
