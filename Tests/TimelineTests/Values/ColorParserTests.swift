import Testing

@testable import Timeline

@Suite struct ColorParserTests {
  @Test func `all names of CSS are known`() throws {
    let rows = referenceRows(colorNamesReference)
    #expect(rows.count == 148)
    for row in rows {
      #expect(try Color(parsing: row[0]).description == row[1] + "ff", "\(row[0])")
    }
    #expect(Color.allNames.count == 149 && Color.allNames == Color.allNames.sorted())
    #expect(Set(Color.allNames) == Set(rows.map { $0[0] } + ["transparent"]))
    #expect(try Color(parsing: "RebeccaPurple") == Color(parsing: "#639"))
    #expect(try Color(parsing: "transparent") == .transparent)
  }

  @Test func `hues agree with colorsys`() throws {
    for row in referenceRows(hueReference) {
      let color = try Color(parsing: row[0])
      let error =
        zip([color.red, color.green, color.blue], referenceNumbers(row[1]))
        .map { ($0 - $1).magnitude }.max() ?? 1
      #expect(error < 1e-14, "\(row[0])")
    }
  }

  @Test(arguments: [
    ("#f80", "#ff8800ff"), ("#F80C", "#ff8800cc"), ("#1e90ff", "#1e90ffff"),
    ("#1e90ff80", "#1e90ff80"), ("rgb(255, 136, 0)", "#ff8800ff"),
    ("RGB(255 136 0)", "#ff8800ff"), ("rgba(255,136,0,0.8)", "#ff8800cc"),
    ("rgba(255 136 0 / 80%)", "#ff8800cc"), ("rgb(100%,0%,50%)", "#ff0080ff"),
    ("rgb(100% 0 50%)", "#ff0080ff"), ("rgb( 300 -5 none / .5 )", "#ff000080"),
    ("rgb(255 0 0/2)", "#ff0000ff"), ("rgb(0 0 0 / none)", "#00000000"),
    ("hsl(120, 100%, 50%)", "#00ff00ff"), ("hsl(120 100 25)", "#008000ff"),
    ("hsl(120deg 100% 50% / 50%)", "#00ff0080"), ("hsla(-240, 100%, 50%, 1)", "#00ff00ff"),
    ("hsl(0.5turn 100% 50%)", "#00ffffff"), ("hsl(840 100% 50%)", "#00ff00ff"),
    ("hsl(200grad 100% 50%)", "#00ffffff"), ("hsl(none none 50%)", "#808080ff"),
    ("  navy  ", "#000080ff"),
  ])
  func `every form of CSS is read`(text: String, expected: String) throws {
    #expect(try Color(parsing: text).description == expected)
  }

  @Test(arguments: [
    "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#ä1", "rgb(1,2)", "rgb(1 2)",
    "rgb(1,2,3", "rgb(1,2,3,4,5)", "rgb(1,2 3)", "rgb(1 2,3)", "rgb(1 2 3, 4)", "rgb(1,2,3/4)",
    "rgb(1,2%,3)", "rgb(none,2,3)", "rgb(1deg 2 3)", "rgb(a b c)", "rgb(1 2 3) x", "rgb()",
    "hsl(1,2,3)", "hsl(1 2% 3px)", "hsl(1x 2% 3%)", "red blue", "", "12",
  ])
  func `what is no colour is malformed`(text: String) throws {
    let error = valueError { () throws(ValueError) in try Color(parsing: text) }
    #expect(try #require(error).kind == .malformed)
  }

  @Test func `unknown names come with those that are known`() {
    let error = valueError { () throws(ValueError) in try Color(parsing: "Rad") }
    #expect(error?.kind == .unknownName("rad", names: Color.allNames))
    #expect(error?.message == "unknown colour 'rad'")
    let long = valueError { () throws(ValueError) in
      try Color(parsing: String(repeating: "a", count: 1000))
    }
    #expect(long?.message == "unknown colour '" + String(repeating: "a", count: 39) + "…'")
    let function = valueError { () throws(ValueError) in try Color(parsing: "rgp(1 2 3)") }
    #expect(function?.kind == .unknownName("rgp", names: ["rgb", "rgba", "hsl", "hsla"]))
  }
}
