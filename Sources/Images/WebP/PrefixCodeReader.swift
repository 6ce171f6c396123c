/// Reads the prefix codes of a lossless picture (RFC 9649, section 6.2.1).
struct PrefixCodeReader {
  /// How many symbols there are of red, blue and alpha, and of distances; of green there are those
  /// of lengths and of the colour cache, too.
  private static let literals = 256
  private static let lengths = 24
  private static let distances = 40

  /// In which order the lengths of the codes of lengths stand.
  private static let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

  private let greens: Int
  private var lengths: [Int] = []

  init(cacheBits: Int) {
    greens = Self.literals + Self.lengths + (cacheBits > 0 ? 1 << cacheBits : 0)
  }

  /// Reads the five codes of a group; nil where they can't be.
  mutating func read(
    _ bits: inout LosslessBits, into codes: inout PrefixCodes
  ) -> PrefixCodes.Group? {
    guard let green = read(&bits, greens, &codes), let red = read(&bits, Self.literals, &codes),
      let blue = read(&bits, Self.literals, &codes),
      let alpha = read(&bits, Self.literals, &codes),
      let distance = read(&bits, Self.distances, &codes)
    else { return nil }
    return PrefixCodes.Group(
      green: green, red: red, blue: blue, alpha: alpha, distance: distance)
  }

  private mutating func read(
    _ bits: inout LosslessBits, _ count: Int, _ codes: inout PrefixCodes
  ) -> PrefixCodes.Code? {
    lengths = Array(repeating: 0, count: Swift.max(count, Self.literals))
    if bits.flag() {
      let isPair = bits.flag()
      let isWide = bits.flag()
      lengths[bits.number(isWide ? 8 : 1)] = 1
      if isPair { lengths[bits.number(8)] = 1 }
    } else {
      guard readLengths(&bits, count) else { return nil }
    }
    if bits.isOver { return nil }
    if lengths.count > count { lengths.removeLast(lengths.count - count) }
    return codes.add(lengths)
  }

  /// Reads lengths that are packed with a code of their own; false where they can't be.
  private mutating func readLengths(_ bits: inout LosslessBits, _ count: Int) -> Bool {
    var packing = [Int](repeating: 0, count: 19)
    for index in 0..<bits.number(4) + 4 { packing[Self.order[index]] = bits.number(3) }
    var codes = PrefixCodes()
    guard let code = codes.add(packing) else { return false }
    var left = count
    if bits.flag() {
      left = 2 + bits.number(2 + 2 * bits.number(3))
      guard left <= count else { return false }
    }
    var (symbol, previous) = (0, 8)
    while symbol < count, left > 0 {
      left -= 1
      bits.fill()
      let length = PrefixCodes.read(code, codes.table.span, &bits)
      if length < 16 {
        lengths[symbol] = length
        symbol += 1
        if length > 0 { previous = length }
        continue
      }
      let times =
        switch length {
        case 16: bits.number(2) + 3
        case 17: bits.number(3) + 3
        default: bits.number(7) + 11
        }
      guard symbol + times <= count else { return false }
      for index in symbol..<symbol + times { lengths[index] = length == 16 ? previous : 0 }
      symbol += times
    }
    return true
  }
}
