/// The cells that colours of R'G'B' come near to, and their nodes: of each row of a lattice in
/// Y'CbCr a range of Y, as all three channels rise with it.
struct LatticeGamut {
  /// How far beyond black and white colours count: encoders and sharpeners leave some there.
  private static let margin: Float = 0.1

  /// Cells a side.
  let cells: Int
  private let rows: [Range<Int>]
  private let nodeRows: [Range<Int>]

  /// - Parameter step: from a node to the next one, in codes.
  init(_ coding: RGBCoding, cells: Int, step: Float) {
    self.cells = cells
    let side = cells + 1
    let sums = coding.decoding
    func columns(_ u: Float, _ v: Float) -> Range<Int> {
      var (first, end) = (0, cells)
      for sum in [sums.red, sums.green, sums.blue] {
        let rest = sum(0.5 * step, u, v)
        let rise = sum.y * step
        first = max(first, Int(((-Self.margin - rest) / rise).rounded(.up)))
        end = min(end, Int(((1 + Self.margin - rest) / rise).rounded(.down)) + 1)
      }
      return first..<max(first, end)
    }
    rows = (0..<(cells * cells)).map { place in
      columns(
        (Float(cells - place % cells) - 0.5) * step, (Float(cells - place / cells) - 0.5) * step)
    }
    var nodeRows = [Range<Int>](repeating: 0..<0, count: side * side)
    for (place, columns) in rows.enumerated() where !columns.isEmpty {
      let node = place / cells * side + place % cells
      for node in [node, node + 1, node + side, node + side + 1] {
        nodeRows[node] = nodeRows[node].hull(columns.lowerBound..<(columns.upperBound + 1))
      }
    }
    self.nodeRows = nodeRows
  }

  /// The cells of a row of a slab.
  func cells(_ row: Int, _ slab: Int) -> Range<Int> { rows[slab * cells + row] }

  /// The nodes of a row of a slab.
  func nodes(_ row: Int, _ slab: Int) -> Range<Int> { nodeRows[slab * (cells + 1) + row] }
}

extension Range<Int> {
  /// All from the first to the last of both; of an empty one nothing.
  fileprivate func hull(_ other: Self) -> Self {
    isEmpty
      ? other
      : Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
