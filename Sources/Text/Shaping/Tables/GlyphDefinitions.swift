/// GDEF: what kinds of glyphs there are, and how measures vary.
struct GlyphDefinitions: Sendable {
  let bytes: LayoutBytes
  private let classes: Int
  private let attachmentClasses: Int
  private let markSets: Int
  /// How much each region of the store counts for at the font's place; none if it does not vary.
  private let regions: [Double]
  private let store: Int

  init(_ table: [UInt8], coordinates: [Double]) {
    let bytes = LayoutBytes(table)
    self.bytes = bytes
    let minor = bytes.u16(0) == 1 ? bytes.u16(2) : -1
    classes = minor >= 0 ? bytes.offset(4, from: 0) : 0
    attachmentClasses = minor >= 0 ? bytes.offset(10, from: 0) : 0
    markSets = minor >= 2 ? bytes.offset(12, from: 0) : 0
    let store = minor >= 3 ? bytes.longOffset(14, from: 0) : 0
    self.store = store
    regions =
      store > 0 && !coordinates.isEmpty
      ? Self.scalars(bytes, store: store, coordinates: coordinates) : []
  }

  var hasClasses: Bool { classes > 0 }

  /// A glyph's class, and for a mark its attachment class.
  func traits(_ glyph: Int) -> GlyphTraits {
    switch bytes.glyphClass(classes, glyph) {
    case 1: return .base
    case 2: return .ligature
    case 3:
      let attachment = bytes.glyphClass(attachmentClasses, glyph)
      return GlyphTraits(rawValue: 8 | UInt16(truncatingIfNeeded: attachment) << 8)
    default: return []
    }
  }

  /// Whether a mark is in one of the sets that lookups filter by.
  func markSet(_ set: Int, contains glyph: Int) -> Bool {
    guard markSets > 0, bytes.u16(markSets) == 1, set < bytes.u16(markSets + 2) else {
      return false
    }
    let coverage = bytes.longOffset(markSets + 4 + 4 * set, from: markSets)
    return bytes.coverageIndex(coverage, glyph) >= 0
  }

  // MARK: Variations

  private static let mostRegions = 4096

  /// How much each region of the store counts for at a place. OpenType, "Item variation stores".
  private static func scalars(
    _ bytes: LayoutBytes, store: Int, coordinates: [Double]
  ) -> [Double] {
    let list = bytes.longOffset(store + 2, from: store)
    guard bytes.u16(store) == 1, list > 0 else { return [] }
    let axes = bytes.u16(list)
    let regions = min(bytes.u16(list + 2), mostRegions)
    guard axes * regions * 6 <= bytes.count else { return [] }
    return (0..<regions).map { region in
      var product = 1.0
      for axis in 0..<axes {
        let record = list + 4 + 6 * (region * axes + axis)
        product *= factor(
          Double(bytes.i16(record)) / 16384, Double(bytes.i16(record + 2)) / 16384,
          Double(bytes.i16(record + 4)) / 16384, axis < coordinates.count ? coordinates[axis] : 0)
      }
      return product
    }
  }

  private static func factor(
    _ start: Double, _ peak: Double, _ end: Double, _ place: Double
  ) -> Double {
    if peak == 0 || place == peak || start > peak || peak > end { return 1 }
    if start < 0, end > 0 { return 1 }
    if place <= start || place >= end { return 0 }
    return place < peak ? (place - start) / (peak - start) : (end - place) / (end - peak)
  }

  /// What varies a measure at the font's place, in font units.
  func delta(outer: Int, inner: Int) -> Double {
    guard !regions.isEmpty, outer < bytes.u16(store + 6) else { return 0 }
    let data = bytes.longOffset(store + 8 + 4 * outer, from: store)
    guard data > 0, inner < bytes.u16(data) else { return 0 }
    let wordField = bytes.u16(data + 2)
    let (words, isLong) = (wordField & 0x7FFF, wordField & 0x8000 != 0)
    let count = bytes.u16(data + 4)
    let (wide, narrow) = isLong ? (4, 2) : (2, 1)
    guard words <= count else { return 0 }
    var place = data + 6 + 2 * count + inner * (words * wide + (count - words) * narrow)
    guard place < bytes.count else { return 0 }
    var sum = 0.0
    for index in 0..<count {
      let size = index < words ? wide : narrow
      let region = bytes.u16(data + 6 + 2 * index)
      let value =
        switch size {
        case 4: Int(Int32(truncatingIfNeeded: bytes.u32(place)))
        case 2: bytes.i16(place)
        default: Int(Int8(truncatingIfNeeded: bytes.u8(place)))
        }
      if region < regions.count { sum += regions[region] * Double(value) }
      place += size
    }
    return sum
  }
}
