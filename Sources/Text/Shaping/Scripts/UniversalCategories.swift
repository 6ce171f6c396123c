/// What a character is in the grammar of the Universal Shaping Engine. OpenType, "Creating and
/// supporting OpenType fonts for the Universal Shaping Engine".
enum UniversalClass: UInt8, Sendable {
  case other, base, number, baseOther, joiner, subjoined, halant, numberHalant, nonJoiner
  case wordJoiner, reph, stacker, invisibleStacker, sakot, halantModifier
  case finalAbove, finalBelow, finalPost, medialAbove, medialBelow, medialPost, medialPre
  case modifierAbove, modifierBelow, vowelAbove, vowelBelow, vowelPost, vowelPre
  case vowelModifierAbove, vowelModifierBelow, vowelModifierPost, vowelModifierPre
  case symbolAbove, symbolBelow, finalModifierAbove, finalModifierBelow, finalModifierPost
  case reorderingKiller, hieroglyph, hieroglyphJoiner, hieroglyphMirror, hieroglyphModifier
  case segmentBegin, segmentEnd

  var bit: UInt64 { 1 << UInt64(rawValue) }

  /// What comes behind the base, so that a reph goes before it.
  static let postBase: UInt64 = [
    finalAbove, finalBelow, finalPost, medialAbove, medialBelow, medialPost, medialPre, vowelAbove,
    vowelBelow, vowelPost, vowelPre, vowelModifierAbove, vowelModifierBelow, vowelModifierPost,
    vowelModifierPre, finalModifierAbove, finalModifierBelow, finalModifierPost,
  ].reduce(0) { $0 | $1.bit }
}

/// Unicode's syllabic and positional categories brought to those of the engine.
enum UniversalCategories {
  private enum Side { case above, below, post, pre }

  static func of(_ code: UInt32) -> UniversalClass {
    guard let scalar = Unicode.Scalar(code) else { return .other }
    let general = scalar.generalCategory
    let syllabic = syllabic(scalar)
    let isLetter = general == .lo
    switch code {
    case 0x1A60: return .sakot
    case 0x0DCA: return .halantModifier
    case 0x1BF2, 0x1BF3: return .reorderingKiller
    case 0x1B6B...0x1B73: return .symbolAbove
    case 0x25CC: return .base
    // Fonts have letters or signs for these, though all but the first may be ignored.
    case 0x0F7F, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x1BCA0...0x1BCA3: return .other
    default: break
    }
    if let kind = hieroglyphic(code) { return kind }
    if syllabic == .joiner || (scalar.isDefaultIgnorable && scalar.isMark) { return .joiner }
    let side = side(scalar)
    switch syllabic {
    case .number, .consonant, .consonantHeadLetter, .toneLetter, .vowelIndependent: return .base
    case .brahmiJoiningNumber: return .number
    case .consonantPlaceholder: return .baseOther
    case .avagraha: return isLetter ? .base : .other
    case .consonantFinal, .consonantSucceedingRepha:
      return isLetter && syllabic == .consonantFinal ? .base : final(side)
    case .consonantMedial, .consonantInitialPostfixed:
      return isLetter && syllabic == .consonantMedial ? .base : medial(side)
    case .consonantSubjoined: return isLetter ? .base : .subjoined
    case .syllableModifier: return finalModifier(side)
    case .nukta, .geminationMark, .consonantKiller:
      return side == .above ? .modifierAbove : .modifierBelow
    case .consonantWithStacker: return .stacker
    case .virama: return .halant
    case .invisibleStacker: return .invisibleStacker
    case .numberJoiner: return .numberHalant
    case .nonJoiner: return .nonJoiner
    case .consonantPrecedingRepha, .consonantPrefixed: return .reph
    case .pureKiller: return vowel(side)
    case .vowel, .vowelDependent: return isLetter ? .base : vowel(side)
    case .toneMark, .cantillationMark, .registerShifter, .visarga: return vowelModifier(side)
    case .bindu: return isLetter ? .base : vowelModifier(side)
    default: break
    }
    // Letters that join are bases, though Unicode has no syllables of them.
    switch scalar.joiningType {
    case .dualJoining, .leftJoining, .rightJoining, .joinCausing: return .base
    default: break
    }
    return scalar.isDefaultIgnorable || general == .cn ? .wordJoiner : .other
  }

  /// Egyptian hieroglyphs, and brackets, which may stand around some of them.
  private static func hieroglyphic(_ code: UInt32) -> UniversalClass? {
    switch code {
    case 0x13000...0x1342F, 0x1343C...0x1343F, 0x13441...0x13446: .hieroglyph
    case 0x13430...0x13436, 0x13439...0x1343B: .hieroglyphJoiner
    case 0x13440: .hieroglyphMirror
    case 0x13447...0x13455: .hieroglyphModifier
    case 0x5B, 0x7B, 0x27E6, 0x27E8, 0x2E22, 0x2E24, 0x13437: .segmentBegin
    case 0x5D, 0x7D, 0x27E7, 0x27E9, 0x2E23, 0x2E25, 0x13438: .segmentEnd
    default: nil
    }
  }

