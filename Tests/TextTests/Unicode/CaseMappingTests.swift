import Testing

@testable import Text

@Suite struct CaseMappingTests {
  private func map(_ text: String, _ mapping: CaseMapping, _ language: String? = nil) -> String {
    CaseMapping.texts([.init(text, mapping, language: language)]).joined()
  }

  /// What Python's `str.upper` gives.
  @Test(arguments: [
    ("Straße", "STRASSE"), ("ﬁne", "FINE"), ("\u{390}", "\u{399}\u{308}\u{301}"), ("ŉ", "ʼN"),
    ("ǆungla", "ǄUNGLA"),
    ("όδος", "ΌΔΟΣ"), ("ა", "Ა"), ("i ı", "I I"), ("日本 3 °", "日本 3 °"), ("", ""),
  ])
  func `capitals are Unicode's whole ones`(_ text: String, _ capitals: String) {
    #expect(map(text, .uppercase).unicodeScalars.elementsEqual(capitals.unicodeScalars))
  }

  /// What Python's `str.lower` gives.
  @Test(arguments: [
    ("ΌΔΟΣ ΜΕΓΑΣ", "όδος μεγας"), ("Σ ΣΑΣ. Σ'Σ ΑΣ.Σ", "σ σας. σ'ς ασ.ς"), ("İ", "i\u{307}"),
    ("ẞ", "ß"), ("HeLLo", "hello"),
  ])
  func `small letters are Unicode's whole ones, and a last sigma has its own form`(
    _ text: String, _ small: String
  ) {
    #expect(map(text, .lowercase).unicodeScalars.elementsEqual(small.unicodeScalars))
  }

  @Test(arguments: [
    ("hello wORLD", "Hello WORLD"), ("don't o’clock 'til", "Don't O’clock 'Til"),
    ("well-known (things) 1st", "Well-Known (Things) 1st"), ("ǆep ßa ﬁn", "ǅep Ssa Fin"),
    ("e\u{301}lan vi\u{AD}tal", "E\u{301}lan Vi\u{AD}tal"), ("中文word", "中文Word"),
    ("snake_case e.g.", "Snake_case E.g."),
  ])
  func `words begin with their title letters`(_ text: String, _ title: String) {
    #expect(map(text, .capitalize).unicodeScalars.elementsEqual(title.unicodeScalars))
  }

  @Test(arguments: [
    ("tr", CaseMapping.uppercase, "istanbul ığdır", "İSTANBUL IĞDIR"),
    ("az-Latn", .lowercase, "İSTANBUL IĞDIR", "istanbul ığdır"),
    ("tr", .lowercase, "I\u{307}X I\u{323}\u{307}", "ix i\u{323}"),
    ("TR", .capitalize, "istanbul ılıca", "İstanbul Ilıca"),
    ("el", .uppercase, "Μαΐου, Πόρος, ΰ, Μάιος, άυλος", "ΜΑΪΟΥ, ΠΟΡΟΣ, Ϋ, ΜΑΪΟΣ, ΑΫΛΟΣ"),
    ("el-GR", .uppercase, "ρήματα ή άκλιτες, η αναγνώριση", "ΡΗΜΑΤΑ Ή ΑΚΛΙΤΕΣ, Η ΑΝΑΓΝΩΡΙΣΗ"),
    ("el", .uppercase, "Ἐπειδὴ ἡ νομικοῦ ἢ ᾳ a\u{301}", "ΕΠΕΙΔΗ Η ΝΟΜΙΚΟΥ Ή ΑΙ A\u{301}"),
    ("el", .uppercase, "α\u{301}ι\u{308}\u{301} ρωμε\u{301}ικα", "ΑΪ ΡΩΜΕΪΚΑ"),
    // SpecialCasing of Unicode, "lt".
    (
      "lt", .lowercase, "I\u{300} J\u{303} Į\u{303}",
      "i\u{307}\u{300} j\u{307}\u{303} į\u{307}\u{303}"
    ),
    (
      "lt", .lowercase, "ÌÍĨ I\u{328}\u{301}",
      "i\u{307}\u{300}i\u{307}\u{301}i\u{307}\u{303} i\u{307}\u{328}\u{301}"
    ),
    ("lt", .lowercase, "LIETUVIŠKAI JĮ I", "lietuviškai jį i"),
    (
      "lt-LT", .uppercase, "i\u{307}\u{300} į\u{307}\u{303} i\u{328}\u{307}",
      "I\u{300} Į\u{303} I\u{328}"
    ),
    ("lt", .uppercase, "e\u{307} ė", "E\u{307} Ė"),
    ("lt", .capitalize, "i\u{307}\u{301}i\u{307}\u{301}", "I\u{301}i\u{307}\u{301}"),
    ("nl", .capitalize, "ijsland bij ijmuiden", "IJsland Bij IJmuiden"),
  ])
  func `languages have rules of their own`(
    _ language: String, _ mapping: CaseMapping, _ text: String, _ expected: String
  ) {
    #expect(map(text, mapping, language).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func `words go on from piece to piece`() {
    func pieces(_ texts: [String], _ mapping: CaseMapping) -> [String] {
      CaseMapping.texts(texts.map { .init($0, mapping) })
    }
    #expect(pieces(["he", "llo wor", "ld"], .capitalize) == ["He", "llo Wor", "ld"])
    #expect(pieces(["ΑΣ", "Α ΑΣ", " Α"], .lowercase) == ["ασ", "α ας", " α"])
    #expect(
      CaseMapping.texts([.init("aß", nil), .init("aß", .uppercase)]) == ["aß", "ASS"])
  }
}
