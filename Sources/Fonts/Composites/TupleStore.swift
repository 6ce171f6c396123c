/// Changes of several numbers at once over the design space (boring-expansion-spec, "VARC.md",
/// "MultiItemVariationStore").
struct TupleStore: Sendable {
  /// What stands for a number that does not change.
  private static let none = 0xFFFF_FFFF

  private let table: FontTable
  private let regions: FontTable

  init?(_ table: FontTable) {
    guard table.u16(0) == 1, let regions = table.u32(2).flatMap({ table.sub($0) }) else {
      return nil
    }
    self.table = table
    self.regions = regions
  }

  /// How much `count` numbers change at a place, each axis of it from -1 to 1; nil where nothing
  /// is said, or more asked for than `steps`.
  func deltas(_ index: Int, count: Int, at place: [Double], steps: inout Int) -> [Double]? {
    guard index != Self.none, let group = group(index >> 16), let number = group.u16(1),
      let items = try? CompactIndex(group, at: 3 + 2 * number, wide: true),
      let item = items[index & 0xFFFF]
    else { return nil }
    steps -= number * (count + 1)
    var reader = PackedReader(item)
    guard steps > 0, let values = reader.deltas(count: number * count) else { return nil }
    var sums = [Double](repeating: 0, count: count)
    for region in 0..<number {
      let scalar = scalar(of: group.u16(3 + 2 * region) ?? 0, at: place, steps: &steps)
      guard scalar != 0 else { continue }
      for index in sums.indices { sums[index] += scalar * Double(values[region * count + index]) }
    }
    return steps > 0 ? sums : nil
  }

  private func group(_ outer: Int) -> FontTable? {
    guard let count = table.u16(6), outer < count, let offset = table.u32(8 + 4 * outer),
      let group = table.sub(offset), group.u8(0) == 1
    else { return nil }
    return group
  }

  /// How much of a region's change holds; regions name only the axes that count for them.
  private func scalar(of region: Int, at place: [Double], steps: inout Int) -> Double {
    guard let count = regions.u16(0), region < count, let offset = regions.u32(2 + 4 * region),
      let table = regions.sub(offset), let axes = table.u16(0)
    else { return 0 }
    var scalar = 1.0
    for index in 0..<axes {
      let start = 2 + 8 * index
      steps -= 1
      guard steps > 0, let axis = table.u16(start), let low = table.f2dot14(start + 2),
        let peak = table.f2dot14(start + 4), let high = table.f2dot14(start + 6)
      else { return 0 }
      let region = AxisRegion(start: low, peak: peak, end: high)
      scalar *= region.scalar(at: axis < place.count ? place[axis] : 0)
      if scalar == 0 { return 0 }
    }
    return scalar
  }
}
