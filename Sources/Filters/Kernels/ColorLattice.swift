import Y4M

/// A change of colours as a lattice in a stream's own Y'CbCr, read by tetrahedral interpolation.
///
/// It has 33 nodes a side, of which the last lies one code beyond the peak: nodes lie at whole codes, and
/// grey chroma is one of them, so that what leaves grey grey does so here. Each holds how far the change
/// moves R'G'B', before that is cut at black and white; of a change that leads no node beyond these, how
/// far it moves samples. Cells in which the change bends too much are
/// marked; colours in them are computed exactly. What is read elsewhere is within a code of 8 bits of
/// the change, and within two of 10, which `ColorLatticeTests` measures.
final class ColorLattice {
  /// Nodes a side.
  static let side = 33
  private static let cells = side - 1
  private static let count = side * side * side
  /// From a node to the next ones in Y, Cb and Cr.
  private static let steps = (1, side, side * side)
  private let values: UnsafeMutablePointer<SIMD4<Float>>
  /// By the cell's first node: 1 where colours are computed exactly.
  private let marks: UnsafeMutablePointer<UInt8>
  /// The share of marked cells among those of pale colours, which most of a film is made of.
  let markedShare: Double
  /// Whether nodes hold how far samples move, not how far R'G'B' does.
  let holdsSamples: Bool
  /// The same in numbers of 16 bits, where nodes hold how far samples move.
  let words: CubeWords?

