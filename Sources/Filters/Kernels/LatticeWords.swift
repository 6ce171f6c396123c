import Y4M

/// Loops that read a lattice for rows of samples in numbers of 16 bits, as ``WordPlanes`` reads
/// them.
///
/// Each step is a loop: what has more of them the compiler leaves in pieces.
struct LatticeWords {
  typealias Line = UnsafeMutablePointer<Int16>
  private typealias Pairs = UnsafeMutablePointer<UInt32>
  private typealias Places = UnsafeMutablePointer<Int32>

  /// The numbers of the loops, in the order of ``WordTable``.
  private enum Number {
    static let half = 0
    static let whole = 1
    static let share = 2
    static let least = 3
    /// Those of the ways through nodes of Y, and of Cb and Cr.
    static let luma = 4
    static let chroma = 12
  }

  /// The numbers of the ways through nodes, behind those of one.
  private enum Way {
    /// What a step along Y and one down Cb add to the place of a cell.
    static let column = 0
    static let row = 1
    /// What is added for the second node, if that lies along Y, or down Cb or Cr.
    static let first = 2
    /// What is added for the third, if the last lies along Y, or down Cb or Cr, from there.
    static let last = 5
  }

  private let lattice: ColorLattice
  private let count: Int
  private let roles: (luma: Bool, chroma: Bool)
  private let table: Line
  /// The pair of nodes of Y at which a colour's cell begins, and that at which it ends.
  private let near: Places
  private let far: Places
  /// The node of Cb and Cr at which a colour's cell begins, and two more of the four around it.
  private let base: Places
  private let second: Places
  private let third: Places
  private let shares: (Line, Line, Line, Line)
  /// Numbers between loops.
  private let spare: (Line, Line, Line, Line)
  /// The nodes of Cb and Cr around each colour, or the pairs of those of Y.
  private let pairs: (Pairs, Pairs, Pairs, Pairs)

  /// For rows of so many places.
  ///
  /// - Parameter roles: what is read there.
  init(
    _ lattice: ColorLattice, count: Int, _ roles: (luma: Bool, chroma: Bool), _ scratch: Scratch
  ) {
    (self.lattice, self.count, self.roles) = (lattice, count, roles)
    let side = ColorLattice.side
    let steps = [1, side, side * side]
    let rests = steps.map { steps.reduce(-$0, +) }
    let ways = ColorLattice.ways
    table = WordTable.make(
      ([side / 2, Self.whole, Self.whole - 1, -32767]
        + [ways, ways * side, 0, 1, 2] + rests.enumerated().map { ways * $1 + $0 }
        + [1, side] + steps + rests)
        .map { Int16(truncatingIfNeeded: $0) }, scratch)
    func line() -> Line { scratch.take(Int16.self, count) }
    func places() -> Places { scratch.take(Int32.self, count) }
    (near, far) = (places(), places())
    (base, second, third) = (places(), places(), places())
    shares = (line(), line(), line(), line())
    spare = (line(), line(), line(), line())
    func pairs() -> Pairs { scratch.take(UInt32.self, count) }
    self.pairs = (pairs(), pairs(), pairs(), pairs())
  }

  /// The parts of a step, which are the lower bits of a sample.
  private static let whole = 1024
  private static let bits = Int16(10)

  /// Finds places of samples.
  func locate(_ lines: AffineWords.Lines) {
    let (plane, inPlane, first, last) = (spare.0, spare.1, spare.2, spare.3)
    if roles.luma {
      order(lines, Number.luma)
      let step = Int32(truncatingIfNeeded: ColorLattice.ways &* ColorLattice.steps.2)
      for x in 0..<count { near[x] = Int32(plane[x]) &* step &+ Int32(inPlane[x]) }
      for x in 0..<count { far[x] = near[x] &+ Int32(last[x]) }
      for x in 0..<count { near[x] = near[x] &+ Int32(first[x]) }
    }
    if roles.chroma {
      order(lines, Number.chroma)
      let step = Int32(truncatingIfNeeded: ColorLattice.steps.2)
      for x in 0..<count { base[x] = Int32(plane[x]) &* step &+ Int32(inPlane[x]) }
      for x in 0..<count { second[x] = base[x] &+ Int32(first[x]) }
      for x in 0..<count { third[x] = base[x] &+ Int32(last[x]) }
    }
  }

