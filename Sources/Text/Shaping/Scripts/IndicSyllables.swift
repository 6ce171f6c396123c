/// Finds where syllables end: the longest that the grammar of the OpenType specifications allows.
///
/// All places that a part of the grammar may end at are kept at once, as bits that count from the
/// syllable's start; a syllable of more than 62 characters, which no language has, is cut.
struct IndicSyllables {
  enum Kind: UInt8 { case consonant, vowel, standalone, symbol, broken, other }

  private typealias Places = UInt64

  private static let longest = 62

  private let kinds: [IndicClass]
  /// For each class, where it stands from the syllable's start.
  private var found: [Places] = Array(repeating: 0, count: 20)

  init(_ kinds: [IndicClass]) { self.kinds = kinds }

  /// The syllable that begins at `start`.
  mutating func syllable(at start: Int) -> (kind: Kind, end: Int) {
    guard kinds[start] != .other else { return (.other, start + 1) }
    for index in found.indices { found[index] = 0 }
    for offset in 0..<min(Self.longest, kinds.count - start) {
      let kind = kinds[start + offset]
      if kind == .other { break }
      found[Int(kind.rawValue)] |= 1 << Places(offset)
    }
    let ends: [(Kind, Places)] = [
      (.consonant, consonantSyllable), (.vowel, vowelSyllable), (.standalone, standaloneSyllable),
      (.symbol, symbolSyllable), (.other, one(1, .looseModifier)), (.broken, brokenSyllable),
    ]
    var best = (kind: Kind.other, length: 0)
    // Of equally long ones, the first holds.
    for (kind, places) in ends {
      let length = places == 0 ? 0 : 63 - places.leadingZeroBitCount
      if length > best.length { best = (kind, length) }
    }
    return (best.kind, start + max(best.length, 1))
  }

  // MARK: Parts, each from a set of places to a set of places

  private func one(_ from: Places, _ kind: IndicClass) -> Places {
    (from & found[Int(kind.rawValue)]) << 1
  }

  private func optional(_ from: Places, _ kind: IndicClass) -> Places { from | one(from, kind) }

  private func repeated(_ from: Places, _ part: (Places) -> Places) -> Places {
    var all = from
    var fresh = from
    while fresh != 0 {
      fresh = part(fresh) & ~all
      all |= fresh
    }
    return all
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
