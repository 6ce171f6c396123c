extension Unicode.Scalar {
  /// The scalar's bidirectional class.
  var bidiClass: BidiClass { BidiClass(rawValue: BidiClass.table[self]) ?? .l }

  /// The scalar's class for line breaking, before rule LB1 resolves some of them.
  var lineBreakClass: LineBreakClass {
    LineBreakClass(rawValue: LineBreakClass.table[self]) ?? .xx
  }

  /// The scalar's width among East Asian ones.
  var eastAsianWidth: EastAsianWidth {
    EastAsianWidth(rawValue: EastAsianWidth.table[self]) ?? .neutral
  }

  /// How the scalar joins its neighbours in cursive scripts.
  var joiningType: JoiningType {
    JoiningType(rawValue: JoiningType.table[self]) ?? .nonJoining
  }

  /// Whether the scalar is of the joining group Alaph, which has forms of its own in Syriac.
  var isAlaph: Bool { JoiningType.syriacGroups[self] == 1 }

  /// Whether the scalar is of the joining group Dalath Rish, after which Alaph differs.
  var isDalathRish: Bool { JoiningType.syriacGroups[self] == 2 }

  /// What the scalar is in a syllable of an Indic script.
  var indicSyllabicCategory: IndicSyllabicCategory {
    IndicSyllabicCategory(rawValue: IndicSyllabicCategory.table[self]) ?? .other
  }

  /// Where the scalar, as a mark, stands around its Indic letter.
  var indicPositionalCategory: IndicPositionalCategory {
    IndicPositionalCategory(rawValue: IndicPositionalCategory.table[self]) ?? .none
  }

  /// What kind of character the scalar is; the same on every system, unlike the standard library's.
  package var generalCategory: GeneralCategory {
    GeneralCategory(rawValue: GeneralCategory.table[self]) ?? .cn
  }

  /// Whether the scalar is a mark (Mn, Mc or Me).
  package var isMark: Bool {
    switch generalCategory {
    case .mn, .mc, .me: true
    default: false
    }
  }

  /// The canonical combining class, 0...240; 0 for starters.
  var combiningClass: UInt8 { CharacterTables.combiningClasses[self] }

  /// Whether the scalar is not seen where it has no glyph: joiners, selectors, direction marks.
  var isDefaultIgnorable: Bool { CharacterTables.defaultIgnorable[self] == 1 }

  /// Whether the scalar asks for a form of the one before it.
  var isVariationSelector: Bool {
    switch value {
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: true
    default: false
    }
  }

  /// What Unicode says of the scalar as an emoji.
  var emojiProperties: EmojiProperties {
    EmojiProperties(rawValue: EmojiProperties.table[self])
  }

  /// The scalar whose glyph is the mirror image, if there is one (UAX #9, L4).
  package var mirrored: Unicode.Scalar? { ScalarPairs.mirrors[value]?.other }
}
