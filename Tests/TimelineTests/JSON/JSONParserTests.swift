import TestNumbers
import Testing

@testable import Timeline

@Suite struct JSONParserTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let messages: [String]
    init(_ text: String, _ messages: String...) { (self.text, self.messages) = (text, messages) }
    var testDescription: String { text }
  }

  static func parse(_ text: String) -> (JSONNode?, [Diagnostic]) {
    var diagnostics = Diagnostics()
    let parsed = JSONParser.parse(
      SourceText(name: "t.json", text: text), reportingTo: &diagnostics)
    return (parsed?.root, diagnostics.sorted)
  }

  static let faults = [
    Case("1️⃣", "1: the text contains no value; the smallest timeline is {\"version\": 1}"),
    Case(
      " // nothing 2️⃣",
      "line 1, column 1: the text contains no value; the smallest timeline is {\"version\": 1}"),
    Case("[1, 1️⃣+2]", "1: '+2' is not a number of JSON; write 2"),
    Case("[1️⃣.5]", "1: '.5' is not a number of JSON; write 0.5"),
    Case("[1️⃣1.]", "1: '1.' is not a number of JSON; write 1"),
    Case("[1️⃣-007.50]", "1: '-007.50' is not a number of JSON; write -7.50"),
    Case("[1️⃣90f]", #"1: '90f' is not a value; write "90f""#),
    Case("[1️⃣50%]", #"1: '50%' is not a value; write "50%""#),
    Case("[1️⃣#fff]", ##"1: '#fff' is not a value; write "#fff""##),
    Case(
      "[1️⃣True, 2️⃣NULL]", "1: 'True' is not a value of JSON; write true",
      "2: 'NULL' is not a value of JSON; write null"),
    Case(
      "[1️⃣NaN, 2️⃣-Infinity]", "1: 'NaN' is not a value; text must be in double quotes",
      "2: '-Infinity' is not a value; text must be in double quotes"),
    Case("[1️⃣'a']", "1: single quotes do not make a string; use double quotes"),
    Case(
      "{1️⃣'a': 1, 2️⃣b: 2}", #"1: a key must be in double quotes; write "a""#,
      #"2: a key must be in double quotes; write "b""#),
    Case("[1️⃣, 2]", "1: a value is missing before ','"),
    Case("[1,1️⃣,2]", "1: a value is missing before ','"),
    Case(#"{"a"1️⃣= 1}"#, "1: a colon is missing after the key 'a'; write ':' instead of '='"),
    Case(#"{1️⃣"a" 1}"#, "1: a colon is missing after the key 'a'"),
    Case(#"{1️⃣"a": , "b": 2}"#, "1: the key 'a' has no value"),
    Case(#"{1️⃣"a":}"#, "1: the key 'a' has no value"),
    Case(#"{1️⃣"a"}"#, "1: the key 'a' has no value"),
    Case(
      "{\"a\": 11️⃣\n \"b\": 22️⃣\n \"c\": 3}", "1: a comma is missing here",
      "2: a comma is missing here"),
    Case("[11️⃣ 2]", "1: a comma is missing here"),
    Case(#"{"a": 1, 1️⃣, "b": 2}"#, "1: a key is missing before ','"),
    Case(#"{"a": 2️⃣[1, 21️⃣}"#, "1: ']' is missing before '}' [2: the array opens here]"),
    Case(#"[2️⃣{"a": 11️⃣]"#, "1: '}' is missing before ']' [2: the object opens here]"),
    Case("[1]1️⃣]", "1: there is more text after the end of the value"),
    Case("1️⃣]", "1: there is nothing for ']' to close"),
    Case("1️⃣[1, [2]2️⃣", "1: the text ends before ']' closes this array [2: the text ends here]"),
    Case(#"1️⃣{"a":2️⃣"#, "1: the text ends before '}' closes this object [2: the text ends here]"),
    Case("[1] 1️⃣x", "1: there is more text after the end of the value"),
    Case(
      #"{"a": 1, 1️⃣"a": 2, 2️⃣"a": 3}"#,
      "1: the key 'a' is given twice [line 1, column 2: it is first given here]",
      "2: the key 'a' is given twice [line 1, column 2: it is first given here]"),
    Case(
      "[1️⃣\"abc,\n 1]", "1: the string is not closed on its line",
      "line 1, column 7: a comma is missing here"),
    Case("[\"a1️⃣\tb\"]", #"1: the character U+0009 is not allowed in a string; write \t"#),
    Case("[\"a1️⃣\u{1}b\"]", #"1: the character U+0001 is not allowed in a string; write \u0001"#),
    Case(#"["C:1️⃣\music"]"#, #"1: '\m' is not an escape of JSON; a backslash is written \\"#),
    Case(#"["1️⃣\u12G4"]"#, #"1: \u takes four hexadecimal digits"#),
    Case(#"["1️⃣\ud83dx"]"#, #"1: '\ud83d' is half of a surrogate pair"#),
    Case(#"["1️⃣\ude00"]"#, #"1: '\ude00' is half of a surrogate pair"#),
    Case("[1] 1️⃣/* x", "1: the comment is never closed; close it with */"),
    Case(
      "[1,1️⃣\u{A0}\u{A0}2, 3 2️⃣\u{200B}]3️⃣\u{FEFF}",
      "1: the character U+00A0 is not allowed here; a blank is a space, a tab or a line's end",
      "2: the character U+200B is not allowed here; a blank is a space, a tab or a line's end",
      "3: the character U+FEFF is not allowed here; a blank is a space, a tab or a line's end"),
    Case(
      "{1️⃣“a”: 2️⃣“b, c”, \"d\": 3️⃣«e»}", #"1: '“' does not make a string; write "a""#,
      #"2: '“' does not make a string; write "b, c""#,
      #"3: '«' does not make a string; write "e""#),
    Case("[1️⃣“a\", 1]", #"1: '“' does not make a string; write "a""#),
    Case(
      #"{"a": "say 1️⃣"hi, you" to me", "b": 1}"#,
      #"1: the string ends here, in the middle of a word; a quotation mark in a string is written \""#
    ),
    Case(
      #"["say 1️⃣"hi" and" , 1]"#,
      #"1: the string ends here, in the middle of a word; a quotation mark in a string is written \""#
    ),
    Case(
      #"{"a": "b, 1️⃣"c": 1}"#,
      "1: the string ends here, in the middle of a word; the quotation mark at its end is missing"),
    Case(
      #"{"a": 1️⃣0,5, "b": [2,5], "c": 2️⃣-1,25 }"#,
      "1: a number has a decimal point, no comma; write 0.5",
      "2: a number has a decimal point, no comma; write -1.25"),
    Case(
      "[1️⃣0x10, 2️⃣１２.5]", "1: '0x10' is not a number of JSON; write 16",
      "2: '１２.5' is not a number of JSON; write 12.5"),
    Case("1️⃣# a\n[1]", "1: '#' does not start a comment; a comment starts with //"),
  ]

  @Test(arguments: faults) func `each fault has its message and its place`(_ item: Case) {
    let marked = MarkedText(item.text)
    var diagnostics = Diagnostics()
    _ = JSONParser.parse(marked.source, reportingTo: &diagnostics)
    #expect(marked.messages(diagnostics.sorted) == item.messages)
  }

  @Test func `comments, trailing commas and a byte order mark are taken`() throws {
    let text = "\u{FEFF}// head\n{ /* a */ \"a\": [1, 2,], \"b\": {\"c\": null,}, // b\n} /**/"
    let (root, faults) = Self.parse(text)
    #expect(faults.isEmpty)
    #expect(root?.member("a")?.value.elements?.count == 2)
    #expect(root?.member("b")?.value.members?.map(\.key) == ["c"])
  }

  @Test func `places are those of the text`() throws {
    let (root, _) = Self.parse(#"{ "key": [ 1.50, "x" ] }"#)
    let member = try #require(root?.member("key"))
    #expect(member.keyRange == 2..<7)
    #expect(member.value.range == 9..<22)
    #expect(member.value.elements?.map(\.range) == [11..<15, 17..<20])
    guard case .number("1.50") = member.value.elements?.first?.kind else {
      Issue.record("a number keeps its spelling")
      return
    }
  }

  @Test func `escapes give their scalars`() {
    let (root, faults) = Self.parse(#"["\"\\\/\b\f\n\r\tA\u00e9\ud83d\ude00é"]"#)
    #expect(faults.isEmpty)
    #expect(root?.elements?.first?.string == "\"\\/\u{8}\u{C}\n\r\tAé😀é")
  }

  @Test func `keys that differ in their scalars are two keys`() {
    #expect(Self.parse("{\"\u{E9}\": 1, \"e\u{301}\": 2}").1.isEmpty)
  }

  @Test func `nesting ends at its limit and not before`() {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(Self.parse(deep).1.isEmpty)
    let (_, faults) = Self.parse("[" + deep + "]")
    #expect(faults.map(\.message) == ["arrays and objects are nested more than 512 deep"])
    #expect(faults.first?.range == 512..<513)
  }

  @Test func `a text over the limit is refused by its size`() {
    let bytes = [UInt8](repeating: 0x20, count: (16 << 20) + 1)
    var diagnostics = Diagnostics()
    let parsed = JSONParser.parse(
      SourceText(name: "t", bytes: bytes), reportingTo: &diagnostics)
    #expect(parsed == nil)
    #expect(
      diagnostics.sorted.map(\.message)
        == ["the text has 16777217 bytes, more than the 16777216 allowed"])
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xE2],
    ] as [[UInt8]]) func `what is not UTF-8 is reported`(_ bytes: [UInt8])
  {
    let messages = JSONTestSuiteTests.faults(bytes).map(\.message)
    let hex = String(bytes[1], radix: 16, uppercase: true)
    #expect(messages == ["the byte 0x\(hex) is not UTF-8"])
  }

  @Test func `UTF-16 is named`() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x7B, 0], [0x7B, 0, 0x7D, 0], [0, 0x7B]] {
      #expect(JSONTestSuiteTests.faults(bytes).first?.message == "the text is UTF-16")
    }
  }

  @Test func `UTF-32 is not called UTF-16`() {
    for bytes: [UInt8] in [
      [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B],
      [0x7B, 0, 0, 0, 0x7D, 0, 0, 0], [0, 0, 0, 0x7B],
    ] {
      #expect(JSONTestSuiteTests.faults(bytes).first?.message == "the text is UTF-32")
    }
  }

  /// Every text gives a value or a fault, whatever was done to its bytes.
  @Test(arguments: 0..<20) func `damaged texts never trap`(_ seed: Int) {
    var numbers = SeededNumbers(seed)
    let sample = Array(
      #"{"a": [1, -2.5e3, "x\u00e9\n"], /* c */ "b": {"c": true, "d": null,}, "é": "日本"} // e"#
        .utf8)
    let spice = Array("{}[]:,\"\\/*\u{0}\u{1F}\u{7F}\n'ut0-+.eE".utf8) + [0xFF, 0xC3, 0xED]
    for _ in 0..<100 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let place = Int.random(in: 0..<max(1, bytes.count), using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(spice.randomElement(using: &numbers) ?? 0, at: place)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = sample }
      }
      let source = SourceText(name: "seed \(seed)", bytes: bytes)
      var diagnostics = Diagnostics()
      let parsed = JSONParser.parse(source, reportingTo: &diagnostics)
      #expect(parsed != nil || diagnostics.hasErrors)
      _ = DiagnosticText(source).text(of: diagnostics)
      _ = DiagnosticJSON.text(of: diagnostics, in: source)
    }
  }
}
