import Bytes
import Testing

@testable import Timeline

@Suite struct ClipDecoderTests {
  static func document(
    _ clips: String, layers: String = "", streamLength: Time? = nil
  ) -> Document? {
    let text = #"{"version": 1, "clips": [\#(clips)], "layers": [\#(layers)]}"#
    return Document.decode(
      SourceText(name: "t.json", text: text), vocabulary: Sample.vocabulary,
      knowing: .init(rate: FrameRate(25, 1), streamLength: streamLength)
    ).document
  }

  static func clip(_ text: String, streamLength: Time? = nil) -> Clip? {
    document(text, streamLength: streamLength)?.clips.first
  }

  @Test func `a clip that says nothing plays all of its source`() throws {
    let clip = try #require(Self.clip(#"{"source": "a.y4m"}"#))
    guard case .file(let path) = clip.media.source else {
      Issue.record("\(clip.media.source)")
      return
    }
    #expect(path == Path("a.y4m"))
    #expect(clip.media.start == .zero && clip.media.end == nil && clip.media.duration == nil)
    #expect(clip.media.speed.constantValue == 1 && clip.media.loop == 1)
    #expect(!clip.media.isReversed && !clip.media.isPingPong && clip.media.freeze == nil)
    #expect(clip.media.sampling == .nearest)
    #expect(clip.start == nil && clip.transition == nil && clip.effects.isEmpty)
    #expect(clip.sound.volume.constantValue == .one)
  }

