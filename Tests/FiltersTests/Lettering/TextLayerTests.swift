import Filters
import Fonts
import TestSupport
import Testing
import Timeline
import Y4M

@Suite struct TextLayerTests {
  static let formats = [
    "420mpeg2", "420jpeg", "411", "422", "444", "444alpha", "mono", "mono10", "420p10", "422p12",
    "444p16",
  ]

  /// Draws two lists of layers over the same noise.
  private func compare(
    _ layers: String, _ others: String, _ format: PixelFormat = .named("mono", 60, 40),
    at seconds: Double = 0, atMost difference: Int = 0
  ) throws {
    let source = Frame.noise(format)
    let first = try SquareFont.film(layers, format).frame(source, at: seconds)
    let second = try SquareFont.film(others, format).frame(source, at: seconds)
    #expect(first.greatestDifference(from: second) <= difference)
    #expect(!first.isIdentical(to: source))
  }

  @Test(arguments: formats)
  func `a square is a box`(_ name: String) throws {
    let format = PixelFormat.named(name, 61, 39)
    try compare(
      SquareFont.text("XX", #""position": [5, 3]"#), SquareFont.box(5, 3, 20, 10), format,
      atMost: format.depth > 8 ? 1 : 0)
    try compare(
      SquareFont.text("X", #""position": [55, 34], "opacity": 0.3, "color": "orange""#),
      SquareFont.box(55, 34, 10, 10, #""opacity": 0.3"#)
        .replacing("white", with: "orange"), format, atMost: format.depth > 8 ? 1 : 0)
  }

  @Test(arguments: ["420mpeg2", "444alpha", "mono10"])
  func `a group of squares is one of boxes`(_ name: String) throws {
    func group(_ layer: String) -> String {
      #"{ "type": "group", "opacity": 0.6, "position": [3, 1], "layers": [\#(layer)] }"#
    }
    try compare(
      group(SquareFont.text("X", #""position": [5, 3]"#)), group(SquareFont.box(5, 3, 10, 10)),
      .named(name, 41, 29))
  }

  @Test func `fractions of samples are covered by so much`() throws {
    try compare(
      SquareFont.text("X", #""position": [5.25, 3.6]"#), SquareFont.box(5.25, 3.6, 10, 10),
      atMost: 1)
    // The exact map: not the picture of a small letter made large.
    try compare(
      SquareFont.text("X", #""position": [5.25, 3.6], "scale": 1.75, "pivot": "top-left""#),
      SquareFont.box(5.25, 3.6, 17.5, 17.5), atMost: 1)
  }

  @Test func `the box is that of the lines, or as it is given`() throws {
    try compare(
      SquareFont.text("XX\\nX", #""position": [50, 30], "anchor": "bottom-right""#),
      SquareFont.box(30, 10, 20, 10) + "," + SquareFont.box(30, 20, 10, 10))
    try compare(
      SquareFont.text(
        "X", #""width": 30, "height": 24, "align": "right", "verticalAlign": "middle""#),
      SquareFont.box(20, 7, 10, 10))
    try compare(
      SquareFont.text("X", #""size": "25%", "align": "center", "width": "50%""#),
      SquareFont.box(10, 0, 10, 10))
  }

  @Test func `lines are wrapped, set apart and cut`() throws {
    try compare(
      SquareFont.text("XX XX", #""width": 45"#),
      SquareFont.box(0, 0, 20, 10) + "," + SquareFont.box(0, 10, 20, 10))
    try compare(
      SquareFont.text("X\\nX", #""lineHeight": 1.5"#),
      SquareFont.box(0, 2.5, 10, 10) + "," + SquareFont.box(0, 17.5, 10, 10), atMost: 1)
    // The ellipsis is a square too.
    try compare(
      SquareFont.text("X\\nX\\nX", #""maxLines": 2"#),
      SquareFont.box(0, 0, 10, 10) + "," + SquareFont.box(0, 10, 20, 10))
  }

  @Test func `text shrinks until it fits`() throws {
    try compare(
      SquareFont.text("XXXX", #""width": 20, "wrap": "none", "fit": "shrink""#),
      SquareFont.box(0, 0, 20, 5), atMost: 2)
    try compare(
      SquareFont.text("X X", #""width": 10, "height": 10, "fit": "shrink""#),
      SquareFont.box(0, 0, 5, 5) + "," + SquareFont.box(0, 5, 5, 5), atMost: 2)
  }

  @Test func `letter spacing and spans move letters`() throws {
    try compare(
      SquareFont.text("XX", #""letterSpacing": 3"#),
      SquareFont.box(0, 0, 10, 10) + "," + SquareFont.box(13, 0, 10, 10))
    let spans =
      #"{ "type": "text", "font": "Ahem", "size": 10, "spans": [{ "text": "X" }, { "text": "X", "size": 20, "color": "black" }] }"#
    try compare(
      spans,
      SquareFont.box(0, 8, 10, 10) + ","
        + SquareFont.box(10, 0, 20, 20).replacing("white", with: "black"))
  }

  @Test func `letters are capitals where the text or the span asks for them`() throws {
    func text(_ rest: String) -> String { #"{ "type": "text", "size": 14, \#(rest) }"# }
    let small = #"{ "text": "aß", "color": "red", "case": "none" }"#
    try compare(
      text(#""text": "Straße", "case": "uppercase""#), text(#""text": "STRASSE""#))
    try compare(
      text(#""text": "i", "case": "uppercase", "language": "tr""#), text(#""text": "İ""#))
    try compare(
      text(#""spans": [{ "text": "ab" }, \#(small)], "case": "uppercase""#),
      text(#""spans": [{ "text": "AB" }, { "text": "aß", "color": "red" }]"#))
    try compare(
      text(#""spans": [{ "text": "a" }, { "text": "b c", "weight": 800 }], "case": "capitalize""#),
      text(#""spans": [{ "text": "A" }, { "text": "b C", "weight": 800 }]"#))
    try compare(
      #"{ "version": 1, "vars": { "who": "ann" }, "layers": [\#(text(#""text": "${who}", "template": true, "case": "uppercase""#))] }"#,
      text(#""text": "ANN""#))
  }

  // MARK: Paint

  @Test func `strokes lie outside, inside or on the edge`() throws {
    let miter = #""join": "miter", "width": 2"#
    try compare(
      SquareFont.text(
        "X", #""position": [9, 7], "stroke": { \#(miter), "color": "white" }, "color": "black""#),
      SquareFont.box(7, 5, 14, 14) + ","
        + SquareFont.box(9, 7, 10, 10).replacing("white", with: "black"))
    try compare(
      SquareFont.text(
        "X",
        #""position": [9, 7], "stroke": { \#(miter), "position": "inside", "color": "black" }"#),
      SquareFont.box(9, 7, 10, 10).replacing("white", with: "black") + ","
        + SquareFont.box(11, 9, 6, 6))
    try compare(
      SquareFont.text(
        "X",
        #""position": [9, 7], "stroke": { \#(miter), "position": "center", "color": "black" }"#),
      SquareFont.box(8, 6, 12, 12).replacing("white", with: "black") + ","
        + SquareFont.box(10, 8, 8, 8))
    // Two of them: the second lies around the first.
    try compare(
      SquareFont.text(
        "X",
        #""position": [9, 7], "stroke": [{ \#(miter) }, { \#(miter), "color": "gray" }]"#),
      SquareFont.box(5, 3, 18, 18).replacing("white", with: "gray") + ","
        + SquareFont.box(7, 5, 14, 14).replacing("white", with: "black") + ","
        + SquareFont.box(9, 7, 10, 10))
  }

  @Test func `nothing of a stroke is seen through its letter`() throws {
    // A ring, with the sample values of the picture within.
    let format = PixelFormat.named("mono", 60, 40)
    let source = Frame.noise(format)
    let result = try SquareFont.film(
      SquareFont.text(
        "X",
        #""position": [9, 7], "color": "transparent", "stroke": { "width": 3, "color": "white" }"#)
    ).frame(source)
    for y in 7..<17 { for x in 9..<19 { #expect(result[0, x, y] == source[0, x, y]) } }
    #expect(result[0, 12, 5] == 255 && result[0, 20, 10] == 255)
  }

  @Test func `nothing of a stroke is seen through letters that join`() throws {
    let format = PixelFormat.named("mono", 60, 40)
    let source = Frame.noise(format)
    for text in ["XX", "X\\nX"] {
      let result = try SquareFont.film(
        SquareFont.text(
          text,
          #""position": [9, 7], "color": "transparent", "stroke": { "width": 3, "color": "white" }"#
        )
      ).frame(source)
      let (columns, rows) = text == "XX" ? (9..<29, 7..<17) : (9..<19, 7..<27)
      for y in rows { for x in columns { #expect(result[0, x, y] == source[0, x, y]) } }
      #expect(result[0, columns.upperBound, rows.upperBound - 1] == 255)
    }
  }

  @Test func `shadows lie beneath all letters`() throws {
    let shadow = #""shadow": { "offset": [10, 4], "blur": 0, "color": "black" }"#
    try compare(
      SquareFont.text("XX", #""position": [9, 7], \#(shadow)"#),
      SquareFont.box(19, 11, 20, 10).replacing("white", with: "black") + ","
        + SquareFont.box(9, 7, 20, 10))
  }

  @Test func `a blur keeps what a shadow covers`() throws {
    let format = PixelFormat.named("mono16", 60, 40)
    let result = try SquareFont.film(
      SquareFont.text(
        "X",
        #""position": [25, 15], "color": "transparent", "shadow": { "offset": [0, 0], "blur": 8, "color": "white" }"#
      ), format
    ).frame(.flat(format, [0]))
    let sum = result.samples(0).reduce(0, +)
    #expect(abs(Double(sum) / 65535 - 100) < 0.5)
    // A gaussian of sigma 4 over ten samples: erf(5 / (4 sqrt 2)) = 0.7887 along each axis.
    #expect(abs(Double(result[0, 29, 19]) / 65535 - 0.6156) < 0.01)
    #expect(abs(result[0, 24, 20] - result[0, 35, 20]) <= 8)
    #expect(abs(result[0, 30, 14] - result[0, 24, 20]) <= 8)
  }

  @Test func `backgrounds reach beyond their words`() throws {
    let background = #""color": "black", "padding": [2, 5]"#
    try compare(
      SquareFont.text("XX\\nX", #""position": [9, 7], "background": { \#(background) }"#),
      SquareFont.box(4, 5, 30, 24).replacing("white", with: "black") + ","
        + SquareFont.box(9, 7, 20, 10) + "," + SquareFont.box(9, 17, 10, 10))
    // Boxes of lines cover together what they share.
    let translucent = #""color": "rgb(0 0 0 / 50%)", "padding": 2, "per": "line""#
    let format = PixelFormat.named("mono", 60, 40)
    let result = try SquareFont.film(
      SquareFont.text(
        "X\\nX", #""position": [9, 7], "color": "transparent", "background": { \#(translucent) }"#)
    ).frame(.flat(format, [200]))
    #expect(Set((9..<23).map { result[0, 12, $0] }).count == 1)
    #expect(result[0, 12, 4] == 200 && result[0, 12, 5] == result[0, 12, 16])
  }

  @Test func `a gradient runs along the whole text`() throws {
    let format = PixelFormat.named("mono", 60, 40)
    let gradient = #""stops": ["black", "white"], "angle": 90"#
    let source = Frame.flat(format, [90])
    let text = try SquareFont.film(
      SquareFont.text("XXX", #""position": [9, 7], "color": { \#(gradient) }"#)
    ).frame(source)
    let layer = try SquareFont.film(
      #"{ "type": "gradient", \#(gradient), "position": [9, 7], "size": [30, 10] }"#
    ).frame(source)
    #expect(text.greatestDifference(from: layer) <= 1)
  }

  @Test func `colours move`() throws {
    let layer = SquareFont.text("X", #""color": { "from": "black", "to": "white", "duration": 2 }"#)
    let film = try SquareFont.film(layer)
    let source = Frame.flat(.named("mono", 60, 40), [90])
    #expect(try film.frame(source, at: 0)[0, 5, 5] == 0)
    #expect(abs(try film.frame(source, at: 1)[0, 5, 5] - 128) <= 1)
    #expect(try film.frame(source, at: 2)[0, 5, 5] == 255)
  }

  @Test func `a caption comes and goes as Core Animation has it`() throws {
    let layer = SquareFont.text(
      "X",
      #""start": 1, "duration": 5, "opacity": { "keys": [["0%", 0], ["30%", 1], ["70%", 1], ["100%", 0]] }"#
    )
    let film = try SquareFont.film(layer)
    let source = Frame.flat(.named("mono", 60, 40), [0])
    func level(_ seconds: Double) throws -> Int { try film.frame(source, at: seconds)[0, 5, 5] }
    #expect(try level(0.99) == 0 && level(1) == 0 && level(6) == 0)
    #expect(try abs(level(1.75) - 128) <= 1 && abs(level(5.25) - 128) <= 1)
    #expect(try level(2.5) == 255 && level(3) == 255 && level(4.5) == 255)
  }

  // MARK: What it leaves alone

  static let lively = [
    #""position": [30, 20], "anchor": "center", "rotation": 30, "shadow": { "blur": 5 }, "stroke": {}"#,
    #""position": { "from": [-20.5, 3], "to": [50, 30], "duration": 1 }, "glow": {}"#,
    #""position": [9, 9], "animate": { "type": "slide", "direction": "left" }, "background": {}"#,
    #""position": [9, 9], "animate": [{ "type": "rotate", "order": "random" }, { "type": "blur-in" }]"#,
    #""position": [3, 9], "animate": { "type": "wave" }, "scale": { "from": 0, "to": 2, "duration": 1 }"#,
    #""position": [9, 9], "animate": { "type": "karaoke", "by": "character" }, "in": { "type": "wipe", "duration": 0.4 }"#,
    #""position": [9, 9], "animate": { "type": "typewriter", "stagger": 0.2 }, "underline": true"#,
    #""position": [9, 9], "size": { "from": 3, "to": 12, "duration": 1 }, "crop": { "left": 4 }"#,
  ]

  @Test(arguments: lively, ["420mpeg2", "444alpha"])
  func `samples outside its bounds stay as they are`(_ more: String, _ name: String) throws {
    let format = PixelFormat.named(name, 60, 40)
    let film = try SquareFont.film(SquareFont.text("Xp XX", more), format)
    let source = Frame.noise(format)
    for seconds in [0, 0.13, 0.5, 0.77, 1.2] {
      let result = try film.frame(source, at: seconds)
      let box = film.renderer.box(ofLayer: 0, at: Time(seconds))
      for (index, layout) in format.planes.enumerated() {
        for y in 0..<layout.height {
          for x in 0..<layout.width {
            let (left, top) = (x << layout.shiftX, y << layout.shiftY)
            let isOutside =
              left + 2 < box.x || left > box.maxX + 1 || top + 2 < box.y || top > box.maxY + 1
            if isOutside { #expect(result[index, x, y] == source[index, x, y]) }
          }
        }
      }
    }
  }

  @Test(arguments: lively)
  func `frames are the same in any order and workspace`(_ more: String) throws {
    let format = PixelFormat.named("420mpeg2", 60, 40)
    let source = Frame.noise(format)
    let (film, workspace) = (
      try SquareFont.film(SquareFont.text("Xp XX", more), format), Workspace()
    )
    for seconds in [0.5, 0, 1.4, 0.2, 0.5, 0.1] {
      let fresh = try SquareFont.film(SquareFont.text("Xp XX", more), format)
      let again = try film.frame(source, at: seconds, workspace)
      #expect(again.isIdentical(to: try fresh.frame(source, at: seconds)))
    }
  }

  // MARK: Faults

  private func faults(_ layer: String) -> String {
    do {
      return try SquareFont.film(layer).renderer.warnings.map(\.message).joined(separator: "; ")
    } catch let error as TimelineFault {
      return error.description
    } catch {
      return "?"
    }
  }

  @Test(arguments: [
    (#""template": true, "text": "${fram}""#, "did you mean 'frame'?"),
    (#""text": "a", "spans": []"#, "not both"),
    (#""text": "see ${frame:3}""#, "the text shows '${frame:3}' literally"),
    (#""spans": [{ "text": "a" }, { "text": "${who}" }]"#, "'${who}' literally"),
    (#""text": "a", "animate": { "type": "fade", "out": true }"#, "needs the layer's 'end'"),
    (#""text": "a", "font": "no/such.ttf""#, "no/such.ttf"),
    (#""text": "a", "font": "Ahen""#, "Ahem"),
    (#""text": "a", "stroke": { "widht": 3 }"#, "did you mean 'width'?"),
    (#""text": "a", "size": -1"#, "0 to 10000"),
    (#""text": "\u0e01", "font": "Ahem""#, "U+0E01"),
  ])
  func `what is wrong is reported`(_ keys: String, _ message: String) {
    #expect(faults(#"{ "type": "text", \#(keys) }"#).contains(message))
  }

  @Test func `templates show the timeline's own texts`() throws {
    let layer = SquareFont.text("${a}", #""template": true"#)
    let film = try SquareFont.film(
      #"{ "version": 1, "vars": { "a": "XX" }, "layers": [\#(layer)] }"#)
    let result = try film.frame(.flat(.named("mono", 60, 40), [0]))
    #expect(result[0, 19, 5] == 255 && result[0, 20, 5] == 0)
  }

  @Test(arguments: [
    #""text": "${who}", "template": false"#, #""text": "$${who}""#, #""text": "${}""#,
    #""text": "${who""#, #""text": "5 $ {a}""#, #""text": "${time}", "template": true"#,
  ])
  func `what looks like no template, or is said to be none, is shown without a word`(
    _ keys: String
  ) {
    #expect(faults(#"{ "type": "text", \#(keys) }"#) == "")
  }
}
