/// What a character is in the grammar of Khmer syllables. OpenType, "Developing OpenType Fonts for
/// Khmer Script".
enum KhmerClass: UInt8, Sendable {
  case other, consonant, ro, vowel, coeng, nonJoiner, joiner, placeholder, dottedCircle
  case vowelAbove, vowelBelow, vowelPre, vowelPost
  /// A mark that changes the letter's register, or the sign for a leading ro.
  case robatic
  /// A sign above the letter, among the vowels, and one that ends the syllable.
  case sign, lastSign

  static func of(_ code: UInt32) -> KhmerClass {
    switch code {
    case 0x179A: return .ro
    case 0x17C9, 0x17CA, 0x17CC: return .robatic
    case 0x17C6, 0x17CB, 0x17CD...0x17D1: return .sign
    case 0x17C7, 0x17C8, 0x17D3, 0x17DD: return .lastSign
    case 0x17D9: return .placeholder
    default: break
    }
    switch IndicCategories.of(code).kind {
    case .consonant: return .consonant
    case .vowel: return .vowel
    case .halant: return .coeng
    case .nonJoiner: return .nonJoiner
    case .joiner: return .joiner
    case .placeholder: return .placeholder
    case .dottedCircle: return .dottedCircle
    case .matra:
      return switch IndicCategories.side(of: code) {
      case .beforeConsonant: .vowelPre
      case .above: .vowelAbove
      case .below: .vowelBelow
      default: .vowelPost
      }
    default: return .other
    }
  }
}

/// Finds where Khmer syllables end: the longest that Uniscribe allows.
struct KhmerSyllables {
  enum Kind: UInt8 { case consonant, broken, other }

  private typealias Places = SyllablePlaces<KhmerClass>.Places

  private var places: SyllablePlaces<KhmerClass>

  init(_ classes: [KhmerClass]) { places = SyllablePlaces(classes) }

  /// The syllable that begins at `start`.
  mutating func syllable(at start: Int) -> (kind: Kind, end: Int) {
    places.begin(at: start)
    let base =
      consonant(1) | places.one(1, .placeholder) | places.one(1, .dottedCircle)
    let best = SyllablePlaces<KhmerClass>.longest([
      (Kind.consonant, behindBase(base)), (.broken, behindBase(1)),
    ])
    return (best?.kind ?? .other, start + (best?.length ?? 1))
  }

  // MARK: Parts, each from a set of places to a set of places

  private func optionalJoiner(_ from: Places) -> Places {
    from | places.one(from, .joiner, .nonJoiner)
  }

  private func letter(_ from: Places) -> Places {
    places.one(from, .consonant, .ro) | places.one(from, .vowel)
  }

  /// c (z? Robatic)?
  private func consonant(_ from: Places) -> Places {
    let letter = letter(from)
    return letter | places.one(optionalJoiner(letter), .robatic)
  }

  /// (z* X)*
  private func signs(_ from: Places) -> Places {
    places.repeated(from) { from in
      let joiners = places.repeated(from) { places.one($0, .joiner, .nonJoiner) }
      return places.one(joiners, .sign)
    }
  }

  /// Vowels, in the order before, below, above and behind, with signs among them.
  private func vowels(_ from: Places) -> Places {
    let below = places.optional(signs(places.optional(from, .vowelPre)), .vowelBelow)
    let signed = signs(below)
    let above = signed | places.one(optionalJoiner(signed), .vowelAbove)
    return places.optional(signs(above), .vowelPost)
  }

  /// Robatic? (H cn)* (H | signs vowels signs (H c)? Y*)
  private func behindBase(_ from: Places) -> Places {
    guard from != 0 else { return 0 }
    let chained = places.repeated(places.optional(from, .robatic)) {
      consonant(places.one($0, .coeng))
    }
    let signed = signs(vowels(signs(chained)))
    let subscripted = signed | letter(places.one(signed, .coeng))
    return places.one(chained, .coeng) | places.any(subscripted, .lastSign)
  }
}