  /// Makes the lattice of a change, for samples of a coding; in bands on several threads.
  init(_ change: some ColorChange, _ coding: ColorCoding, _ workspace: Workspace) {
    let values = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: Self.count)
    let marks = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.count)
    marks.initialize(repeating: 1, count: Self.count)
    let step = Float(1 << coding.depth) / Float(Self.cells)
    let own = RGBCoding(coding, depth: coding.depth)
    let rows = LatticeRows(change: change, coding: own, step: step)
    let gamut = LatticeGamut(own, step: step)
    // By slabs: whether any node is led beyond black or white.
    let isCut = UnsafeMutablePointer<Bool>.allocate(capacity: Self.side)
    defer { isCut.deallocate() }
    workspace.split(0..<Self.side, least: 4) { slabs, scratch in
      for slab in slabs {
        scratch.scope {
          let columns = gamut.nodes(of: slab)
          let (before, after) = rows.colors(columns, from: 0, slab: Float(slab), scratch)
          let slabValues = values + slab * Self.steps.2
          slabValues.initialize(repeating: .zero, count: Self.steps.2)
          var x = 0
          for (row, columns) in columns.enumerated() {
            for column in columns {
              slabValues[row &* Self.steps.1 &+ column] = SIMD4(
                after.red[x] - before.red[x], after.green[x] - before.green[x],
                after.blue[x] - before.blue[x], 0)
              x &+= 1
            }
          }
          isCut[slab] = !after.isWithin(before)
        }
      }
    }
    let codes = CodeWeights(coding.matrix)
    workspace.split(0..<Self.cells, least: 4) { slabs, scratch in
      for slab in slabs {
        scratch.scope {
          let columns = gamut.cells(of: slab)
          let (before, after) = rows.colors(columns, from: 0.5, slab: Float(slab) + 0.5, scratch)
          Self.mark(
            columns, values + slab * Self.steps.2, marks + slab * Self.steps.2, before, after, codes
          )
        }
      }
    }
    holdsSamples = !(0..<Self.side).contains { isCut[$0] }
    if holdsSamples {
      for node in 0..<Self.count { values[node] = own.samples(of: values[node]) }
    }
    (self.values, self.marks) = (values, marks)
    markedShare = Self.share(marks, gamut)
    words = holdsSamples ? CubeWords(side: Self.side, moves: values, depth: coding.depth) : nil
  }

  deinit {
    values.deallocate()
    marks.deallocate()
  }

  /// Says which cells of a slab need no mark: those whose middles lie close to the means of opposite
  /// corners.
  ///
  /// - Parameters:
  ///   - columns: the cells that were computed, row by row.
  ///   - before: their middles.
  private static func mark(
    _ columns: ArraySlice<Range<Int>>, _ values: UnsafeMutablePointer<SIMD4<Float>>,
    _ marks: UnsafeMutablePointer<UInt8>, _ before: RGBRow, _ after: RGBRow, _ codes: CodeWeights
  ) {
    let (one, row, plane) = steps
    var place = 0
    for (v, columns) in columns.enumerated() {
      for x in columns {
        let node = values + (v * row + x)
        let old = SIMD4(before.red[place], before.green[place], before.blue[place], 0)
        let middle = SIMD4(after.red[place], after.green[place], after.blue[place], 0) - old
        let isFlat =
          codes.isNear((node[0] + node[one + row + plane]) * 0.5, middle)
          && codes.isNear((node[one] + node[row + plane]) * 0.5, middle)
          && codes.isNear((node[row] + node[one + plane]) * 0.5, middle)
          && codes.isNear((node[plane] + node[one + row]) * 0.5, middle)
        marks[v * row + x] = isFlat ? 0 : 1
        place += 1
      }
    }
  }

  /// How far from grey chroma cells count as pale.
  private static let paleCells = 5

  /// The share of marked cells among pale ones that colours come near to.
  private static func share(_ marks: UnsafeMutablePointer<UInt8>, _ gamut: LatticeGamut) -> Double {
    let middle = cells / 2
    let pale = (middle - paleCells)..<(middle + paleCells)
    var (marked, count) = (0, 0)
    for v in pale {
      let columns = gamut.cells(of: v)
      for u in pale {
        let row = marks + (v * steps.2 + u * steps.1)
        let seen = columns[columns.startIndex + u].clamped(to: 3..<(cells - 3))
        for y in seen { marked += Int(row[y]) }
        count += seen.count
      }
    }
    return Double(marked) / Double(max(count, 1))
  }

  /// Where colours of a row lie in a lattice.
  struct Places {
    /// The node at which a colour's cell begins, and two more of the four around the colour, in bytes from
    /// the lattice's first; the last is at the cell's end.
    fileprivate let base: UnsafeMutablePointer<Int32>
    fileprivate let second: UnsafeMutablePointer<Int32>
    fileprivate let third: UnsafeMutablePointer<Int32>
    fileprivate let shares:
      (
        UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
        UnsafeMutablePointer<Float>
      )
    /// How far colours move.
    fileprivate let moves: UnsafeMutablePointer<SIMD4<Float>>
    /// 1 where a colour is to be computed exactly.
    let marks: UnsafeMutablePointer<UInt8>

    /// ``moves``, number by number.
    fileprivate var parts: UnsafeMutablePointer<Float> {
      UnsafeMutableRawPointer(moves).assumingMemoryBound(to: Float.self)
    }

    init(count: Int, _ scratch: Scratch) {
      func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, count) }
      base = scratch.take(Int32.self, count)
      second = scratch.take(Int32.self, count)
      third = scratch.take(Int32.self, count)
      shares = (line(), line(), line(), line())
      moves = scratch.take(SIMD4<Float>.self, count)
      marks = scratch.take(UInt8.self, count)
    }
  }

  private typealias Lanes = SIMD8<Float>

  /// Finds places of samples, given as numbers from 0 to a peak of `depth` bits.
  ///
  /// - Parameter lines: of Y, Cb and Cr, with room for whole vectors, as ``Scratch`` gives them.
  func locate(_ lines: SampleLines, count: Int, depth: Int, _ places: Places) {
    let scale = Float(Self.cells) / Float(1 << depth)
    let (w0, w1, w2, w3) = places.shares
    let (row, plane) = (Float(Self.steps.1), Float(Self.steps.2))
    let (one, across, along) = (
      Lanes(repeating: 1), Lanes(repeating: row), Lanes(repeating: plane)
    )
    var x = 0
    while x < count {
      let py = lines.y.lanes(x) * scale
      let pu = lines.u.lanes(x) * scale
      let pv = lines.v.lanes(x) * scale
      let (cy, cu, cv) = (Self.cell(py), Self.cell(pu), Self.cell(pv))
      let (fy, fu, fv) = (py - cy, pu - cu, pv - cv)
      let most = fy.atLeast(fu).atLeast(fv)
      let least = fy.atMost(fu).atMost(fv)
      let middle = fy + fu + fv - most - least
      // The axis of the greatest fraction is gone along first, that of the least one last.
      let first = along.replaced(by: across, where: fu, equals: most)
        .replaced(by: one, where: fy, equals: most)
      let last = one.replaced(by: across, where: fu, equals: least)
        .replaced(by: along, where: fv, equals: least)
      let base = cy + cu * row + cv * plane
      Self.store(base, at: places.base + x)
      Self.store(base + first, at: places.second + x)
      Self.store(base + (1 + row + plane) - last, at: places.third + x)
      (w0 + x).store(1 - most)
      (w1 + x).store(most - middle)
      (w2 + x).store(middle - least)
      (w3 + x).store(least)
      x &+= Lanes.scalarCount
    }
  }

  /// The cells that places from 0 to 32 lie in: the next whole numbers below, and the next above for
  /// what is less than 2^-12 below those.
  @inline(__always)
  private static func cell(_ places: Lanes) -> Lanes {
    // Adding 3 * 2^22 rounds to the nearest whole number, of numbers below 0 too.
    (places - (0.5 - 1 / 4096) + 12_582_912) - 12_582_912
  }

  /// The bytes of a node.
  private static let stride = 16

  /// Writes where nodes lie.
  @inline(__always)
  private static func store(_ numbers: Lanes, at target: UnsafeMutablePointer<Int32>) {
    let bits =
      unsafeBitCast(numbers * Float(Self.stride) + 8_388_608, to: SIMD8<Int32>.self) & 0x3F_FFFF
    UnsafeMutableRawPointer(target).storeBytes(of: bits, as: SIMD8<Int32>.self)
  }

  /// Looks up which places are to be computed exactly; false where none is.
  func findMarks(_ places: Places, count: Int) -> Bool {
    let (cells, marks, base) = (UnsafePointer(marks), places.marks, places.base)
    var any: UInt8 = 0
    for x in 0..<count {
      let mark = cells[Int(truncatingIfNeeded: base[x] &>> 4)]
      marks[x] = mark
      any |= mark
    }
    return any != 0
  }

  /// The same for places of 16 bits.
  func findMarks(
    _ places: CubeWords.Places, _ found: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Bool {
    let cells = UnsafePointer(marks)
    var any: UInt8 = 0
    for x in 0..<count {
      let mark = cells[places.point(x)]
      found[x] = mark
      any |= mark
    }
    return any != 0
  }

  /// Writes how far colours move, before that is cut.
  func read(_ places: Places, to colors: RGBRow) {
    sum(places, count: colors.count, places.moves)
    let parts = places.parts
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    for x in 0..<colors.count {
      red[x] = parts[4 &* x]
      green[x] = parts[4 &* x &+ 1]
      blue[x] = parts[4 &* x &+ 2]
    }
  }

  /// Writes how far samples move, of a lattice that holds that.
  func read(
    _ places: Places, to lines: SampleLines, count: Int, _ roles: (luma: Bool, chroma: Bool)
  ) {
    if !roles.chroma {
      sum(places, count: count, lines.y)
    } else {
      sum(places, count: count, places.moves)
      let parts = places.parts
      if roles.luma {
        for x in 0..<count { lines.y[x] = parts[4 &* x] }
      }
      for x in 0..<count {
        lines.u[x] = parts[4 &* x &+ 1]
        lines.v[x] = parts[4 &* x &+ 2]
      }
    }
  }

  /// Mixes four nodes for each place.
  private func sum(_ places: Places, count: Int, _ target: UnsafeMutablePointer<SIMD4<Float>>) {
    let values = UnsafeRawPointer(values)
    let (base, second, third) = (places.base, places.second, places.third)
    let (w0, w1, w2, w3) = places.shares
    let end = Self.stride * (1 + Self.steps.1 + Self.steps.2)
    for x in 0..<count {
      let first = Int(truncatingIfNeeded: base[x])
      let (next, far) = (Int(truncatingIfNeeded: second[x]), Int(truncatingIfNeeded: third[x]))
      let low =
        values.load(fromByteOffset: first, as: SIMD4<Float>.self) * w0[x]
        + values.load(fromByteOffset: next, as: SIMD4<Float>.self) * w1[x]
      let high =
        values.load(fromByteOffset: far, as: SIMD4<Float>.self) * w2[x]
        + values.load(fromByteOffset: first &+ end, as: SIMD4<Float>.self) * w3[x]
      target[x] = low + high
    }
  }

  /// Mixes the first number of four nodes for each place.
  private func sum(_ places: Places, count: Int, _ target: UnsafeMutablePointer<Float>) {
    let values = UnsafeRawPointer(values)
    let (base, second, third) = (places.base, places.second, places.third)
    let (w0, w1, w2, w3) = places.shares
    let end = Self.stride * (1 + Self.steps.1 + Self.steps.2)
    for x in 0..<count {
      let first = Int(truncatingIfNeeded: base[x])
      let (next, far) = (Int(truncatingIfNeeded: second[x]), Int(truncatingIfNeeded: third[x]))
      let low =
        values.load(fromByteOffset: first, as: Float.self) * w0[x]
        + values.load(fromByteOffset: next, as: Float.self) * w1[x]
      let high =
        values.load(fromByteOffset: far, as: Float.self) * w2[x]
        + values.load(fromByteOffset: first &+ end, as: Float.self) * w3[x]
      target[x] = low + high
    }
  }
}

