import Testing

@testable import Markup

@Suite struct MarkupDocumentTests {
  private func read(_ text: String) throws(MarkupError) -> MarkupElement {
    try MarkupDocument(Array(text.utf8)).root
  }

  private func fault(_ text: String) -> String {
    do {
      _ = try read(text)
      return "no error"
    } catch {
      return "\(error.kind) \(error.place.line):\(error.place.column): \(error.message)"
    }
  }

  @Test func `elements hold what stands between their tags, in order`() throws {
    let root = try read(
      "\u{FEFF}<?xml version='1.0' encoding=\"UTF-8\"?>\r\n<!DOCTYPE a>\n<!-- - -->\n"
        + "<a x='1' y = \"&lt;&#65;&#x42;\t'\"><p:b/>t&amp;<![CDATA[<&>]]>\r\n<!-- c --><?i d?>"
        + "<c></c >\rend</a>\n<!--x--> ")
    #expect(root.name == "a" && root.attributes == ["x": "1", "y": "<AB '"])
    #expect(root.children.map(\.name) == ["p:b", "c"])
    #expect(root.children.map { String($0.localName) } == ["b", "c"])
    #expect(root.text == "t&<&>\n\nend")
    let kinds = root.content.map { if case .text(let text) = $0 { text } else { "element" } }
    #expect(kinds == ["element", "t&<&>\n", "element", "\nend"])
    #expect(try read("<é.1-·>&apos;&quot;&gt;</é.1-·>").text == "'\">")
  }

  @Test(arguments: [
    ("", "truncated 1:1: the file ends where an element should stand"),
    ("  \n", "truncated 2:1: the file ends where an element should stand"),
    ("text", "malformed 1:1: an element should stand here"),
    ("<", "malformed 1:1: an element should stand here"),
    ("<a", "truncated 1:3: the file ends where an attribute, \"/>\" or \">\" should stand"),
    ("<a>", "truncated 1:4: the file ends within <a>"),
    ("<a><b></a>", "malformed 1:7: </a> where </b> should stand"),
    ("<a></a><b/>", "malformed 1:8: the end of the file should stand here"),
    ("<a/>x", "malformed 1:5: the end of the file should stand here"),
    ("<a b/>", "malformed 1:5: \"=\" should stand here"),
    ("<a b=c/>", "malformed 1:6: a value in quotes should stand here"),
    ("<a b='1' b='2'/>", "malformed 1:10: a second attribute b"),
    ("<a b='1'c='2'/>", "malformed 1:9: an attribute, \"/>\" or \">\" should stand here"),
    ("<a b='<'/>", "malformed 1:7: \"<\" in the value of an attribute"),
    ("<a b='1", "truncated 1:8: the file ends where the end of an attribute's value should stand"),
    ("<1/>", "malformed 1:2: the name of an element should stand here"),
    ("<a>&b;</a>", "unsupported 1:4: &b; is none of XML's own five entities"),
    ("<a>& b</a>", "malformed 1:4: a \"&\" that begins no reference"),
    ("<a>&#0;</a>", "malformed 1:4: &#0; is no character of XML"),
    ("<a>&#xD800;</a>", "malformed 1:4: &#xD800; is no character of XML"),
    ("<a>&#+65;</a>", "malformed 1:4: &#+65; is no character of XML"),
    ("<a>&#99999999;</a>", "malformed 1:4: &#99999999; is no character of XML"),
    ("<a>]]></a>", "malformed 1:6: \"]]>\" outside a CDATA section"),
    ("<a><![CDATA[</a>", "truncated 1:13: a CDATA section does not end"),
    ("<a><!-- -- --></a>", "malformed 1:4: a comment with \"--\" in it"),
    ("<a><!-- </a>", "truncated 1:8: a comment does not end"),
    ("<a><?xml?></a>", "malformed 1:4: an XML declaration behind the file's start"),
    (" <?xml version='1.0'?><a/>", "malformed 1:2: an XML declaration behind the file's start"),
    ("<a>\u{1}</a>", "malformed 1:4: a character that XML does not have"),
    ("\r\n\r\n<a\n>é</b>", "malformed 4:3: </b> where </a> should stand"),
    ("<!DOCTYPE a [<!ENTITY b \"c\">", "truncated 1:1: the document's type does not end"),
    ("<!DOCTYPE a><!DOCTYPE a><a/>", "malformed 1:13: an element should stand here"),
    (
      "<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
      "unsupported 1:1: the file's encoding is iso-8859-1; only UTF-8 is read"
    ),
  ])
  func `what is broken is named where it stands`(_ text: String, _ error: String) {
    #expect(fault(text) == error)
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for (bytes, column) in [([0x3C, 0x61, 0x3E, 0xFF], 4), ([0xC3, 0x28], 1)] as [([UInt8], Int)] {
      let error = #expect(throws: MarkupError.self) { try MarkupDocument(bytes) }
      #expect(error?.message == "bytes that are not UTF-8" && error?.place.column == column)
    }
    let error = #expect(throws: MarkupError.self) { try MarkupDocument([0xFF, 0xFE, 0x3C, 0]) }
    #expect(error?.kind == .unsupported)
  }

  @Test func `depth is limited, and what lies side by side is not`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(try read(nested(128)).children.count == 1)
    #expect(fault(nested(129)).hasPrefix("unsupported 1:385: elements lie more than 128 deep"))
    let clock = ContinuousClock()
    let time = try clock.measure {
      let many =
        String(repeating: "<b/>", count: 100_000) + String(repeating: "&lt;", count: 100_000)
      let root = try read("<a>" + many + "</a>")
      #expect(root.children.count == 100_000 && root.text.utf8.count == 100_000)
    }
    #expect(time < .seconds(20))
  }

  @Test func `a file cut anywhere, or with any byte changed, comes back`() throws {
    let text =
      "<?xml version='1.0'?><!DOCTYPE a><a b='&lt;'>x<!--c--><![CDATA[d]]><?e f?><g/>&#65;</a>"
    let bytes = Array(text.utf8)
    for cut in 0..<bytes.count {
      let error = #expect(throws: MarkupError.self) { try MarkupDocument(Array(bytes.prefix(cut))) }
      #expect(error?.message.isEmpty == false)
      for letter in Array("<>&;'-[]?! =a\0\u{FF}".utf8) + [0xFF, 0x80] {
        var changed = bytes
        changed[cut] = letter
        _ = try? MarkupDocument(changed)
      }
    }
  }
}
