import Testing

@testable import Timeline

/// Numbers that are shares of a whole, written as percentages.
@Suite struct PercentageTests {
  private static func layer(_ rest: String) -> Layer? {
    Sample.layer(#"{"type": "image", "source": "a.png", "end": 2, \#(rest)}"#)
  }

  @Test func `a share is a percentage where it stands and where it moves`() throws {
    let constant = try #require(Self.layer(#""opacity": "33.3%""#))
    #expect(constant.arguments[Sample.opacity].keys.map(\.value) == [0.333])
    let pair = try #require(Self.layer(#""opacity": {"from": "10%", "to": 0.5}"#))
    #expect(pair.arguments[Sample.opacity].keys.map(\.value) == [0.1, 0.5])
    let keys = try #require(Self.layer(#""opacity": {"keys": [[0, "0%"], ["50%", "100%"]]}"#))
    #expect(keys.arguments[Sample.opacity].keys.map(\.value) == [0, 1])
  }

  @Test func `what 1 leaves as it is takes percentages beyond 1`() throws {
    let text = #"{"source": {"color": "red"}, "duration": 1, "zoom": "120%", "volume": "50%"}"#
    let clip = try #require(
      Sample.document(#"{"version": 1, "clips": [\#(text)]}"#)?.clips.first)
    #expect(clip.arguments[Sample.zoom].keys.map(\.value) == [1.2])
    #expect(clip.sound.volume.keys.map(\.value) == [Gain(0.5)])
  }

  @Test func `an anchor is a percentage of the sides`() throws {
    let layer = try #require(Self.layer(#""anchor": ["25%", 1]"#))
    #expect(layer.arguments[Sample.anchor].keys.map(\.value) == [Anchor(x: 0.25, y: 1)])
  }

  @Test func `a percentage beyond the limits is reported as it is written`() {
    #expect(
      Sample.messages(layer: #"{"type": "image", "source": "a", "opacity": 1️⃣"150%"}"#)
        == ["1: 'opacity' must be from 0 to 1, not '150%'"])
  }

  @Test func `a number with a unit, or of other things, is no percentage`() {
    #expect(
      Sample.messages(
        layer: #"{"type": "effect", "effect": "vortex", "end": 1, "region": {"feather": 1️⃣"5%"}}"#)
        == ["1: 'feather' takes a number, not a string"])
    #expect(
      Sample.messages(
        #"{"version": 1, "clips": [{"source": {"testsrc": {"cells": 1️⃣"5%"}}, "duration": 1}]}"#)
        == ["1: 'cells' takes a number, not a string"])
  }

  @Test func `the schema takes a percentage where the checker does`() {
    var definitions = SchemaDefinitions()
    #expect(Sample.opacity.schema(&definitions).compact.contains("%"))
    #expect(Sample.zoom.schema(&definitions).compact.contains("%"))
    #expect(!Sample.feather.schema(&definitions).compact.contains("%"))
    let names = definitions.sorted.map(\.key)
    #expect(names.contains("share-animation") && names.contains("number-animation"))
  }
}
