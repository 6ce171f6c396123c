import Bytes
import Testing

@testable import Subtitles

/// Scripts, with their styles, events and fonts.
@Suite struct ASSParserTests {
  @Test func `styles and events follow their formats`() throws {
    let file = try read(
      """
      [Script Info]
      PlayResY: 720
      WrapStyle: 2
      Kerning: yes
      [V4+ Styles]
      Format: Name, Fontsize, Bold, PrimaryColour, Fontname
      Style: A,40,-1,&H80FF0000,Some Font
      Style: B,-3,0,255,
      [Events]
      Format: Start, End, Style, Layer, Text
      Dialogue: 0:00:01.00,0:00:02.5,A,3,one, two
      Dialogue: 1:00:00.000,1:00:00.125,*B,0,
      Dialogue: x,0:00:01.00,A,0,lost
      Comment: 0:00:01.00,0:00:02.00,A,0,not shown
      Dialogue: 0:00:01.00,0:00:02.00,Missing,0,z
      """)
    let script = try #require(file.script)
    #expect(script.playWidth == 960 && script.playHeight == 720 && script.wrapStyle == 2)
    #expect(script.kerns)
    #expect(script.styles[0].weight == 700 && script.styles[0].fontSize == 40)
    #expect(script.styles[0].primary == SubtitleColor(0, 0, 255, opacity: 127))
    #expect(script.styles[1].fontSize == 3 && script.styles[1].fontName == "Arial")
    #expect(script.styles[1].primary == SubtitleColor(255, 0, 0))
    #expect(script.events.map(\.text) == ["one, two", "", "z"])
    #expect(script.events.map(\.layer) == [3, 0, 0])
    #expect(script.events[0].end == ms(2050) && script.events[1].end == ms(3_600_125))
    #expect(script.events.map(\.style) == [0, 1, 2] && script.styles[2] == .builtIn)
    #expect(file.messages(.timing).count == 1 && file.messages(.unknownName).count == 1)
  }

  /// As libass 0.17.1 draws them.
  @Test func `what a style does not say is zero, but for the scale`() throws {
    func style(_ format: String, _ values: String) throws -> ASSStyle {
      let text = "[V4+ Styles]\nFormat: Name\(format)\nStyle: A\(values)\n[Events]\n"
      return try #require(try read(text).script?.styles.first)
    }
    let bare = try style("", "")
    #expect(bare.primary == .black && bare.secondary == .black)
    #expect(bare.outline == .black && bare.back == .black)
    #expect(bare.outlineWidth == 0 && bare.shadowDepth == 0 && bare.alignment == 1)
    #expect(bare.marginLeft == 0 && bare.marginRight == 0 && bare.marginVertical == 0)
    #expect(bare.scaleX == 100 && bare.scaleY == 100 && bare.weight == 400)
    let empty = try style(", ScaleX, ScaleY, Outline, Alignment, Bold", ",,x,,,1")
    #expect(empty.scaleX == 0 && empty.scaleY == 0 && empty.outlineWidth == 0)
    #expect(empty.alignment == 1 && empty.weight == 700)
    for (number, key) in [("0", 1), ("10", 7), ("12", 9), ("-3", 3), ("5", 5)] {
      #expect(try style(", Alignment, MarginL", ",\(number),-30").alignment == key)
    }
    #expect(try style(", MarginL, Fontsize", ",-30,-40").marginLeft == -30)
    #expect(try style(", MarginL, Fontsize", ",-30,-40").fontSize == 40)
  }

  /// As libass 0.17.1 has it.
  @Test func `borders grow with the picture where a format is not the usual one`() throws {
    let styles = ASSFields.style.joined(separator: ", ")
    let old = ASSFields.oldStyle.joined(separator: ",")
    let events = "Layer, Start, End, Style, Actor, MarginL, MarginR, MarginV, Effect, Text"
    func scales(_ text: String, _ info: String = "") throws -> Bool? {
      try read("[Script Info]\n\(info)\n\(text)").script?.scalesBorderAndShadow
    }
    let usual = "[V4+ Styles]\nFormat: \(styles)\n[Events]\nFormat: \(events)\n"
    #expect(try scales(usual) == false)
    #expect(try scales("[V4 Styles]\nFormat: \(old)\n") == false)
    #expect(try scales("[V4+ Styles]\nFormat: \(old)\n") == true)
    #expect(try scales("[Events]\nFormat: Start, End, Text\n") == true)
    for word in ["yes", "no"] {
      let info = "ScaledBorderAndShadow: \(word)"
      #expect(try scales(usual, info) == (word == "yes"))
      #expect(try scales("[Events]\nFormat: Start, End, Text\n", info) == (word == "yes"))
    }
  }

