/// The axes of a variable font and how they bend: the tables `fvar` and `avar`.
struct DesignSpace: Sendable {
  let axes: [VariationAxis]
  private let maps: [[(from: Double, to: Double)]]
  private let shifts: AxisShifts?

  /// Nil for a font that does not vary.
  init?(_ directory: FontDirectory) {
    guard let fvar = directory.table("fvar"), let start = fvar.u16(4),
      let count = fvar.u16(8), let size = fvar.u16(10), count > 0, count <= FontLimits.axes,
      size >= 20
    else { return nil }
    let names = NameTable(directory.table("name"))
    var axes: [VariationAxis] = []
    for index in 0..<count {
      let place = start + size * index
      guard let tag = fvar.tag(place), let low = fvar.fixed(place + 4),
        let middle = fvar.fixed(place + 8), let high = fvar.fixed(place + 12)
      else { return nil }
      let name = fvar.u16(place + 18).flatMap { names.text($0) }
      axes.append(
        VariationAxis(
          tag: tag, name: name ?? "\(tag)", minimum: min(low, middle), default: middle,
          maximum: max(high, middle)))
    }
    self.axes = axes
    let avar = directory.table("avar")
    let bends = Self.bends(avar, count: count)
    maps = bends?.maps ?? []
    shifts =
      if let avar, let bends, avar.u16(0) == 2 { AxisShifts(avar, at: bends.end) } else { nil }
  }

  /// The bends of all axes, and where they end in the table; nil where it is missing or broken.
  private static func bends(
    _ table: FontTable?, count: Int
  ) -> (maps: [[(from: Double, to: Double)]], end: Int)? {
    guard let table, table.u16(0) == 1 || table.u16(0) == 2, table.u16(6) == count else {
      return nil
    }
    var maps: [[(from: Double, to: Double)]] = []
    var place = 8
    for _ in 0..<count {
      guard let points = table.u16(place), table.holds(4 * points, at: place + 2) else {
        return nil
      }
      maps.append(
        (0..<points).compactMap { index in
          guard let from = table.f2dot14(place + 2 + 4 * index),
            let to = table.f2dot14(place + 4 + 4 * index)
          else { return nil }
          return (from, to)
        })
      place += 2 + 4 * points
    }
    return (maps, place)
  }

  /// The place that these values, in the axes' own units, name; axes without one stay at their
  /// default.
  func place(_ values: [Tag: Double]) -> [Double] {
    let bent = axes.indices.map { index in
      let part = axes[index].normalized(values[axes[index].tag] ?? axes[index].default)
      return maps.indices.contains(index) ? onGrid(Self.bent(part, by: maps[index])) : part
    }
    return shifts?.moved(bent) ?? bent
  }

  /// A value led along a line of points, straight on before its first and behind its last.
  private static func bent(_ value: Double, by map: [(from: Double, to: Double)]) -> Double {
    guard let first = map.first, let last = map.last else { return value }
    if value <= first.from { return min(max(value - first.from + first.to, -1), 1) }
    if value >= last.from { return min(max(value - last.from + last.to, -1), 1) }
    guard let next = map.firstIndex(where: { $0.from >= value }), next > 0 else { return value }
    let (low, high) = (map[next - 1], map[next])
    guard high.from > low.from else { return low.to }
    return low.to + (high.to - low.to) * (value - low.from) / (high.from - low.from)
  }
}
