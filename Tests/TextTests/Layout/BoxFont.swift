import Fonts

/// A font made for tests: every letter is an em wide, a space half an em, a mark nothing.
///
/// It has 1000 units per em and reaches from 800 to -200; the glyph of a letter is 1.
enum BoxFont {
  static let letters: [ClosedRange<UInt32>] = [
    0x21...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x58F, 0x5BE...0x5BE, 0x5C0...0x64A,
    0x660...0x6FF, 0xE00...0xE7F, 0x1000...0x102C, 0x1780...0x17B3, 0x17D4...0x17DC,
    0x2010...0x2027, 0x2030...0x205E, 0x3001...0x30FF, 0x4E00...0x9FFF,
  ]
  static let marks: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x300...0x36F, 0x591...0x5BD, 0x64B...0x65F, 0x102D...0x103E, 0x17B6...0x17D3,
    0x200B...0x200F, 0x2028...0x202F, 0x2060...0x206F,
  ]
  static let emoji: [ClosedRange<UInt32>] = [
    0x23...0x23, 0x30...0x39, 0x20E3...0x20E3, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF,
  ]

  /// With all letters but those of `without`, and with lines that reach as far as told.
  static func font(
    without: Set<Unicode.Scalar> = [], ascent: UInt32 = 800, descent: UInt32 = 200
  ) throws -> Font {
    var groups: [(UInt32, UInt32, UInt32)] = [(0x20, 0x20, 2), (0xA0, 0xA0, 2)]
    for range in letters { groups += cut(range, glyph: 1, without) }
    for range in marks { groups += cut(range, glyph: 3, without) }
    return try make(
      groups.sorted { $0.0 < $1.0 }, isColored: false, ascent: ascent, descent: descent)
  }

  /// With emoji in colours, and the digits that keycaps need.
  static func colored() throws -> Font {
    try make(emoji.map { ($0.lowerBound, $0.upperBound, 1) }, isColored: true)
  }

  private static func cut(
    _ range: ClosedRange<UInt32>, glyph: UInt32, _ without: Set<Unicode.Scalar>
  ) -> [(UInt32, UInt32, UInt32)] {
    var groups: [(UInt32, UInt32, UInt32)] = []
    var start = range.lowerBound
    for hole in without.map(\.value).sorted() where range.contains(hole) {
      if hole > start { groups.append((start, hole - 1, glyph)) }
      start = hole + 1
    }
    if start <= range.upperBound { groups.append((start, range.upperBound, glyph)) }
    return groups
  }

  private static func make(
    _ groups: [(UInt32, UInt32, UInt32)], isColored: Bool, ascent: UInt32 = 800,
    descent: UInt32 = 200
  ) throws -> Font {
    var head = [UInt8](repeating: 0, count: 54)
    head.replaceSubrange(12..<16, with: big(0x5F0F_3CF5, 4))
    head.replaceSubrange(18..<20, with: big(1000, 2))
    let hhea =
      big(0x10000, 4) + big(ascent, 2) + big(0x10000 - descent, 2) + big(0, 26) + big(4, 2)
    let hmtx = [600, 1000, 500, 0].flatMap { big($0, 2) + big(0, 2) }
    // Format 13: all characters of a group have its one glyph.
    let rows = groups.flatMap { big($0.0, 4) + big($0.1, 4) + big($0.2, 4) }
    let cmap =
      big(0, 2) + big(1, 2) + big(3, 2) + big(10, 2) + big(12, 4) + big(13, 2) + big(0, 2)
      + big(UInt32(16 + rows.count), 4) + big(0, 4) + big(UInt32(groups.count), 4) + rows
    var tables: [(String, [UInt8])] = [
      ("cmap", cmap), ("head", head), ("hhea", hhea), ("hmtx", hmtx),
      ("maxp", big(0x5000, 4) + big(4, 2)),
    ]
    if isColored { tables.insert(("COLR", big(0, 14)), at: 0) }
    var directory = big(0x10000, 4) + big(UInt32(tables.count), 2) + big(0, 6)
    var body: [UInt8] = []
    let start = 12 + 16 * tables.count
    for (tag, bytes) in tables {
      directory += Array(tag.utf8) + big(0, 4)
      directory += big(UInt32(start + body.count), 4) + big(UInt32(bytes.count), 4)
      body += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return try Font(directory + body)
  }

  private static func big(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { place in
      let shift = 8 * (count - 1 - place)
      return shift < 32 ? UInt8(truncatingIfNeeded: value >> UInt32(shift)) : 0
    }
  }
}