/// How many codes of 8 bits, of limited range, differences of colours are.
private struct CodeWeights {
  /// How far the middle of a cell may lie beside the mean of opposite corners, in codes. A bend may
  /// lead a few times as far.
  private static let tolerance: Float = 0.15

  private let luma: SIMD4<Float>
  private let blue: SIMD4<Float>
  private let red: SIMD4<Float>

  init(_ matrix: Matrix) {
    let weights = LumaWeights(matrix)
    let luma = SIMD4(weights.red, weights.green, weights.blue, 0)
    self.luma = luma * 219
    blue = (SIMD4(0, 0, 1, 0) - luma) * (112 / (1 - weights.blue))
    red = (SIMD4(1, 0, 0, 0) - luma) * (112 / (1 - weights.red))
  }

  /// Whether two colours are less than the tolerance apart; what is not a number is not.
  @inline(__always)
  func isNear(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Bool {
    let off = one - other
    return (off * luma).sum().magnitude <= Self.tolerance
      && (off * blue).sum().magnitude <= Self.tolerance
      && (off * red).sum().magnitude <= Self.tolerance
  }
}

/// The cells that colours of R'G'B' come near to, and their nodes: of each row of a lattice a range of Y, as
/// all three channels rise with it.
private struct LatticeGamut {
  /// How far beyond black and white colours count: encoders and sharpeners leave some there.
  private static let margin: Float = 0.1

