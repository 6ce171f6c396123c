/// The prefix codes of a lossless picture, and tables to read them with (RFC 9649, section 6.2).
///
/// A code is looked up by its first eight bits. Longer ones are continued in a table behind those,
/// to which the first leads. A table has no more entries than its longest code needs.
struct PrefixCodes {
  /// Where the table of a code begins, and how many of the next bits are looked at.
  struct Code {
    var start = 0
    var mask = 0
    /// Whether it has one symbol alone, and takes no bits.
    var isSingle: Bool { mask == 0 }
  }

  /// The codes of one part of the picture.
  struct Group {
    var green = Code()
    var red = Code()
    var blue = Code()
    var alpha = Code()
    var distance = Code()
  }

  private static let longest = 15
  private static let rootBits = 8

  /// A symbol or the way to a further table in the upper 16 bits; below them, whether it is that,
  /// and in the lowest eight bits how many bits a code has, or how many more are looked at.
  private(set) var table: [UInt32] = []

  /// Reads the next symbol.
  ///
  /// The window of bits has at least 15.
  @inline(__always)
  static func read(_ code: Code, _ table: Span<UInt32>, _ bits: inout LosslessBits) -> Int {
    var entry = table[code.start &+ bits.ahead & code.mask]
    if entry & 0x8000 != 0 {
      bits.skip(rootBits)
      let next = bits.ahead & (1 &<< Int(entry & 0xFF) &- 1)
      entry = table[code.start &+ Int(entry &>> 16) &+ next]
    }
    bits.skip(Int(entry & 0xFF))
    return Int(entry &>> 16)
  }

  /// Adds a code by the lengths of its symbols; nil where they make none.
  mutating func add(_ lengths: [Int]) -> Code? {
    var counts = [Int](repeating: 0, count: Self.longest + 2)
    for length in lengths where length > 0 { counts[length] += 1 }
    let used = counts.reduce(0, +)
    guard used > 0 else { return nil }
    if used == 1 {
      let symbol = lengths.firstIndex { $0 > 0 } ?? 0
      table.append(UInt32(truncatingIfNeeded: symbol) << 16)
      return Code(start: table.count - 1, mask: 0)
    }
    // Every row of bits has to be a code, and one alone.
    var open = 1
    for length in 1...Self.longest {
      open = 2 * open - counts[length]
      guard open >= 0 else { return nil }
    }
    guard open == 0 else { return nil }
    return fill(sorted(lengths, counts), counts)
  }

  /// The symbols with the shortest codes first.
  private func sorted(_ lengths: [Int], _ counts: [Int]) -> [UInt32] {
    var places = [Int](repeating: 0, count: Self.longest + 2)
    for length in 1...Self.longest { places[length + 1] = places[length] + counts[length] }
    var symbols = [UInt32](repeating: 0, count: places[Self.longest + 1])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[places[length]] = UInt32(truncatingIfNeeded: symbol)
      places[length] += 1
    }
    return symbols
  }

  private mutating func fill(_ symbols: [UInt32], _ counts: [Int]) -> Code {
    let start = table.count
    let most = counts.lastIndex { $0 > 0 } ?? 0
    let root = Swift.min(most, Self.rootBits)
    table.append(contentsOf: repeatElement(0, count: 1 << root))
    // Codes count up with their highest bit first, and are looked up with it lowest.
    var (code, symbol) = (0, 0)
    // The table in hand behind the first.
    var (prefix, nested, nestedBits) = (-1, start, 0)
    var left = counts
    for length in 1...most {
      while left[length] > 0 {
        let reversed = Self.reversed(code, length)
        let value = symbols[symbol] << 16
        if length <= root {
          let entry = value | UInt32(length)
          for index in stride(from: start + reversed, to: start + 1 << root, by: 1 << length) {
            table[index] = entry
          }
        } else {
          let low = reversed & (1 << root - 1)
          if low != prefix {
            prefix = low
            nested = table.count
            nestedBits = Self.size(left, from: length, behind: root)
            table.append(contentsOf: repeatElement(0, count: 1 << nestedBits))
            table[start + low] =
              UInt32(truncatingIfNeeded: nested - start) << 16 | 0x8000 | UInt32(nestedBits)
          }
          let entry = value | UInt32(length - root)
          for index in stride(
            from: nested + reversed >> root, to: nested + 1 << nestedBits, by: 1 << (length - root))
          {
            table[index] = entry
          }
        }
        left[length] -= 1
        symbol += 1
        code += 1
      }
      code <<= 1
    }
    return Code(start: start, mask: 1 << root - 1)
  }

  /// How many bits a table needs whose first code has `length`, and that begins behind `root` bits.
  private static func size(_ left: [Int], from length: Int, behind root: Int) -> Int {
    var bits = length - root
    var room = 1 << bits
    while bits + root < longest {
      room -= left[bits + root]
      if room <= 0 { break }
      bits += 1
      room <<= 1
    }
    return bits
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    Int(UInt16(truncatingIfNeeded: code).bitReversed >> UInt16(16 - length))
  }
}

extension UInt16 {
  /// The number with its lowest bit highest.
  fileprivate var bitReversed: UInt16 {
    var value = self
    value = (value >> 1 & 0x5555) | (value & 0x5555) << 1
    value = (value >> 2 & 0x3333) | (value & 0x3333) << 2
    value = (value >> 4 & 0x0F0F) | (value & 0x0F0F) << 4
    return value.byteSwapped
  }
}
