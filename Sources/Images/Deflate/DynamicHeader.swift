/// The head of a dynamic block: the lengths of its codes, themselves packed
/// (RFC 1951, section 3.2.7).
struct DynamicHeader {
  let literals: [UInt8]
  let distances: [UInt8]
  /// The lengths as symbols of the code-length code with their extra bits.
  private var items: [(symbol: Int, extra: UInt64, width: UInt64)] = []
  private var literalCount = 257
  private var distanceCount = 1
  private var orderCount = 4
  private var itemLengths: [UInt8] = []

  init(_ counts: TokenCounts) {
    literals = HuffmanLengths.make(counts.literals, limit: 15)
    distances = HuffmanLengths.make(counts.distances, limit: 15)
    literalCount = Swift.max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = (distances.lastIndex { $0 > 0 } ?? 0) + 1
    packLengths(Array(literals[..<literalCount] + distances[..<distanceCount]))
    var itemCounts = [Int](repeating: 0, count: 19)
    for item in items { itemCounts[item.symbol] += 1 }
    itemLengths = HuffmanLengths.make(itemCounts, limit: 7)
    let lengths = itemLengths
    orderCount = Swift.max(4, (DeflateCodes.order.lastIndex { lengths[$0] > 0 } ?? 0) + 1)
  }

  /// Writes runs of zeros and of repeated lengths as one symbol each.
  private mutating func packLengths(_ lengths: [UInt8]) {
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var run = 1
      while index + run < lengths.count, lengths[index + run] == length { run += 1 }
      index += run
      if length == 0 {
        while run >= 3 {
          let part = Swift.min(run, 138)
          items.append(part < 11 ? (17, UInt64(part - 3), 3) : (18, UInt64(part - 11), 7))
          run -= part
        }
      } else {
        items.append((Int(length), 0, 0))
        run -= 1
        while run >= 3 {
          let part = Swift.min(run, 6)
          items.append((16, UInt64(part - 3), 2))
          run -= part
        }
      }
      for _ in 0..<run { items.append((Int(length), 0, 0)) }
    }
  }

  /// The bits that the head takes.
  var bitCount: Int {
    items.reduce(14 + orderCount * 3) { $0 + Int(itemLengths[$1.symbol]) + Int($1.width) }
  }

  /// Writes the head.
  func write(to writer: inout BitWriter) {
    writer.put(UInt64(literalCount - 257), 5)
    writer.put(UInt64(distanceCount - 1), 5)
    writer.put(UInt64(orderCount - 4), 4)
    for symbol in DeflateCodes.order[..<orderCount] { writer.put(UInt64(itemLengths[symbol]), 3) }
    let codes = HuffmanLengths.codes(itemLengths)
    for item in items {
      writer.put(UInt64(codes[item.symbol]), UInt64(itemLengths[item.symbol]))
      writer.put(item.extra, item.width)
    }
  }
}