  /// Finds the cells of samples, on which ways the four nodes around each lie, and their shares.
  private func order(_ lines: AffineWords.Lines, _ way: Int) {
    let (up, wide): (Int16, Int16) = (Self.bits, 4)
    let (plane, inPlane, nearest, farthest) = (spare.0, spare.1, spare.2, spare.3)
    let (w0, w1, w2, w3) = shares
    let (firsts, lasts) = (way &+ Way.first, way &+ Way.last)
    var x = 0
    while x < count {
      let (y, floor) = (lines.y.words(x), table.repeated(Number.least))
      // The way down Cb and Cr, on which the least sample is one step further than 16 bits are.
      let u = WordLanes() &- lines.u.words(x).atLeast(floor)
      let v = WordLanes() &- lines.v.words(x).atLeast(floor)
      let mask = table.repeated(Number.share)
      let (fy, fu, fv) = (y & mask, u & mask, v & mask)
      let upper = fy.atLeast(fu)
      let lower = fy.atMost(fu)
      let most = upper.atLeast(fv)
      let least = lower.atMost(fv)
      let middle = upper.atMost(lower.atLeast(fv))
      // The way of the greatest share is gone first, that of the least one last.
      let first = table.repeated(firsts &+ 2)
        .replaced(by: table.repeated(firsts &+ 1), where: fu, equals: most)
        .replaced(by: table.repeated(firsts), where: fy, equals: most)
      let last = table.repeated(lasts)
        .replaced(by: table.repeated(lasts &+ 1), where: fu, equals: least)
        .replaced(by: table.repeated(lasts &+ 2), where: fv, equals: least)
      let half = table.repeated(Number.half)
      let column = ((y &>> up) &+ half) &* table.repeated(way &+ Way.column)
      (plane + x).store((v &>> up) &+ half)
      (inPlane + x).store(column &+ ((u &>> up) &+ half) &* table.repeated(way &+ Way.row))
      (nearest + x).store(first)
      (farthest + x).store(last)
      (w0 + x).store((table.repeated(Number.whole) &- most) &<< wide)
      (w1 + x).store((most &- middle) &<< wide)
      (w2 + x).store((middle &- least) &<< wide)
      (w3 + x).store(least &<< wide)
      x &+= WordLanes.scalarCount
    }
  }

  /// Writes 1 where a colour is to be computed exactly, else 0; false where none is.
  func readMarks(to marks: UnsafeMutablePointer<UInt8>) -> Bool {
    var any: UInt8 = 0
    if roles.luma {
      let (nodes, values) = (lattice.pairs, pairs.0)
      for x in 0..<count { values[x] = nodes[Int(truncatingIfNeeded: near[x])] }
      for x in 0..<count {
        let mark = UInt8(truncatingIfNeeded: values[x] & 1)
        marks[x] = mark
        any |= mark
      }
    } else {
      let (nodes, values) = (lattice.luma, spare.0)
      for x in 0..<count { values[x] = nodes[Int(truncatingIfNeeded: base[x])] }
      for x in 0..<count {
        let mark = UInt8(truncatingIfNeeded: values[x] & 1)
        marks[x] = mark
        any |= mark
      }
    }
    return any != 0
  }

  /// Mixes four nodes of Y for each place, as parts of a code; after ``readMarks(to:)``.
  func readLuma(to target: Line) {
    let (nodes, values) = (lattice.pairs, pairs.1)
    for x in 0..<count { values[x] = nodes[Int(truncatingIfNeeded: far[x])] }
    split(pairs.0, to: spare.0, spare.1)
    split(pairs.1, to: spare.2, spare.3)
    mix(to: target)
  }

  /// Parts pairs.
  private func split(_ pairs: Pairs, to one: Line, _ other: Line) {
    for x in 0..<count {
      one[x] = Int16(truncatingIfNeeded: pairs[x])
      other[x] = Int16(truncatingIfNeeded: pairs[x] &>> 16)
    }
  }

  /// Finds four nodes of Cb and Cr for each place.
  func findChroma() {
    let nodes = lattice.chroma
    Self.gather(nodes, base, pairs.0, count)
    Self.gather(nodes, second, pairs.1, count)
    Self.gather(nodes, third, pairs.2, count)
    Self.gather(nodes + Self.farthest * MemoryLayout<UInt32>.size, base, pairs.3, count)
  }

  /// Mixes what was found of Cb or of Cr for each place, as parts of a code.
  func readChroma(isRed: Bool, to target: Line) {
    let lines = [(pairs.0, spare.0), (pairs.1, spare.1), (pairs.2, spare.2), (pairs.3, spare.3)]
    for (pairs, values) in lines {
      if isRed {
        for x in 0..<count { values[x] = Int16(truncatingIfNeeded: pairs[x] &>> 16) }
      } else {
        for x in 0..<count { values[x] = Int16(truncatingIfNeeded: pairs[x]) }
      }
    }
    mix(to: target)
  }

  /// From a cell's first node to its last.
  private static var farthest: Int {
    ColorLattice.steps.0 + ColorLattice.steps.1 + ColorLattice.steps.2
  }

  /// Mixes four nodes for each place.
  private func mix(to target: Line) {
    let values = spare
    var x = 0
    while x < count {
      let low =
        values.0.words(x).upperProduct(shares.0.words(x))
        &+ values.1.words(x).upperProduct(shares.1.words(x))
      let high =
        values.2.words(x).upperProduct(shares.2.words(x))
        &+ values.3.words(x).upperProduct(shares.3.words(x))
      (target + x).store(low &+ high)
      x &+= WordLanes.scalarCount
    }
  }

  /// Reads nodes of Cb, to lower halves, and of Cr.
  private static func gather(
    _ nodes: UnsafeRawPointer, _ places: Places, _ pairs: Pairs, _ count: Int
  ) {
    for x in 0..<count {
      let place = Int(truncatingIfNeeded: places[x]) &* MemoryLayout<UInt32>.size
      pairs[x] = UInt32(littleEndian: nodes.load(fromByteOffset: place, as: UInt32.self))
    }
  }
}
