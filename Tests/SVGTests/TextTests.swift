import Bytes
import Fonts
import Geometry
import Images
import TestFiles
import Testing

@testable import SVG

/// Letters, against their outlines drawn as paths.
@Suite struct TextTests {
  static let side = 64

  private func drawing(_ elements: String, fonts: FontLibrary? = .builtInOnly) throws -> SVGPicture
  {
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">\#(elements)</svg>"#
    return try SVGPicture(parsing: Array(text.utf8), fonts: fonts)
  }

  private func drawn(_ elements: String) throws -> Picture {
    let drawing = try drawing(elements)
    #expect(drawing.lacks.isEmpty)
    return drawing.picture(width: Self.side, height: Self.side)
  }

  /// A path of a letter of the built-in font, 16 units high.
  private func letter(_ letter: Unicode.Scalar, _ map: String, _ look: String = "") throws -> String
  {
    let font = try BuiltInFont.font()
    let glyph = try #require(font.glyph(for: letter))
    var data = ""
    for segment in try font.outline(of: glyph).segments {
      switch segment {
      case .move(let place): data += "\(data.isEmpty ? "" : "Z") M\(place.x) \(place.y)"
      case .line(let place): data += " L\(place.x) \(place.y)"
      case .quadratic(let control, let place):
        data += " Q\(control.x) \(control.y) \(place.x) \(place.y)"
      case .cubic(let first, let second, let place):
        data += " C\(first.x) \(first.y) \(second.x) \(second.y) \(place.x) \(place.y)"
      }
    }
    let unit = 16 / Double(font.unitsPerEm)
    return #"<path d="\#(data) Z" transform="\#(map) scale(\#(unit) \#(-unit))" \#(look)/>"#
  }

  /// How far the pen moves after letters, without kerning.
  private func width(_ letters: String) throws -> Double {
    let font = try BuiltInFont.font()
    let glyphs = letters.unicodeScalars.compactMap { font.glyph(for: $0) }
    return glyphs.reduce(0) { $0 + font.advance(of: $1) } * 16 / Double(font.unitsPerEm)
  }

  @Test func `parts of texts may be for readers of other languages`() throws {
    try expectSame(
      "<text x='4' y='20'>A<tspan systemLanguage='ru'>B</tspan><tspan systemLanguage='en-GB'>C</tspan></text>",
      "<text x='4' y='20'>AC</text>", 0.001)
  }