  private let rows: [Range<Int>]
  private let nodeRows: [Range<Int>]
  private let side = ColorLattice.side

  /// - Parameter step: from a node to the next one, in codes.
  init(_ coding: RGBCoding, step: Float) {
    let side = side
    let cells = side - 1
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
      columns((Float(place % cells) + 0.5) * step, (Float(place / cells) + 0.5) * step)
    }
    var nodeRows = [Range<Int>](repeating: 0..<0, count: side * side)
    for (place, columns) in rows.enumerated() where !columns.isEmpty {
      let node = place / cells * side + place % cells
      for node in [node, node + 1, node + side, node + side + 1] {
        let known = nodeRows[node]
        nodeRows[node] =
          known.isEmpty
          ? columns.lowerBound..<(columns.upperBound + 1)
          : min(
            known.lowerBound, columns.lowerBound)..<max(known.upperBound, columns.upperBound + 1)
      }
    }
    self.nodeRows = nodeRows
  }

  /// The cells of a slab, row by row.
  func cells(of slab: Int) -> ArraySlice<Range<Int>> {
    rows[slab * (side - 1)..<(slab + 1) * (side - 1)]
  }

  /// The nodes of a slab, row by row.
  func nodes(of slab: Int) -> ArraySlice<Range<Int>> {
    nodeRows[slab * side..<(slab + 1) * side]
  }
}

/// Computes what a change makes of colours of Y'CbCr that stand evenly.
private struct LatticeRows<Change: ColorChange> {
  let change: Change
  let coding: RGBCoding
  /// From a colour to the next one, in codes.
  let step: Float

  /// The colours of a slab, and what they become: rows at one Cb each, all at one Cr.
  ///
  /// - Parameters:
  ///   - columns: of each row those that are wanted.
  ///   - first: where rows and columns begin, in steps.
  ///   - slab: where the slab stands, in steps.
  func colors(
    _ columns: ArraySlice<Range<Int>>, from first: Float, slab: Float, _ scratch: Scratch
  ) -> (before: RGBRow, after: RGBRow) {
    let count = columns.reduce(0) { $0 + $1.count }
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, count) }
    let (y, u, v) = (line(), line(), line())
    var x = 0
    for (row, columns) in columns.enumerated() {
      for column in columns {
        y[x] = (first + Float(column)) * step
        u[x] = (first + Float(row)) * step
        v[x] = slab * step
        x &+= 1
      }
    }
    let before = RGBRow(count: count, scratch)
    let after = RGBRow(count: count, scratch)
    coding.decode(y, (u, v), to: before)
    after.copy(from: before)
    scratch.scope { change.apply(to: after, scratch: scratch) }
    return (before, after)
  }
}
