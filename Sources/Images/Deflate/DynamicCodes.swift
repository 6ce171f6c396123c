/// The codes at the head of a dynamic block (RFC 1951, section 3.2.7).
enum DynamicCodes {
  /// Reads both codes.
  static func read(
    from reader: inout BitReader, _ input: [UInt8]
  ) throws(ImageError) -> (literals: HuffmanTable, distances: HuffmanTable) {
    guard let literalCount = reader.take(5, from: input),
      let distanceCount = reader.take(5, from: input),
      let orderCount = reader.take(4, from: input)
    else { throw .truncated(at: .byte(reader.offset)) }
    // There are 286 and 30 symbols; the counts could say more (zlib refuses that as well).
    guard literalCount <= 29, distanceCount <= 29 else { throw impossible(reader) }

    var orderLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<orderCount + 4 {
      guard let length = reader.take(3, from: input) else {
        throw .truncated(at: .byte(reader.offset))
      }
      orderLengths[DeflateCodes.order[index]] = UInt8(length)
    }
    guard let table = HuffmanTable(lengths: orderLengths, .codeLengths) else {
      throw impossible(reader)
    }
    let split = literalCount + 257
    let lengths = try readLengths(split + distanceCount + 1, table, from: &reader, input)
    guard lengths[256] > 0,
      let literals = HuffmanTable(lengths: lengths[..<split], .literals),
      let distances = HuffmanTable(lengths: lengths[split...], .distances)
    else { throw impossible(reader) }
    return (literals, distances)
  }

  private static func readLengths(
    _ count: Int, _ table: HuffmanTable, from reader: inout BitReader, _ input: [UInt8]
  ) throws(ImageError) -> [UInt8] {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(count)
    while lengths.count < count {
      reader.refill(from: input.span)
      let entry = table.entries[Int(reader.bits & 127)]
      // Every pattern has a symbol, because only complete codes are let in.
      guard Int(entry & 31) <= reader.count else { throw .truncated(at: .byte(reader.end)) }
      reader.drop(Int(entry & 31))
      let symbol = entry >> 16
      if symbol < 16 {
        lengths.append(UInt8(symbol))
        continue
      }
      let (base, width) = symbol == 16 ? (3, 2) : symbol == 17 ? (3, 3) : (11, 7)
      guard let extra = reader.take(width, from: input) else {
        throw .truncated(at: .byte(reader.end))
      }
      let value: UInt8
      if symbol == 16 {
        guard let last = lengths.last else { throw impossible(reader) }
        value = last
      } else {
        value = 0
      }
      guard lengths.count + base + extra <= count else { throw impossible(reader) }
      lengths.append(contentsOf: repeatElement(value, count: base + extra))
    }
    return lengths
  }

  private static func impossible(_ reader: BitReader) -> ImageError {
    .malformed(.deflate(.codeLengths), at: .byte(reader.offset))
  }
}
