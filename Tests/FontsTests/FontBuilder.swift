@testable import Fonts

/// Makes small fonts of given tables.
enum FontBuilder {
  /// Numbers of 16 bits, highest byte first.
  static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  static func longs(_ values: [Int]) -> [UInt8] {
    values.flatMap { words([$0 >> 16, $0]) }
  }

  /// A file of tables, in the order given.
  static func file(_ tables: [(tag: String, bytes: [UInt8])], kind: Int = 0x10000) -> [UInt8] {
    var head = longs([kind]) + words([tables.count, 0, 0, 0])
    var body: [UInt8] = []
    let start = 12 + 16 * tables.count
    for table in tables {
      head += longs([Int(Tag(table.tag).value), 0, start + body.count, table.bytes.count])
      body += table.bytes
      while body.count % 4 != 0 { body.append(0) }
    }
    return head + body
  }

  /// `head` of 1000 units an em with long offsets, and `maxp`.
  static func basics(glyphCount: Int) -> [(tag: String, bytes: [UInt8])] {
    var head = [UInt8](repeating: 0, count: 54)
    head.replaceSubrange(18..<20, with: words([1000]))
    head.replaceSubrange(50..<52, with: words([1]))
    return [("head", head), ("maxp", longs([0x10000]) + words([glyphCount]))]
  }

  /// A font of glyph descriptions, all 600 units wide.
  static func font(
    glyphs: [[UInt8]], and others: [(tag: String, bytes: [UInt8])] = []
  ) -> [UInt8] {
    var places = [0]
    for glyph in glyphs { places.append((places.last ?? 0) + glyph.count) }
    var hhea = [UInt8](repeating: 0, count: 36)
    hhea.replaceSubrange(4..<8, with: words([750, -250]))
    hhea.replaceSubrange(34..<36, with: words([1]))
    let bearings = glyphs.map { $0.count > 3 ? Int($0[2]) << 8 | Int($0[3]) : 0 }
    return file(
      basics(glyphCount: glyphs.count) + [
        ("hhea", hhea), ("hmtx", words([600] + bearings)),
        ("loca", longs(places)), ("glyf", glyphs.flatMap { $0 }),
      ] + others)
  }

  /// (0, 0), (100, 0), (0, 100).
  static let triangle: [UInt8] =
    words([1, 0, 0, 100, 100, 2, 0]) + [0x31, 0x33, 0x27, 100, 100, 100]

  /// A glyph of parts in their places.
  static func composite(_ parts: [GlyphID]) -> [UInt8] {
    var bytes = words([-1, 0, 0, 0, 0])
    for (index, part) in parts.enumerated() {
      bytes += words([index + 1 < parts.count ? 0x22 : 0x02, Int(part)]) + [0, 0]
    }
    return bytes
  }
}
