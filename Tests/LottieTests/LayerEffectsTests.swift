import Images
import Testing

@testable import Lottie

/// What effects, styles and soft masks make of the pictures of layers.
@Suite struct LayerEffectsTests {
  /// An animation of 64 by 64 pixels with a white square of 32 by 32 in its middle.
  static func square(_ more: String, color: String = "#ffffff") throws -> LottieAnimation {
    let text = #"""
      { "w": 64, "h": 64, "fr": 10, "ip": 0, "op": 10, "layers": [ { "ty": 1, "ip": 0, "op": 10,
        "sw": 32, "sh": 32, "sc": "\#(color)", "ks": { "p": { "k": [16, 16] } }, \#(more) } ] }
      """#
    return try LottieAnimation(parsing: Array(text.utf8))
  }

  static func picture(_ more: String, color: String = "#ffffff") throws -> Picture {
    let animation = try square(more, color: color)
    #expect(animation.lacks.isEmpty)
    return animation.picture(at: 0, width: 64, height: 64)
  }

  static func effect(_ kind: Int, _ values: String...) -> String {
    let values = values.map { #"{ "v": { "k": \#($0) } }"# }.joined(separator: ",")
    return #""ef": [ { "ty": \#(kind), "ef": [\#(values)] } ]"#
  }

  @Test func `a fill is one colour, of an opacity`() throws {
    let picture = try Self.picture(
      Self.effect(21, "0", "0", "[0, 1, 0, 1]", "0", "0", "0", "0.5"))
    #expect(picture[32, 32] == [0, 255, 0, 128] && picture[8, 8] == [0, 0, 0, 0])
  }

  @Test func `tint and tritone go by how bright a colour is`() throws {
    // Half of what is 0.5 of white, by its values.
    let tint = try Self.picture(
      Self.effect(20, "[0, 0, 0, 1]", "[1, 0, 0, 1]", "100"), color: "#808080")
    #expect(tint[32, 32] == [128, 0, 0, 255])
    let half = try Self.picture(
      Self.effect(20, "[0, 0, 0, 1]", "[1, 0, 0, 1]", "50"), color: "#808080")
    #expect(half[32, 32] == [128, 64, 64, 255])
    let tritone = try Self.picture(
      Self.effect(23, "[1, 1, 1, 1]", "[0, 0, 1, 1]", "[0, 0, 0, 1]", "0"), color: "#404040")
    #expect(tritone[32, 32] == [0, 0, 128, 255])
  }

  @Test func `levels draw out each colour, then all`() throws {
    var values = [String](repeating: "0", count: 36)
    for (first, levels) in [
      (3, ["0", "1", "1", "0", "0.5"]), (10, ["0.25", "0.75", "1", "0", "1"]),
      (17, ["0", "1", "2", "0", "1"]), (24, ["0", "1", "1", "1", "0"]),
      (31, ["0", "1", "1", "0", "1"]),
    ] {
      values.replaceSubrange(first..<first + 5, with: levels)
    }
    let list = values.map { #"{ "v": { "k": \#($0) } }"# }.joined(separator: ",")
    let picture = try Self.picture(
      #""ef": [ { "ty": 24, "mn": "ADBE Pro Levels2", "ef": [\#(list)] } ]"#, color: "#804000")
    // (0.502 - 0.25) / 0.5 / 2, the root of 0.251 / 2, and (1 - 0) / 2.
    let pixel = picture[32, 32]
    for (part, wanted) in [0.5039 / 2, 0.501 / 2, 0.5].enumerated() {
      #expect(abs(Double(pixel[part]) - wanted * 255) <= 1)
    }
  }

  @Test func `a blur is a Gaussian, and keeps all the light`() throws {
    let picture = try Self.picture(Self.effect(29, "10", "1", "0"))
    // The share of a normal distribution of deviation 3 from 15.5 on to its edge.
    for (place, wanted) in [
      (15, 0.4338), (16, 0.5662), (12, 0.1217), (19, 0.8783), (9, 0.0151), (32, 1.0),
    ] {
      #expect(abs(Double(picture[place, 32][3]) / 255 - wanted) < 0.012)
    }
    var sum = 0
    for y in 0..<64 { for x in 0..<64 { sum += Int(picture[x, y][3]) } }
    #expect(abs(sum - 32 * 32 * 255) < 2_000)
    let across = try Self.picture(Self.effect(29, "10", "2", "0"))
    #expect(across[32, 15][3] == 0 && across[15, 32] == picture[15, 32])
    let kept = try Self.picture(Self.effect(29, "10", "1", "1"))
    #expect(kept[16, 16] == [255, 255, 255, 255] && kept[15, 32][3] == 0)
    let turned = try Fixtures.animation(
      layers: Fixtures.solid(
        "#ffffff", 4,
        #", "ks": { "p": { "k": [4, 4] }, "a": { "k": [2, 2] }, "r": { "k": 45 } }, "#
          + Self.effect(29, "4", "1", "1")))
    // A diamond whose corners are 2.83 from the middle.
    let diamond = turned.picture(at: 0, width: 80, height: 80)
    #expect(diamond[40, 14] == [255, 255, 255, 255] && diamond[40, 10][3] == 0)
  }

  @Test func `a shadow falls where it is told, from beyond the picture too`() throws {
    let below = try Self.picture(
      Self.effect(25, "[1, 0, 0, 1]", "127.5", "90", "8", "0", "0"))
    #expect(below[52, 32] == [255, 0, 0, 128] && below[32, 32] == [255, 255, 255, 255])
    #expect(below[12, 32][3] == 0 && below[56, 32][3] == 0)
    let alone = try Self.picture(Self.effect(25, "[1, 0, 0, 1]", "255", "180", "8", "0", "1"))
    #expect(alone[32, 52] == [255, 0, 0, 255] && alone[32, 20][3] == 0)
    // A layer above the picture, whose shadow lies in it.
    let text = #"""
      { "w": 64, "h": 64, "fr": 10, "ip": 0, "op": 10, "layers": [ { "ty": 1, "ip": 0, "op": 10,
        "sw": 32, "sh": 32, "sc": "#ffffff", "ks": { "p": { "k": [16, -34] } },
        \#(Self.effect(25, "[0, 0, 1, 1]", "255", "180", "40", "0", "0")) } ] }
      """#
    let picture = try LottieAnimation(parsing: Array(text.utf8))
      .picture(at: 0, width: 64, height: 64)
    #expect(picture[32, 20] == [0, 0, 255, 255] && picture[32, 40][3] == 0)
  }

  @Test func `effects of pixels turn with their layer, and those of shapes do not`() throws {
    let shadow = Self.effect(25, "[1, 0, 0, 1]", "255", "90", "12", "0", "1")
    func picture(_ layer: String) throws -> Picture {
      let text = #"""
        { "w": 64, "h": 64, "fr": 10, "ip": 0, "op": 10, "layers": [ { \#(layer), "ip": 0, "op": 10,
          "ks": { "p": { "k": [32, 32] }, "r": { "k": 90 }, "a": { "k": [8, 8] } }, \#(shadow) } ] }
        """#
      return try LottieAnimation(parsing: Array(text.utf8)).picture(at: 0, width: 64, height: 64)
    }
    let solid = try picture(##""ty": 1, "sw": 16, "sh": 16, "sc": "#ffffff""##)
    #expect(solid[32, 44][3] == 255 && solid[44, 32][3] == 0)
    let shape = try picture(
      #"""
      "ty": 4, "shapes": [ { "ty": "rc", "p": { "k": [8, 8] }, "s": { "k": [16, 16] } },
        { "ty": "fl", "c": { "k": [1, 1, 1, 1] } } ]
      """#)
    #expect(shape[44, 32][3] == 255 && shape[32, 44][3] == 0)
  }

  @Test func `styles are drawn around what is there, and over it`() throws {
    func style(_ kind: Int, _ values: String) -> String {
      #""sy": [ { "ty": \#(kind), "c": { "k": [1, 0, 0, 1] }, "o": { "k": 100 }, \#(values) } ]"#
    }
    // A light from the upper right.
    let angle = #""a": { "k": 0 }, "d": { "k": 6 }, "s": { "k": 0 }"#
    let shadow = try Self.picture(style(1, angle))
    #expect(shadow[12, 32] == [255, 0, 0, 255] && shadow[50, 32][3] == 0)
    let inner = try Self.picture(style(2, angle))
    #expect(inner[45, 32] == [255, 0, 0, 255] && inner[20, 32] == [255, 255, 255, 255])
    #expect(inner[50, 32][3] == 0)
    let glow = try Self.picture(style(3, #""s": { "k": 10 }"#))
    #expect((100...155).contains(glow[15, 32][3]) && glow[17, 32] == [255, 255, 255, 255])
    let overlay = try Self.picture(style(7, #""so": { "k": 50 }"#))
    #expect(overlay[32, 32] == [255, 127, 127, 255] || overlay[32, 32] == [255, 128, 128, 255])
  }

  @Test func `masks have soft edges, half of them outside`() throws {
    let mask = #"""
      "masksProperties": [ { "mode": "a", "f": { "k": [20, 0] }, "pt": { "k": { "c": true,
        "v": [[8, 8], [24, 8], [24, 24], [8, 24]], "i": [], "o": [] } } } ]
      """#
    let picture = try Self.picture(mask)
    #expect(picture[32, 23][3] == 0)
    let (inside, outside) = (picture[24, 32][3], picture[23, 32][3])
    #expect(abs(Int(inside) + Int(outside) - 255) <= 4 && inside > outside && outside > 90)
  }

  @Test func `a line along a mask is drawn, or shows its layer`() throws {
    func picture(_ kind: Int, _ end: Int, all: Int = 0) throws -> Picture {
      let path = { (y: Int) in
        #"""
        { "mode": "n", "pt": { "k": { "c": false, "i": [], "o": [], "v": [[4, \#(y)], [28, \#(y)]] } } }
        """#
      }
      let effect = Self.effect(
        22, "1", "\(all)", "1", "[1, 0, 0, 1]", "2", "1", "1", "0", "\(end)", "15", "\(kind)")
      return try Self.picture(#""masksProperties": [ \#(path(8)), \#(path(24)) ], "# + effect)
    }
    let over = try picture(1, 50)
    // From 20 to 32 across, four pixels wide, with a round end.
    #expect(over[24, 24] == [255, 0, 0, 255] && over[24, 27] == [255, 255, 255, 255])
    #expect(over[32, 24][1] < 128 && over[36, 24] == [255, 255, 255, 255])
    let alone = try picture(2, 100)
    #expect(alone[40, 24] == [255, 0, 0, 255] && alone[40, 40][3] == 0)
    // One after another: all of the first, half of the second.
    let shown = try picture(3, 75, all: 1)
    #expect(shown[40, 24] == [255, 255, 255, 255] && shown[24, 40] == [255, 255, 255, 255])
    #expect(shown[40, 40][3] == 0 && shown[24, 32][3] == 0)
  }

  @Test func `effects of other kinds are named, and those of expressions are not`() throws {
    let named = try Self.square(
      #""ef": [ { "ty": 5, "mn": "ADBE Slider Control" }, { "ty": 5, "mn": "Pseudo/1" }, { "ty": 26 } ]"#
    )
    #expect(named.lacks == ["effects of other kinds"])
    #expect(try Self.square(#""ef": [ { "ty": 26, "en": 0 } ]"#).lacks.isEmpty)
    #expect(try Self.square(#""sy": [ { "ty": 8 } ]"#).lacks == ["layer styles of other kinds"])
  }

  @Test func `a line around a layer is as wide as it says, with round corners`() throws {
    let style = #""sy": [ { "ty": 0, "c": { "k": [255, 0, 0, 255] }, "s": { "k": 3 } } ]"#
    let picture = try Self.picture(style)
    // The square begins at 16; from the middle of a pixel it is a half less than whole pixels away.
    for (x, wanted) in [(12, 0), (13, 255), (15, 255), (48, 255), (50, 255), (51, 0)] {
      #expect(picture[x, 32] == (wanted == 0 ? [0, 0, 0, 0] : [255, 0, 0, 255]))
      #expect(picture[32, x] == picture[x, 32])
    }
    #expect(picture[16, 32] == [255, 255, 255, 255])
    #expect(picture[14, 14] == [255, 0, 0, 255] && picture[13, 13][3] == 0)
    // What its layer is seen through for a half shows no line within, and one of all its colour.
    let half = try Self.picture(
      style + "," + Self.effect(21, "0", "0", "[0,1,0,1]", "0", "0", "0", "0.5"))
    #expect(half[32, 32] == [0, 255, 0, 128] && half[14, 32] == [255, 0, 0, 255])
  }

  @Test func `a ramp runs from one place to another, in units of its layer`() throws {
    func ramp(_ kind: Int, _ end: String, _ rest: Double) -> String {
      let values = ["[0, 0]", "[0, 0, 0, 1]", end, "[1, 1, 1, 1]", "\(kind)", "0", "\(rest)"]
      let list = values.map { #"{ "v": { "k": \#($0) } }"# }.joined(separator: ",")
      return #""ef": [ { "ty": 5, "mn": "ADBE Ramp", "ef": [\#(list)] } ]"#
    }
    let line = try Self.picture(ramp(1, "[32, 0]", 0))
    let round = try Self.picture(ramp(2, "[0, 32]", 0))
    for place in [0, 5, 16, 31] {
      let (across, away) = (Double(place) + 0.5, (Double(place) + 0.5) * 2.0.squareRoot())
      #expect(abs(Double(line[16 + place, 40][1]) - across / 32 * 255) <= 1)
      #expect(abs(Double(round[16 + place, 16 + place][1]) - min(away / 32, 1) * 255) <= 1)
    }
    #expect(line[8, 32][3] == 0)
    let mixed = try Self.picture(ramp(1, "[32, 0]", 0.5), color: "#ff0000")
    #expect(abs(Int(mixed[31, 32][0]) - 190) <= 1 && abs(Int(mixed[31, 32][1]) - 62) <= 1)
  }
}
