import Testing

@testable import Markup

/// Entities that a document's type declares, where they are read.
@Suite struct DocumentTypeTests {
  private func text(_ type: String, _ content: String) throws -> String {
    try MarkupDocument(
      Array("<!DOCTYPE a \(type)><a b='\(content)'>\(content)</a>".utf8), readsEntities: true
    )
    .root.text
  }

  @Test(arguments: [
    ("[<!ENTITY e 'x'>]", "x"), (#"SYSTEM "a.dtd" [ <!-- ]> --> <!ENTITY e "]>"> ]"#, "]>"),
    ("[<!ENTITY e 'x'><!ENTITY e 'y'>]", "x"),
    ("[<!ELEMENT a ANY><!ATTLIST a b CDATA #IMPLIED><!ENTITY e ''>]", ""),
  ])
  func `plain characters are put in their places`(_ type: String, _ expected: String) throws {
    #expect(try text(type, "1&e;&amp;2") == "1\(expected)&2")
  }

  @Test(arguments: [
    "[<!ENTITY e SYSTEM 'a.txt'>]", "[<!ENTITY f 'x'><!ENTITY e '&f;'>]", "[<!ENTITY e '<a/>'>]",
    "[<!ENTITY % e 'x'>]", "", "[<!ENTITY e 'x'", "[<!ENTITY e 'x>]", "[<!ENTITY 1 'x'>]",
  ])
  func `others are refused`(_ type: String) {
    #expect(throws: MarkupError.self) { try text(type, "&e;") }
  }

  @Test func `none is read unless it is asked for`() {
    #expect(throws: MarkupError.self) {
      try MarkupDocument(Array("<!DOCTYPE a [<!ENTITY e 'x'>]><a/>".utf8))
    }
  }
}
