import Testing

@testable import Markup

/// What a document's type may declare, and the entities that are read of it.
@Suite struct DocumentTypeTests {
  private func text(_ type: String, _ content: String) throws -> String {
    try MarkupDocument(
      Array("<!DOCTYPE a \(type)><a b='\(content)'>\(content)</a>".utf8)
    ).root.text
  }

  @Test(arguments: [
    ("[<!ENTITY e 'x'>]", "x"), (#"SYSTEM "a.dtd" [ <!-- ]> --> <!ENTITY e "]>"> ]"#, "]>"),
    ("[<!ENTITY e 'x'><!ENTITY e 'y'>]", "x"),
    ("[<!ELEMENT a ANY><!ATTLIST a b CDATA #IMPLIED><!ENTITY e ''>]", ""),
    ("[<?it's?><!ENTITY e 'x'>]", "x"), ("[<!ENTITY e '&#233;&#x2014;z'>]", "é—z"),
  ])
  func `plain characters are put in their places`(_ type: String, _ expected: String) throws {
    #expect(try text(type, "1&e;&amp;2") == "1\(expected)&2")
  }

  @Test(arguments: [
    "[<!ENTITY e SYSTEM 'a.txt'>]", "[<!ENTITY f 'x'><!ENTITY e '&f;'>]", "[<!ENTITY e '<a/>'>]",
    "[<!ENTITY e '&#60;a/>'>]", "[<!ENTITY e '&#38;#65;'>]", "[<!ENTITY e '&#xD800;'>]",
    "[<!ENTITY % e 'x'>]", "", "[<!ENTITY e 'x'", "[<!ENTITY e 'x>]", "[<!ENTITY 1 'x'>]",
  ])
  func `others are refused`(_ type: String) {
    #expect(throws: MarkupError.self) { try text(type, "&e;") }
  }

  @Test func `what is declared and not used does no harm`() throws {
    let type = "[<!ENTITY a SYSTEM 'a.txt'><!ENTITY b '&c;<d/>'><!ENTITY % p '>'>%p;]"
    #expect(try text(type, "1") == "1")
  }
}
