import Testing

@testable import Subtitles

/// The texts of events, with their tags.
@Suite struct ASSTagParserTests {
  private func pieces(_ text: String) throws -> [ASSPiece] { try event(text).0.pieces }

  private func event(_ text: String) throws -> (ASSEvent, SubtitleFile) {
    let file = try read("[Events]\nDialogue: 0,0:00:00.00,0:00:05.00,,,0,0,0,,\(text)")
    return (try #require(file.script?.events.first), file)
  }

  private func tags(_ text: String) throws -> [ASSTag] {
    try pieces("{\(text)}").compactMap { if case .tag(let tag) = $0 { tag } else { nil } }
  }

  @Test(arguments: [
    ("\\pos(10,20.5)", [ASSTag.position(x: 10, y: 20.5)]),
    ("\\an8\\a6", [.alignment(8), .alignment(8)]),
    ("\\a4\\a11\\an0", [.alignment(7), .alignment(6), .alignment(nil)]),
    (
      "\\c&H0080FF&\\3c&HFF0000&\\2c",
      [
        .color(.primary, SubtitleColor(255, 128, 0)), .color(.outline, SubtitleColor(0, 0, 255)),
        .color(.secondary, nil),
      ]
    ),
    ("\\alpha&H40&\\1a&HFF&", [.transparency(nil, 64), .transparency(.primary, 255)]),
    ("\\b1\\b700\\b0\\b2\\b", [.bold(1), .bold(700), .bold(0), .bold(nil), .bold(nil)]),
    ("\\i1\\u0\\s", [.italic(true), .underline(false), .strikeOut(nil)]),
    (
      "\\fnDejaVu Sans\\fs20\\fs+2\\fs",
      [
        .fontName("DejaVu Sans"), .fontSize(.absolute(20)), .fontSize(.relative(2)),
        .fontSize(.inherited),
      ]
    ),
    (
      "\\fscx150\\fscy50\\fsp3\\fsc",
      [
        .scale(.x, 150), .scale(.y, 50), .spacing(3), .scale(.z, nil),
      ]
    ),
    (
      "\\frx1\\fry-2\\frz3\\fr4\\fax.5\\fay-1",
      [
        .rotation(.x, 1), .rotation(.y, -2), .rotation(.z, 3), .rotation(.z, 4), .shear(.x, 0.5),
        .shear(.y, -1),
      ]
    ),
    (
      "\\bord2\\xbord3\\ybord4\\shad1\\xshad-1\\yshad2\\be3\\blur.5",
      [
        .border(.both, 2), .border(.x, 3), .border(.y, 4), .shadow(.both, 1), .shadow(.x, -1),
        .shadow(.y, 2), .edgeBlur(3), .blur(0.5),
      ]
    ),
    (
      "\\move(1,2,3,4)\\move(1,2,3,4,900,500)",
      [
        .move(fromX: 1, fromY: 2, toX: 3, toY: 4, start: 0, end: 0),
        .move(fromX: 1, fromY: 2, toX: 3, toY: 4, start: 500, end: 900),
      ]
    ),
    (
      "\\fad(100,200)\\fade(255,32,224,0,500,2000,2200)",
      [
        .fade(opacities: [0, 255, 0], times: [100, 200], isSimple: true),
        .fade(opacities: [0, 223, 31], times: [0, 500, 2000, 2200], isSimple: false),
      ]
    ),
    (
      "\\k20\\kf30\\K40\\ko50\\k",
      [
        .karaoke(.jump, 20), .karaoke(.sweep, 30), .karaoke(.sweep, 40), .karaoke(.outline, 50),
        .karaoke(.jump, 100),
      ]
    ),
    (
      "\\clip(1,2,3,4)\\iclip(5,6,7,8)",
      [
        .clip(.init(left: 1, top: 2, right: 3, bottom: 4), isInverse: false),
        .clip(.init(left: 5, top: 6, right: 7, bottom: 8), isInverse: true),
      ]
    ),
    (
      "\\clip(m 0 0 l 1 1)\\clip(2,m 0 0)",
      [
        .clipDrawing("m 0 0 l 1 1", scale: 1, isInverse: false),
        .clipDrawing("m 0 0", scale: 2, isInverse: false),
      ]
    ),
    (
      "\\t(\\fs20)\\t(100,200,\\1c&HFF&\\clip(1,2,3,4))\\t(2,\\bord1)",
      [
        .transform(start: nil, end: nil, acceleration: 1, tags: [.fontSize(.absolute(20))]),
        .transform(
          start: 100, end: 200, acceleration: 1,
          tags: [
            .color(.primary, SubtitleColor(255, 0, 0)),
            .clip(.init(left: 1, top: 2, right: 3, bottom: 4), isInverse: false),
          ]),
        .transform(start: nil, end: nil, acceleration: 2, tags: [.border(.both, 1)]),
      ]
    ),
    ("\\r\\rAlt\\q2\\org(3,4)", [.reset(nil), .reset("Alt"), .wrap(2), .origin(x: 3, y: 4)]),
    ("comment \\i1 more \\b1 end", [.italic(true), .bold(1)]),
  ])
  func `tags are read with their values`(_ source: String, _ expected: [ASSTag]) throws {
    #expect(try tags(source) == expected)
  }

  /// What libass 0.17.1 makes of them.
  @Test(arguments: [
    (
      "\\t(0,4000,\\fscx200\\clip(0,0,300,100)\\fscy300)",
      [
        ASSTag.transform(
          start: 0, end: 4000, acceleration: 1,
          tags: [
            .scale(.x, 200),
            .clip(.init(left: 0, top: 0, right: 300, bottom: 100), isInverse: false),
          ]), .scale(.y, 300),
      ]
    ),
    (
      "\\t(0,3250,\\fscy80\\fad(0,500)\\p1",
      [
        .transform(
          start: 0, end: 3250, acceleration: 1,
          tags: [
            .scale(.y, 80), .fade(opacities: [0, 255, 0], times: [0, 500], isSimple: true),
          ]), .drawing(1),
      ]
    ),
    (
      "\\t(0,1000,\\fs60\\t(500,1500,\\fs90)\\i1",
      [
        .transform(start: 0, end: 1000, acceleration: 1, tags: [.fontSize(.absolute(60))]),
        .transform(start: 500, end: 1500, acceleration: 1, tags: [.fontSize(.absolute(90))]),
        .italic(true),
      ]
    ),
    (
      "\\t(0,1000,\\fs60\\t\\fs90)",
      [
        .transform(start: 0, end: 1000, acceleration: 1, tags: [.fontSize(.absolute(60))]),
        .transform(start: nil, end: nil, acceleration: 1, tags: [.fontSize(.absolute(90))]),
      ]
    ),
    (
      "\\t()\\i1",
      [.transform(start: nil, end: nil, acceleration: 1, tags: []), .italic(true)]
    ),
  ])
  func `the first parenthesis ends a transformation`(
    _ source: String, _ expected: [ASSTag]
  ) throws {
    #expect(try tags(source) == expected)
  }

  /// What libass 0.17.1 makes of them.
  @Test(arguments: [
    (
      "\\moves3(1,2,3,4)",
      [ASSTag.move(fromX: 1, fromY: 2, toX: 3, toY: 4, start: 0, end: 0)]
    ),
    ("\\posx(1,2)", [.position(x: 1, y: 2)]),
    ("\\pos(,1, ,2 )", [.position(x: 1, y: 2)]),
    ("\\fs20(30)", [.fontSize(.absolute(30))]),
    ("\\fs +5\\fs( +5)", [.fontSize(.absolute(5)), .fontSize(.relative(5))]),
    ("\\fn Sans\\r Alt", [.fontName("Sans"), .reset(" Alt")]),
    ("\\fn@Sans\\fn0", [.fontName("Sans"), .fontName(nil)]),
    ("\\foo(\\fs90)\\i1", [.italic(true)]),
    (
      "\\clip(1.9,-2.9,3,4)",
      [.clip(.init(left: 1, top: -2, right: 3, bottom: 4), isInverse: false)]
    ),
    ("\\alpha128\\alpha&H128&", [.transparency(nil, 0x128), .transparency(nil, 0x128)]),
    ("\\1a&H100&\\2a&H-1&", [.transparency(.primary, 256), .transparency(.secondary, 0)]),
    (
      "\\c&hff00ff&\\c &HFF&", [.color(.primary, .black), .color(.primary, .black)]
    ),
    (
      "\\c&H0xFF&\\c&H80FF0000&\\c&H-1&",
      [
        .color(.primary, SubtitleColor(255, 0, 0)), .color(.primary, .white),
        .color(.primary, .white),
      ]
    ),
  ])
  func `odd tags are read with the values that players read`(
    _ source: String, _ expected: [ASSTag]
  ) throws {
    #expect(try tags(source) == expected)
  }

  @Test func `values that players do not read as they were meant are reported`() throws {
    func messages(_ source: String) throws -> [String] {
      try event("{\(source)}x").1.messages(.markup)
    }
    let number = "the value of \\1c is no number such as &H0080FF& and counts as 0"
    #expect(try messages("\\1c&hff00ff&") == [number])
    #expect(try messages("\\1c\\1c&H0&\\alpha80\\t(\\1c&HFF&)") == [])
    let ends = "\\t ends at its first ')', and what follows is not animated"
    #expect(try messages("\\t(\\fs9\\clip(0,0,1,1)\\fs8)") == [ends])
    #expect(try messages("\\t(\\fs9\\clip(0,0,1,1))\\t(0,9,\\fs8)") == [])
    #expect(try messages("\\t(0,9)") == ["\\t contains no tags to animate"])
  }

  @Test func `letters, breaks and braces`() throws {
    #expect(try pieces("a\\Nb\\nc\\hd\\x\\{e\\}\tf") == [.text("a\nb\u{2028}c\u{A0}d\\x{e} f")])
    #expect(try pieces("a{b") == [.text("a{b")])
    #expect(try pieces("a{just a comment}b") == [.text("a"), .text("b")])
  }

  @Test func `drawings are kept apart`() throws {
    #expect(
      try pieces("a{\\p1}m 0 0 l 9 9{\\p0}b") == [
        .text("a"), .tag(.drawing(1)), .drawing("m 0 0 l 9 9"), .tag(.drawing(0)), .text("b"),
      ])
  }