  @Test func `fonts for several sizes take that of their letters`() throws {
    let font = try Checkout.bytes("fonts/rendering/TestCVARGVARTwo.ttf")
    let library = FontLibrary(files: FontFiles(["a.ttf": font]))
    func drawn(_ style: String) throws -> Picture {
      let text =
        #"<text y="48" font-family="Test CVAR GVAR Two" font-size="48" style="\#(style)">no</text>"#
      return try drawing(text, fonts: library).picture(width: Self.side, height: Self.side)
    }
    let own = try drawn("")
    #expect(own == (try drawn("font-variation-settings: 'opsz' 48")))
    #expect(own != (try drawn("font-variation-settings: 'opsz' 12")))
    #expect(
      try drawn("font-optical-sizing: none") == drawn("font-variation-settings: 'opsz' 12"))
  }

  private func expectSame(_ one: String, _ other: String, _ most: Double = 0.05) throws {
    let (first, second) = (try drawn(one), try drawn(other))
    #expect(first.samples != (try drawn("")).samples)
    let (mean, hasPatch) = first.difference(second)
    #expect(mean < most)
    #expect(!hasPatch)
  }

  @Test func `letters are their outlines`() throws {
    try expectSame(
      #"<text x="10" y="40" font-size="16" fill="green">H</text>"#,
      letter("H", "translate(10 40)", #"fill="green""#))
  }

  @Test(arguments: [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
  func `texts are anchored by their width`(_ anchor: String, _ share: Double) throws {
    let width = try width("HH")
    let left = 32 - width * share
    try expectSame(
      #"<text x="32" y="40" font-size="16" text-anchor="\#(anchor)">HH</text>"#,
      letter("H", "translate(\(left) 40)") + letter("H", "translate(\(left + width / 2) 40)"))
  }

  @Test func `each letter has its place`() throws {
    let own = try width("H")
    try expectSame(
      #"<text x="4 30" y="20 40" dx="1 2" dy="3" rotate="0 90" font-size="16">HIH</text>"#,
      letter("H", "translate(5 23)") + letter("I", "translate(32 40) rotate(90)")
        + letter("H", "translate(\(32 + width("I")) 40) rotate(90)"))
    // Inner elements go before outer ones.
    try expectSame(
      #"<text x="4 9 12" y="20" font-size="16">H<tspan x="40" dy="5">I</tspan></text>"#,
      letter("H", "translate(4 20)") + letter("I", "translate(40 25)"))
    try expectSame(
      #"<text x="4" y="20" font-size="16" letter-spacing="3" word-spacing="2">HH H</text>"#,
      letter("H", "translate(4 20)") + letter("H", "translate(\(4 + own + 3) 20)")
        + letter("H", "translate(\(4 + 2 * own + width(" ") + 9 + 2) 20)"))
  }

  @Test func `texts are as long as they are to be`() throws {
    let own = try width("H")
    try expectSame(
      #"<text x="4" y="20" font-size="16" textLength="50">HH</text>"#,
      letter("H", "translate(4 20)") + letter("H", "translate(\(54 - own) 20)"))
    let scale = 50 / (2 * own)
    try expectSame(
      #"<text x="4" y="20" font-size="16" textLength="50" lengthAdjust="spacingAndGlyphs">HH</text>"#,
      letter("H", "translate(4 20) scale(\(scale) 1)")
        + letter("H", "translate(29 20) scale(\(scale) 1)"))
  }

  @Test(arguments: [
    (" a  <tspan> b</tspan>\n", "a b"), ("<tspan>a </tspan> b ", "a b"), ("a<!-- -->\n\tb", "a b"),
    ("a<desc>c</desc><tspan display='none'>d</tspan> b", "a b"), ("a<a> b</a>", "a b"),
    ("<tspan xml:space='preserve'>a  b</tspan>", "a&#xA0;&#xA0;b"),
    ("<tspan style='white-space: pre'>a  b</tspan>", "a&#xA0;&#xA0;b"),
  ])
  func `blanks are those of CSS`(_ text: String, _ plain: String) throws {
    let head = #"<text x="4" y="20" font-size="16">"#
    #expect(try drawn(head + text + "</text>") == drawn(head + plain + "</text>"))
  }

  /// In lines that run down, letters lie on their sides, with their middles on the line.
  @Test(arguments: ["writing-mode='tb'", "style='writing-mode: vertical-rl'"])
  func `lines run down`(_ attributes: String) throws {
    let metrics = try BuiltInFont.font().metrics
    let unit = 16 / metrics.unitsPerEm
    let middle = (metrics.ascent + metrics.descent) / 2 * unit
    let own = try width("H")
    try expectSame(
      "<text x='30' y='4' font-size='16' \(attributes)>HH</text>",
      letter("H", "translate(\(30 - middle) 4) rotate(90)")
        + letter("H", "translate(\(30 - middle) \(4 + own)) rotate(90)"))
    try expectSame(
      "<text x='30' y='60' dx='2' text-anchor='end' font-size='16' \(attributes)>H</text>",
      letter("H", "translate(\(32 - middle) \(60 - own)) rotate(90)"))
    try expectSame(
      "<text x='4' y='30' font-size='16'><tspan \(attributes)>H</tspan></text>",
      letter("H", "translate(4 30)"))
    // Upright, each has the height of its font.
    let height = (metrics.ascent - metrics.descent) * unit
    try expectSame(
      "<g \(attributes)><text x='30' y='4' font-size='16' text-orientation='upright'>HI</text></g>",
      letter("H", "translate(\(30 - own / 2) \(4 + metrics.ascent * unit))")
        + letter(
          "I", "translate(\(30 - width("I") / 2) \(4 + height + metrics.ascent * unit))"))
  }

  @Test func `marks have no places of their own`() throws {
    let plain = #"<text x="10" y="40" font-size="16">e&#x301;H</text>"#
    try expectSame(
      #"<text x="10 30" y="40 20" dx="0 5" rotate="0 90 0" font-size="16">e&#x301;H</text>"#, plain)
  }

  @Test func `letters beyond the most are told`() throws {
    let many = String(repeating: "a", count: 20_001)
    #expect(
      try drawing("<text y='9'>\(many)</text>").lacks == ["letters after the first 20000"])
    #expect(try drawing("<text y='9'>\(many.dropLast()) </text>").lacks.isEmpty)
  }

  @Test func `letters run along paths`() throws {
    let own = try width("H")
    let way = #"<path id="p" d="M10 50 L10 10 L50 10" fill="none"/>"#
    try expectSame(
      way
        + ##"<text font-size="16"><textPath href="#p" startOffset="10">HHHHHHHHHHHH</textPath></text>"##,
      letter("H", "translate(10 40) rotate(-90)")
        + letter("H", "translate(10 \(40 - own)) rotate(-90)")
        + (2..<12).compactMap { number -> String? in
          // What has its middle beyond the end is not drawn.
          let middle = 10 + (Double(number) + 0.5) * own - 40
          if middle < 0 {
            return try letter(
              "H", "translate(10 \(10 - middle)) rotate(-90) translate(\(-own / 2))")
          }
          return middle > 40 ? nil : try letter("H", "translate(\(10 + middle - own / 2) 10)")
        }.joined())
    #expect(
      try drawn(##"<text x="9" y="9"><textPath href="#none">H</textPath></text>"##) == drawn(""))
  }

  @Test(arguments: [
    #"style="font: italic bold 16px/2 'Vfx Sans'""#,
    #"font-style="oblique" font-weight="bolder" font-size="16" font-family="Vfx Sans, serif""#,
    #"font-style="italic" font-weight="700" font-size="12pt""#,
  ])
  func `fonts are those of CSS`(_ attributes: String) throws {
    let text =
      #"<text x="4" y="20" font-size="16" font-weight="700" font-style="italic">Hg</text>"#
    #expect(try drawn(#"<text x="4" y="20" \#(attributes)>Hg</text>"#) == drawn(text))
    #expect(try drawn(text) != drawn(#"<text x="4" y="20" font-size="16">Hg</text>"#))
  }

  @Test func `lines run under letters`() throws {
    let metrics = try BuiltInFont.font().metrics
    let (unit, own) = (16 / metrics.unitsPerEm, try width("H"))
    let half = metrics.underlineThickness * unit / 2
    let top = 20 - metrics.underlinePosition * unit - half
    try expectSame(
      #"<text x="4" y="20" font-size="16" fill="red" text-decoration="underline"><tspan fill="green">H</tspan></text>"#,
      #"<rect x="4" y="\#(top)" width="\#(own)" height="\#(half * 2)" fill="red"/>"#
        + letter("H", "translate(4 20)", #"fill="green""#))
  }

  @Test func `shares are counted of the cells of letters`() throws {
    let metrics = try BuiltInFont.font().metrics
    let (unit, own) = (16 / metrics.unitsPerEm, try width("H"))
    let (top, bottom) = (20 - metrics.ascent * unit, 20 - metrics.descent * unit)
    // Into units of the font, which the path has.
    let map =
      "scale(\(1 / unit) \(-1 / unit)) translate(0 \(top - 20)) scale(\(own) \(bottom - top))"
    let stops = #"<stop stop-color="red"/><stop offset="1" stop-color="blue"/>"#
    try expectSame(
      #"<linearGradient id="a" y2="1" x2="1">\#(stops)</linearGradient>"#
        + ##"<text x="4" y="20" font-size="16" fill="url(#a)">H</text>"##,
      #"<linearGradient id="a" gradientUnits="userSpaceOnUse" gradientTransform="\#(map)" y2="1" x2="1">\#(stops)</linearGradient>"#
        + letter("H", "translate(4 20)", ##"fill="url(#a)""##))
  }

  @Test(arguments: ["middle", "central", "hanging", "text-before-edge"])
  func `baselines are measured by the font`(_ name: String) throws {
    let metrics = try BuiltInFont.font().metrics
    let height =
      switch name {
      case "middle": metrics.xHeight / 2
      case "central": (metrics.ascent + metrics.descent) / 2
      case "hanging": metrics.ascent * 0.8
      default: metrics.ascent
      }
    let y = 20 + height * 16 / metrics.unitsPerEm
    try expectSame(
      #"<text x="4" y="20" font-size="16" dominant-baseline="\#(name)">H</text>"#,
      letter("H", "translate(4 \(y))"))
  }

  @Test func `areas may be texts`() throws {
    try expectSame(
      ##"<clipPath id="a"><text x="4" y="20" font-size="16">H</text></clipPath><rect width="64" height="64" clip-path="url(#a)"/>"##,
      letter("H", "translate(4 20)"))
  }

  @Test func `fonts that are not there are reported`() throws {
    let drawing = try drawing(
      #"<text font-family="Nowhere, None">a</text><text font-family="Nothing, serif">b</text><text font-family="/etc/a.ttf">c</text>"#
    )
    #expect(drawing.missingFonts == ["Nowhere", "/etc/a.ttf"])
    #expect(try self.drawing("<text>a</text>", fonts: nil).lacks == ["texts"])
  }

  @Test func `large texts end`() throws {
    let clock = ContinuousClock()
    let many = String(repeating: "a b ", count: 60_000)
    let deep = String(repeating: "<tspan dx='1'>a", count: 100)
    let time = try clock.measure {
      for text in [
        many, deep + String(repeating: "</tspan>", count: 100),
        #"<tspan font-size="1e300" dx="1e300 -1e9" letter-spacing="1e9" rotate="1e300">ab</tspan>"#,
        #"<tspan font-size="0" textLength="1e9">ab</tspan><tspan textLength="1e-9">cd</tspan>"#,
      ] {
        _ = try drawing(#"<text id="a" y="20" stroke="red">\#(text)</text>"#)
          .picture(width: 64, height: 64)
      }
      let uses = String(repeating: ##"<use href="#a"/>"##, count: 10_000)
      _ = try drawing(#"<text id="a" y="20">abcdefghijklmnop</text>"# + uses)
        .picture(width: 64, height: 64)
    }
    #expect(time < .seconds(180))
  }
}
