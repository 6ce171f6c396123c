import Y4M

/// The memory of a lattice.
///
/// New memory costs as much as a fifth of the lattice, which is made for every frame where
/// parameters move.
final class LatticeMemory {
  let nodes: UnsafeMutablePointer<Int16>
  let pairs: UnsafeMutablePointer<UInt32>
  /// The coding of the lattice whose pairs were written last.
  private var paired: ColorCoding?
  private var gamut: (cells: LatticeGamut, coding: ColorCoding)?

  init() {
    nodes = .allocate(capacity: ColorLattice.numbers)
    nodes.initialize(repeating: 0, count: ColorLattice.numbers)
    // Of lattices that others are mixed of no pairs are written, so these take no memory.
    pairs = .allocate(capacity: ColorLattice.pairCount)
  }

  deinit {
    nodes.deallocate()
    pairs.deallocate()
  }

  /// The cells that colours of a coding come near to.
  func gamut(_ coding: ColorCoding) -> LatticeGamut {
    if let gamut, gamut.coding == coding { return gamut.cells }
    let cells = ColorLattice.gamut(coding)
    gamut = (cells, coding)
    return cells
  }

  /// Marks all pairs that a lattice of a coding does not write.
  fileprivate func preparePairs(_ coding: ColorCoding) {
    if paired == coding { return }
    pairs.initialize(repeating: 1, count: ColorLattice.pairCount)
    paired = coding
  }
}

extension ColorLattice {
  /// How many pairs of Y each node begins.
  static let ways = 3
  fileprivate static let pairCount = ways * count

  /// Each node of Y with the next one along Y, down Cb and down Cr, in the lower and the upper half
  /// of a number; after ``pair(_:_:)``.
  var pairs: UnsafePointer<UInt32> { UnsafePointer(memory.pairs) }

  /// Writes the pairs of nodes of Y, by which samples are read: two for each, where four nodes
  /// would be.
  func pair(_ coding: ColorCoding, _ workspace: Workspace) {
    if isPaired { return }
    isPaired = true
    memory.preparePairs(coding)
    let gamut = memory.gamut(coding)
    workspace.split(0..<Self.side, least: 8) { slabs, _ in
      for v in slabs {
        for u in 0..<Self.side {
          // Of every second node a row of the first lattice has, to the last.
          let row = gamut.nodes(u / 2, v / 2)
          guard let last = row.last else { continue }
          let first = u * Self.steps.1 + v * Self.steps.2
          pair((first + 2 * row.lowerBound)..<(first + 2 * last + 1))
        }
      }
    }
  }

  /// Writes the pairs of nodes; the last ones have none beyond.
  private func pair(_ places: Range<Int>) {
    let (nodes, pairs, end) = (memory.nodes, memory.pairs, Self.count &- 1)
    for place in places {
      let own = UInt32(UInt16(bitPattern: nodes[place]))
      func pair(_ step: Int) -> UInt32 {
        own | UInt32(UInt16(bitPattern: nodes[min(place &+ step, end)])) &<< 16
      }
      let target = pairs + Self.ways &* place
      target[0] = pair(Self.steps.0)
      target[1] = pair(Self.steps.1)
      target[2] = pair(Self.steps.2)
    }
  }
}
