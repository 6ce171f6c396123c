import Testing

@testable import Text

@Suite struct ScriptResolutionTests {
  private func scripts(_ text: String) -> [Script] {
    ScriptResolution.scripts(of: Array(text.unicodeScalars)).reduce(into: []) { result, script in
      if result.last != script { result.append(script) }
    }
  }

  @Test func `Shared characters go with the text before them, or after at the start`() {
    #expect(scripts("abc, 123 где?") == [.latin, .cyrillic])
    #expect(scripts("1. где") == [.cyrillic])
    #expect(scripts("e\u{301}") == [.latin])
    #expect(scripts("123 + 4") == [.common])
    #expect(scripts("") == [])
  }

  @Test func `Closing brackets go with their opening ones`() {
    let found = ScriptResolution.scripts(of: Array("a (где) b".unicodeScalars))
    #expect(found[2] == .latin && found[3] == .cyrillic && found[6] == .latin)
    let start = ScriptResolution.scripts(of: Array("(где) b".unicodeScalars))
    #expect(start[0] == .cyrillic && start[4] == .cyrillic)
  }

  @Test func `Signs of several scripts have a letter of theirs beside them`() {
    func companions(_ text: String) -> [Unicode.Scalar?] {
      let scalars = Array(text.unicodeScalars)
      return ScriptResolution.companions(
        of: scalars, scripts: ScriptResolution.scripts(of: scalars))
    }
    #expect(companions("،با؟ где»") == ["ب", nil, nil, "ا", nil, nil, nil, nil, "е"])
    #expect(companions("a, b!") == [nil, nil, nil, nil, nil])
    #expect(companions("…") == [nil])
  }

  @Test func `Characters of a few scripts go with any of those`() {
    #expect(scripts("カー") == [.katakana])
    #expect(scripts("あー") == [.hiragana])
    #expect(scripts("क।") == [.devanagari])
    #expect(scripts("世界、和平") == [.han])
  }
}
