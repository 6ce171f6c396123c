/// A scalar of the text that becomes a glyph, with what shaping has to know of it.
struct GlyphRecord: Sendable {
  /// The scalar until glyphs are mapped, then the glyph.
  var code: UInt32
  /// The features that are on for it, as the plan has given them bits.
  var mask: UInt32 = 0
  /// The index of the first scalar that it stands for.
  var cluster: Int32
  /// The glyph that the font's character map has for the scalar; used by normalising alone.
  var nominal: UInt32 = 0
  var glyphTraits = GlyphTraits()
  /// Which ligature made it or which it belongs to, and which component of it: the high three bits
  /// are the number, then a bit for a ligature itself, then the component or the count of them.
  var ligature: UInt8 = 0
  /// The number of the syllable in the high four bits, its kind in the low four.
  var syllable: UInt8 = 0
  var scalarTraits = ScalarTraits()
  /// The canonical combining class as shaping orders marks by it.
  var combiningClass: UInt8 = 0
  /// What a script's shaper says of it: how it joins, or its class in a syllable.
  var category: UInt8 = 0
  /// Where in its syllable it goes.
  var position: UInt8 = 0
  /// What a space that the font lacks is as wide as.
  var spaceKind: UInt8 = 0

  init(code: UInt32, cluster: Int32) {
    self.code = code
    self.cluster = cluster
  }

  var glyph: Int { Int(code) }
}

/// What GDEF and the substitutions say of a glyph; the high byte is its mark attachment class.
struct GlyphTraits: OptionSet, Sendable {
  var rawValue: UInt16 = 0

  // The values of the first three are those of the lookup flags that ignore such glyphs.
  static let base = GlyphTraits(rawValue: 2)
  static let ligature = GlyphTraits(rawValue: 4)
  static let mark = GlyphTraits(rawValue: 8)
  static let substituted = GlyphTraits(rawValue: 0x10)
  static let ligated = GlyphTraits(rawValue: 0x20)
  static let multiplied = GlyphTraits(rawValue: 0x40)
  static let kept: GlyphTraits = [.substituted, .ligated, .multiplied]
}

/// What Unicode says of a scalar, as far as all scripts need it.
struct ScalarTraits: OptionSet, Sendable {
  var rawValue: UInt16 = 0

  static let mark = ScalarTraits(rawValue: 1)
  static let nonspacingMark = ScalarTraits(rawValue: 2)
  static let ignorable = ScalarTraits(rawValue: 4)
  /// Ignorable, and not to be looked through by contexts: joiners of graphemes, tags.
  static let hidden = ScalarTraits(rawValue: 8)
  /// It goes on with the grapheme before it.
  static let continuation = ScalarTraits(rawValue: 0x10)
  static let zeroWidthJoiner = ScalarTraits(rawValue: 0x20)
  static let zeroWidthNonJoiner = ScalarTraits(rawValue: 0x40)
  static let digit = ScalarTraits(rawValue: 0x80)
  static let space = ScalarTraits(rawValue: 0x100)
  static let letter = ScalarTraits(rawValue: 0x200)
  /// A category between format and non-spacing mark: what a word goes on after.
  static let wordPart = ScalarTraits(rawValue: 0x400)
  /// A space that the font has not, drawn as its ordinary space.
  static let replacedSpace = ScalarTraits(rawValue: 0x800)
  /// Only of an emoji's skin tone.
  static let modifierSymbol = ScalarTraits(rawValue: 0x1000)
}

extension GlyphRecord {
  var isMark: Bool { glyphTraits.contains(.mark) }
  var isBase: Bool { glyphTraits.contains(.base) }
  var isLigature: Bool { glyphTraits.contains(.ligature) }
  var isLigated: Bool { glyphTraits.contains(.ligated) }
  var isMultiplied: Bool { glyphTraits.contains(.multiplied) }
  var isSubstituted: Bool { glyphTraits.contains(.substituted) }
  var isLigatedAndNotMultiplied: Bool { isLigated && !isMultiplied }
  var isUnicodeMark: Bool { scalarTraits.contains(.mark) }

  /// Ignorable and not replaced by what a font makes of it.
  var isIgnorable: Bool { scalarTraits.contains(.ignorable) && !isSubstituted }

  var ligatureNumber: UInt8 { ligature >> 5 }
  private var isLigatureBase: Bool { ligature & 0x10 != 0 }
  /// 0 for the ligature itself, else the component that it belongs to.
  var ligatureComponent: Int { isLigatureBase ? 0 : Int(ligature & 15) }
  /// How many components it has: 1 unless it is a ligature.
  var componentCount: Int {
    isLigature && isLigatureBase ? Int(ligature & 15) : 1
  }

  /// How many components it brings to a new ligature: of what one glyph became, the first counts.
  var componentCountInLigation: Int {
    isMultiplied && ligatureComponent != 0 ? 0 : componentCount
  }

  mutating func becomeLigature(_ number: UInt8, components: Int) {
    ligature = number << 5 | 0x10 | UInt8(truncatingIfNeeded: components & 15)
  }

  mutating func becomeMark(of number: UInt8, component: Int) {
    ligature = number << 5 | UInt8(truncatingIfNeeded: component & 15)
  }
}

/// Where a glyph is drawn, in font units.
struct GlyphPlace: Sendable {
  enum Attachment: UInt8 { case none, mark, cursive }

  var advance: Int32 = 0
  var x: Int32 = 0
  var y: Int32 = 0
  /// How many glyphs on stands the one that it is attached to; 0 if it is not attached.
  var chain: Int32 = 0
  var attachment = Attachment.none
}
