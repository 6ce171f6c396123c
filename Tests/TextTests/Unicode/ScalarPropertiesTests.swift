import Testing

@testable import Text

@Suite struct ScalarPropertiesTests {
  @Test func `Scalars have the classes that Unicode lists`() {
    #expect(("A" as Unicode.Scalar).bidiClass == .l)
    #expect(("א" as Unicode.Scalar).bidiClass == .r)
    #expect(("\u{627}" as Unicode.Scalar).bidiClass == .al)
    #expect(("\u{10FFFF}" as Unicode.Scalar).bidiClass == .bn)
    #expect(("\u{1ECFF}" as Unicode.Scalar).bidiClass == .r)
    #expect(("\u{2066}" as Unicode.Scalar).bidiClass == .lri)
    #expect(("(" as Unicode.Scalar).lineBreakClass == .op)
    #expect(("世" as Unicode.Scalar).lineBreakClass == .id)
    #expect(("世" as Unicode.Scalar).eastAsianWidth == .wide)
    #expect(("ب" as Unicode.Scalar).joiningType == .dualJoining)
    #expect(("\u{710}" as Unicode.Scalar).isAlaph)
    #expect(("\u{715}" as Unicode.Scalar).isDalathRish)
    #expect(("\u{94D}" as Unicode.Scalar).indicSyllabicCategory == .virama)
    #expect(("\u{93F}" as Unicode.Scalar).indicPositionalCategory == .left)
    #expect(("(" as Unicode.Scalar).mirrored == ")")
    #expect(("A" as Unicode.Scalar).mirrored == nil)
    #expect(("\u{FE0F}" as Unicode.Scalar).isDefaultIgnorable)
    #expect(!("A" as Unicode.Scalar).isDefaultIgnorable)
    #expect(("😀" as Unicode.Scalar).emojiProperties.contains(.presentation))
    #expect(("👍" as Unicode.Scalar).emojiProperties.contains(.modifierBase))
    #expect(!("1" as Unicode.Scalar).emojiProperties.contains(.presentation))
  }

  @Test func `Scripts have tags and extensions`() {
    #expect(Script.latin.tag == "Latn")
    #expect(Script.zanabazarSquare.tag == "Zanb")
    #expect(("я" as Unicode.Scalar).script == .cyrillic)
    #expect(("!" as Unicode.Scalar).script == .common)
    #expect(("\u{301}" as Unicode.Scalar).script == .inherited)
    #expect(("।" as Unicode.Scalar).script == .common)
    #expect(Script.extensions(of: "।").contains(.bengali))
    #expect(Script.extensions(of: "ー") == [.hiragana, .katakana])
    #expect(Script.extensions(of: "a").isEmpty)
    #expect(Set(Script.allCases.map(\.tag)).count == Script.allCases.count)
  }

  @Test func `Combining classes are the standard library's`() {
    for scalar in (0...UInt32(0x1FFF)).compactMap(Unicode.Scalar.init)
    where scalar.generalCategory != .cn {
      let expected = scalar.properties.canonicalCombiningClass.rawValue
      #expect(scalar.combiningClass == expected, "\(scalar.value)")
    }
  }

  @Test func `Letters fall apart and come together again`() {
    #expect(Composition.composed("e", "\u{301}") == "é")
    #expect(Composition.composed("ê", "\u{323}") == nil)
    #expect(Composition.composed("ẹ", "\u{302}") == "ệ")
    #expect(Composition.composed("\u{1112}", "\u{1161}") == "\u{D558}")
    #expect(Composition.composed("\u{D558}", "\u{11AB}") == "\u{D55C}")
    #expect(Composition.composed("\u{915}", "\u{93C}") == nil)
    #expect(Composition.parts(of: "a") == nil)
    #expect(Composition.parts(of: "\u{212B}")?.first == "Å")
    for code in [0xE9, 0x1EC7, 0x958, 0xAC00, 0xD55C, 0x1D15E] as [UInt32] {
      guard let scalar = Unicode.Scalar(code), let parts = Composition.parts(of: scalar) else {
        Issue.record("\(code) has no parts")
        continue
      }
      var text = String(parts.first)
      if let second = parts.second { text.unicodeScalars.append(second) }
      #expect(text == String(scalar))
    }
  }
}
