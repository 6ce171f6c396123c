/// A row of 16-bit units, whole or parted into its even and odd samples.
struct WideRow: BitwiseCopyable {
  typealias Units = GaussianRows.Units

  let count: Int
  let whole: Units
  let even: Units
  let odd: Units

  init(count: Int, _ scratch: Scratch) {
    self.count = count
    whole = GaussianRows.row(UInt16.self, count, scratch)
    even = GaussianRows.row(UInt16.self, (count + 1) / 2, scratch)
    odd = GaussianRows.row(UInt16.self, (count + 1) / 2, scratch)
  }

  /// Parts the first `count` samples.
  func split(count: Int) {
    GaussianRows.split(whole, toEven: even, odd: odd, count: (count + 1) / 2)
  }

  /// Joins the even and the odd samples.
  func join() { GaussianRows.join(even: even, odd: odd, to: whole, count: (count + 1) / 2) }
}

/// The latest rows of a coarse grid, led back to full width.
struct WideRows {
  private let rows: UnsafeMutablePointer<WideRow>
  private let half: WideRow
  /// Whether rows are wanted as even and odd samples.
  private let isParted: Bool

  init(count: Int, isParted: Bool, _ scratch: Scratch) {
    rows = scratch.take(WideRow.self, 4)
    for index in 0..<4 { (rows + index).initialize(to: WideRow(count: count, scratch)) }
    half = WideRow(count: count, scratch)
    self.isParted = isParted
  }

  /// Row `index`, when it is one of the latest four.
  subscript(index: Int) -> WideRow { rows[index & 3] }

  /// Makes row `index` of `count` coarse samples, `1 << step` as wide; what it holds in place of
  /// the first and the last samples that are too near the ends means nothing.
  func fill(_ index: Int, from source: WideRow.Units, count: Int, step: Int) {
    let row = self[index]
    switch step {
    case 0:
      row.whole.update(from: source, count: count)
      if isParted { row.split(count: count) }
      return
    case 1:
      GaussianRows.double(source, toEven: row.even, odd: row.odd, count: count, isOneOfTwo: false)
    default:
      GaussianRows.double(source, toEven: half.even, odd: half.odd, count: count, isOneOfTwo: true)
      GaussianRows.join(even: half.even, odd: half.odd, to: half.whole, count: count)
      GaussianRows.double(
        half.whole, toEven: row.even, odd: row.odd, count: 2 * count, isOneOfTwo: true)
    }
    if !isParted { row.join() }
  }
}

/// Rows of samples that are interpolated between wide rows: the last step of a gaussian blur.
struct EnlargedRows<S: Sample> {
  typealias Lanes = GaussianRows.Lanes

  let step: Int
  /// The samples of a wide row that are wanted.
  let columns: Range<Int>
  let depth: Int
  /// Where sample 0 of each row of a group goes.
  let targets: UnsafeMutablePointer<UnsafeMutablePointer<S>>
  /// A row for what is not wanted, as long as the others.
  let unwanted: UnsafeMutablePointer<S>
  /// A vector that is wanted in part.
  private let edge: UnsafeMutablePointer<S>
  /// Samples in a vector.
  private let block = 2 * Lanes.scalarCount / MemoryLayout<S>.size

  init(step: Int, columns: Range<Int>, depth: Int, _ scratch: Scratch) {
    self.step = step
    self.columns = columns
    self.depth = depth
    targets = scratch.take(UnsafeMutablePointer<S>.self, 1 << step)
    unwanted = scratch.take(S.self, columns.upperBound)
    edge = scratch.take(S.self, block)
  }

  /// Makes the rows from the wide row `group` on to the next.
  func make(_ group: Int, from window: WideRows) {
    let wide = (window[group - 1], window[group], window[group + 1], window[group + 2])
    if S.self == UInt8.self {
      makeBytes(wide)
    } else {
      makeWords(wide)
    }
  }

