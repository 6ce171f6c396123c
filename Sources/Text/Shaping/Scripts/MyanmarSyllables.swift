/// What a character is in the grammar of Myanmar syllables. OpenType, "Developing OpenType Fonts
/// for Myanmar Script".
enum MyanmarClass: UInt8, Sendable {
  case other, consonant, ra, vowel, stacker, halant, nonJoiner, joiner, placeholder, dottedCircle
  case vowelAbove, vowelBelow, vowelPre, vowelPost, asat, dotBelow, anusvara, tone, modifier
  /// A modifier that is no mark: it stands alone where no syllable is.
  case looseModifier
  case medialHa, medialLa, medialRa, medialWa, medialYa, variation

  /// Vowels and placeholders go with the consonants, as no syllable has both.
  var isBase: Bool {
    switch self {
    case .consonant, .ra, .vowel, .stacker, .placeholder, .dottedCircle: true
    default: false
    }
  }

  static func of(_ code: UInt32) -> MyanmarClass {
    switch code {
    case 0x1004, 0x101B, 0x105A: return .ra
    case 0x104E: return .consonant
    case 0x104A: return .placeholder
    case 0x1032, 0x1036: return .anusvara
    case 0x103A: return .asat
    case 0x103B, 0x105E, 0x105F: return .medialYa
    case 0x103C: return .medialRa
    case 0x103D, 0x1082: return .medialWa
    case 0x103E: return .medialHa
    case 0x1060: return .medialLa
    case 0x1063, 0x1064, 0x1069...0x106D, 0xAA7B: return .tone
    case 0x1038, 0x1087...0x108D, 0x108F, 0x109A...0x109C: return .modifier
    case 0xFE00...0xFE0F: return .variation
    default: break
    }
    switch IndicCategories.of(code).kind {
    case .consonant: return .consonant
    case .vowel: return .vowel
    case .stacker: return .stacker
    case .halant: return .halant
    case .nonJoiner: return .nonJoiner
    case .joiner: return .joiner
    case .placeholder: return .placeholder
    case .dottedCircle: return .dottedCircle
    case .nukta: return .dotBelow
    case .accent: return .anusvara
    case .modifier: return .modifier
    case .looseModifier: return .looseModifier
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

/// Finds where Myanmar syllables end: the longest that the grammar of OpenType allows.
struct MyanmarSyllables {
  enum Kind: UInt8 { case consonant, broken, other }

  private typealias Places = SyllablePlaces<MyanmarClass>.Places

  private var places: SyllablePlaces<MyanmarClass>

  init(_ classes: [MyanmarClass]) { places = SyllablePlaces(classes) }

  /// The syllable that begins at `start`.
  mutating func syllable(at start: Int) -> (kind: Kind, end: Int) {
    places.begin(at: start)
    let kinzi = 1 | places.one(places.one(places.one(1, .ra), .asat), .halant)
    let first = kinzi | places.one(1, .stacker)
    let base =
      letter(first) | places.one(first, .placeholder) | places.one(first, .dottedCircle)
    let best = SyllablePlaces<MyanmarClass>.longest([
      (Kind.consonant, behindBase(base)),
      (.other, joiner(1) | places.one(1, .looseModifier)),
      (.broken, behindBase(kinzi)),
    ])
    return (best?.kind ?? .other, start + (best?.length ?? 1))
  }

  // MARK: Parts, each from a set of places to a set of places

  private func joiner(_ from: Places) -> Places { places.one(from, .joiner, .nonJoiner) }

  private func letter(_ from: Places) -> Places {
    places.one(from, .consonant, .ra) | places.one(from, .vowel)
  }

  /// VS? (H (c | IV) VS?)* (H | As* medials vowels (VPst ...)* tones* z?)
  private func behindBase(_ from: Places) -> Places {
    guard from != 0 else { return 0 }
    let stacked = places.repeated(places.optional(from, .variation)) {
      places.optional(letter(places.one($0, .halant)), .variation)
    }
    let vowels = mainVowels(medials(places.any(stacked, .asat)))
    let toned = places.repeated(places.repeated(vowels, postVowel), tone)
    return places.one(stacked, .halant) | toned | joiner(toned)
  }

  /// MY? As? MR? ((MW MH? ML? | MH ML? | ML) As?)?
  private func medials(_ from: Places) -> Places {
    let ra = places.optional(
      places.optional(places.optional(from, .medialYa), .asat), .medialRa)
    let wa = places.one(ra, .medialWa)
    let ha = wa | places.one(wa | ra, .medialHa)
    let la = ha | places.one(ha | ra, .medialLa)
    return ra | places.optional(la, .asat)
  }

  /// (DB As?)?
  private func dot(_ from: Places) -> Places {
    from | places.optional(places.one(from, .dotBelow), .asat)
  }

  /// (VPre VS?)* VAbv* VBlw* A* (DB As?)?
  private func mainVowels(_ from: Places) -> Places {
    let pre = places.repeated(from) {
      places.optional(places.one($0, .vowelPre), .variation)
    }
    return dot(places.any(places.any(places.any(pre, .vowelAbove), .vowelBelow), .anusvara))
  }

  /// VPst MH? ML? As* VAbv* A* (DB As?)?
  private func postVowel(_ from: Places) -> Places {
    let medial = places.optional(
      places.optional(places.one(from, .vowelPost), .medialHa), .medialLa)
    return dot(places.any(places.any(places.any(medial, .asat), .vowelAbove), .anusvara))
  }

  /// SM | PT A* DB? As?
  private func tone(_ from: Places) -> Places {
    let tone = places.any(places.one(from, .tone), .anusvara)
    return places.one(from, .modifier, .looseModifier)
      | places.optional(places.optional(tone, .dotBelow), .asat)
  }
}