  @Test func `a clip that says everything is read`() throws {
    let clip = try #require(
      Self.clip(
        """
        { "source": "beach.mp4", "name": "beach", "start": 1, "in": "50f", "out": "1:00",
          "speed": "1/3", "reverse": true, "loop": 3, "pingpong": true, "duration": 100,
          "freeze": { "at": "50%", "duration": "500ms" }, "sampling": "blend", "fit": "cover",
          "zoom": { "from": 1, "to": 2 }, "volume": "-6dB", "fadeIn": 1, "fadeOut": 2,
          "transition": { "type": "wipe", "duration": "15f", "ease": "ease-in", "reverse": true,
            "direction": "up", "softness": { "from": 0, "to": 1 } } }
        """))
    let media = clip.media
    #expect(clip.name == "beach")
    #expect(clip.start == Time(seconds: 1))
    #expect(media.start == Time(seconds: 2) && media.end == Time(seconds: 60))
    #expect(media.duration == Time(seconds: 100))
    #expect(media.speed.constantValue == 1.0 / 3)
    #expect(media.isReversed && media.isPingPong && media.loop == 3)
    let half = try #require(Time(1, 2))
    #expect(media.freeze == Freeze(time: half, duration: half, isShare: true))
    #expect(media.sampling == .blend)
    #expect(clip.arguments[Sample.fit] == .cover)
    #expect(clip.arguments[Sample.zoom].keys.last?.time == Time(seconds: 100))
    let volume = try #require(clip.sound.volume.constantValue).factor
    #expect(abs(volume - 0.501187233627272) < 1e-12)
    #expect(clip.sound.fadeIn.duration == Time(seconds: 1))
    #expect(clip.sound.fadeOut.duration == Time(seconds: 2))
    let transition = try #require(clip.transition)
    #expect(transition.type == "wipe" && transition.duration == Time(3, 5))
    #expect(transition.ease.description == "ease-in" && transition.isReversed)
    #expect(transition.arguments[Sample.direction] == .up)
    #expect(transition.arguments[Sample.softness].keys.last?.time == Time(3, 5))
  }

  @Test func `a clip that says when it ends lasts from its start until then`() throws {
    let document = try #require(
      Self.document(
        """
        { "source": "a.png", "end": 2, "zoom": { "from": 1, "to": 2 },
          "transition": { "type": "wipe", "duration": 0.5 } },
        { "source": "b.png", "end": "5s" }, { "source": "c.png", "start": 6, "end": "bar:5" },
        { "source": "d.png", "enabled": false, "duration": 9 }, { "source": "e.png", "end": 9 }
        """))
    let lengths = document.clips.map(\.media.duration)
    // The transition begins half a second before the end; bars are of 2 s before they are heard.
    #expect(lengths == [Time(seconds: 2), Time(7, 2), Time(seconds: 2), Time(seconds: 1)])
    #expect(document.clips[0].arguments[Sample.zoom].keys.last?.time == Time(seconds: 2))
    #expect(document.beatUses.count == 1)
    // Layers of a clip that is a timeline end with it.
    let card = """
      { "source": { "timeline": { "layers": [
        { "type": "color", "opacity": { "from": 0, "to": 1 } }] } }, "end": 3 }
      """
    #expect(Self.document(card)?.clips.first?.media.duration == Time(seconds: 3))
  }

  @Test func `every kind of source is read`() throws {
    let document = try #require(
      Self.document(
        """
        { "source": "stdin" }, { "source": "a b.png" }, { "source": { "image": "c.jpg" } },
        { "source": { "color": "#ff0000" }, "duration": 2 },
        { "source": { "testsrc": { "cells": 4, "zoom": { "from": 1, "to": 3 } } }, "duration": 2 },
        { "source": { "gradient": {} }, "in": 1, "out": 3 }, { "source": "a:b.mp4" }
        """))
    let sources = document.clips.map { "\($0.media.source)" }
    #expect(sources[0] == "stdin")
    #expect(sources[1].hasPrefix("file") && sources[1].contains("a b.png"))
    #expect(sources[2].hasPrefix("image") && sources[2].contains("c.jpg"))
    #expect(sources[3].hasPrefix("color"))
    #expect(sources[6].contains("a:b.mp4"))
    guard case .generator("testsrc", let arguments) = document.clips[4].media.source else {
      Issue.record("\(sources[4])")
      return
    }
    #expect(arguments[Sample.cells] == 4)
    #expect(arguments[Sample.zoom].keys.last?.time == Time(seconds: 2))
  }

  @Test func `feeds are those of clips and then those of video layers`() throws {
    let document = try #require(
      Self.document(
        """
        { "source": "a.y4m", "enabled": false }, { "source": "b.y4m" },
        { "source": "stdin", "name": "live" }
        """,
        layers: """
          { "type": "video", "source": "c.y4m", "name": "face", "start": 1, "end": 9, "in": 2 },
          { "type": "group", "start": 10, "end": 14, "layers": [
            { "type": "video", "source": "d.y4m", "start": 1, "duration": 8, "speed": 2 },
            { "type": "color" } ] },
          { "type": "video", "source": "x.y4m", "enabled": false },
          { "type": "group", "enabled": false, "layers": [
            { "type": "video", "source": "y.y4m" } ] },
          { "type": "video", "source": { "color": "red" } }
          """))
    #expect(
      document.feeds.map(\.title)
        == [
          "clip 2", "the clip 'live'", "the video layer 'face'", "a video layer", "a video layer",
        ])
    #expect(document.clips.map(\.feed) == [0, 1])
    #expect(document.layers[0].feed == 2)
    #expect(document.layers[0].media?.start == Time(seconds: 2))
    #expect(document.layers[0].media?.duration == nil)
    #expect(document.layers[1].children.map(\.feed) == [3, nil])
    #expect(document.layers[2].feed == 4)
    #expect(document.disabledLayers.first?.feed == nil)
    let ranges = document.feeds.map(\.layerRange)
    #expect(ranges[0] == nil && ranges[1] == nil)
    #expect(ranges[2] == TimeRange(start: Time(seconds: 1), end: Time(seconds: 9)))
    #expect(ranges[3] == TimeRange(start: Time(seconds: 11), end: Time(seconds: 14)))
    #expect(ranges[4] == TimeRange.whole)
  }

  @Test func `effects count from the clip's start and need no type`() throws {
    let clip = try #require(
      Self.clip(
        """
        { "source": "stdin", "start": 5, "duration": 4, "effects": [
          { "effect": "vortex", "start": 1 }, { "effect": "vortex", "enabled": false },
          { "type": "effect", "effect": "pointillize", "end": 3 } ] }
        """))
    #expect(clip.effects.map(\.title) == ["vortex", "pointillize"])
    #expect(clip.effects.map(\.range.start.seconds) == [1, 0])
    #expect(clip.effects[0].arguments[Sample.angle].keys.last?.time == Time(seconds: 3))
    #expect(clip.effectIndex.ranges(at: Time(seconds: 2)) == [0, 1])
    #expect(clip.effectIndex.ranges(at: Time(seconds: 0)) == [1])
  }

  @Test func `what moves covers the clip's length, where that follows from its keys`() throws {
    func last(_ text: String, streamLength: Time? = nil) -> Time? {
      let clip = Self.clip(
        #"{\#(text), "zoom": {"to": 2}}"#, streamLength: streamLength)
      return clip?.arguments[Sample.zoom].keys.last?.time
    }
    #expect(last(#""source": "a", "duration": 3"#) == Time(seconds: 3))
    #expect(last(#""source": "a", "in": 1, "out": 4"#) == Time(seconds: 3))
    #expect(last(#""source": "a", "in": 1, "out": 4, "speed": 2"#) == Time(3, 2))
    #expect(last(#""source": "a", "out": 4, "loop": 2, "speed": 0.5"#) == Time(seconds: 16))
    #expect(
      last(#""source": "stdin", "in": 2"#, streamLength: Time(seconds: 9)) == Time(seconds: 7))
    #expect(last(#""source": "stdin", "in": 2"#) == nil)
  }

  @Test func `what is known of sources gives their clips a length`() throws {
    let source = SourceText(
      name: "t.json",
      text: """
        {"version": 1, "clips": [
          {"source": "a", "zoom": {"to": 2}, "effects": [{"effect": "vortex", "start": 1}]},
          {"source": "b", "in": 1, "speed": 2, "zoom": {"keys": [["50%", 1]]}}]}
        """)
    let unknown = Document.decode(source, vocabulary: Sample.vocabulary)
    #expect(unknown.document == nil)
    let clips = try #require(unknown.soundPart?.clips)
    #expect(clips.count == 2)
    let places = clips.map(\.media.place.lowerBound)
    let known = Document.decode(
      source, vocabulary: Sample.vocabulary,
      knowing: .init(
        sourceLengths: [places[0]: Time(seconds: 5), places[1]: Time(seconds: 9)]))
    let document = try #require(known.document)
    #expect(document.clips[0].arguments[Sample.zoom].keys.last?.time == Time(seconds: 5))
    let angle = document.clips[0].effects.first?.arguments[Sample.angle]
    #expect(angle?.keys.last?.time == Time(seconds: 4))
    #expect(document.clips[1].arguments[Sample.zoom].keys.last?.time == Time(seconds: 2))
  }

  @Test func `a speed that moves counts in seconds or in shares`() throws {
    let shares = try #require(
      Self.clip(#"{"source": "a", "speed": {"keys": [[0, 1], ["50%", 2], ["100%", 1]]}}"#))
    #expect(shares.media.isSpeedShared)
    #expect(shares.media.speed.keys.map(\.time.seconds) == [0, 0.5, 1])
    let whole = try #require(Self.clip(#"{"source": "a", "speed": {"from": 1, "to": 2}}"#))
    #expect(whole.media.isSpeedShared)
    let seconds = try #require(
      Self.clip(#"{"source": "a", "speed": {"from": 1, "to": 2, "delay": 1, "duration": 2}}"#))
    #expect(!seconds.media.isSpeedShared)
    #expect(seconds.media.speed.keys.map(\.time.seconds) == [1, 3])
    // The freeze does not count.
    let given = try #require(
      Self.clip(
        """
        {"source": "a", "duration": 6, "freeze": {"at": 1, "duration": 2},
         "speed": {"keys": [["25%", 1], ["100%", 2]]}}
        """))
    #expect(!given.media.isSpeedShared)
    #expect(given.media.speed.keys.map(\.time.seconds) == [1, 4])
  }

  @Test func `a layer comes and goes by transitions`() throws {
    let layer = try #require(
      Sample.layer(
        """
        { "type": "image", "source": "a.png", "end": 4,
          "in": { "type": "crossfade", "duration": "25%" },
          "out": { "type": "wipe", "duration": 3, "direction": "down" } }
        """))
    #expect(layer.entrance?.type == "crossfade")
    #expect(layer.entrance?.duration == Time(seconds: 1))
    #expect(layer.exit?.type == "wipe")
    #expect(layer.exit?.arguments[Sample.direction] == .down)
    let video = try #require(
      Sample.layer(
        """
        { "type": "video", "source": "a.mp4", "duration": 4, "in": 2, "loop": "forever",
          "out": { "type": "wipe", "duration": 1 } }
        """))
    #expect(video.media?.start == Time(seconds: 2) && video.media?.end == nil)
    #expect(video.media?.loop == nil && video.entrance == nil)
    #expect(video.exit?.duration == Time(seconds: 1))
    let short = try #require(
      Sample.layer(#"{ "type": "image", "source": "a.png", "in": { "type": "crossfade" } }"#))
    #expect(short.entrance?.duration.seconds == 0.5)
  }
}
