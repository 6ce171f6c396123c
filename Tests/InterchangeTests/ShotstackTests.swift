import Bytes
import Testing
import Timeline

@testable import Interchange

/// What is made of edits of Shotstack.
@Suite struct ShotstackTests {
  private static func made(_ source: SourceText) -> (text: String, messages: [String]) {
    let (text, diagnostics) = Import.timeline(of: source, as: .shotstack, ImportSettings())
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (words, diagnostics.sorted.map(\.message))
  }

  /// An edit of 1280x720 at 25 frames a second with these clips, each on a track of its own.
  private static func edit(_ clips: String..., merge: String = "[]") -> (
    text: String, messages: [String]
  ) {
    let tracks = clips.map { "{ \"clips\": [\($0)] }" }.joined(separator: ", ")
    return made(
      SourceText(
        name: "a.json",
        text: #"{ "timeline": { "tracks": [\#(tracks)] }, "output": { "format": "mp4" }, "merge": "#
          + "\(merge) }"))
  }

  private static func fixture() throws -> (text: String, messages: [String]) {
    made(try Fixtures.source("shotstack/reel.json"))
  }

  @Test func `the lowest track is the main track where it is a plain row`() throws {
    let (text, messages) = try Self.fixture()
    #expect(messages.isEmpty)
    #expect(
      text.contains(##""canvas": { "size": [576, 1024], "rate": 30, "background": "#102030" }"##))
    #expect(
      text.contains(
        #"{ "source": "talk.mp4", "in": "45f", "duration": "150f", "fit": "cover", "fadeIn": "60f" }"#
      ))
    #expect(text.contains(#"{ "source": "end.png", "duration": "120f", "fit": "contain" }"#))
  }

  @Test func `fields of texts become variables, and others are filled in`() throws {
    let (text, _) = try Self.fixture()
    #expect(text.contains(#""vars": { "GREETING": "Hello" }"#))
    #expect(text.contains(#""text": "${GREETING}, $${you}", "template": true"#))
    let (cut, messages) = Self.edit(
      #"{ "asset": { "type": "video", "src": "{{A}}-{{ B }}.mp4" }, "start": 0, "length": "{{ L }}" }"#,
      merge:
        #"[{ "find": "A", "replace": "x" }, { "find": "B", "replace": 7 }, { "find": "L", "replace": 2 }]"#
    )
    #expect(cut.contains(#"{ "source": "x-7.mp4", "duration": "50f", "fit": "cover" }"#))
    #expect(messages.isEmpty)
  }

