import Y4M

extension ColorLattice {
  /// How far apart those nodes are that are computed to see whether a lattice is a change's.
  private static let probing = 4
  /// The parts of the way from one lattice to another.
  private static let parts: Int32 = 4096

  /// Makes what lies between two lattices of a coding.
  ///
  /// A cell is marked where it is in one of both.
  ///
  /// - Parameters:
  ///   - share: how far from the first to the second, 0 to 1.
  ///   - memory: that of a lattice that nobody reads any more.
  convenience init(
    between before: ColorLattice, _ after: ColorLattice, share: Double, _ workspace: Workspace,
    in memory: LatticeMemory
  ) {
    self.init(fineBits: before.fineBits, in: memory)
    markedShare = max(before.markedShare, after.markedShare)
    let share = Int32((share * Double(Self.parts)).rounded())
    let (nodes, one, other) = (nodes, before.nodes, after.nodes)
    workspace.split(0..<Self.side, least: 8) { slabs, _ in
      let (first, end) = (slabs.lowerBound * Self.steps.2, slabs.upperBound * Self.steps.2)
      Self.mixLuma(one, other, share, first..<end, to: nodes)
      Self.mix(one, other, share, Self.place(1, first)..<Self.place(1, end), to: nodes)
    }
  }

  /// Mixes nodes of Y, and unites their marks.
  private static func mixLuma(
    _ one: UnsafeMutablePointer<Int16>, _ other: UnsafeMutablePointer<Int16>, _ share: Int32,
    _ places: Range<Int>, to nodes: UnsafeMutablePointer<Int16>
  ) {
    let rest = parts &- share
    for place in places {
      let mean = (Int32(one[place]) &* rest &+ Int32(other[place]) &* share) &>> 12
      nodes[place] = Int16(truncatingIfNeeded: mean) & -2 | (one[place] | other[place]) & 1
    }
  }

  /// Mixes nodes of Cb and Cr.
  private static func mix(
    _ one: UnsafeMutablePointer<Int16>, _ other: UnsafeMutablePointer<Int16>, _ share: Int32,
    _ places: Range<Int>, to nodes: UnsafeMutablePointer<Int16>
  ) {
    let rest = parts &- share
    for place in places {
      let mean = (Int32(one[place]) &* rest &+ Int32(other[place]) &* share &+ parts / 2) &>> 12
      nodes[place] = Int16(truncatingIfNeeded: mean)
    }
  }

  /// Whether every fourth node on each way is that of a change, as close as colours within a cell
  /// have to be.
  func isNear(_ change: some ColorChange, _ coding: ColorCoding, _ workspace: Workspace) -> Bool {
    workspace.scratch.scope {
      let (gamut, step) = (memory.gamut(coding), Self.probing)
      var list = LatticePlaces(Self.side * Self.side, workspace.scratch)
      for v in stride(from: 0, to: Self.side, by: step) {
        for u in stride(from: 0, to: Self.side, by: step) {
          for y in gamut.nodes(u / 2, v / 2) where y % (step / 2) == 0 { list.append(2 * y, u, v) }
        }
      }
      let moves = Self.colors(change, coding).moves(list, offset: .zero, workspace.scratch)
      for (channel, line) in [moves.y, moves.u, moves.v].enumerated() {
        for x in 0..<list.count {
          let node = Int(nodes[Self.place(channel, Self.node(list.places[x]))])
          if (node - Int(Self.word(line[x] * scale))).magnitude > Int(tolerance) { return false }
        }
      }
      return true
    }
  }
}
