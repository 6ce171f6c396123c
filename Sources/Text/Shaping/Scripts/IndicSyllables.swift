/// Finds where syllables end: the longest that the grammar of the OpenType specifications allows.
struct IndicSyllables {
  enum Kind: UInt8 { case consonant, vowel, standalone, symbol, broken, other }

  private typealias Places = SyllablePlaces<IndicClass>.Places

  private var places: SyllablePlaces<IndicClass>

  init(_ classes: [IndicClass]) { places = SyllablePlaces(classes) }

  /// The syllable that begins at `start`.
  mutating func syllable(at start: Int) -> (kind: Kind, end: Int) {
    places.begin(at: start)
    let ends: [(Kind, Places)] = [
      (.consonant, consonantSyllable), (.vowel, vowelSyllable), (.standalone, standaloneSyllable),
      (.symbol, symbolSyllable), (.other, one(1, .looseModifier)), (.broken, brokenSyllable),
    ]
    let best = SyllablePlaces<IndicClass>.longest(ends)
    return (best?.kind ?? .other, start + (best?.length ?? 1))
  }

  // MARK: Parts, each from a set of places to a set of places

  private func one(_ from: Places, _ kind: IndicClass) -> Places { places.one(from, kind) }

  private func optional(_ from: Places, _ kind: IndicClass) -> Places {
    places.optional(from, kind)
  }

  private func repeated(_ from: Places, _ part: (Places) -> Places) -> Places {
    places.repeated(from, part)
  }

  private func anyJoiner(_ from: Places) -> Places { one(from, .joiner) | one(from, .nonJoiner) }

  /// ((ZWNJ? RS)? (N N?)?)
  private func consonantModifier(_ from: Places) -> Places {
    let shifted = from | one(optional(from, .nonJoiner), .registerShifter)
    return shifted | optional(one(shifted, .nukta), .nukta)
  }

  private func reph(_ from: Places) -> Places {
    one(one(from, .ra), .halant) | one(from, .repha)
  }

  /// c ZWJ? n?
  private func consonantGroup(_ from: Places) -> Places {
    consonantModifier(optional(one(from, .consonant) | one(from, .ra), .joiner))
  }

  /// z? H (ZWJ N?)?
  private func halantGroup(_ from: Places) -> Places {
    let halant = one(from | anyJoiner(from), .halant)
    return halant | optional(one(halant, .joiner), .nukta)
  }

  private func anyModifier(_ from: Places) -> Places {
    one(from, .modifier) | one(from, .looseModifier)
  }

  /// z* (M | SM? MPst) N? H?
  private func matraGroup(_ from: Places) -> Places {
    let start = repeated(from, anyJoiner)
    let matra = one(start, .matra) | one(start | anyModifier(start), .matraAfter)
    return optional(optional(matra, .nukta), .halant)
  }

  /// (z? SM SM? ZWNJ?)? A*
  private func tail(_ from: Places) -> Places {
    let first = anyModifier(from | anyJoiner(from))
    let modified = from | optional(first | anyModifier(first), .nonJoiner)
    return repeated(modified) { one($0, .accent) }
  }

  /// (halant cn)* medial (final halant | matras) tail
  private func complexTail(_ from: Places) -> Places {
    guard from != 0 else { return 0 }
    let chained = repeated(from) { consonantGroup(halantGroup($0)) }
    let medial = optional(chained, .medial)
    let halant = halantGroup(medial) | one(one(medial, .halant), .nonJoiner)
    return tail(halant | repeated(medial, matraGroup))
  }

  // MARK: Syllables

  private var consonantSyllable: Places {
    complexTail(consonantGroup(1 | one(1, .repha) | one(1, .stacker)))
  }

  private var vowelSyllable: Places {
    let vowel = consonantModifier(one(1 | reph(1), .vowel))
    return one(vowel, .joiner) | complexTail(vowel)
  }

  private var standaloneSyllable: Places {
    let place = one(1 | one(1, .repha) | one(1, .stacker), .placeholder)
    let circle = one(1 | reph(1), .dottedCircle)
    return complexTail(consonantModifier(place | circle))
  }

  private var symbolSyllable: Places { tail(optional(one(1, .symbol), .nukta)) }

  private var brokenSyllable: Places { complexTail(consonantModifier(1 | reph(1))) }
}
