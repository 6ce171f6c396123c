import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Effects that read frames before their own, wherever they stand.
@Suite struct HistoryTests {
  private static let moving =
    #"{ "type": "color", "color": "orange", "opacity": 0.7, "size": [9, 7], "position": { "from": [0, 3], "to": [30, 9], "duration": 0.5 } }"#
  private static let echo =
    #"{ "type": "effect", "effect": "echo", "count": 3, "delay": 0.08, "decay": 0.7, "mode": "lighten" }"#

  /// Lists of layers with such effects in all places where they may stand.
  static let timelines = [
    "over a layer": "\(moving), \(echo)",
    "over another": "\(moving), \(echo), \(moving), \(echo)",
    "over grades and warps": #"""
    { "type": "effect", "effect": "exposure", "ev": 0.5 }, \#(moving),
    { "type": "effect", "effect": "twirl", "angle": 90 }, { "type": "effect", "effect": "wave" },
    \#(echo), { "type": "effect", "effect": "posterize-time", "rate": 7 }
    """#,
    "in a group": #"""
    { "type": "group", "opacity": 0.8, "rotation": { "from": 0, "to": 20, "duration": 1 },
      "layers": [\#(moving), { "type": "effect", "effect": "echo", "mode": "behind", "delay": 0.08 },
        { "type": "effect", "effect": "blur", "sigma": 1 }] }, \#(echo)
    """#,
    "in groups": #"""
    { "type": "group", "start": 0.12, "layers": [
      { "type": "group", "start": 0.08, "duration": 0.4, "layers": [\#(moving), \#(echo)] }, \#(echo)] }
    """#,
    "alone in a group": #"""
    { "type": "group", "layers": [\#(echo), \#(moving),
      { "type": "effect", "effect": "posterize-time", "rate": 5, "start": 0.2 }] }
    """#,
    "on a layer": #"""
    { "type": "color", "color": "#00ff00", "size": [8, 8], "start": 0.08, "radius": 3,
      "shadow": { "offset": [2, 2], "blur": 2 }, "rotation": 10, "opacity": 0.9,
      "position": { "from": [0, 3], "to": [30, 9], "duration": 0.5 },
      "effects": [{ "effect": "invert" }, { "effect": "echo", "mode": "behind", "delay": 0.08 },
        { "effect": "posterize-time", "rate": 9 }] }
    """#,
    "on a group, behind a matte": #"""
    { "type": "group", "layers": [\#(moving)], "effects": [{ "effect": "echo", "mode": "add" }],
      "matte": { "layer": { "type": "group", "layers": [\#(moving), \#(echo)] } } }
    """#,
    "coming, going, in a region": #"""
    \#(moving), { "type": "effect", "effect": "echo", "count": 2, "decay": 0.9, "duration": 0.6,
      "in": { "type": "wipeleft", "duration": 0.2 }, "out": { "type": "crossfade", "duration": 0.2 },
      "region": { "position": [4, 2], "size": [20, 12], "feather": 3 }, "mix": 0.8 }
    """#,
  ]

  /// The same frames come out when each is drawn by itself, in any order, and by whoever.
  @Test(arguments: timelines.keys.sorted(), ["420mpeg2", "444p10"])
  func `a frame does not depend on those that were drawn before it`(
    _ place: String, _ name: String
  ) throws {
    let rate = try #require(FrameRate(25, 1))
    let format = PixelFormat.named(name, 36, 20)
    let layers = try #require(Self.timelines[place])
    let sources = (0..<20).map { Frame.noise(format, seed: UInt64($0 + 1)) }
    func film() throws -> Film { try Film("[\(layers)]", format, rate: rate) }
    let whole = try film().frames(sources, rate: rate)
    #expect(try film().renderer.history(at: .zero) > 0)
    for number in sources.indices {
      let alone = try film().frames(sources, rate: rate, only: number..<number + 1)
      #expect(alone[0].isIdentical(to: whole[number]), "frame \(number), \(place)")
    }
    let other = try film()
    for number in [13, 2, 14, 12, 13, 19, 0] {
      let again = try other.frames(sources, rate: rate, only: number..<number + 1)
      #expect(again[0].isIdentical(to: whole[number]), "frame \(number), \(place), again")
    }
  }

  /// With the frames before, something else comes out than without them.
  @Test(arguments: timelines.keys.sorted())
  func `earlier frames are seen`(_ place: String) throws {
    let rate = try #require(FrameRate(25, 1))
    let format = PixelFormat.named("444", 36, 20)
    let film = try Film("[\(try #require(Self.timelines[place]))]", format, rate: rate)
    let sources = (0..<14).map { Frame.noise(format, seed: UInt64($0 + 1)) }
    let frames = try film.frames(sources, rate: rate, only: 13..<14)
    let fresh = try Film("[\(try #require(Self.timelines[place]))]", format, rate: rate)
    let alone = try fresh.frame(sources[13], at: Time(frame: 13, rate: rate))
    #expect(!frames[0].isIdentical(to: alone), "\(place)")
  }

  @Test func `frames are kept while effects need them, and as many`() throws {
    let rate = try #require(FrameRate(10, 1))
    let format = PixelFormat.named("444", 8, 8)
    let film = try Film(
      #"""
      [{ "type": "effect", "effect": "echo", "count": 2, "delay": 0.2, "start": 2, "duration": 1 },
       { "type": "group", "start": 1, "duration": 3, "layers": [
         { "type": "effect", "effect": "posterize-time", "rate": 5, "start": 1.5, "duration": 0.1 }] }]
      """#, format, rate: rate)
    // Four of the echo and three of the other, which may read before and after each other's time.
    let kept = stride(from: 0.0, through: 4, by: 0.1).map { film.renderer.history(at: Time($0)) }
    #expect(kept[12] == 0 && kept[13] == 4 && kept[17] == 4 && kept[18] == 7 && kept[30] == 7)
    #expect(kept[33] == 4 && kept[37] == 0)
    let plain = try Film(#"[{ "type": "effect", "effect": "blur" }]"#, format, rate: rate)
    #expect(plain.renderer.history(at: .zero) == 0)
    let (with, without) = (
      film.renderer.frameMemory(workers: 2).bytes, plain.renderer.frameMemory(workers: 2).bytes
    )
    #expect(with > without + 7 * format.frameBytes)
  }

  @Test func `too many frames are refused with their number`() throws {
    let format = PixelFormat.named("444", 8, 8)
    #expect {
      try Film(
        #"[{ "type": "effect", "effect": "echo", "count": 32, "delay": 1 }]"#, format,
        rate: FrameRate(25, 1))
    } throws: {
      "\($0)".contains("reads 800 frames before its own, and at most 256 are kept")
    }
  }
}
