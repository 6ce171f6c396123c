/// What shaping asks of every scalar, found once for the common ones.
struct ScalarFacts: Sendable {
  var traits = ScalarTraits()
  /// The combining class by which shaping orders marks; 0 for what is no mark.
  var combiningClass: UInt8 = 0

  /// Latin to Thai, which most runs are of.
  private static let common = (0..<0xE80).map { code in
    Unicode.Scalar(UInt32(code)).map(ScalarFacts.init(finding:)) ?? ScalarFacts()
  }

  static func of(_ code: UInt32) -> ScalarFacts {
    if code < 0xE80 { return common[Int(code)] }
    return Unicode.Scalar(code).map(ScalarFacts.init(finding:)) ?? ScalarFacts()
  }

  private init() {}

  private init(finding scalar: Unicode.Scalar) {
    let code = scalar.value
    switch scalar.generalCategory {
    case .mn: traits = [.mark, .nonspacingMark, .wordPart]
    case .mc, .me: traits = [.mark, .wordPart]
    case .nd: traits = .digit
    case .zs: traits = .space
    case .lu, .ll, .lt, .lm, .lo: traits = [.letter, .wordPart]
    case .cf, .cn, .co, .cs: traits = .wordPart
    case .sk: traits = .modifierSymbol
    default: break
    }
    if traits.contains(.mark) {
      traits.insert(.continuation)
      combiningClass = ModifiedCombiningClass.of(scalar)
    }
    guard code >= 0x80, Self.isIgnorable(code) else { return }
    traits.insert(.ignorable)
    switch code {
    case 0x200C: traits.insert(.zeroWidthNonJoiner)
    case 0x200D: traits.insert(.zeroWidthJoiner)
    case 0x034F, 0x180B...0x180D, 0x180F, 0xE0020...0xE007F: traits.insert(.hidden)
    default: break
    }
  }

  /// What is not seen where the font has nothing else for it. Unicode's
  /// Default_Ignorable_Code_Point without the Hangul fillers, which take a place.
  private static func isIgnorable(_ code: UInt32) -> Bool {
    switch code {
    case 0x00AD, 0x034F, 0x061C, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
      0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xFFF0...0xFFF8, 0x1D173...0x1D17A,
      0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}

extension GlyphRecord {
  /// Takes over what Unicode says of the scalar.
  mutating func findFacts() {
    let facts = ScalarFacts.of(code)
    scalarTraits = facts.traits
    combiningClass = facts.combiningClass
  }
}
