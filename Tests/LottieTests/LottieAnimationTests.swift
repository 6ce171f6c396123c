import Bytes
import Foundation
import Images
import Testing

@testable import Lottie

/// What an animation says of itself, and what is drawn of it.
@Suite struct LottieAnimationTests {
  @Test func `measures are read, and what is packed is unpacked`() throws {
    let emoji = try Fixtures.animation("standard-147-speechbubble.tgs")
    #expect(emoji.width == 512 && emoji.height == 512)
    #expect(emoji.rate == Rational(30) && emoji.length == Rational(150))
    #expect(emoji.lacks.isEmpty)
    let picture = emoji.picture(at: 0, width: 64, height: 64)
    #expect(picture[0, 0][3] == 0)
    #expect(picture[32, 20] == [255, 255, 255, 255])
    for name in ["dotlottie-v1-smiley-slider.lottie", "dotlottie-v2-multi_anim_theme.lottie"] {
      let bytes = try Fixtures.bytes(name)
      #expect(LottieAnimation.isLikely(bytes))
      let picture = try LottieAnimation(parsing: bytes).picture(at: 10, width: 32, height: 32)
      #expect(!picture.isOpaque || picture[0, 0] != picture[16, 16])
    }
  }

  @Test func `other files are none`() throws {
    for text in ["", "{", "{}", "[1]", "GIF89a", #"{ "version": 1, "layers": [] }"#] {
      #expect(!LottieAnimation.isLikely(Array(text.utf8)))
    }
    #expect(throws: LottieError.self) { try LottieAnimation(parsing: Array("{}".utf8)) }
    #expect(throws: LottieError.self) {
      try LottieAnimation(parsing: Array(#"{ "layers": [], "w": 1e9 }"#.utf8))
    }
    let whole = try Fixtures.bytes("standard-147-speechbubble.tgs")
    #expect(throws: LottieError.self) { try LottieAnimation(parsing: Array(whole.prefix(300))) }
  }

  @Test func `what begins as an animation and is none is named`() throws {
    func fault(_ bytes: [UInt8]) -> String { LottieAnimation.name(ofOther: bytes) ?? "" }
    #expect(fault(Array(#" { "a": 1 }"#.utf8)).contains("JSON, but no Lottie animation"))
    // "hello" and a line feed, stored.
    let gzip: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 6, 0, 0xF9, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x0A,
      0x20, 0x30, 0x3A, 0x36, 6, 0, 0, 0,
    ]
    #expect(fault(gzip).contains("gzip of something else"))
    #expect(fault(Array(gzip.prefix(17))).contains("gzip that can't be unpacked"))
    #expect(fault([0x50, 0x4B, 3, 4, 0, 0]).contains("ZIP archive without the manifest"))
    #expect(fault(Array("hello".utf8)).isEmpty)
  }

