import Bytes

/// The ends of what is shown, in the order of the starts, asked for what is still there at a time.
struct CueIntervals: Sendable {
  private let ends: [Rational]
  /// A tree of what ends last: the root is 1, below `n` are `2n` and `2n + 1`; -1 where there is
  /// nothing.
  private var latest: [Int32]
  /// Where the tree's leaves begin.
  private let width: Int

  init(ends: [Rational]) {
    self.ends = ends
    var width = 1
    while width <= ends.count { width *= 2 }
    self.width = width
    latest = [Int32](repeating: -1, count: 2 * width)
    for index in ends.indices { latest[width + index] = Int32(truncatingIfNeeded: index) }
    for node in (1..<width).reversed() {
      let (left, right) = (latest[2 * node], latest[2 * node + 1])
      latest[node] =
        right < 0 || (left >= 0 && ends[Int(left)] > ends[Int(right)]) ? left : right
    }
  }

  /// The last one before `limit` that ends after a time.
  func last(before limit: Int, endingAfter time: Rational) -> Int? {
    if limit > 0, limit <= ends.count, ends[limit - 1] > time { return limit - 1 }
    var node = width + min(max(limit, 0), ends.count)
    while node > 1 {
      if node & 1 == 1, isLater(node - 1, time) {
        node -= 1
        while node < width { node = isLater(2 * node + 1, time) ? 2 * node + 1 : 2 * node }
        return node - width
      }
      node >>= 1
    }
    return nil
  }

  private func isLater(_ node: Int, _ time: Rational) -> Bool {
    latest[node] >= 0 && ends[Int(latest[node])] > time
  }
}
