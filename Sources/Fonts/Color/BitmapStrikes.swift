import Geometry

/// Pictures of glyphs in several sizes: OpenType's tables "CBLC" and "CBDT".
struct BitmapStrikes {
  /// The most sizes that are looked at.
  private static let mostStrikes = 64
  /// The most ranges of glyphs of one size that are looked at.
  private static let mostRanges = 65_536

  private let index: FontTable
  private let data: FontTable
  private let strikes: [Strike]

  private struct Strike {
    let record: FontTable
    let pixelsPerEm: Vector

    init?(_ table: FontTable, number: Int) {
      guard let record = table.sub(8 + 48 * number, count: 48), let x = record.u8(44),
        let y = record.u8(45), x > 0, y > 0
      else { return nil }
      self.record = record
      pixelsPerEm = Vector(Double(x), Double(y))
    }
  }

  /// Nil when the font has none.
  init?(_ font: Font) {
    guard let index = font.table("CBLC"), let data = font.table("CBDT"),
      let count = index.u32(4)
    else { return nil }
    self.index = index
    self.data = data
    strikes = (0..<min(count, Self.mostStrikes)).compactMap { Strike(index, number: $0) }
  }

  /// The picture of a glyph that is best scaled to a size.
  func glyph(_ glyph: GlyphID, pixelsPerEm: Double) -> BitmapGlyph? {
    let order = StrikeOrder.sorted(strikes.map(\.pixelsPerEm.y), for: pixelsPerEm)
    for number in order {
      if let found = find(Int(glyph), in: strikes[number]) { return found }
    }
    return nil
  }

  private func find(_ glyph: Int, in strike: Strike) -> BitmapGlyph? {
    guard let list = strike.record.u32(0), let count = strike.record.u32(8),
      let first = strike.record.u16(40), let last = strike.record.u16(42),
      first <= glyph, glyph <= last
    else { return nil }
    for number in 0..<min(count, Self.mostRanges) {
      let entry = list &+ 8 &* number
      guard let first = index.u16(entry), let last = index.u16(entry &+ 2),
        let offset = index.u32(entry &+ 4)
      else { return nil }
      if first <= glyph, glyph <= last {
        guard let range = index.sub(list &+ offset),
          let place = BitmapRange(range, first: first, last: last).place(of: glyph),
          let found = picture(at: place, pixelsPerEm: strike.pixelsPerEm)
        else { continue }
        return found
      }
    }
    return nil
  }

  /// Reads the measures and the file of a picture: the formats 17, 18 and 19 of "CBDT".
  private func picture(at place: BitmapRange.Place, pixelsPerEm: Vector) -> BitmapGlyph? {
    guard let entry = data.sub(place.offset, count: place.count) else { return nil }
    let header: (metrics: FontTable?, length: Int)
    switch place.format {
    case 17: header = (entry, 5)
    case 18: header = (entry, 8)
    case 19: header = (place.metrics, 0)
    default: return nil
    }
    guard let left = header.metrics?.i8(2), let top = header.metrics?.i8(3),
      let count = entry.u32(header.length),
      let file = entry.sub(header.length + 4, count: count)
    else { return nil }
    return BitmapGlyph(
      file: file, pixelsPerEm: pixelsPerEm, left: Double(left), top: Double(top))
  }
}

/// Where the pictures of a range of glyphs lie: an index subtable of "CBLC".
struct BitmapRange {
  struct Place {
    let offset: Int
    let count: Int
    /// How the picture is stored.
    let format: Int
    /// The measures that all glyphs of the range share, if they do.
    let metrics: FontTable?
  }

  private let table: FontTable
  private let first: Int
  private let last: Int

  init(_ table: FontTable, first: Int, last: Int) {
    self.table = table
    self.first = first
    self.last = last
  }

  /// Where the picture of a glyph lies; `glyph` is one of the range.
  func place(of glyph: Int) -> Place? {
    guard let format = table.u16(0), let image = table.u16(2), let start = table.u32(4) else {
      return nil
    }
    let number = glyph &- first
    var metrics: FontTable?
    let bounds: (Int, Int)?
    switch format {
    case 1: bounds = pair(table.u32(8 + 4 * number), table.u32(12 + 4 * number))
    case 2:
      bounds = table.u32(8).map { ($0 &* number, $0 &* (number &+ 1)) }
      metrics = table.sub(12, count: 8)
    case 3: bounds = pair(table.u16(8 + 2 * number), table.u16(10 + 2 * number))
    case 4:
      bounds = position(of: glyph, count: table.u32(8), list: 12, step: 4).flatMap {
        pair(table.u16(14 + 4 * $0), table.u16(18 + 4 * $0))
      }
    case 5:
      metrics = table.sub(12, count: 8)
      bounds = position(of: glyph, count: table.u32(20), list: 24, step: 2).flatMap { found in
        table.u32(8).map { ($0 &* found, $0 &* (found &+ 1)) }
      }
    default: bounds = nil
    }
    guard let (low, high) = bounds, low < high else { return nil }
    return Place(offset: start &+ low, count: high &- low, format: image, metrics: metrics)
  }

  private func pair(_ low: Int?, _ high: Int?) -> (Int, Int)? {
    guard let low, let high else { return nil }
    return (low, high)
  }

  /// Where a glyph stands in a sorted list of glyphs.
  private func position(of glyph: Int, count: Int?, list: Int, step: Int) -> Int? {
    var (low, high) = (0, min(count ?? 0, 65_536))
    while low < high {
      let middle = (low + high) / 2
      guard let found = table.u16(list + step * middle) else { return nil }
      if found == glyph { return middle }
      if found < glyph { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

/// Which of several sizes of a picture is taken first.
enum StrikeOrder {
  /// The numbers of sizes: the smallest that is large enough, then larger ones, then smaller ones
  /// from the largest.
  static func sorted(_ sizes: [Double], for wanted: Double) -> [Int] {
    let larger = sizes.indices.filter { sizes[$0] >= wanted }
    let smaller = sizes.indices.filter { !(sizes[$0] >= wanted) }
    return larger.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
      + smaller.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }
  }
}