  @Test func `pictures in a file are of any kind that is read`() throws {
    let folder = Fixtures.folder.deletingLastPathComponent()
    let bytes = try Data(contentsOf: folder.appending(path: "webp/lossy-16x16.webp"))
    let asset = #"""
      { "id": "a", "w": 8, "h": 8, "e": 1, "p": "data:image/webp;base64,\#(bytes.base64EncodedString())" }
      """#
    let layer = #"{ "ty": 2, "refId": "a", "ip": 0, "op": 10 }"#
    let animation = try Fixtures.animation(layers: layer, assets: asset)
    #expect(animation.lacks.isEmpty)
    #expect(animation.picture(at: 0, width: 8, height: 8)[4, 4][3] == 255)
  }

  @Test func `a layer is seen from its first frame up to its last, and under those before it`()
    throws
  {
    let layers =
      Fixtures.solid("#ff0000", 4) + ","
      + ##"{ "ty": 1, "ip": 2, "op": 4, "sw": 8, "sh": 8, "sc": "#0000ff" }"##
    let animation = try Fixtures.animation(layers: layers)
    let before = animation.picture(at: 1.99, width: 8, height: 8)
    #expect(before[0, 0] == [255, 0, 0, 255] && before[7, 7] == [0, 0, 0, 0])
    let during = animation.picture(at: 2, width: 8, height: 8)
    #expect(during[0, 0] == [255, 0, 0, 255] && during[7, 7] == [0, 0, 255, 255])
    #expect(animation.picture(at: 4, width: 8, height: 8) == before)
  }

  @Test func `between frames, what moves is between its keys`() throws {
    let move =
      #""ks": { "p": { "a": 1, "k": [ { "t": 0, "s": [0, 0] }, { "t": 4, "s": [8, 0] } ] } }"#
    let animation = try Fixtures.animation(layers: Fixtures.solid("#ffffff", 8, ", " + move))
    // Half a frame of two pixels.
    let picture = animation.picture(at: 0.5, width: 8, height: 8)
    #expect(picture[0, 4][3] == 0 && picture[1, 4][3] == 255)
    // At twice the size, the edge stands between two pixels of before.
    let large = animation.picture(at: 0.25, width: 16, height: 16)
    #expect(large[0, 8][3] == 0 && large[1, 8][3] == 255)
  }

  @Test func `keys lead to where the next one begins`() throws {
    let keys = #"""
      "ks": { "o": { "a": 1, "k": [ { "t": 0, "s": [0], "e": [100], "i": { "x": 1, "y": 1 },
        "o": { "x": 0, "y": 0 } }, { "t": 8, "s": [50] } ] } }
      """#
    let animation = try Fixtures.animation(layers: Fixtures.solid("#ff0000", 8, "," + keys))
    #expect(animation.picture(at: 4, width: 8, height: 8)[4, 4][3] == 64)
  }

  /// Some programs do not mark the layer that is a matte, which is not seen itself.
  @Test func `the layer above one with a matte is the matte`() throws {
    let mark = #", "td": 1"#
    for own in ["", mark] {
      let picture = try Fixtures.animation(
        layers: Fixtures.solid("#ff0000", 4, own) + ","
          + Fixtures.solid("#00ff00", 8, #", "tt": 1"#)
      ).picture(at: 1, width: 8, height: 8)
      #expect(picture[2, 2] == [0, 255, 0, 255])
      #expect(picture[6, 6] == [0, 0, 0, 0])
    }
    let plain = try Fixtures.animation(
      layers: Fixtures.solid("#ff0000", 4) + "," + Fixtures.solid("#00ff00", 8, #", "tt": 0"#)
    ).picture(at: 1, width: 8, height: 8)
    #expect(plain[2, 2] == [255, 0, 0, 255])
  }

  @Test(
    arguments: [
      ("5.5.7", "[1, 0, 0, 255]", [255, 0, 0, 255]), ("4.0.3", "[1, 0, 0, 255]", [1, 0, 0, 255]),
      ("4.0.3", "[1, 0, 0, 1]", [255, 0, 0, 255]),
      ("5.5.7", "[51, 0, 255, 255]", [51, 0, 255, 255]),
      ("", "[1, 0, 0, 255]", [255, 0, 0, 255]),
    ] as [(String, String, [UInt8])])
  func `colours of stickers and of old files are read`(
    _ version: String, _ color: String, _ wanted: [UInt8]
  ) throws {
    let text = #"""
      { "v": "\#(version)", "w": 8, "h": 8, "fr": 10, "ip": 0, "op": 10, "layers": [
        { "ty": 4, "ip": 0, "op": 10, "shapes": [
          { "ty": "rc", "p": { "k": [4, 4] }, "s": { "k": [8, 8] } },
          { "ty": "fl", "c": { "k": \#(color) } } ] } ] }
      """#
    let animation = try LottieAnimation(parsing: Array(text.utf8))
    #expect(animation.picture(at: 1, width: 8, height: 8)[4, 4] == wanted)
  }

  /// Two paths, in a group or not, have nothing in common; merged before, they have parts of a
  /// third one.
  @Test(arguments: [false, true])
  func `merged paths are one for the next merge`(_ isMerged: Bool) throws {
    func box(_ x: Int, _ width: Int, _ height: Int) -> String {
      #"{ "ty": "rc", "p": { "k": [\#(x), 4] }, "s": { "k": [\#(width), \#(height)] } }"#
    }
    let sides = box(1, 2, 8) + "," + box(7, 2, 8)
    let first =
      isMerged ? sides + #", { "ty": "mm", "mm": 1 }"# : #"{ "ty": "gr", "it": [\#(sides)] }"#
    let picture = try Fixtures.animation(
      layers: #"""
        { "ty": 4, "ip": 0, "op": 10, "shapes": [ \#(first), \#(box(4, 8, 4)),
          { "ty": "mm", "mm": 4 }, { "ty": "fl", "c": { "k": [1, 0, 0] } } ] }
        """#
    ).picture(at: 1, width: 8, height: 8)
    for x in 0..<8 {
      #expect(picture[x, 4][3] == (isMerged && (x < 2 || x > 5) ? 255 : 0))
      #expect(picture[x, 1][3] == 0)
    }
  }

  @Test func `opacity is that of a layer as a whole`() throws {
    let shapes = #"""
      { "ty": 4, "ip": 0, "op": 10, "ks": { "o": { "a": 0, "k": 50 } }, "shapes": [
        { "ty": "gr", "it": [ { "ty": "rc", "p": { "k": [4, 4] }, "s": { "k": [8, 8] } },
          { "ty": "fl", "c": { "k": [1, 0, 0, 1] }, "o": { "k": 100 } }, { "ty": "tr" } ] },
        { "ty": "gr", "it": [ { "ty": "rc", "p": { "k": [4, 4] }, "s": { "k": [8, 8] } },
          { "ty": "fl", "c": { "k": [0, 1, 0, 1] }, "o": { "k": 100 } }, { "ty": "tr" } ] } ] }
      """#
    let picture = try Fixtures.animation(layers: shapes).picture(at: 0, width: 8, height: 8)
    #expect(picture[4, 4] == [255, 0, 0, 128])
  }

  @Test func `text is drawn where the file brings its letters`() throws {
    let text = #"""
      { "w": 8, "h": 8, "fr": 10, "ip": 0, "op": 10, "fonts": { "list": [
          { "fName": "A-Bold", "fFamily": "A", "fStyle": "Bold", "ascent": 100 } ] },
        "chars": [ { "ch": "x", "fFamily": "A", "style": "Bold", "w": 100, "data": { "shapes": [
          { "ty": "gr", "it": [ { "ty": "sh", "ks": { "k": { "c": true, "i": [], "o": [],
            "v": [[0, 0], [50, 0], [50, -100], [0, -100]] } } } ] } ] } } ],
        "layers": [ { "ty": 5, "ip": 0, "op": 10, "ks": { "p": { "k": [4, 4] } }, "t": { "d": { "k": [
          { "t": 0, "s": { "s": 4, "f": "A-Bold", "t": "xx", "j": 2, "lh": 4, "fc": [1, 0, 0] } },
          { "t": 5, "s": { "s": 4, "f": "A-Bold", "t": "x\rx", "j": 0, "lh": 4, "fc": [0, 0, 1] } }
        ] } } } ] }
      """#
    let animation = try LottieAnimation(parsing: Array(text.utf8))
    #expect(animation.lacks.isEmpty)
    let row = animation.picture(at: 0, width: 8, height: 8)
    // Two letters of four pixels, of which each fills its left half, around the place.
    for (x, isSeen) in [true, true, false, false, true, true, false, false].enumerated() {
      #expect(row[x, 1] == (isSeen ? [255, 0, 0, 255] : [0, 0, 0, 0]))
      #expect(row[x, 5][3] == 0)
    }
    let lines = animation.picture(at: 5, width: 8, height: 8)
    #expect(lines[4, 1] == [0, 0, 255, 255] && lines[4, 6] == [0, 0, 255, 255])
    #expect(lines[1, 1][3] == 0 && lines[7, 6][3] == 0)
  }

  @Test func `what is not drawn is named once, and keys stand for expressions`() throws {
    let camera = #"{ "ty": 13, "ip": 0, "op": 10 }"#
    let effect = #", "ks": { "o": { "k": 100, "x": "time" } }, "ef": [ { "ty": 26 } ]"#
    let layers = [camera, camera, Fixtures.solid("#ffffff", 8, effect)].joined(separator: ",")
    let animation = try Fixtures.animation(layers: layers)
    let changes = "changes that expressions make"
    #expect(animation.lacks == ["cameras", "effects of other kinds", changes])
    #expect(animation.picture(at: 0, width: 8, height: 8)[0, 0] == [255, 255, 255, 255])
    // Masks have an expansion of that name.
    let mask =
      #", "ks": { "o": { "k": 100, "x": " " } }, "masksProperties": [ { "x": { "k": 1 } } ]"#
    #expect(try Fixtures.animation(layers: Fixtures.solid("#ffffff", 8, mask)).lacks.isEmpty)
  }
}
