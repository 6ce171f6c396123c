/// How measures change over the design space: the tables `HVAR` and `MVAR`, at one place of it.
struct MetricsVariation: Sendable {
  /// More values than a font can vary.
  private static let mostValues = 256

  private let widths: ItemVariationStore?
  private let widthMap: DeltaSetIndexMap?
  private let values: [Tag: Double]

  init(_ directory: FontDirectory, coordinates: [Double]) {
    let hvar = directory.table("HVAR")
    widths = hvar.flatMap { table in
      table.u32(4).flatMap { $0 > 0 ? table.sub($0) : nil }
        .flatMap { ItemVariationStore($0, coordinates: coordinates) }
    }
    widthMap = hvar.flatMap { table in
      table.u32(8).flatMap { $0 > 0 ? table.sub($0) : nil }.flatMap(DeltaSetIndexMap.init)
    }
    values = Self.values(directory.table("MVAR"), coordinates: coordinates)
  }

  private static func values(_ mvar: FontTable?, coordinates: [Double]) -> [Tag: Double] {
    guard let mvar, let size = mvar.u16(6), size >= 8, let count = mvar.u16(8),
      let offset = mvar.u16(10), offset > 0, let part = mvar.sub(offset),
      let store = ItemVariationStore(part, coordinates: coordinates)
    else { return [:] }
    var values: [Tag: Double] = [:]
    for index in 0..<min(count, mostValues) {
      let place = 12 + size * index
      guard let tag = mvar.tag(place), let outer = mvar.u16(place + 4),
        let inner = mvar.u16(place + 6)
      else { break }
      values[tag] = store.delta(outer, inner)
    }
    return values
  }

  /// How much a glyph's advance changes, or nil when the font has no `HVAR`.
  func advance(of glyph: Int) -> Double? {
    guard let widths else { return nil }
    guard let widthMap else { return widths.delta(0, glyph) }
    return widthMap.place(of: glyph).map { widths.delta($0.outer, $0.inner) } ?? 0
  }

  /// How much a measure changes that a tag names (OpenType 1.9, MVAR, "Value tags").
  func change(of tag: Tag) -> Double { values[tag] ?? 0 }

  /// What has changed of a font's measures.
  func applied(to metrics: FontMetrics) -> FontMetrics {
    func change(_ tag: Tag) -> Double { self.change(of: tag) }
    var changed = metrics
    changed.ascent += change("hasc")
    changed.descent += change("hdsc")
    changed.lineGap = max(changed.lineGap + change("hlgp"), 0)
    changed.xHeight += change("xhgt")
    changed.capHeight += change("cpht")
    changed.underlineThickness += change("unds")
    // These are the places of the tops in the file, and of the middles here.
    changed.underlinePosition += change("undo") - change("unds") / 2
    changed.strikeoutThickness += change("strs")
    changed.strikeoutPosition += change("stro") - change("strs") / 2
    return changed
  }
}
