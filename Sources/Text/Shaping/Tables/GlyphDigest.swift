/// A set of glyphs that is quick to ask and may say yes wrongly: three times 64 bits, each indexed
/// by other six bits of the glyph.
struct GlyphDigest: Sendable {
  private var low: UInt64 = 0
  private var middle: UInt64 = 0
  private var high: UInt64 = 0

  @inline(__always)
  private static func bit(_ glyph: Int) -> UInt64 { 1 << UInt64(glyph & 63) }

  mutating func insert(_ glyph: Int) {
    low |= Self.bit(glyph)
    middle |= Self.bit(glyph >> 4)
    high |= Self.bit(glyph >> 9)
  }

  mutating func insert(_ first: Int, through last: Int) {
    guard first <= last else { return }
    low |= Self.bits(first, last)
    middle |= Self.bits(first >> 4, last >> 4)
    high |= Self.bits(first >> 9, last >> 9)
  }

  private static func bits(_ first: Int, _ last: Int) -> UInt64 {
    if last - first >= 63 { return .max }
    var bits: UInt64 = 0
    for value in first...last { bits |= bit(value) }
    return bits
  }

  mutating func formUnion(_ other: GlyphDigest) {
    low |= other.low
    middle |= other.middle
    high |= other.high
  }

  @inline(__always)
  func mayContain(_ glyph: Int) -> Bool {
    low & Self.bit(glyph) != 0 && middle & Self.bit(glyph >> 4) != 0
      && high & Self.bit(glyph >> 9) != 0
  }
}
