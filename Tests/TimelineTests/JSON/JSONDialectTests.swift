import Testing

@testable import Timeline

/// JSON5, which other programs write; the examples are those of its specification (json5.org).
@Suite struct JSONDialectTests {
  private static func parse(_ text: String) -> (root: JSONNode?, faults: [String]) {
    var diagnostics = Diagnostics()
    let parsed = JSONParser.parse(
      SourceText(name: "t.json5", text: text), as: .json5, reportingTo: &diagnostics)
    return (parsed?.root, diagnostics.sorted.map(\.message))
  }

  private static func number(_ text: String) -> String? {
    guard case .number(let number)? = parse(text).root?.kind else { return nil }
    return number
  }

  @Test func `the short example of the specification is read`() throws {
    let (root, faults) = Self.parse(
      #"""
      {
        // comments
        unquoted: 'and you can quote me on that',
        singleQuotes: 'I can use "double quotes" here',
        lineBreaks: "Look, Mom! \
      No \\n's!",
        hexadecimal: 0xdecaf,
        leadingDecimalPoint: .8675309, andTrailing: 8675309.,
        positiveSign: +1,
        trailingComma: 'in objects', andIn: ['arrays',],
        "backwardsCompatible": "with JSON",
      }
      """#)
    #expect(faults.isEmpty)
    let members = try #require(root?.members)
    #expect(
      members.map(\.key) == [
        "unquoted", "singleQuotes", "lineBreaks", "hexadecimal", "leadingDecimalPoint",
        "andTrailing", "positiveSign", "trailingComma", "andIn", "backwardsCompatible",
      ])
    #expect(members[0].value.string == "and you can quote me on that")
    #expect(members[1].value.string == #"I can use "double quotes" here"#)
    #expect(members[2].value.string == #"Look, Mom! No \n's!"#)
  }

  @Test(arguments: [
    ("0xdecaf", "912559"), ("-0XFF", "-255"), (".8675309", "0.8675309"), ("8675309.", "8675309"),
    ("+1", "1"), ("-.5e3", "-0.5e3"), ("5.e-2", "5e-2"), ("NaN", "NaN"), ("-Infinity", "-Infinity"),
    ("+Infinity", "Infinity"), ("Inf", "Infinity"),
  ])
  func `numbers are spelt as JSON spells them`(_ text: String, _ number: String) {
    #expect(Self.number(text) == number)
  }

  @Test(arguments: ["0x", "0xg", ".", "+", "01", "1e", "1.2.3", "'open", "{1a: 2}", "{a b: 1}"])
  func `what is no JSON5 is a fault`(_ text: String) {
    #expect(!Self.parse(text).faults.isEmpty)
  }

  @Test func `escapes are those of ECMAScript`() {
    #expect(Self.parse(#"'\x41\'\v\0\u00e9'"#).root?.string == "A'\u{0B}\0é")
    #expect(!Self.parse(#"'\x4'"#).faults.isEmpty)
  }

  @Test func `a timeline of ours takes none of it`() {
    for text in ["{a: 1}", "['a']", "[.5]", "[0x1]", "[NaN]"] {
      var diagnostics = Diagnostics()
      _ = JSONParser.parse(SourceText(name: "t.json", text: text), reportingTo: &diagnostics)
      #expect(diagnostics.hasErrors)
    }
  }
}