  @Test func `a transformation begins and ends a drawing at once`() throws {
    for tags in ["\\t(\\fs9\\p1", "\\t(0,9,\\p1)", "\\p2\\t(\\p0\\p1)"] {
      #expect(try pieces("{\(tags)}m 0 0").last == .drawing("m 0 0"), "\(tags)")
    }
    #expect(try pieces("{\\p1\\t(\\p0)}m 0 0").last == .text("m 0 0"))
  }

  @Test func `unknown and broken tags are reported with their places`() throws {
    let (event, file) = try event("{\\foo1\\pos(1)\\move(1,2}x")
    #expect(event.plainText == "x")
    #expect(file.messages(.unsupported) == ["the tag \\foo1 is not known and has no effect"])
    #expect(file.messages(.markup).count == 3)
  }

  @Test func `what is read and not drawn is reported`() throws {
    let clip = try event("{\\clip(m 0 0 l 9 9}cut").1
    #expect(
      clip.warnings.map(\.message) == ["the tag \\clip has no ')'"])
    #expect(try event("word {\\p1}m 0 0 l 9 0 9 9{\\p0} ").1.warnings.isEmpty)
  }

  @Test func `hostile texts take little time`() throws {
    let many = String(repeating: "{\\t(", count: 20000)
    #expect(try pieces(many + "}").count < 2000)
    _ = try read("1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "{\\", count: 20000))
    _ = try read("1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "<b", count: 20000))
  }
}
