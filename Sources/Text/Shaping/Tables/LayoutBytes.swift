/// The bytes of one table of a font, for reading at any place: beyond the end stands zero, which
/// every structure of OpenType layout takes for "nothing here".
struct LayoutBytes: Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  @inline(__always)
  func u8(_ at: Int) -> Int {
    guard at >= 0, at < bytes.count else { return 0 }
    return Int(bytes[at])
  }

  @inline(__always)
  func u16(_ at: Int) -> Int {
    guard at >= 0, at < bytes.count &- 1 else { return 0 }
    return Int(bytes[at]) << 8 | Int(bytes[at &+ 1])
  }

  @inline(__always)
  func i16(_ at: Int) -> Int {
    Int(Int16(truncatingIfNeeded: u16(at)))
  }

  func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at &+ 2) }

  /// The place that the 16-bit offset at `at`, counted from `base`, leads to; 0 for none.
  @inline(__always)
  func offset(_ at: Int, from base: Int) -> Int {
    let value = u16(at)
    return value == 0 ? 0 : base &+ value
  }

  /// The same with an offset of 32 bits.
  func longOffset(_ at: Int, from base: Int) -> Int {
    let value = u32(at)
    guard value > 0, value <= bytes.count else { return 0 }
    return base &+ value
  }

  // MARK: Sets and classes of glyphs

  /// The index of a glyph in a coverage table, or -1. OpenType, "Coverage table".
  func coverageIndex(_ coverage: Int, _ glyph: Int) -> Int {
    guard coverage > 0 else { return -1 }
    var (low, high) = (0, u16(coverage &+ 2))
    switch u16(coverage) {
    case 1:
      while low < high {
        let middle = (low &+ high) >> 1
        let value = u16(coverage &+ 4 &+ 2 &* middle)
        if value == glyph { return middle }
        if value < glyph { low = middle &+ 1 } else { high = middle }
      }
    case 2:
      while low < high {
        let middle = (low &+ high) >> 1
        let range = coverage &+ 4 &+ 6 &* middle
        if glyph < u16(range) {
          high = middle
        } else if glyph > u16(range &+ 2) {
          low = middle &+ 1
        } else {
          return range &+ 6 <= bytes.count ? u16(range &+ 4) &+ glyph &- u16(range) : -1
        }
      }
    default: break
    }
    return -1
  }

  /// The class of a glyph, 0 if none is given. OpenType, "Class definition table".
  func glyphClass(_ table: Int, _ glyph: Int) -> Int {
    guard table > 0 else { return 0 }
    switch u16(table) {
    case 1:
      let index = glyph &- u16(table &+ 2)
      return index >= 0 && index < u16(table &+ 4) ? u16(table &+ 6 &+ 2 &* index) : 0
    case 2:
      var (low, high) = (0, u16(table &+ 2))
      while low < high {
        let middle = (low &+ high) >> 1
        let range = table &+ 4 &+ 6 &* middle
        if glyph < u16(range) {
          high = middle
        } else if glyph > u16(range &+ 2) {
          low = middle &+ 1
        } else {
          return u16(range &+ 4)
        }
      }
      return 0
    default: return 0
    }
  }

  /// What a coverage table may hold; `work` counts down by what was read.
  func digest(_ coverage: Int, work: inout Int) -> GlyphDigest {
    var digest = GlyphDigest()
    guard coverage > 0 else { return digest }
    let count = u16(coverage &+ 2)
    work -= count
    guard work > 0 else { return digest }
    switch u16(coverage) {
    case 1:
      for index in 0..<count { digest.insert(u16(coverage &+ 4 &+ 2 &* index)) }
    case 2:
      for index in 0..<count {
        let range = coverage &+ 4 &+ 6 &* index
        digest.insert(u16(range), through: u16(range &+ 2))
      }
    default: break
    }
    return digest
  }
}
