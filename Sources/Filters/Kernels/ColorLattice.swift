import Y4M

/// A change of colours as a lattice in a stream's own Y'CbCr, read by tetrahedral interpolation.
///
/// It has 65 nodes a side, of which the last lies one code beyond the peak: nodes lie at whole
/// codes, and grey chroma is one of them, so that what leaves grey grey does so here. Each holds
/// how far samples move, when colours are cut at black and white.
///
/// Every second node is computed, and the middle between each eight of those. Where the change
/// bends there, the nodes between are computed, too, else they are means. Cells in which it still
/// bends too much are marked; colours in them are computed exactly. What is read elsewhere is
/// within a code of 8 bits of the change, and within two of 10, which `ColorLatticeTests` measures.
final class ColorLattice {
  /// Nodes a side.
  static let side = 65
  /// From a node to the next ones in Y, Cb and Cr.
  static let steps = (1, side, side * side)
  private static let cells = side - 1
  private static let coarseCells = cells / 2
  static let count = side * side * side

  /// How far Y moves, and then Cb and Cr of each node, in parts of a code. The lowest bit of Y is
  /// set where colours of the cell that begins at the node are computed exactly.
  let nodes: UnsafeMutablePointer<Int16>
  /// Where the nodes lie.
  let memory: LatticeMemory
  /// By how many bits a quarter of a node is finer than codes.
  let fineBits: Int
  /// The share of marked cells among those of pale colours, which most of a film is made of.
  var markedShare = 0.0
  /// Whether the pairs of nodes are written.
  var isPaired = false

  /// Makes the lattice of a change, for samples of a coding; in bands on several threads.
  ///
  /// - Parameter memory: that of a lattice that nobody reads any more.
  init(
    _ change: some ColorChange, _ coding: ColorCoding, _ workspace: Workspace,
    in memory: LatticeMemory = LatticeMemory()
  ) {
    self.memory = memory
    nodes = memory.nodes
    fineBits = 13 - coding.depth
    let colors = Self.colors(change, coding)
    let gamut = memory.gamut(coding)
    workspace.scratch.scope {
      let flags = LatticeFlags(side: Self.side, workspace.scratch)
      computeCoarse(colors, gamut, workspace)
      findBends(colors, gamut, flags, workspace)
      computeFine(colors, gamut, flags, workspace)
      findMarks(colors, gamut, flags, workspace)
      markedShare = share(flags, gamut)
      for node in 0..<Self.count { nodes[node] = nodes[node] & -2 | Int16(flags.marks[node]) }
    }
  }

  /// A lattice whose nodes are written later.
  init(fineBits: Int, in memory: LatticeMemory) {
    (self.memory, self.fineBits) = (memory, fineBits)
    nodes = memory.nodes
  }

  /// The colours of nodes, and what becomes of them.
  static func colors<Change: ColorChange>(
    _ change: Change, _ coding: ColorCoding
  ) -> LatticeColors<Change> {
    LatticeColors(
      change: change, coding: RGBCoding(coding, depth: coding.depth),
      step: Float(1 << coding.depth) / Float(cells))
  }

  /// The cells of the first lattice that colours come near to.
  static func gamut(_ coding: ColorCoding) -> LatticeGamut {
    LatticeGamut(
      RGBCoding(coding, depth: coding.depth), cells: coarseCells,
      step: Float(1 << coding.depth) / Float(coarseCells))
  }

  /// The nodes of Y.
  var luma: UnsafePointer<Int16> { UnsafePointer(nodes) }

  /// The nodes of Cb and Cr, one after the other.
  var chroma: UnsafeRawPointer { UnsafeRawPointer(nodes + Self.place(1, 0)) }

  /// Where a channel of a node stands among all numbers.
  @inline(__always)
  static func place(_ channel: Int, _ node: Int) -> Int {
    channel == 0 ? node : count &+ count % 2 &+ 2 &* node &+ channel &- 1
  }

  /// How many numbers a lattice has.
  static let numbers = 3 * count + count % 2
}

/// What is known of cells while a lattice is made.
private struct LatticeFlags {
  /// By coarse cells: 0 where the change is flat, 1 where it bends; 2 beyond R'G'B'.
  let bends: UnsafeMutablePointer<UInt8>
  /// By the first nodes of cells: 1 where colours are computed exactly.
  let marks: UnsafeMutablePointer<UInt8>

  init(side: Int, _ scratch: Scratch) {
    let coarse = side / 2
    bends = scratch.take(UInt8.self, coarse * coarse * coarse)
    bends.initialize(repeating: 2, count: coarse * coarse * coarse)
    marks = scratch.take(UInt8.self, side * side * side)
    marks.initialize(repeating: 1, count: side * side * side)
  }
}

extension ColorLattice {
  /// Computes every second node.
  private func computeCoarse(
    _ colors: LatticeColors<some ColorChange>, _ gamut: LatticeGamut, _ workspace: Workspace
  ) {
    let side = Self.coarseCells + 1
    workspace.split(0..<side, least: 4) { slabs, scratch in
      for slab in slabs {
        scratch.scope {
          var list = LatticePlaces(side * side, scratch)
          for row in 0..<side {
            for column in gamut.nodes(row, slab) { list.append(2 * column, 2 * row, 2 * slab) }
          }
          put(colors.moves(list, offset: .zero, scratch), list)
        }
      }
    }
  }

