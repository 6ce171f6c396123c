/// Spaces that a font lacks, made of its ordinary one.
enum FallbackSpaces {
  // Kinds from 1 to 16 are parts of an em.
  private static let four18: UInt8 = 17, space: UInt8 = 18, figure: UInt8 = 19
  private static let punctuation: UInt8 = 20, narrow: UInt8 = 21

  static func isKnown(_ code: UInt32) -> Bool { kind(code) != 0 }

  /// What a space is as wide as; 0 if it is not known.
  static func kind(_ code: UInt32) -> UInt8 {
    switch code {
    case 0x0020, 0x00A0: space
    case 0x2000, 0x2002: 2
    case 0x2001, 0x2003, 0x3000: 1
    case 0x2004: 3
    case 0x2005: 4
    case 0x2006: 6
    case 0x2007: figure
    case 0x2008: punctuation
    case 0x2009: 5
    case 0x200A: 16
    case 0x202F: narrow
    case 0x205F: four18
    default: 0
    }
  }

  /// Gives replaced spaces their widths.
  static func place(_ buffer: inout GlyphBuffer, _ face: ShapingFace) {
    let em = face.unitsPerEm
    for index in buffer.info.indices
    where buffer.info[index].scalarTraits.contains(.replacedSpace) && !buffer.info[index].isLigated
    {
      let kind = buffer.info[index].spaceKind
      switch kind {
      case 1...16: buffer.places[index].advance = Int32((em + Int(kind) / 2) / Int(kind))
      case four18: buffer.places[index].advance = Int32(em * 4 / 18)
      case figure: setAdvance(&buffer, index, of: 0x30...0x39, face)
      case punctuation: setAdvance(&buffer, index, of: [0x2E, 0x2C], face)
      case narrow: buffer.places[index].advance /= 2
      default: break
      }
    }
  }

  private static func setAdvance(
    _ buffer: inout GlyphBuffer, _ index: Int, of codes: some Sequence<UInt32>, _ face: ShapingFace
  ) {
    for code in codes {
      guard let glyph = face.glyph(code) else { continue }
      buffer.places[index].advance = face.advance(glyph)
      return
    }
  }
}
