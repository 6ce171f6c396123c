/// Finds where clusters of the Universal Shaping Engine end, as ``IndicSyllables`` does.
struct UniversalSyllables {
  enum Kind: UInt8 { case virama, sakot, standard, numberJoiner, numeral, symbol, broken, other }

  private typealias Places = UInt64

  private static let longest = 62

  private let kinds: [UniversalClass]
  /// For each class, where it stands from the cluster's start.
  private var found: [Places] = Array(repeating: 0, count: 40)

  init(_ kinds: [UniversalClass]) { self.kinds = kinds }

  /// The cluster that begins at `start`.
  mutating func syllable(at start: Int) -> (kind: Kind, end: Int) {
    for index in found.indices { found[index] = 0 }
    for offset in 0..<min(Self.longest, kinds.count - start) {
      let kind = kinds[start + offset]
      if offset > 0, kind == .other { break }
      found[Int(kind.rawValue)] |= 1 << Places(offset)
    }
    let begin = optional(1, .reph, .stacker)
    let base = one(begin, .base) | one(begin, .baseOther)
    let broken = optional(1, .reph)
    let ends: [(Kind, Places)] = [
      (.virama, viramaTail(base)), (.sakot, one(middle(base), .sakot)),
      (.standard, complexTail(base)), (.numberJoiner, numberJoinerTail(one(1, .number))),
      (.numeral, one(1, .number) | numeralTail(one(1, .number))),
      (.symbol, symbol | tail(symbol)), (.other, one(1, .finalModifierPost)),
      (.broken, tail(broken) | numberJoinerTail(broken) | numeralTail(broken)),
    ]
    var best = (kind: Kind.other, length: 0)
    // Of equally long ones, the first holds.
    for (kind, end) in ends {
      let places = kind == .other ? end : optional(end, .nonJoiner)
      let length = places == 0 ? 0 : 63 - places.leadingZeroBitCount
      if length > best.length { best = (kind, length) }
    }
    return (best.kind, start + max(best.length, 1))
  }

  // MARK: Parts, each from a set of places to a set of places

  private func one(_ from: Places, _ kind: UniversalClass) -> Places {
    (from & found[Int(kind.rawValue)]) << 1
  }

  private func optional(_ from: Places, _ kinds: UniversalClass...) -> Places {
    kinds.reduce(from) { $0 | one(from, $1) }
  }

  private func any(_ from: Places, _ kind: UniversalClass) -> Places {
    repeated(from) { one($0, kind) }
  }

  private func repeated(_ from: Places, _ part: (Places) -> Places) -> Places {
    var all = from
    var fresh = from
    while fresh != 0 {
      fresh = part(fresh) & ~all
      all |= fresh
    }
    return all
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
    one(consonantModifiers(from), .invisibleStacker)
  }

  private func symbolTail(_ from: Places) -> Places {
    let first = one(from, .symbolAbove) | one(from, .symbolBelow)
    return repeated(first) { one($0, .symbolAbove) | one($0, .symbolBelow) }
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

  private var symbol: Places { one(1, .other) | one(1, .baseOther) }
}