  @Test func `a field that has no value is reported`() {
    let (_, messages) = Self.edit(
      #"{ "asset": { "type": "video", "src": "{{ A }}.mp4" }, "start": 0, "length": 1 }"#)
    #expect(messages == ["there is no field 'A' to be merged"])
  }

  @Test func `clips are where others end, and as long as others are`() throws {
    let (text, _) = try Self.fixture()
    // The second text starts where the title ends, at 3.5 s, and lasts to the end, at 9 s.
    #expect(text.contains(#""start": "105f", "duration": "165f""#))
    // As long as the film that is called talk.
    #expect(text.contains(#""start": "30f", "duration": "150f" }"#))
    #expect(
      text.contains(#"{ "source": "music.mp3", "duration": "270f", "volume": 0.5, "fadeOut""#))
  }

  @Test func `titles and texts have their letters and places`() throws {
    let (text, _) = try Self.fixture()
    // Their alpha stands before the colour.
    #expect(text.contains(##""size": "11%", "color": "#ff000080""##))
    #expect(text.contains(#""anchor": "bottom-left", "pivot": "bottom-left""#))
    #expect(
      text.contains(
        ##""font": "Open Sans", "size": 48, "weight": 700, "color": "#ffcc00", "background""##))
    #expect(text.contains(##"{ "color": "#00000080", "padding": 10 }"##))
    #expect(
      text.contains(
        #""width": 400, "height": 100, "align": "right", "verticalAlign": "top""#))
  }

  @Test func `tweens count upwards, and have their easings`() throws {
    let (text, _) = try Self.fixture()
    // From the top right, 5 % to the left, and down by a tenth within two seconds.
    #expect(
      text.contains(
        #""position": { "keys": [["30f", ["95%", "0%"]], ["90f", ["95%", "10%"], "ease-out"]] }"#))
    #expect(text.contains(#""scale": 0.2, "opacity": 0.8"#))
    #expect(text.contains(#""effects": [{ "effect": "black-and-white" }]"#))
  }

  @Test func `transitions are those of layers, beside a source's own start`() throws {
    let (text, _) = try Self.fixture()
    #expect(
      text.contains(
        #""in": { "type": "crossfade", "duration": "30f", "ease": "ease-in-out" }, "out": { "type": "crossfade", "duration": 0.25, "ease": "ease" }"#
      ))
    #expect(
      text.contains(
        #"{ "type": "group", "start": "180f", "duration": "60f", "in": { "type": "slide", "duration": "15f", "direction": "left" }, "layers": [ { "type": "video", "source": "pip.mp4", "in": "60f", "crop": { "left": "25%" }"#
      ))
    // Its sound is a track.
    #expect(
      text.contains(
        #"{ "source": "pip.mp4", "start": "180f", "in": "60f", "duration": "60f", "volume": 0.5 }"#)
    )
  }

  @Test func `an effect that slides enlarges, so that nothing beside it is seen`() throws {
    let (text, _) = try Self.fixture()
    #expect(text.contains(#""keys": [[0, ["50%", "53%"]], ["165f", ["50%", "47%"]]]"#))
    #expect(text.contains(#""scale": 1.06"#))
  }

  @Test func `HTML is its text, or a colour where it has none`() {
    let (text, messages) = Self.edit(
      #"{ "asset": { "type": "html", "html": "<p>A &amp; <b>B</b><br>C&#33;</p>", "css": "p { color: #f00; font-size: 20px; text-align: left }", "width": 300, "height": 100 }, "start": 0, "length": 1 }"#,
      ##"{ "asset": { "type": "html", "html": "<p>&nbsp;</p>", "background": "#00ff00", "width": 8, "height": 4 }, "start": 0, "length": 1, "position": "bottomRight" }"##
    )
    #expect(text.contains(##""text": "A & B\nC!", "size": 20, "color": "#f00", "width": 300"##))
    #expect(
      text.contains(
        ##"{ "type": "color", "color": "#00ff00", "size": [8, 4], "position": ["100%", "100%"], "anchor": "bottom-right""##
      ))
    #expect(messages == ["of HTML, only its text is carried over"])
  }

  @Test func `a luma asset is the matte of the clips on its track`() {
    let (text, messages) = Self.edit(
      #"{ "asset": { "type": "luma", "src": "m.mp4" }, "start": 0, "length": 2 }, { "asset": { "type": "image", "src": "a.png" }, "start": 0, "length": 2 }"#
    )
    #expect(text.contains(#""name": "luma 1 at 0", "source": "m.mp4""#) && messages.isEmpty)
    #expect(text.contains(#""matte": { "layer": "luma 1 at 0", "by": "luma" }"#))
  }

  @Test func `a film without a length lasts as long as it does on the main track alone`() {
    let film = #"{ "asset": { "type": "video", "src": "a.mp4" }, "start": 0, "length": "auto" }"#
    let (main, none) = Self.edit(film)
    #expect(main.contains(#"{ "source": "a.mp4", "fit": "cover" }"#) && none.isEmpty)
    let (both, messages) = Self.edit(film, film)
    #expect(both.contains(#""duration": "125f""#))
    #expect(messages.count == 1 && messages[0].hasPrefix("the length of the film is not known"))
  }

  @Test(arguments: [
    ("{}", "an edit of Shotstack needs a timeline with tracks"),
    (#"{ "timeline": { "tracks": [{ "clips": [{}] }] } }"#, "a clip of Shotstack needs an asset"),
    (
      #"{ "timeline": { "tracks": [{ "clips": [{ "asset": { "type": "image" }, "start": "soon" }] }] } }"#,
      "this is no time of Shotstack's"
    ),
    (
      #"{ "timeline": { "tracks": [{ "clips": [{ "asset": { "type": "image" }, "alias": "a", "start": "alias://a" }] }] } }"#,
      "when this clip starts depends on itself"
    ),
  ])
  func `what is wrong is said`(_ text: String, _ message: String) {
    let (made, messages) = Self.made(SourceText(name: "a.json", text: text))
    #expect(made.isEmpty && messages.contains { $0.hasPrefix(message) })
  }

  @Test func `what nobody knows is reported with its place`() {
    let (_, messages) = Self.edit(
      #"{ "asset": { "type": "image", "src": "a.png", "glow": 1 }, "start": 0, "length": 1, "effect": "spin", "tilt": 2 }"#,
      #"{ "asset": { "type": "text-to-speech", "text": "a" }, "start": 0, "length": 1 }"#)
    #expect(
      messages == [
        "the effect 'spin' is not carried over",
        "'glow' of an asset of type 'image' is not carried over",
        "'tilt' of a clip is not carried over",
        "an asset of type 'text-to-speech' is not carried over",
      ])
  }
}
