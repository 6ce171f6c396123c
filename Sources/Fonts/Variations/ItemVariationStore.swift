/// Changes of single numbers over the design space (OpenType 1.9, "Item Variation Store"), at one
/// place of it.
struct ItemVariationStore: Sendable {
  private let table: FontTable
  /// How much of each region's change holds at the place.
  private let scalars: [Double]

  /// The store that begins where `table` does, at the place of ``Font/normalizedCoordinates``.
  init?(_ table: FontTable, coordinates: [Double]) {
    guard table.u16(0) == 1, let offset = table.u32(2), let regions = table.sub(offset),
      let axes = regions.u16(0), let count = regions.u16(2),
      regions.holds(axes * count * 6, at: 4)
    else { return nil }
    self.table = table
    scalars = (0..<(axes <= FontLimits.axes ? count : 0)).map { index in
      var scalar = 1.0
      for axis in 0..<axes {
        let place = 4 + 6 * (index * axes + axis)
        let region = AxisRegion(
          start: regions.f2dot14(place) ?? 0, peak: regions.f2dot14(place + 2) ?? 0,
          end: regions.f2dot14(place + 4) ?? 0)
        scalar *= region.scalar(at: axis < coordinates.count ? coordinates[axis] : 0)
        if scalar == 0 { break }
      }
      return scalar
    }
  }

  /// How many regions of the design space it knows.
  var regionCount: Int { scalars.count }

  /// How much the number `inner` of the group `outer` changes; 0 for one that is not there.
  func delta(_ outer: Int, _ inner: Int) -> Double {
    guard let group = group(outer), let items = group.u16(0), inner >= 0, inner < items,
      let words = group.u16(2), let regions = group.u16(4)
    else { return 0 }
    let wide = words & 0x7FFF
    // Bit 15: words are of 32 bits, and what is narrow of 16.
    let size = words & 0x8000 != 0 ? 2 : 1
    let start = 6 + 2 * regions + inner * (min(wide, regions) + regions) * size
    var sum = 0.0
    var place = start
    for index in 0..<regions {
      let isWide = index < wide
      guard let region = group.u16(6 + 2 * index), region < scalars.count else { return 0 }
      let value: Int? =
        switch (isWide, size) {
        case (true, 2): group.i32(place)
        case (false, 1): group.i8(place)
        default: group.i16(place)
        }
      guard let value else { return 0 }
      place += isWide ? 2 * size : size
      sum += scalars[region] * Double(value)
    }
    return sum
  }

  /// How much of each region that a group names holds, in the group's order; for `blend`.
  func scalars(of outer: Int) -> [Double]? {
    guard let group = group(outer), let count = group.u16(4), group.holds(2 * count, at: 6) else {
      return nil
    }
    return (0..<count).map { index in
      let region = group.u16(6 + 2 * index) ?? 0
      return region < scalars.count ? scalars[region] : 0
    }
  }

  private func group(_ outer: Int) -> FontTable? {
    guard let count = table.u16(6), outer >= 0, outer < count, let offset = table.u32(8 + 4 * outer)
    else { return nil }
    return offset > 0 ? table.sub(offset) : nil
  }
}
