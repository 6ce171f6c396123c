/// What a character is in the grammar of the Universal Shaping Engine. OpenType, "Creating and
/// supporting OpenType fonts for the Universal Shaping Engine".
enum UniversalClass: UInt8, Sendable {
  case other, base, number, baseOther, joiner, subjoined, halant, numberHalant, nonJoiner
  case wordJoiner, reph, stacker, invisibleStacker, sakot, halantModifier
  case finalAbove, finalBelow, finalPost, medialAbove, medialBelow, medialPost, medialPre
  case modifierAbove, modifierBelow, vowelAbove, vowelBelow, vowelPost, vowelPre
  case vowelModifierAbove, vowelModifierBelow, vowelModifierPost, vowelModifierPre
  case symbolAbove, symbolBelow, finalModifierAbove, finalModifierBelow, finalModifierPost

  var bit: UInt64 { 1 << UInt64(rawValue) }

  /// What comes behind the base, so that a reph goes before it.
  static let postBase: UInt64 = [
    finalAbove, finalBelow, finalPost, medialAbove, medialBelow, medialPost, medialPre, vowelAbove,
    vowelBelow, vowelPost, vowelPre, vowelModifierAbove, vowelModifierBelow, vowelModifierPost,
    vowelModifierPre,
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
    case 0x1B6B, 0x1B6D...0x1B73: return .symbolAbove
    case 0x1B6C: return .symbolBelow
    case 0x2015, 0x2022, 0x25FB...0x25FE: return .baseOther
    case 0x25CC: return .base
    case 0x0F7F: return .other
    default: break
    }
    if syllabic == .joiner || (scalar.isDefaultIgnorable && scalar.isMark) { return .joiner }
    let side = side(scalar, syllabic)
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

  /// Where Unicode says nothing, or fonts expect something else.
  private static func syllabic(_ scalar: Unicode.Scalar) -> IndicSyllabicCategory {
    switch scalar.value {
    case 0x0F18, 0x0F19, 0x0F3E, 0x0F3F: .vowelDependent
    case 0x0F86, 0x0F87, 0x1CED, 0xAA29, 0x07EB...0x07F3, 0x07FD, 0x10D24...0x10D26, 0x1885, 0x1886,
      0x18A9, 0x193A:
      .toneMark
    case 0x0F71, 0x1BF2, 0x1BF3, 0x1E944...0x1E94A: .nukta
    case 0x10D27: .geminationMark
    case 0x1A7F, 0x111C9: .consonantFinal
    case 0x20F0, 0x1CE2...0x1CE8: .cantillationMark
    case 0xA8B4, 0xA9BD: .consonantMedial
    case 0x11134: .geminationMark
    case 0x11C44, 0x11C45, 0x111C8: .consonantPlaceholder
    default: scalar.indicSyllabicCategory
    }
  }

  private static func side(
    _ scalar: Unicode.Scalar, _ syllabic: IndicSyllabicCategory
  ) -> Side? {
    switch scalar.value {
    case 0x07EB...0x07F3, 0x07FD, 0x10D24...0x10D27, 0x1885, 0x1886, 0x1E944...0x1E94A:
      return .above
    case 0xA926...0xA92A, 0x11300, 0x11302, 0x20F0, 0x1CF8, 0x1CF9: return .above
    case 0x0F71, 0x111CA, 0x1133C, 0x1BF2, 0x1BF3, 0x1A7F: return .below
    case 0x1171E: return .pre
    case 0x1CF2, 0x1CF3: return .post
    default: break
    }
    let isVowel = syllabic == .vowel || syllabic == .vowelDependent || syllabic == .pureKiller
    let side = side(scalar.indicPositionalCategory)
    // Tibetan vowels keep their normal order, and those of Chakma change places.
    if isVowel, 0x0F00...0x0FFF ~= scalar.value, side == .above { return .below }
    if isVowel, 0x11100...0x1114F ~= scalar.value {
      if side == .above { return .below }
      if side == .below { return .above }
    }
    return side
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
