/// Canonical composition and decomposition of two scalars at a time (UAX #15), as shaping needs
/// them to find what a font has.
enum Composition {
  private struct Pair: Hashable {
    let first: UInt32
    let second: UInt32
  }

  private struct Tables {
    var parts: [UInt32: Pair] = [:]
    var wholes: [Pair: UInt32] = [:]
  }

  private static let tables = {
    var tables = Tables()
    var digits = TableDigits(CompositionTables.decompositions)
    var code = 0
    while !digits.isAtEnd {
      code += digits.next()
      let first = UInt32(truncatingIfNeeded: code + digits.nextSigned())
      let rest = digits.next()
      let pair = Pair(first: first, second: UInt32(truncatingIfNeeded: rest >> 1))
      tables.parts[UInt32(code)] = pair
      if rest & 1 == 0, pair.second != 0 { tables.wholes[pair] = UInt32(code) }
    }
    return tables
  }()

  /// The one scalar that stands for two, such as é for e and its accent; Hangul syllables too.
  static func composed(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    let (l, v) = (first.value &- 0x1100, second.value &- 0x1161)
    if l < 19, v < 21 { return Unicode.Scalar(0xAC00 + (l * 21 + v) * 28) }
    let (syllable, t) = (first.value &- 0xAC00, second.value &- 0x11A7)
    if syllable < 11172, syllable % 28 == 0, 1...27 ~= t {
      return Unicode.Scalar(first.value + t)
    }
    return tables.wholes[Pair(first: first.value, second: second.value)].flatMap(
      Unicode.Scalar.init)
  }

  /// What a scalar is made of: one other scalar, or two; the first may be made of others in turn.
  static func parts(
    of scalar: Unicode.Scalar
  ) -> (first: Unicode.Scalar, second: Unicode.Scalar?)? {
    let syllable = scalar.value &- 0xAC00
    if syllable < 11172 {
      let t = syllable % 28
      let first =
        t == 0 ? Unicode.Scalar(0x1100 + syllable / 588) : Unicode.Scalar(scalar.value - t)
      let second = t == 0 ? 0x1161 + syllable % 588 / 28 : 0x11A7 + t
      return first.map { ($0, Unicode.Scalar(second)) }
    }
    guard let pair = tables.parts[scalar.value], let first = Unicode.Scalar(pair.first)
    else { return nil }
    return (first, pair.second == 0 ? nil : Unicode.Scalar(pair.second))
  }
}
