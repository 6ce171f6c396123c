/// Finds where clusters of the Universal Shaping Engine end, as ``IndicSyllables`` does.
struct UniversalSyllables {
  enum Kind: UInt8 {
    case virama, sakot, standard, numberJoiner, numeral, symbol, hieroglyph, broken, other
  }

  private typealias Places = SyllablePlaces<UniversalClass>.Places

  private var places: SyllablePlaces<UniversalClass>

  init(_ classes: [UniversalClass]) { places = SyllablePlaces(classes) }

  /// The cluster that begins at `start`.
  mutating func syllable(at start: Int) -> (kind: Kind, end: Int) {
    places.begin(at: start)
    let begin = optional(1, .reph, .stacker)
    let base = one(begin, .base) | one(begin, .baseOther)
    let broken = optional(1, .reph)
    let ends: [(Kind, Places)] = [
      (.virama, viramaTail(base)), (.sakot, one(middle(base), .sakot)),
      (.standard, complexTail(base)), (.numberJoiner, numberJoinerTail(one(1, .number))),
      (.numeral, one(1, .number) | numeralTail(one(1, .number))),
      (.symbol, symbol | tail(symbol)), (.hieroglyph, hieroglyphs),
      (.other, one(1, .finalModifierPost)),
      (.broken, tail(broken) | numberJoinerTail(broken) | numeralTail(broken)),
    ]
    let best = SyllablePlaces<UniversalClass>.longest(
      ends.map { kind, end in (kind, kind == .other ? end : optional(end, .nonJoiner)) })
    return (best?.kind ?? .other, start + (best?.length ?? 1))
  }

  // MARK: Parts, each from a set of places to a set of places

  private func one(_ from: Places, _ kind: UniversalClass) -> Places { places.one(from, kind) }

  private func optional(_ from: Places, _ kinds: UniversalClass...) -> Places {
    kinds.reduce(from) { $0 | one(from, $1) }
  }

  private func any(_ from: Places, _ kind: UniversalClass) -> Places { places.any(from, kind) }

  private func repeated(_ from: Places, _ part: (Places) -> Places) -> Places {
    places.repeated(from, part)
  }

  private func modifiers(_ from: Places) -> Places {
    any(any(from, .modifierAbove), .modifierBelow)
  }

  /// CMAbv* CMBlw* ((h B | SUB) CMAbv* CMBlw*)*
  private func consonantModifiers(_ from: Places) -> Places {
    repeated(modifiers(from)) { places in
      let halants =
        one(places, .halant) | one(places, .halantModifier) | one(places, .invisibleStacker)
        | one(places, .sakot)
      return modifiers(one(halants, .base) | one(places, .subjoined))
    }
  }

  /// Consonant modifiers, medials, vowels and their modifiers, (Sk B)*
  private func middle(_ from: Places) -> Places {
    let consonants = consonantModifiers(from)
    let medial = optional(
      optional(optional(optional(consonants, .medialPre), .medialAbove), .medialBelow),
      .medialPost)
    let vowels =
      any(any(any(any(medial, .vowelPre), .vowelAbove), .vowelBelow), .vowelPost)
      | one(medial, .halant)
    let modified = any(
      any(
        any(any(optional(vowels, .halantModifier), .vowelModifierPre), .vowelModifierAbove),
        .vowelModifierBelow), .vowelModifierPost)
    return repeated(modified) { one(one($0, .sakot), .base) }
  }

  private func complexTail(_ from: Places) -> Places {
    guard from != 0 else { return 0 }
    let finals = any(any(any(middle(from), .finalAbove), .finalBelow), .finalPost)
    return any(any(finals, .finalModifierAbove), .finalModifierBelow)
      | optional(finals, .finalModifierPost)
  }

  private func viramaTail(_ from: Places) -> Places {
    places.one(consonantModifiers(from), .invisibleStacker, .reorderingKiller)
  }

  /// SMAbv+ SMBlw* | SMBlw+
  private func symbolTail(_ from: Places) -> Places {
    any(any(one(from, .symbolAbove), .symbolAbove) | one(from, .symbolBelow), .symbolBelow)
  }

  private func tail(_ from: Places) -> Places {
    complexTail(from) | one(middle(from), .sakot) | symbolTail(from) | viramaTail(from)
  }

  private func numberJoinerTail(_ from: Places) -> Places {
    one(repeated(from) { one(one($0, .numberHalant), .number) }, .numberHalant)
  }

  private func numeralTail(_ from: Places) -> Places {
    let first = one(one(from, .numberHalant), .number)
    return repeated(first) { one(one($0, .numberHalant), .number) }
  }

  private var symbol: Places {
    one(1, .other) | one(1, .baseOther) | one(1, .segmentBegin)
  }

  /// G HR? HM? SE*
  private func hieroglyph(_ from: Places) -> Places {
    let sign = optional(one(from, .hieroglyph), .hieroglyphMirror)
    return any(optional(sign, .hieroglyphModifier), .segmentEnd)
  }

  /// SB* G HR? HM? SE* (J SB* (G HR? HM? SE*)?)*
  private var hieroglyphs: Places {
    repeated(hieroglyph(any(1, .segmentBegin))) { from in
      let begun = any(one(from, .hieroglyphJoiner), .segmentBegin)
      return begun | hieroglyph(begun)
    }
  }
}
