/// What a character is in the grammar of Indic syllables. OpenType, "Developing OpenType Fonts for
/// Devanagari Script" and its sisters for other scripts.
enum IndicClass: UInt8, Sendable {
  case other, consonant, vowel, nukta, halant, nonJoiner, joiner, matra, modifier, accent
  case placeholder, dottedCircle, registerShifter, matraAfter, repha, ra, medial, symbol, stacker
  /// A modifier that is no mark, such as a raised digit: it stands alone where no syllable is.
  case looseModifier

  var bit: UInt32 { 1 << UInt32(rawValue) }

  /// Vowels and placeholders go with the consonants, as no syllable has both.
  static let consonants: UInt32 =
    consonant.bit | stacker.bit | ra.bit | medial.bit | vowel.bit | placeholder.bit
    | dottedCircle.bit
}

/// Where in its syllable a character goes, in this order.
enum IndicPlace: UInt8, Sendable, Comparable {
  case start, reph, beforeMatra, beforeConsonant, base, afterMain, above, beforeSub, below
  case afterSub, beforePost, post, afterPost, final, modifier, end

  static func < (one: IndicPlace, other: IndicPlace) -> Bool { one.rawValue < other.rawValue }
}

/// Unicode's syllabic and positional categories brought to those of the model.
enum IndicCategories {
  private static let common = (0x0900..<0x0D80).map { (code: UInt32) in find(code) }

  static func of(_ code: UInt32) -> (kind: IndicClass, place: IndicPlace) {
    0x0900..<0x0D80 ~= code ? common[Int(code) - 0x0900] : find(code)
  }

  private static func find(_ code: UInt32) -> (kind: IndicClass, place: IndicPlace) {
    guard let scalar = Unicode.Scalar(code) else { return (.other, .end) }
    let kind = exception(code) ?? (isInBlocks(code) ? kind(scalar) : .other)
    switch code {
    // The bindu of Oriya, and udaat of Gurmukhi.
    case 0x0B01: return (kind, .beforeSub)
    case 0x0A51: return (kind, .below)
    default: break
    }
    switch kind {
    case .consonant, .stacker, .ra, .medial, .vowel, .placeholder, .dottedCircle:
      return (kind, .base)
    case .matra, .matraAfter: return (kind, matraPlace(code, scalar.indicPositionalCategory))
    case .modifier, .looseModifier, .accent, .symbol: return (kind, .modifier)
    case .registerShifter, .halant: return (kind, place(scalar.indicPositionalCategory))
    default: return (kind, .end)
    }
  }

  /// Where a vowel is drawn, whatever its script makes of that; of several parts, the last.
  static func side(of code: UInt32) -> IndicPlace {
    Unicode.Scalar(code).map { place($0.indicPositionalCategory) } ?? .end
  }

  private static func isInBlocks(_ code: UInt32) -> Bool {
    switch code {
    case 0x0000...0x00FF, 0x0900...0x0D7F, 0x1000...0x109F, 0x1780...0x17FF, 0x1CD0...0x1CFF,
      0x2000...0x209F, 0x25CC, 0xA8E0...0xA8FF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F:
      true
    default: false
    }
  }

  /// Where fonts expect something else than what Unicode says.
  private static func exception(_ code: UInt32) -> IndicClass? {
    switch code {
    case 0x0930, 0x09B0, 0x09F0, 0x0A30, 0x0AB0, 0x0B30, 0x0BB0, 0x0C30, 0x0CB0, 0x0D30: .ra
    case 0x0953, 0x0954, 0x11301...0x11303: .modifier
    case 0x0A40: .matraAfter
    case 0x0A51: .matra
    case 0x0A72, 0x0A73: .consonant
    case 0x1CE2...0x1CE8, 0x1CED: .accent
    case 0xA8F2...0xA8F7, 0x1CE9...0x1CEC, 0x1CEE...0x1CF1: .symbol
    case 0x1133B, 0x1133C, 0x0AFB, 0x0B55: .nukta
    case 0x09FC, 0x0C80, 0x0D04, 0x2015, 0x2022, 0x25FB...0x25FE: .placeholder
    case 0x25CC: .dottedCircle
    default: nil
    }
  }