  /// As libass 0.17.1 draws them.
  @Test func `a style that is not there is the style Default, or that of libass`() throws {
    func script(_ styles: String, _ name: String, _ text: String = "x") throws -> ASSScript {
      let styles = styles.split(separator: " ").map { "Style: \($0),40\n" }.joined()
      let file = try read(
        "[V4+ Styles]\nFormat: Name, Fontsize\n\(styles)[Events]\n"
          + "Dialogue: 0,0:00:01.00,0:00:02.00,\(name),,0,0,0,,\(text)")
      return try #require(file.script)
    }
    for name in ["Other", "", "Default", "*default"] {
      let known = try script("A Default B", name)
      #expect(known.events[0].style == 1 && known.styles.count == 3, "\(name)")
      let unknown = try script("A B", name)
      #expect(unknown.events[0].style == 2 && unknown.styles[2] == .builtIn, "\(name)")
      #expect(try script("", name).styles == [.builtIn])
    }
    #expect(try script("A B", "A").styles.map(\.name) == ["A", "B"])
    let reset = try script("A B", "A", "x{\\rDefault}y")
    #expect(reset.styles.map(\.name) == ["A", "B", "Default"] && reset.events[0].style == 0)
    #expect(ASSStyle.builtIn.fontSize == 18 && ASSStyle.builtIn.marginVertical == 20)
  }

  @Test func `letters that libass turns for vertical text are reported once`() throws {
    func messages(_ font: String, _ texts: String...) throws -> [String] {
      let lines = texts.map { "Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,\($0)\n" }.joined()
      return try read(
        "[V4+ Styles]\nFormat: Name, Fontname\nStyle: A,\(font)\n[Events]\n\(lines)"
      ).messages(.unsupported)
    }
    #expect(try messages("@Font", "縦", "縦").count == 1)
    #expect(try messages("Font", "{\\fn@Other}縦").count == 1)
    #expect(try messages("@Font", "abc") == [] && messages("Font", "縦") == [])
  }

  @Test func `what moves lines and does not fade them is reported`() throws {
    func messages(_ effect: String) throws -> [String] {
      try read("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,\(effect),x")
        .messages(.unsupported)
    }
    #expect(try messages("Banner;20") == [] && messages("Scroll up;9;1;20") == [])
    #expect(
      try messages("Banner;20;1;30") == [
        "the effect 'Banner;20;1;30' moves the line but does not fade it"
      ])
    for effect in ["Karaoke;1", "Scroll up;9;1"] {
      #expect(try messages(effect) == ["the effect '\(effect)' is not drawn"])
    }
  }

  @Test func `styles of SSA have one opacity, and a shadow of half of it seen`() throws {
    func style(_ level: String) throws -> ASSStyle {
      let file = try read(
        """
        [V4 Styles]
        Format: Name, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, AlphaLevel
        Style: A,16777215,&H40000000,255,&H20000000,\(level)
        [Events]
        Dialogue: Marked=0,0:00:01.00,0:00:02.00,A,,0,0,0,,x
        """)
      return try #require(file.script?.styles.first)
    }
    let levels = [
      ("128", 127), ("0", 255), ("", 255), ("999", 0), ("-4", 255), ("&HFF", 0), ("&h30&", 207),
      ("0x80", 127), ("&H3FF", 0), ("&HFFFFFFEA", 255), ("&H", 255),
    ]
    for (level, opacity) in levels {
      let style = try style(level)
      #expect(style.primary.opacity == opacity && style.secondary.opacity == opacity)
      #expect(style.outline == SubtitleColor(0, 0, 0, opacity: UInt8(opacity)))
      #expect(style.back == SubtitleColor(0, 0, 0, opacity: 127))
    }
  }

  @Test func `fonts are read up to the next section`() throws {
    let file = try read(
      """
      [Script Info]
      [Fonts]
      fontname: a_0.otf
      4V25
      4Q
      fontname: b.ttf
      ;!!!
      [!!]
      fontname: broken
      4V254
      [Events]
      Dialogue: 0,0:00:00.00,0:00:05.00,,,0,0,0,,x
      """)
    #expect(
      file.script?.fonts == [
        ASSFont(name: "a_0.otf", bytes: Array("OTTO".utf8)),
        ASSFont(name: "b.ttf", bytes: [0x68, 0, 0, 0xE8, 0, 0x3C]),
      ])
    #expect(file.script?.events.count == 1 && file.warnings.isEmpty)
  }
}