  /// Computes the nodes in the middle of each eight that are known, and says where the change
  /// bends.
  private func findBends(
    _ colors: LatticeColors<some ColorChange>, _ gamut: LatticeGamut, _ flags: LatticeFlags,
    _ workspace: Workspace
  ) {
    let cells = Self.coarseCells
    workspace.split(0..<cells, least: 4) { slabs, scratch in
      for slab in slabs {
        scratch.scope {
          var list = LatticePlaces(cells * cells, scratch)
          for row in 0..<cells {
            for column in gamut.cells(row, slab) {
              list.append(2 * column + 1, 2 * row + 1, 2 * slab + 1)
              flags.bends[column + (row + slab * cells) * cells] = 1
            }
          }
          let middles = colors.moves(list, offset: .zero, scratch)
          put(middles, list)
          keepFlat(&list, size: 2, middle: 0, middles, colors, scratch)
          for x in 0..<list.count {
            let middle = LatticePlaces.parts(list.places[x])
            flags.bends[middle.y / 2 + (middle.u / 2 + slab * cells) * cells] = 0
          }
        }
      }
    }
  }

  /// Computes all nodes of cells that bend, and puts means in place of the others.
  private func computeFine(
    _ colors: LatticeColors<some ColorChange>, _ gamut: LatticeGamut, _ flags: LatticeFlags,
    _ workspace: Workspace
  ) {
    let side = Self.side
    workspace.split(0..<side, least: 4) { slabs, scratch in
      for slab in slabs {
        scratch.scope {
          let wanted = wanted(slab, gamut, flags, scratch)
          var list = LatticePlaces(side * side, scratch)
          for u in 0..<side {
            for y in 0..<side where wanted[y + u * side] != .none {
              // These are known.
              if (y & 1, u & 1) == (slab & 1, slab & 1) { continue }
              if wanted[y + u * side] == .exact {
                list.append(y, u, slab)
              } else {
                interpolate(y, u, slab)
              }
            }
          }
          put(colors.moves(list, offset: .zero, scratch), list)
        }
      }
    }
  }

  /// What is wanted of a node.
  private enum Wanted: BitwiseCopyable {
    case none
    case mean
    case exact
  }

  /// What is wanted of the nodes of a slab.
  private func wanted(
    _ slab: Int, _ gamut: LatticeGamut, _ flags: LatticeFlags, _ scratch: Scratch
  ) -> UnsafeMutablePointer<Wanted> {
    let (side, cells) = (Self.side, Self.coarseCells)
    let wanted = scratch.take(Wanted.self, side * side)
    wanted.initialize(repeating: .none, count: side * side)
    // The slabs of coarse cells that have nodes in this one.
    for coarse in max((slab - 1) / 2, 0)..<min(slab / 2 + 1, cells) {
      for row in 0..<cells {
        for column in gamut.cells(row, coarse) {
          let bends = flags.bends[column + (row + coarse * cells) * cells] == 1
          let start = wanted + (2 * column + 2 * row * side)
          for node in [0, side, 2 * side] {
            for x in node...(node + 2) {
              if bends { start[x] = .exact } else if start[x] == .none { start[x] = .mean }
            }
          }
        }
      }
    }
    return wanted
  }

  /// Puts the mean of two nodes between them: on the way from the lowest corner of a cell to the
  /// highest.
  private func interpolate(_ y: Int, _ u: Int, _ v: Int) {
    let node = y + u * Self.steps.1 + v * Self.steps.2
    let reach = y & 1 + (u & 1) * Self.steps.1 + (v & 1) * Self.steps.2
    for channel in 0..<3 {
      let (low, high) = (Self.place(channel, node - reach), Self.place(channel, node + reach))
      nodes[Self.place(channel, node)] = Int16(
        truncatingIfNeeded: (Int(nodes[low]) + Int(nodes[high])) >> 1)
    }
  }

  /// Marks all but the cells that are flat.
  private func findMarks(
    _ colors: LatticeColors<some ColorChange>, _ gamut: LatticeGamut, _ flags: LatticeFlags,
    _ workspace: Workspace
  ) {
    let cells = Self.cells
    workspace.split(0..<cells, least: 4) { slabs, scratch in
      for slab in slabs {
        scratch.scope {
          var list = LatticePlaces(cells * cells, scratch)
          for row in 0..<cells {
            let own = (row / 2 + slab / 2 * Self.coarseCells) * Self.coarseCells
            let marks = flags.marks + (row * Self.steps.1 + slab * Self.steps.2)
            for column in gamut.cells(row / 2, slab / 2) {
              if flags.bends[own + column] == 0 {
                marks[2 * column] = 0
                marks[2 * column + 1] = 0
              } else {
                list.append(2 * column, row, slab)
                list.append(2 * column + 1, row, slab)
              }
            }
          }
          let middles = colors.moves(list, offset: SIMD3(repeating: 0.5), scratch)
          keepFlat(&list, size: 1, middle: 0.5, middles, colors, scratch)
          for x in 0..<list.count { flags.marks[Self.node(list.places[x])] = 0 }
        }
      }
    }
  }

