import Bytes
import Testing
import Timeline

@testable import Interchange

/// What is made of timelines of OpenTimelineIO.
@Suite struct OTIOTests {
  private static func text(_ path: String) throws -> (text: String, messages: [String]) {
    let (text, diagnostics) = Import.timeline(
      of: try Fixtures.source(path), as: .otio, ImportSettings())
    return (try #require(text), diagnostics.sorted.map(\.message))
  }

  @Test func `a nested timeline is played in its place`() throws {
    // The table beside the file: clips at 0, 238, 269, 302, 331, 394 and 398 frames.
    let (text, _) = try Self.text("otio/nested_example.otio")
    let lines = text.split(separator: "\n").filter { $0.contains("\"source\"") }
    #expect(lines.count == 7)
    #expect(text.contains(#""Clip Inside A Stack 1", "in": "373f", "duration": "31f""#))
    // Nested at 0.8545 of its speed, 24 frames last a little more than 28 of 29.
    #expect(text.contains(#""speed": 0.854545455"#))
    #expect(text.contains(#""Normal Clip 3", "in": "179f", "duration": "63f", "start": "331f""#))
    // A frame that is held for four.
    #expect(text.contains(#""duration": "4f","#) && text.contains(#""freeze": { "at": 0"#))
  }

  @Test func `a gap behind the last clip belongs to the timeline`() throws {
    // Of 8, 4 and 7 frames.
    let (text, _) = try Self.text("otio/clip_example.otio")
    #expect(
      text.contains(
        ##"{ "source": { "color": "#000000" }, "start": "12f", "duration": "7f" }"##))
  }

  @Test func `transitions get handles, as far as the sources have them`() throws {
    let (text, messages) = try Self.text("otio/transition.otio")
    // It wants 2 frames before the cut and 3 behind it; the first clip's source ends a frame
    // behind.
    #expect(text.contains(#""in": "2f", "duration": "7f""#))
    #expect(text.contains(#""transition": { "type": "crossfade", "duration": "3f" }"#))
    #expect(text.contains(#""/folder/punchline.mov", "duration": "6f""#))
    #expect(messages.count == 1 && messages[0].hasPrefix("the transition is shortened"))
  }

  @Test func `a transition from nothing is a fade`() throws {
    let (text, _) = try Self.text("otio/transition_test.otio")
    #expect(
      text.contains(
        #""source": "A", "duration": "60f", "opacity": { "keys": [[0, 0], ["10f", 1]] }"#))
    // OpenTimelineIO has the last one at the frames 140 to 160, though its clip ends at 150.
    #expect(
      text.contains(
        #""source": "C", "duration": "60f", "opacity": { "keys": [["40f", 1], ["60f", 0]] }"#))
  }

  @Test func `upper tracks become layers`() throws {
    let (text, _) = try Self.text("otio/multiple_track.otio")
    let layers = text.split(separator: "\n").filter { $0.contains(#""type": "video""#) }
    #expect(layers.count == 2)
    #expect(layers[0].contains("Clip-003") && layers[0].contains(#""start": "7f""#))
  }

  @Test func `a generator of bars is bars`() throws {
    #expect(try Self.text("otio/generator_reference_test.otio").text.contains(#"{ "bars": {} }"#))
  }

  @Test func `numbers that are none and long ones do no harm`() throws {
    let (text, messages) = try Self.text("otio/big_int.otio")
    #expect(text.contains(#""source": "black.mov", "duration": "24f""#))
    #expect(messages == ["metadata is not carried over"])
  }

  private static func range(_ start: Int, _ duration: Int) -> String {
    func time(_ value: Int) -> String {
      #"{"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": \#(value)}"#
    }
    return
      #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time(start)), "duration": \#(time(duration))}"#
  }

  private static func track(_ children: String...) -> String {
    #"{"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\#(children.joined(separator: ", "))]}"#
  }

  private static func clip(_ name: String, _ start: Int, _ duration: Int) -> String {
    #"{"OTIO_SCHEMA": "Clip.2", "name": "\#(name)", "source_range": \#(range(start, duration))}"#
  }

  @Test func `a part that runs backwards begins with its earliest frame`() {
    // Of ranges and speeds that OpenTimelineIO's adapter for AAF has read from Avid's timelines,
    // Avid shows the frames 99 to 0, and 99 to 49.
    let clips = [("-1.0", 0), ("-0.51", 49)].map { speed, start in
      let warp = #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "time_scalar": \#(speed)}"#
      return Self.clip("a.mov", start, 100).dropLast() + #", "effects": [\#(warp)]}"#
    }
    let source = SourceText(name: "a.otio", text: Self.track(String(clips[0]), String(clips[1])))
    let (cut, log) = OTIOReader.read(source)
    #expect(!log.hasErrors)
    #expect(cut.clips().map(\.start) == [.zero, Rational(reducing: 49, over: 25)])
    #expect(cut.clips().map { $0.start + $0.span } == [Rational(4), Rational(4)])
    #expect(cut.clips().allSatisfy { $0.speed < .zero && $0.duration == Rational(4) })
  }

  private static let canvas = #""metadata": {"vfx": {"canvas": {"size": [32, 18]}}}"#

  @Test func `a stack of one clip keeps the canvas that it says`() {
    let stack =
      #"{"OTIO_SCHEMA": "Stack.1", "source_range": \#(Self.range(25, 25)), \#(Self.canvas), "#
      + #""children": [\#(Self.track(Self.clip("b.mov", 25, 75)))]}"#
    let source = SourceText(name: "a.otio", text: Self.track(Self.clip("a.mov", 0, 25), stack))
    let text = Import.timeline(of: source, as: .otio, ImportSettings()).text ?? ""
    #expect(text.contains(#""canvas": { "size": [32, 18] }"#), "\(text)")
    #expect(text.contains(#""in": "25f", "duration": "25f""#))
  }

  @Test func `a stack alone is a timeline, with its canvas and its markers`() {
    let marker =
      #"{"OTIO_SCHEMA": "Marker.2", "name": "here", "marked_range": \#(Self.range(40, 0))}"#
    let source = SourceText(
      name: "a.otio",
      text: #"{"OTIO_SCHEMA": "Stack.1", "source_range": \#(Self.range(25, 25)), \#(Self.canvas), "#
        + #""markers": [\#(marker)], "children": [\#(Self.track(Self.clip("a.mov", 0, 75)))]}"#)
    let (text, diagnostics) = Import.timeline(of: source, as: .otio, ImportSettings())
    #expect(text?.contains(#""size": [32, 18]"#) == true, "\(text ?? "")")
    #expect(text?.contains("a.mov [here @ 0.6]") == true, "\(text ?? "")")
    #expect(!diagnostics.sorted.contains { $0.message.contains("marker") })
  }

  /// A clip of two seconds with one of Resolve's effects.
  private static func resolve(_ name: String, _ parameters: String) -> String {
    let range =
      #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 24, "value": 0}, "#
      + #""duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 24, "value": 48}}"#
    let source = SourceText(
      name: "a.otio",
      text: """
        {"OTIO_SCHEMA": "Clip.2", "name": "a", "source_range": \(range), "effects": [
          {"OTIO_SCHEMA": "Effect.1", "effect_name": "Resolve Effect", "metadata": {"Resolve_OTIO":
            {"Effect Name": "\(name)", "Enabled": true, "Parameters": [\(parameters)]}}}],
         "media_references": {"DEFAULT_MEDIA": {"OTIO_SCHEMA": "ExternalReference.1",
           "target_url": "file:///media/my%20film.mov", "available_range": null}}}
        """)
    return Import.timeline(of: source, as: .otio, ImportSettings()).text ?? ""
  }

  private static func parameter(_ id: String, _ value: String, _ keys: String = "{}") -> String {
    #"{"Parameter ID": "\#(id)", "Parameter Value": \#(value), "Key Frames": \#(keys)}"#
  }

  @Test func `Resolve's transform counts upwards, and turns counter-clockwise`() {
    let text = Self.resolve(
      "Transform",
      [
        Self.parameter("transformationZoomX", "1.5"), Self.parameter("transformationZoomY", "1.5"),
        Self.parameter("transformationPan", "0.25"), Self.parameter("transformationTilt", "0.1"),
        Self.parameter("transformationRotationAngle", "7.5"),
      ].joined(separator: ","))
    #expect(text.contains(#""position": ["75%", "40%"]"#) && text.contains(#""scale": 1.5"#))
    #expect(text.contains(#""rotation": -7.5"#) && text.contains(#""/media/my film.mov""#))
  }

  @Test func `Resolve's keyframes count from the clip's start, with their handles`() {
    let keys =
      #"{"0": {"Value": 1.0}, "24": {"Value": 2.0, "InBez": {"InBez": [-12, 0], "Variant Type": "POINTF"}}}"#
    let text = Self.resolve("Transform", Self.parameter("transformationZoomX", "1", keys))
    #expect(text.contains(#"["24f", [2, 1], "cubic-bezier(0, 0, 0.5, 1)"]"#))
  }

  @Test func `Resolve's crop leaves the picture where it is`() {
    let text = Self.resolve(
      "Cropping", Self.parameter("cropLeft", "0.25") + "," + Self.parameter("cropTop", "0.1"))
    #expect(text.contains(#""mask": { "position": ["25%", "10%"], "size": ["75%", "90%"] }"#))
  }

  @Test func `Resolve's opacity is in percent`() {
    #expect(Self.resolve("Composite", Self.parameter("opacity", "40")).contains(#""opacity": 0.4"#))
  }
}
