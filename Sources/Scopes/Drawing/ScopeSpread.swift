/// Spreads counts over pixels, each over the area that its level takes, so that no pixel is
/// brighter or darker only because it lies between two levels or on both.
struct ScopeSpread {
  /// The pixels of each count, and the share of it that each of them takes.
  private let first: [Int]
  private let shares: [[Float]]

  /// - Parameters:
  ///   - edges: where each count begins, in pixels, rising; the last is where the last one ends.
  ///   - size: how many pixels there are; what lies beyond is left out.
  init(edges: [Double], size: Int) {
    var first: [Int] = []
    var shares: [[Float]] = []
    for (start, end) in zip(edges, edges.dropFirst()) {
      let low = min(max(start.rounded(.down), 0), Double(size))
      let high = min(max(end.rounded(.up), low), Double(size))
      first.append(Int(low))
      shares.append(
        (Int(low)..<Int(high)).map { pixel in
          let part = min(end, Double(pixel + 1)) - max(start, Double(pixel))
          return Float(max(part, 0) / max(end - start, 1e-9))
        })
    }
    self.first = first
    self.shares = shares
  }

  var count: Int { first.count }

  /// Gives each pixel of a count with its share.
  @inline(__always)
  func spread(_ index: Int, _ use: (_ pixel: Int, _ share: Float) -> Void) {
    let start = first[index]
    for (offset, share) in shares[index].enumerated() { use(start + offset, share) }
  }
}