  @inline(__always)
  static func node(_ place: Int32) -> Int {
    let (y, u, v) = LatticePlaces.parts(place)
    return y &+ u &* steps.1 &+ v &* steps.2
  }

  /// What a code is in nodes.
  var scale: Float { Float(4 << fineBits) }

  /// Writes nodes.
  private func put(_ moves: SampleLines, _ list: LatticePlaces) {
    let scale = scale
    for (channel, line) in [moves.y, moves.u, moves.v].enumerated() {
      for x in 0..<list.count {
        nodes[Self.place(channel, Self.node(list.places[x]))] = Self.word(line[x] * scale)
      }
    }
  }

  /// The nearest whole number of 16 bits; of what is no number, the least.
  @inline(__always)
  static func word(_ number: Float) -> Int16 {
    let held = min(32_767, max(-32_767, number))
    // Adding 3 * 2^22 leaves it in the low bits.
    return Int16(truncatingIfNeeded: (held + 12_582_912).bitPattern)
  }

  /// How far a colour within a cell may lie beside what is read for it: 0.45 codes of 8 bits, or
  /// 0.15 where samples are finer, as parts of nodes.
  var tolerance: Double { (fineBits == 5 ? 0.45 : 0.15) * 128 }

  /// Keeps the cells of a list in which the change is nearly linear between all opposite corners: in
  /// their middles, and half way from there to each corner.
  ///
  /// - Parameters:
  ///   - list: of each cell the lowest node, or, of two steps, the node in the middle.
  ///   - size: its size in steps.
  ///   - middle: where the middles lie from these, in steps.
  ///   - middles: how far samples move there.
  private func keepFlat(
    _ list: inout LatticePlaces, size: Int, middle: Float, _ middles: SampleLines,
    _ colors: LatticeColors<some ColorChange>, _ scratch: Scratch
  ) {
    let (row, plane) = (size &* Self.steps.1, size &* Self.steps.2)
    let all = size &+ row &+ plane
    let start = middle == 0 ? all / 2 : 0
    list.filter { place, x in
      let first = Self.node(place) &- start
      return isNear(middles, x, first, (0, all), (1, 1))
        && isNear(middles, x, first, (size, row &+ plane), (1, 1), within: 2)
        && isNear(middles, x, first, (row, size &+ plane), (1, 1), within: 2)
        && isNear(middles, x, first, (plane, size &+ row), (1, 1), within: 2)
    }
    for (ends, way, factor) in [
      ((0, all), SIMD3<Float>(1, 1, 1), 1.0),
      ((row &+ plane, size), SIMD3<Float>(1, -1, -1), 2),
      ((plane, size &+ row), SIMD3<Float>(1, 1, -1), 2),
      ((row, size &+ plane), SIMD3<Float>(1, -1, 1), 2),
    ] {
      for (offset, shares) in [(-Float(size) / 4, (3, 1)), (Float(size) / 4, (1, 3))] {
        scratch.scope {
          let moves = colors.moves(list, offset: middle + offset * way, scratch)
          list.filter {
            isNear(moves, $1, Self.node($0) &- start, ends, shares, within: factor)
          }
        }
      }
    }
  }

  /// Whether colour `x` of a list lies close to the mean of two nodes, which have shares of it.
  @inline(__always)
  private func isNear(
    _ moves: SampleLines, _ x: Int, _ first: Int, _ ends: (Int, Int), _ shares: (Int, Int),
    within factor: Double = 1
  ) -> Bool {
    let whole = shares.0 &+ shares.1
    let most = Int(factor * tolerance * Double(whole))
    @inline(__always)
    func isNear(_ channel: Int, _ move: Float) -> Bool {
      let (low, high) = (
        Self.place(channel, first &+ ends.0), Self.place(channel, first &+ ends.1)
      )
      let mean = Int(nodes[low]) &* shares.0 &+ Int(nodes[high]) &* shares.1
      return (mean &- Int(Self.word(move * scale)) &* whole).magnitude <= most
    }
    return isNear(0, moves.y[x]) && isNear(1, moves.u[x]) && isNear(2, moves.v[x])
  }

  /// How far from grey chroma cells count as pale.
  private static let paleCells = 10

  /// The share of marked cells among pale ones that colours come near to.
  private func share(_ flags: LatticeFlags, _ gamut: LatticeGamut) -> Double {
    let middle = Self.cells / 2
    let pale = (middle - Self.paleCells)..<(middle + Self.paleCells)
    var (marked, count) = (0, 0)
    for v in pale {
      for u in pale {
        let row = flags.marks + (v * Self.steps.2 + u * Self.steps.1)
        let columns = gamut.cells(u / 2, v / 2)
        let seen = (2 * columns.lowerBound..<2 * columns.upperBound)
          .clamped(to: 6..<(Self.cells - 6))
        for y in seen { marked += Int(row[y]) }
        count += seen.count
      }
    }
    return Double(marked) / Double(max(count, 1))
  }
}