  private static func kind(_ scalar: Unicode.Scalar) -> IndicClass {
    switch scalar.indicSyllabicCategory {
    case .avagraha: .symbol
    case .bindu, .geminationMark, .syllableModifier, .visarga:
      scalar.indicPositionalCategory == .none ? .looseModifier : .modifier
    case .cantillationMark: .accent
    case .consonant, .consonantDead, .consonantHeadLetter, .consonantInitialPostfixed: .consonant
    case .consonantFinal, .consonantMedial, .consonantSubjoined, .consonantSucceedingRepha: .medial
    case .consonantKiller, .pureKiller, .vowelDependent: .matra
    case .brahmiJoiningNumber, .consonantPlaceholder, .number, .numberJoiner: .placeholder
    case .consonantPrecedingRepha: .repha
    case .consonantWithStacker: .stacker
    case .invisibleStacker, .virama: .halant
    case .joiner: .joiner
    case .nonJoiner: .nonJoiner
    case .nukta, .toneMark: .nukta
    case .registerShifter: .registerShifter
    case .vowel, .vowelIndependent: .vowel
    default: .other
    }
  }

  private static func place(_ category: IndicPositionalCategory) -> IndicPlace {
    switch category {
    case .left: .beforeConsonant
    case .top, .topAndLeft: .above
    case .bottom, .topAndBottom, .topAndBottomAndLeft: .below
    case .right, .bottomAndRight, .leftAndRight, .topAndBottomAndRight, .topAndLeftAndRight,
      .topAndRight:
      .post
    case .overstruck: .afterMain
    case .visualOrderLeft: .beforeMatra
    default: .end
    }
  }

  /// Where a matra goes by its side and its script.
  private static func matraPlace(
    _ code: UInt32, _ category: IndicPositionalCategory
  ) -> IndicPlace {
    let block = code >> 7
    switch place(category) {
    case .beforeConsonant: return .beforeMatra
    case .post:
      switch block {
      case 0x13...0x17, 0x1A: return .afterPost
      case 0x18: return code <= 0x0C42 ? .beforeSub : .afterSub
      case 0x19: return code < 0x0CC3 || code > 0x0CD6 ? .beforeSub : .afterSub
      default: return .afterSub
      }
    case .above:
      switch block {
      case 0x14: return .afterPost
      case 0x16: return .afterMain
      case 0x18, 0x19: return .beforeSub
      default: return .afterSub
      }
    case .below:
      switch block {
      case 0x14, 0x15, 0x17, 0x1A: return .afterPost
      case 0x18, 0x19: return .beforeSub
      default: return .afterSub
      }
    case let other: return other
    }
  }
}

/// What differs between the scripts of the model.
struct IndicScript: Sendable {
  /// How a reph, the sign for a leading ra, is written.
  enum RephMode: Sendable { case implicit, explicit, encoded }

  let virama: UInt32
  let reph: IndicPlace
  let rephMode: RephMode
  /// Whether forms below go before the base too.
  let hasBelowBeforeBase: Bool

  init(_ script: Script) {
    (virama, reph, rephMode, hasBelowBeforeBase) =
      switch script {
      case .devanagari: (0x094D, .beforePost, .implicit, true)
      case .bengali: (0x09CD, .afterSub, .implicit, true)
      case .gurmukhi: (0x0A4D, .beforeSub, .implicit, true)
      case .gujarati: (0x0ACD, .beforePost, .implicit, true)
      case .oriya: (0x0B4D, .afterMain, .implicit, true)
      case .tamil: (0x0BCD, .afterPost, .implicit, true)
      case .telugu: (0x0C4D, .afterPost, .explicit, false)
      case .kannada: (0x0CCD, .afterPost, .implicit, false)
      case .malayalam: (0x0D4D, .afterMain, .encoded, true)
      default: (0, .beforePost, .implicit, true)
      }
  }
}
