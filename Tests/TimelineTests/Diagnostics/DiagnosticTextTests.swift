import Testing

@testable import Timeline

@Suite struct DiagnosticTextTests {
  static func show(_ marked: String, _ message: String, length: Int) -> String {
    let text = MarkedText(marked)
    let start = text.places["1"] ?? 0
    return DiagnosticText(text.source).text(
      of: Diagnostic(.error, message, at: start..<start + length))
  }

  @Test func `a message looks as a compiler's`() {
    let marked = "{\n  \"layers\": [\n    {\n      1️⃣\"opactiy\": 0.5,\n    }\n  ]\n}"
    let start = MarkedText(marked).places["1"] ?? 0
    let diagnostic = Diagnostic(
      .error, "unknown key 'opactiy' in an image layer", at: start..<start + 9,
      hint: "did you mean 'opacity'?")
    #expect(
      DiagnosticText(MarkedText(marked).source).text(of: diagnostic) == """
        t.json:4:7: error: unknown key 'opactiy' in an image layer; did you mean 'opacity'?
              "opactiy": 0.5,
              ^~~~~~~~~

        """)
  }

  @Test func `tabs, wide and combining scalars keep the caret in its column`() {
    #expect(Self.show("\t[\t1️⃣x]", "m", length: 1) == "t.json:1:4: error: m\n\t[\tx]\n\t \t^\n")
    #expect(
      Self.show("\"日本\" 1️⃣xyz", "m", length: 3)
        == "t.json:1:6: error: m\n\"日本\" xyz\n       ^~~\n")
    #expect(
      Self.show("\"e\u{301}\" 1️⃣xyz", "m", length: 3)
        == "t.json:1:6: error: m\n\"e\u{301}\" xyz\n    ^~~\n")
  }

  @Test func `columns count scalars, and the byte order mark is none`() {
    #expect(
      SourceText(name: "t", text: "\u{FEFF}x").place(of: 3) == SourcePlace(line: 1, column: 1))
    #expect(SourceText(name: "t", text: "é日😀x").place(of: 9) == SourcePlace(line: 1, column: 4))
  }

  @Test func `lines end at LF, CR LF and CR`() {
    let source = SourceText(name: "t", text: "a\nb\r\nc\rd")
    let places = [0, 2, 5, 7].map { source.place(of: $0) }
    #expect(places.map(\.line) == [1, 2, 3, 4])
    #expect(places.allSatisfy { $0.column == 1 })
    #expect(source.place(of: 99) == SourcePlace(line: 4, column: 2))
  }

  @Test func `a long line is cut round the fault`() {
    let marked =
      String(repeating: "a", count: 300) + "1️⃣fault" + String(repeating: "b", count: 300)
    let lines = Self.show(marked, "m", length: 5).split(separator: "\n")
    #expect(lines[1].hasPrefix("…aaa"))
    #expect(lines[1].hasSuffix("bbb…"))
    #expect(lines[1].count == 102)
    let caret = lines[2].prefix { $0 == " " }.count
    #expect(lines[1].dropFirst(caret).hasPrefix("fault"))
    #expect(lines[2].trimmingPrefix { $0 == " " } == "^~~~~")
  }

  @Test func `a fault over several lines is marked on its first`() {
    #expect(Self.show("1️⃣{\n\n}", "m", length: 4) == "t.json:1:1: error: m\n{\n^\n")
  }

  @Test func `the place after the text can be shown`() {
    #expect(Self.show("[1,1️⃣", "m", length: 1) == "t.json:1:4: error: m\n[1,\n   ^\n")
    #expect(Self.show("1️⃣", "m", length: 1) == "t.json:1:1: error: m\n")
  }

  @Test func `control characters do not reach the terminal`() {
    let shown = Self.show("1️⃣\"\u{1B}[31m\u{202E}\"", "m", length: 3)
    #expect(!shown.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    #expect("a\u{1B}b".quoted == "'a\\x1bb'")
    #expect(
      "a\n\u{85}\u{7F}\u{202E}\u{2066}ä👨\u{200D}👩".printable
        == "a\\x0a\\x85\\x7f\\u{202e}\\u{2066}ä👨\u{200D}👩")
    #expect("a\tb\nc\u{9B}1m\r\n".printableLines == "a\tb\nc\\x9b1m\\x0d\n")
    #expect(JSONText.quote("\u{9B}\u{202E}\u{E0001}") == #""\u009b\u202e\udb40\udc01""#)
    #expect(!Self.show("1️⃣[]", "a\nb: error: c\u{1B}[2J", length: 1).contains("\nb: error"))
    #expect(String(repeating: "x", count: 99).quoted.count == 42)
    // One character may have any number of scalars.
    #expect(String(repeating: "\u{301}", count: 99).quoted.unicodeScalars.count == 42)
  }

  @Test func `faults are sorted by place and counted once`() {
    var diagnostics = Diagnostics()
    diagnostics.error("b", at: 5..<6)
    diagnostics.error("a", at: 1..<2)
    diagnostics.error("b", at: 5..<6)
    diagnostics.warning("c", at: 1..<2)
    #expect(diagnostics.sorted.map(\.message) == ["a", "c", "b"])
  }

  @Test func `faults beyond the limit are counted, not kept`() {
    var diagnostics = Diagnostics()
    for place in 0..<1000 { diagnostics.error("e", at: place..<place + 1) }
    #expect(diagnostics.sorted.count == Diagnostics.limit)
    #expect(diagnostics.dropped == 800)
    let text = DiagnosticText(SourceText(name: "t.json", text: "x")).text(of: diagnostics)
    #expect(text.hasSuffix("t.json: too many errors; the others are not shown\n"))
  }

  /// A minified timeline of megabytes is one line; its faults are shown in no time.
  @Test func `places far along a line are right`() {
    let text = String(repeating: "日本e\u{301}x", count: 3000)
    let source = SourceText(name: "t", text: text)
    let lines = SourceLines(source)
    for scalar in stride(from: 0, to: 15_000, by: 617) {
      let offset = text.unicodeScalars.prefix(scalar).reduce(0) { $0 + UTF8.width($1) }
      #expect(lines.place(of: offset) == SourcePlace(line: 1, column: scalar + 1))
      let shown = DiagnosticText(source).text(of: Diagnostic(.error, "m", at: offset..<offset + 3))
      #expect(!shown.contains("\u{FFFD}"))
    }
  }

  @Test func `programs get JSON`() {
    let source = SourceText(name: "t.json", text: "{\n\"é\": 1}")
    var diagnostics = Diagnostics()
    diagnostics.error(
      "m \"q\"", at: 2..<6, hint: "h",
      notes: [Diagnostic.Note(message: "n", range: 0..<1)])
    let text = DiagnosticJSON.text(of: diagnostics, in: source)
    let (root, faults) = JSONParserTests.parse(text)
    #expect(faults.isEmpty)
    let item = root?.elements?.first
    #expect(item?.member("message")?.value.string == "m \"q\"")
    #expect(
      item?.members?.map(\.key).prefix(5) == ["file", "line", "column", "endLine", "endColumn"])
    guard case .number("4") = item?.member("endColumn")?.value.kind else {
      Issue.record("the end is the place after the last scalar: \(text)")
      return
    }
    #expect(DiagnosticJSON.text(of: Diagnostics(), in: source) == "[]\n")
  }
}