  /// Where Unicode says nothing, or fonts expect something else.
  private static func syllabic(_ scalar: Unicode.Scalar) -> IndicSyllabicCategory {
    switch scalar.value {
    case 0x0F18, 0x0F19, 0x0F3E, 0x0F3F, 0x10EAB, 0x10EAC, 0x16F51...0x16F87, 0x1E4EC...0x1E4EF:
      .vowelDependent
    case 0x0F86, 0x0F87, 0x1CED, 0xAA29, 0x07EB...0x07F3, 0x07FD, 0x10D24...0x10D26, 0x193A,
      0x1A7B, 0x1A7C, 0x1A7F, 0x10A0D, 0x10F46...0x10F50, 0x16B30...0x16B36, 0x16F8F...0x16F92,
      0x1E130...0x1E136, 0x1E2AE, 0x1E2EC...0x1E2EF:
      .toneMark
    case 0x0859...0x085B, 0x0F71, 0x1885, 0x1886, 0x18A9, 0x10AE5, 0x10AE6, 0x10F82...0x10F85,
      0x16F4F, 0x1BC9D, 0x1BC9E, 0x1E944...0x1E94A:
      .nukta
    case 0x10D27, 0x11134: .geminationMark
    case 0x111C9: .consonantFinal
    case 0x20F0, 0x1CE2...0x1CE8: .cantillationMark
    case 0xA8B4, 0xA9BD: .consonantMedial
    case 0x11A3B...0x11A3E: .consonantSubjoined
    case 0x11A3A: .consonantWithStacker
    case 0x2D7F: .virama
    case 0x1880...0x1884, 0x11C44, 0x11C45, 0x111C8: .consonantPlaceholder
    default: isLetter(scalar.value) ? .consonant : scalar.indicSyllabicCategory
    }
  }

  /// Letters and digits of scripts that Unicode has no syllables of.
  private static func isLetter(_ code: UInt32) -> Bool {
    switch code {
    case 0x0F00, 0x0F01, 0x0F04...0x0F06, 0x1800, 0x2D30...0x2D67, 0x2D6F, 0x10570...0x105BC,
      0x10AC0...0x10AC7, 0x10AC9...0x10AE4, 0x10D30...0x10D39, 0x10E80...0x10EA9,
      0x10EB0, 0x10EB1, 0x10F45, 0x111DA, 0x16AC0...0x16AC9, 0x16B00...0x16B2F,
      0x16F00...0x16F4A, 0x16FE4, 0x18B00...0x18CD5, 0x1BC00...0x1BC6A, 0x1BC70...0x1BC7C,
      0x1BC80...0x1BC88, 0x1BC90...0x1BC99, 0x1E100...0x1E12C, 0x1E137...0x1E13D,
      0x1E140...0x1E149, 0x1E14E, 0x1E14F, 0x1E290...0x1E2AD, 0x1E2C0...0x1E2EB,
      0x1E2F0...0x1E2F9, 0x1E4D0...0x1E4EB, 0x1E4F0...0x1E4F9, 0x1E94B, 0x1E950...0x1E959:
      true
    default: false
    }
  }

  /// Some vowels change places, so that they keep the order that Unicode puts them in.
  private static func side(_ scalar: Unicode.Scalar) -> Side? {
    switch scalar.value {
    case 0x07EB...0x07F3, 0x07FD, 0x0F73, 0x0F74, 0x0F76...0x0F79, 0x0F81, 0x1885, 0x1886,
      0x1A18, 0x1CF8, 0x1CF9, 0x20F0, 0xA926...0xA92A, 0xAA35, 0xAAB4, 0x10D24...0x10D27,
      0x10EAB, 0x10EAC, 0x1112A, 0x1112B, 0x1112E, 0x1112F, 0x11131, 0x11132, 0x11300, 0x11302,
      0x11303, 0x114C1, 0x16B30...0x16B36, 0x1E130...0x1E136, 0x1E2AE, 0x1E2EC...0x1E2EF,
      0x1E4EC...0x1E4EF, 0x1E944...0x1E94A:
      .above
    case 0x0859...0x085B, 0x0F71, 0x0F72, 0x0F7A...0x0F7D, 0x0F80, 0x18A9, 0x1A7F,
      0xAAB0, 0xAAB2, 0xAAB3, 0xAAB7, 0xAAB8, 0xAABE, 0x10A38, 0x10AE5, 0x10AE6,
      0x10F46...0x10F50, 0x10F82...0x10F85, 0x11127...0x11129, 0x1112D, 0x11130, 0x111CA,
      0x1133C, 0x16F4F, 0x16F51...0x16F87, 0x16F8F...0x16F92, 0x1BC9D, 0x1BC9E:
      .below
    case 0x1171E: .pre
    case 0x1CF2, 0x1CF3, 0xA9BE, 0x10A0C, 0x11942: .post
    default: side(scalar.indicPositionalCategory)
    }
  }

  private static func side(_ category: IndicPositionalCategory) -> Side? {
    switch category {
    case .top, .topAndBottom, .topAndBottomAndRight, .topAndRight, .topAndBottomAndLeft: .above
    case .bottom, .overstruck, .bottomAndRight, .bottomAndLeft: .below
    case .right: .post
    case .left, .visualOrderLeft, .topAndLeft, .topAndLeftAndRight, .leftAndRight: .pre
    case .none: nil
    }
  }

  private static func final(_ side: Side?) -> UniversalClass {
    side == .above ? .finalAbove : side == .below ? .finalBelow : .finalPost
  }

  private static func medial(_ side: Side?) -> UniversalClass {
    switch side {
    case .above: .medialAbove
    case .below: .medialBelow
    case .pre: .medialPre
    default: .medialPost
    }
  }

  private static func finalModifier(_ side: Side?) -> UniversalClass {
    side == .above
      ? .finalModifierAbove : side == .below ? .finalModifierBelow : .finalModifierPost
  }

  private static func vowel(_ side: Side?) -> UniversalClass {
    switch side {
    case .above: .vowelAbove
    case .below: .vowelBelow
    case .pre: .vowelPre
    default: .vowelPost
    }
  }

  private static func vowelModifier(_ side: Side?) -> UniversalClass {
    switch side {
    case .above: .vowelModifierAbove
    case .below: .vowelModifierBelow
    case .pre: .vowelModifierPre
    default: .vowelModifierPost
    }
  }
}