  private typealias Window = (WideRow, WideRow, WideRow, WideRow)
  private typealias Group = (Lanes, Lanes, Lanes, Lanes)

  /// Two samples of eight bits from each even and odd one.
  private func makeBytes(_ wide: Window) {
    let (eight, half) = (Lanes(repeating: 8), Lanes(repeating: 128))
    let high = Lanes(repeating: 0xFF00)
    @inline(__always)
    func packed(_ even: Lanes, _ odd: Lanes) -> Lanes {
      (even &+ half) &>> eight | (odd &+ half) & high
    }
    var x = columns.lowerBound & ~1
    while x < columns.upperBound {
      let i = x &>> 1
      let even = group(wide.0.even + i, wide.1.even + i, wide.2.even + i, wide.3.even + i)
      let odd = group(wide.0.odd + i, wide.1.odd + i, wide.2.odd + i, wide.3.odd + i)
      store(
        (
          packed(even.0, odd.0), packed(even.1, odd.1), packed(even.2, odd.2),
          packed(even.3, odd.3)
        ), at: x)
      x &+= block
    }
  }

  /// One sample of more than eight bits from each unit.
  private func makeWords(_ wide: Window) {
    let shift = UInt16(truncatingIfNeeded: 16 - depth)
    let half = Lanes(repeating: shift == 0 ? 0 : 1 << (shift - 1))
    let lanes = Lanes(repeating: shift)
    @inline(__always)
    func rounded(_ units: Lanes) -> Lanes { (units &+ half) &>> lanes }
    var x = columns.lowerBound
    while x < columns.upperBound {
      let units = group(wide.0.whole + x, wide.1.whole + x, wide.2.whole + x, wide.3.whole + x)
      store((rounded(units.0), rounded(units.1), rounded(units.2), rounded(units.3)), at: x)
      x &+= block
    }
  }

  /// The rows of a group at sixteen places: as many as the step asks for, the others are not used.
  @inline(__always)
  private func group(
    _ before: WideRow.Units, _ first: WideRow.Units, _ second: WideRow.Units,
    _ after: WideRow.Units
  ) -> Group {
    let b = GaussianRows.load(first)
    if step == 0 { return (b, b, b, b) }
    let (a, c) = (GaussianRows.load(before), GaussianRows.load(second))
    let d = GaussianRows.load(after)
    if step == 1 {
      let (even, odd) = (GaussianRows.smoother(a, b, c), GaussianRows.between(a, b, c, d))
      return (even, odd, even, odd)
    }
    let (even, odd) = (GaussianRows.smooth(a, b, c), GaussianRows.mean(b, c))
    let next = GaussianRows.smooth(b, c, d)
    return (
      GaussianRows.smooth(GaussianRows.mean(a, b), even, odd), GaussianRows.mean(even, odd),
      GaussianRows.smooth(even, odd, next), GaussianRows.mean(odd, next)
    )
  }

  @inline(__always)
  private func store(_ group: Group, at x: Int) {
    let isWhole = x >= columns.lowerBound && x &+ block <= columns.upperBound
    store(group.0, row: 0, at: x, isWhole)
    if step == 0 { return }
    store(group.1, row: 1, at: x, isWhole)
    if step == 1 { return }
    store(group.2, row: 2, at: x, isWhole)
    store(group.3, row: 3, at: x, isWhole)
  }

  /// Stores a vector, or what is wanted of it.
  @inline(__always)
  private func store(_ lanes: Lanes, row: Int, at x: Int, _ isWhole: Bool) {
    let target = targets[row] + x
    if isWhole { return GaussianRows.store(lanes, target) }
    GaussianRows.store(lanes, edge)
    let wanted = (x..<x &+ block).clamped(to: columns)
    (target + (wanted.lowerBound - x)).update(
      from: edge + (wanted.lowerBound - x), count: wanted.count)
  }
}
