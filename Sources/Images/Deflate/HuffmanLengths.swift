/// Works out how long the codes of symbols must be to make a text short.
enum HuffmanLengths {
  /// The code lengths for symbols that occur so often; 0 for those that never do.
  ///
  /// At least two symbols get a code, as some decoders want. Depends on nothing but the counts.
  static func make(_ counts: [Int], limit: Int) -> [UInt8] {
    var used: [(count: Int, symbol: Int)] = []
    for (symbol, count) in counts.enumerated() where count > 0 { used.append((count, symbol)) }
    for symbol in 0..<counts.count where used.count < 2 && counts[symbol] == 0 {
      used.append((1, symbol))
    }
    used.sort { ($0.count, $0.symbol) < ($1.count, $1.symbol) }

    var perLength = depths(used.map(\.count))
    shorten(&perLength, limit)

    var lengths = [UInt8](repeating: 0, count: counts.count)
    var next = used.count
    for length in 1..<perLength.count {
      // The most frequent symbols, which stand last, get the shortest codes.
      for _ in 0..<perLength[length] {
        next -= 1
        lengths[used[next].symbol] = UInt8(length)
      }
    }
    return lengths
  }

  /// How many leaves of a Huffman tree lie at each depth, for weights in ascending order.
  private static func depths(_ weights: [Int]) -> [Int] {
    let count = weights.count
    // Inner nodes come into being in ascending order, so two queues do for a heap.
    var inner: [Int] = []
    var parents = [Int](repeating: 0, count: count * 2 - 1)
    var leaf = 0
    var node = 0
    func take() -> (weight: Int, index: Int) {
      if leaf < count, node >= inner.count || weights[leaf] <= inner[node] {
        leaf += 1
        return (weights[leaf - 1], leaf - 1)
      }
      node += 1
      return (inner[node - 1], count + node - 1)
    }
    for _ in 1..<count {
      let first = take()
      let second = take()
      parents[first.index] = count + inner.count
      parents[second.index] = count + inner.count
      inner.append(first.weight + second.weight)
    }
    var depth = [Int](repeating: 0, count: parents.count)
    var perLength = [Int](repeating: 0, count: count + 1)
    for index in stride(from: parents.count - 2, through: 0, by: -1) {
      depth[index] = depth[parents[index]] + 1
      if index < count { perLength[depth[index]] += 1 }
    }
    return perLength
  }

  /// Moves leaves that lie too deep up to the limit, and others down to make room for them.
  private static func shorten(_ perLength: inout [Int], _ limit: Int) {
    guard perLength.count > limit + 1 else { return }
    perLength[limit] += perLength[(limit + 1)...].reduce(0, +)
    perLength.removeSubrange((limit + 1)...)
    // In units of the deepest leaf, the tree has room for 1 << limit.
    var taken = 0
    for length in 1...limit { taken += perLength[length] << (limit - length) }
    while taken > 1 << limit {
      // A leaf at the limit goes away; one higher up becomes a node with two leaves.
      var length = limit - 1
      while perLength[length] == 0 { length -= 1 }
      perLength[limit] -= 1
      perLength[length] -= 1
      perLength[length + 1] += 2
      taken -= 1
    }
  }

  /// The codes that belong to lengths (RFC 1951, section 3.2.2), first bit lowest.
  static func codes(_ lengths: [UInt8]) -> [UInt16] {
    var counts = [Int](repeating: 0, count: 17)
    for length in lengths where length > 0 { counts[Int(length) + 1] += 1 }
    var next = [Int](repeating: 0, count: 17)
    for length in 1..<17 { next[length] = (next[length - 1] + counts[length]) << 1 }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] += 1 }
      return UInt16(HuffmanTable.reversed(next[Int(length)], Int(length)))
    }
  }
}
