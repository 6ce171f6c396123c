/// Finds which of many ranges contain a time, in time that hardly grows with their number.
///
/// A segment tree over the moments at which any range starts or ends: each range is noted at
/// O(log n) nodes, and a moment meets the ranges that hold it on the way from its leaf to the
/// root. Building takes O(n log n); a query O(log n + k log k) for k answers.
package struct RangeIndex: Sendable {
  /// The moments at which a range starts or ends, in order, each once.
  ///
  /// Between two of them nothing comes and nothing goes.
  let boundaries: [Time]

  /// Node 1 is the root; node i has the children 2i and 2i + 1; leaf `leaves + i` is the stretch
  /// from boundary i to the next.
  private var nodes: [[Int]]
  private let leaves: Int

  /// An index of no ranges.
  static let empty = RangeIndex([])

  /// Takes ranges by their places in an array; empty ones are never found.
  package init(_ ranges: [TimeRange]) {
    var moments: [Time] = []
    for range in ranges where !range.isEmpty {
      moments.append(range.start)
      if let end = range.end { moments.append(end) }
    }
    moments.sort()
    var boundaries: [Time] = []
    for moment in moments where moment != boundaries.last { boundaries.append(moment) }
    self.boundaries = boundaries
    leaves = max(1, boundaries.count)
    nodes = Array(repeating: [], count: 2 * leaves)
    for (index, range) in ranges.enumerated() where !range.isEmpty {
      let first = stretch(at: range.start) ?? 0
      let last = range.end.flatMap { stretch(at: $0) } ?? boundaries.count
      note(index, first: first, last: last)
    }
  }

  /// Notes a range at the fewest nodes that cover the stretches `first..<last`.
  private mutating func note(_ index: Int, first: Int, last: Int) {
    var (low, high) = (first + leaves, last + leaves)
    while low < high {
      if low & 1 == 1 {
        nodes[low].append(index)
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        nodes[high].append(index)
      }
      low >>= 1
      high >>= 1
    }
  }

  /// The places of the ranges that hold `time`, in order.
  package func ranges(at time: Time) -> [Int] {
    stretch(at: time).map { ranges(inStretch: $0) } ?? []
  }

  /// The places of the ranges that hold the times from boundary number `stretch` to the next, in
  /// order.
  package func ranges(inStretch stretch: Int) -> [Int] {
    var found: [Int] = []
    var node = stretch + leaves
    while node >= 1 {
      found.append(contentsOf: nodes[node])
      node >>= 1
    }
    return found.sorted()
  }

  /// Whether any range holds `time`.
  package func isAnything(at time: Time) -> Bool {
    guard let stretch = stretch(at: time) else { return false }
    var node = stretch + leaves
    while node >= 1 {
      if !nodes[node].isEmpty { return true }
      node >>= 1
    }
    return false
  }

  /// The number of the last boundary at or before `time`; nil before the first one.
  package func stretch(at time: Time) -> Int? {
    var low = 0
    var high = boundaries.count
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
