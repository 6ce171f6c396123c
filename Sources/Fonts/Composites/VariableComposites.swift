/// The glyphs of a variable font that are put together of others, each at a place of the design
/// space of its own: the table `VARC` (boring-expansion-spec, "VARC.md").
struct VariableComposites: Sendable {
  /// What changes in parts over the design space; nil where nothing does.
  let store: TupleStore?
  private let coverage: FontTable
  private let records: CompactIndex
  private let axisLists: CompactIndex?
  private let conditions: AxisConditions?

  /// Nil for a font without such glyphs, or where the table's heads are broken.
  init?(_ table: FontTable?) {
    guard let table, table.u16(0) == 1, let coverage = Self.part(table, 4),
      let glyphs = Self.part(table, 20),
      let records = try? CompactIndex(glyphs, at: 0, wide: true)
    else { return nil }
    self.coverage = coverage
    self.records = records
    store = Self.part(table, 8).flatMap(TupleStore.init)
    conditions = Self.part(table, 12).map { AxisConditions(list: $0) }
    axisLists = Self.part(table, 16).flatMap { try? CompactIndex($0, at: 0, wide: true) }
  }

  /// What a 32-bit offset of the head leads to.
  private static func part(_ table: FontTable, _ place: Int) -> FontTable? {
    table.u32(place).flatMap { $0 > 0 ? table.sub($0) : nil }
  }

  /// The list of a glyph's parts; nil for a glyph that is not put together here.
  func record(of glyph: Int) -> FontTable? { index(of: glyph).flatMap { records[$0] } }

  /// The place of a glyph in the coverage table (OpenType 1.9, "Coverage Table").
  private func index(of glyph: Int) -> Int? {
    guard let format = coverage.u16(0), format == 1 || format == 2 else { return nil }
    var (low, high) = (0, coverage.u16(2) ?? 0)
    while low < high {
      let middle = (low + high) / 2
      let place = 4 + (format == 1 ? 2 : 6) * middle
      guard let first = coverage.u16(place),
        let last = format == 1 ? first : coverage.u16(place + 2)
      else { return nil }
      if glyph < first {
        high = middle
      } else if glyph > last {
        low = middle + 1
      } else {
        return format == 1 ? middle : coverage.u16(place + 4).map { $0 + glyph - first }
      }
    }
    return nil
  }

  /// The axes that a part sets, by their numbers.
  func axes(_ list: Int) -> [Int]? {
    guard let table = axisLists?[list] else { return nil }
    var reader = PackedReader(table)
    return reader.allDeltas(most: FontLimits.axes)
  }

  /// Whether a part that has a condition is drawn; without one, it always is.
  func isShown(_ part: VariableComponent, at place: [Double], steps: inout Int) -> Bool {
    guard let number = part.condition else { return true }
    return conditions?.holds(number, at: place, store: store, steps: &steps) ?? false
  }
}
