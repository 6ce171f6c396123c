import Fonts
import Geometry
import Images
import Testing

@testable import Lottie

/// Texts whose letters move.
@Suite struct LetteringTests {
  /// An animation of 64 by 64 pixels with a line of letters, each of which fills the left half of
  /// its 8 pixels and is 8 pixels high; the base line begins at 0, 40.
  static func animation(
    _ text: String, animators: String = "", more: String = "", layer: String = ""
  ) throws -> LottieAnimation {
    func letter(_ name: String, _ shapes: String) -> String {
      #"{ "ch": "\#(name)", "fFamily": "A", "style": "R", "w": 100, "data": { \#(shapes) } }"#
    }
    let outline = #"""
      "shapes": [ { "ty": "gr", "it": [ { "ty": "sh", "ks": { "k": { "c": true, "i": [], "o": [],
        "v": [[0, 0], [50, 0], [50, -100], [0, -100]] } } } ] } ]
      """#
    let json = #"""
      { "w": 64, "h": 64, "fr": 10, "ip": 0, "op": 10, "fonts": { "list": [
          { "fName": "A", "fFamily": "A", "fStyle": "R", "ascent": 100 } ] },
        "chars": [ \#(letter("x", outline)), \#(letter(" ", "")) ],
        "layers": [ { "ty": 5, "ip": 0, "op": 10, "ks": { "p": { "k": [0, 40] } }, \#(layer)
          "t": { \#(more) "a": [\#(animators)], "d": { "k": [ { "t": 0, "s": {
            "s": 8, "f": "A", "t": "\#(text)", "j": 0, "lh": 16, "fc": [1, 0, 0] } } ] } } } ] }
      """#
    return try LottieAnimation(parsing: Array(json.utf8))
  }

  static func picture(
    _ text: String, animators: String = "", more: String = "", layer: String = ""
  ) throws -> Picture {
    let animation = try animation(text, animators: animators, more: more, layer: layer)
    #expect(animation.lacks.isEmpty)
    return animation.picture(at: 0, width: 64, height: 64)
  }

  /// An animator that moves what a selector chooses up by ten pixels.
  static func lift(_ selector: String) -> String {
    #"{ "s": \#(selector), "a": { "p": { "k": [0, -10] } } }"#
  }

  /// How far each letter of a line of eight has moved up, in pixels.
  static func lifts(_ selector: String, _ text: String = "xxxxxxxx") throws -> [Double] {
    let picture = try picture(text, animators: lift(selector))
    return text.indices.enumerated().compactMap { number, index in
      guard text[index] == "x" else { return nil }
      // Where the middle of what is covered is.
      var (sum, all) = (0.0, 0.0)
      for y in 0..<64 {
        let alpha = Double(picture[number * 8 + 2, y][3])
        (sum, all) = (sum + alpha * (Double(y) + 0.5), all + alpha)
      }
      return 36 - sum / all
    }
  }

  static func near(_ one: [Double], _ other: [Double]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 0.06 }
  }

  @Test func `a range chooses letters by percent or by number, and parts of them`() throws {
    let half = try Self.lifts(#"{ "r": 1, "s": { "k": 25 }, "e": { "k": 56.25 } }"#)
    #expect(Self.near(half, [0, 0, 10, 10, 5, 0, 0, 0]))
    let counted = try Self.lifts(
      #"{ "r": 2, "s": { "k": 1 }, "e": { "k": 3 }, "o": { "k": 1 }, "a": { "k": -50 } }"#)
    #expect(Self.near(counted, [0, 0, -5, -5, 0, 0, 0, 0]))
    let sharp = try Self.lifts(#"{ "s": { "k": 0 }, "e": { "k": 55 }, "sm": { "k": 0 } }"#)
    #expect(Self.near(sharp, [10, 10, 10, 10, 0, 0, 0, 0]))
    #expect(Self.near(try Self.lifts("[]"), [10, 10, 10, 10, 10, 10, 10, 10]))
  }

  @Test func `ranges have shapes, which are taken in the middle of letters`() throws {
    let wanted: [Int: [Double]] = [
      2: [1.25, 3.75, 6.25, 8.75, 10, 10, 10, 10],
      3: [8.75, 6.25, 3.75, 1.25, 0, 0, 0, 0],
      4: [2.5, 7.5, 7.5, 2.5, 0, 0, 0, 0],
      5: [6.614, 9.682, 9.682, 6.614, 0, 0, 0, 0],
      6: [1.464, 8.536, 8.536, 1.464, 0, 0, 0, 0],
    ]
    for (shape, lifts) in wanted.sorted(by: { $0.key < $1.key }) {
      let found = try Self.lifts(#"{ "sh": \#(shape), "s": { "k": 0 }, "e": { "k": 50 } }"#)
      #expect(Self.near(found, lifts))
    }
    // Easing in and out, whose middle stays.
    let eased = try Self.lifts(
      #"{ "sh": 2, "s": { "k": 0 }, "e": { "k": 100 }, "xe": { "k": 50 }, "ne": { "k": 50 } }"#)
    #expect(eased[0] < 0.6 && eased[7] > 9.4 && abs(eased[3] + eased[4] - 10) < 0.1)
  }

  @Test func `ranges count letters, letters without blanks, words or lines`() throws {
    for (basis, wanted) in [
      (1, [10.0, 10, 10, 0, 0]), (2, [10, 10, 5, 0, 0]), (3, [10, 10, 5, 0, 0]),
      (4, [5, 5, 5, 5, 5]),
    ] {
      let found = try Self.lifts(#"{ "b": \#(basis), "e": { "k": 50 } }"#, "xx x xx ")
      #expect(Self.near(found, wanted), "\(basis)")
    }
  }

  @Test func `ranges of one animator are combined, and animators follow one another`() throws {
    let combined = try Self.lifts(
      #"""
      [ { "e": { "k": 75 } }, { "m": 2, "s": { "k": 25 }, "e": { "k": 50 } },
        { "m": 3, "e": { "k": 62.5 } } ]
      """#)
    #expect(Self.near(combined, [10, 10, 0, 0, 10, 0, 0, 0]))
    let twice = try Self.picture("x", animators: Self.lift("{}") + "," + Self.lift("{}"))
    #expect(twice[2, 13] == [255, 0, 0, 255] && twice[2, 21][3] == 0)
  }

  @Test func `letters are turned and scaled about the middle of their base line`() throws {
    func picture(_ values: String, _ more: String = "") throws -> Picture {
      try Self.picture("xx", animators: #"{ "s": {}, "a": { \#(values) } }"#, more: more)
    }
    let half = try picture(#""s": { "k": [50, 200] }"#)
    // Of 4 pixels from 0 on about 4: from 2 to 4, and twice as high.
    #expect(half[1, 30][3] == 0 && half[2, 30][3] == 255 && half[4, 30][3] == 0)
    #expect(half[10, 25][3] == 255 && half[10, 23][3] == 0)
    let turned = try picture(#""r": { "k": 90 }"#)
    // What was above the left of the middle is to the right of it, and above.
    #expect(turned[8, 38][3] == 255 && turned[8, 41][3] == 0 && turned[2, 38][3] == 0)
    let line = try picture(#""r": { "k": 180 }"#, #""m": { "g": 3 },"#)
    // Both about the middle of the line, at 8.
    #expect(line[14, 42][3] == 255 && line[10, 42][3] == 0 && line[6, 42][3] == 255)
  }

  @Test func `letters have colours and opacities of their own`() throws {
    let blue = try Self.picture(
      "xx",
      animators: #"""
        { "s": { "e": { "k": 75 } }, "a": { "fc": { "k": [0, 0, 1] }, "o": { "k": 50 } } }
        """#)
    #expect(blue[2, 36] == [0, 0, 255, 128])
    let pixel = blue[10, 36]
    #expect(abs(Int(pixel[3]) - 191) <= 1 && abs(Int(pixel[0]) - 128) <= 1)
    let line = try Self.picture(
      "x", animators: #"{ "s": {}, "a": { "sw": { "k": 2 }, "sc": { "k": [0, 1, 0] } } }"#)
    #expect(line[4, 36] == [0, 255, 0, 255] && line[1, 36] == [255, 0, 0, 255])
  }

  @Test func `tracking moves letters apart, but not the first`() throws {
    let picture = try Self.picture(
      "xxx", animators: #"{ "s": {}, "a": { "t": { "k": 6 } } }"#)
    for (x, isSeen) in [(2, true), (9, false), (15, true), (19, false), (29, true), (33, false)] {
      #expect((picture[x, 36][3] == 255) == isSeen, "\(x)")
    }
  }

  @Test func `letters follow a path, and turn with it`() throws {
    let path = #"""
      "masksProperties": [ { "mode": "n", "pt": { "k": { "c": false, "i": [], "o": [],
        "v": [[20, -36], [20, 24]] } } } ],
      """#
    func picture(_ values: String) throws -> Picture {
      try Self.picture("xx", more: #""p": { "m": 0, \#(values) },"#, layer: path)
    }
    // Down along x = 20: letters begin at 4 and 12, and stand to its right.
    let down = try picture(#""f": { "k": 0 }"#)
    #expect(down[24, 6][3] == 255 && down[24, 10][3] == 0 && down[24, 14][3] == 255)
    #expect(down[29, 6][3] == 0 && down[18, 6][3] == 0)
    let late = try picture(#""f": { "k": 10 }"#)
    #expect(late[24, 6][3] == 0 && late[24, 16][3] == 255)
    let upright = try picture(#""p": { "k": 0 }"#)
    // The middle of the first letter's base line is at 20, 8.
    #expect(upright[17, 4][3] == 255 && upright[22, 4][3] == 0 && upright[17, 9][3] == 255)
    let whole = try picture(#""a": { "k": 1 }"#)
    #expect(whole[24, 6][3] == 255 && whole[24, 58][3] == 255 && whole[24, 14][3] == 0)
  }

  @Test func `what is not read of animators is named`() throws {
    let other = try Self.animation(
      "x", animators: #"{ "s": { "t": 1 }, "a": { "bl": { "k": [1, 1] } } }"#)
    #expect(other.lacks == ["text animators of other kinds", "letters that expressions choose"])
  }

  /// A picture of 64 by 64 pixels of text whose letters the file does not bring.
  private static func unlettered(
    _ text: String, _ font: String, files: (String) -> [UInt8]? = { _ in nil }
  ) throws -> (picture: Picture, animation: LottieAnimation) {
    let json = #"""
      { "w": 64, "h": 64, "fr": 10, "ip": 0, "op": 10, "fonts": { "list": [
          { "fName": "F", "fFamily": "Far", "ascent": 75, \#(font) } ] },
        "layers": [ { "ty": 5, "ip": 0, "op": 10, "ks": { "p": { "k": [0, 60] } },
          "t": { "a": [], "d": { "k": [ { "t": 0, "s": {
            "s": 50, "f": "F", "t": "\#(text)", "j": 0, "lh": 50, "fc": [1, 0, 0] } } ] } } } ] }
      """#
    let animation = try LottieAnimation(parsing: Array(json.utf8), files: files)
    return (animation.picture(at: 0, width: 64, height: 64), animation)
  }

  /// How many pixels are covered in all, and the rows in which there are some.
  private static func ink(_ picture: Picture) -> (sum: Double, rows: [Int]) {
    var (sum, rows) = (0.0, [Int]())
    for y in 0..<64 {
      let row = (0..<64).reduce(0.0) { $0 + Double(picture[$1, y][3]) / 255 }
      if row > 0.01 { rows.append(y) }
      sum += row
    }
    return (sum, rows)
  }

  @Test func `letters that a file does not bring are those of the built-in font`() throws {
    let (picture, animation) = try Self.unlettered("H", #""fStyle": "Regular""#)
    #expect(animation.lacks.isEmpty && animation.missingFonts == ["Far"])
    let font = try BuiltInFont.font()
    let glyph = try #require(font.glyph(for: "H"))
    let outline = try font.outline(of: glyph)
    let bounds = try #require(outline.bounds())
    let unit = 50 / Double(font.unitsPerEm)
    let ink = Self.ink(picture)
    #expect(ink.rows.first == Int((60 - bounds.maxY * unit).rounded(.down)))
    #expect(ink.rows.last == Int((60 - bounds.minY * unit).rounded(.up)) - 1)
    var rasterizer = Rasterizer()
    let area = rasterizer.coverage(of: outline, through: .scale(unit, -unit))
      .bytes.reduce(0.0) { $0 + Double($1) / 255 }
    #expect(abs(ink.sum - area) < 0.01 * area)
    let bold = Self.ink(try Self.unlettered("H", #""fStyle": "Bold""#).picture)
    #expect(bold.sum > 1.2 * ink.sum)
  }

  @Test func `a font that lies beside a file is taken`() throws {
    var asked: [String] = []
    let bold = BuiltInFont.data(weight: 800)
    let (picture, animation) = try Self.unlettered(
      "H", #""fStyle": "Regular", "fPath": "fonts/far.ttf""#
    ) { name in
      asked.append(name)
      return bold
    }
    #expect(asked == ["fonts/far.ttf"] && animation.missingFonts.isEmpty)
    let (thin, _) = try Self.unlettered("H", #""fStyle": "Regular""#)
    #expect(Self.ink(picture).sum > 1.3 * Self.ink(thin).sum)
    // What is no letter of any font is told.
    let (none, other) = try Self.unlettered("\u{1F600}", #""fStyle": """#)
    #expect(Self.ink(none).sum == 0)
    #expect(other.lacks == ["letters without outlines in the file or in a font"])
  }
}
