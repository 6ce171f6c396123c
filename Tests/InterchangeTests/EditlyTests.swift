import Bytes
import Testing
import Timeline

@testable import Interchange

/// What is made of specs of editly.
@Suite struct EditlyTests {
  private static func text(_ path: String) throws -> (text: String, messages: [String]) {
    let (text, diagnostics) = Import.timeline(
      of: try Fixtures.source("editly/\(path).json5"), as: .editly, ImportSettings())
    return (try #require(text), diagnostics.sorted.map(\.message))
  }

  private static func made(_ text: String) -> (text: String, messages: [String]) {
    let (text, diagnostics) = Import.timeline(
      of: SourceText(name: "a.json5", text: text), as: .editly, ImportSettings())
    return (text ?? "", diagnostics.sorted.map(\.message))
  }

  /// The text on one line, so that it does not matter where lines are broken.
  private static func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `clips overlap for their transitions, and layers come and go with them`() throws {
    let (text, messages) = try Self.text("commonFeatures")
    let flat = Self.flat(text)
    #expect(flat.contains(#""canvas": { "size": [720, 1280], "rate": 30 }"#))
    // 3 s, with half a second of it in the transition to the next clip, of 4 s.
    #expect(flat.contains(#"{ "type": "group", "start": "75f", "duration": "120f""#))
    #expect(
      flat.contains(
        #""type": "slide", "duration": "15f", "direction": "left", "ease": "easeOutExpo""#))
    #expect(flat.contains(#""zoom": { "from": 1.1, "to": 1 }"#))
    #expect(messages.contains { $0.hasPrefix("a layer of type 'gl' is not carried over") })
    #expect(messages.contains { $0.hasPrefix("the transition 'dreamyzoom' is made 'zoomin'") })
  }

  @Test func `a part is played as fast as its clip is long`() {
    let (text, messages) = Self.made(
      """
      { outPath: "a.mp4", clips: [ { duration: 2, layers: [
        { type: "video", path: "./b.mp4", cutFrom: 1, cutTo: 6, resizeMode: "cover" } ] } ] }
      """)
    #expect(messages.isEmpty)
    #expect(
      text.contains(#"{ "source": "b.mp4", "in": 1, "duration": 2, "speed": 2.5, "fit": "cover" }"#)
    )
    // Without keepSourceAudio films are silent, and the sound is as long as the film.
    #expect(text.contains(#""audio": { "main": { "mute": true } }"#))
  }

  @Test func `sounds are brought down by the sum of their weights`() throws {
    let flat = Self.flat(try Self.text("audio3").text)
    // 50, 10 and 1 beside the clips' own 1.
    #expect(flat.contains(#""start": 2.5, "in": 2, "volume": 0.806452 }"#))
    #expect(flat.contains(#""start": 7, "in": 0.5, "volume": 0.16129 }"#))
    #expect(flat.contains(#""in": 18, "volume": 0.016129 }"#))
  }

  @Test func `films in boxes stand where their origins are`() throws {
    let (text, messages) = try Self.text("mosaic")
    let lines = text.split(separator: "\n").map(String.init)
    let places = lines.filter { $0.contains(#""position""#) }
    #expect(places.count == 5)
    for (place, expected) in zip(
      places,
      [
        #""position": ["50%", "50%"], "anchor": "center""#,
        #""position": ["0%", "0%"], "anchor": "top-left""#,
        #""position": ["100%", "0%"], "anchor": "top-right""#,
        #""position": ["100%", "100%"], "anchor": "bottom-right""#,
        #""position": ["0%", "100%"], "anchor": "bottom-left""#,
      ])
    { #expect(place.contains(expected)) }
    #expect(
      messages == ["a blurred background within a box is not carried over (this and 1 more)"])
  }

  @Test func `titles grow, and stand at their places`() throws {
    let flat = Self.flat(try Self.text("subtitle").text)
    #expect(flat.contains(#""position": ["50%", "5%"], "anchor": "top", "scale": { "from": 1"#))
    // Where the direction is null, nothing grows.
    #expect(flat.contains(#""position": ["0%", "100%"], "anchor": "bottom-left", "duration""#))
    #expect(flat.contains(##"{ "source": { "color": "#00aa00" }"##))
    #expect(flat.contains(#""background": { "color": "rgba(0,0,0,0.3)", "padding": 32 }"#))
  }

  @Test func `Ken Burns moves by pixels to the side`() {
    // 50 pixels to both sides of 1000: with a zoom of 1.4, a point 12.5 % off the middle.
    let (text, _) = Self.made(
      """
      { width: 1000, height: 500, fps: 25, clips: [ { duration: 2, layers: [
        { type: "image", path: "b.png", zoomDirection: "left", zoomAmount: 0.1 } ] } ] }
      """)
    let flat = Self.flat(text)
    #expect(
      flat.contains(#""zoom": 1.4, "focus": { "from": [0.375, 0.5], "to": [0.625, 0.5] }"#),
      "\(flat)")
  }

  @Test func `a transition takes no more than half of a clip`() {
    let (text, _) = Self.made(
      """
      { fps: 10, clips: [
        { duration: 4, transition: { name: "fade", duration: 3 }, layers: [{ type: "pause" }] },
        { duration: 2, layers: { type: "fill-color", color: "red" } } ] }
      """)
    #expect(text.contains(#""transition": { "type": "crossfade", "duration": "10f" }"#))
  }

  @Test func `without a length, a film has one only where something depends on it`() {
    let film = #"{ layers: [{ type: "video", path: "b.mp4" }] }"#
    let (alone, none) = Self.made("{ clips: [\(film)] }")
    #expect(!alone.contains("duration") && none.isEmpty)
    let (followed, messages) = Self.made(
      #"{ defaults: { transition: null }, clips: [\#(film), { duration: 1, layers: "#
        + #"[{ type: "pause", color: "red" }, { type: "title", text: "a" }] }] }"#)
    #expect(followed.contains(#""source": "b.mp4", "duration": 4"#))
    #expect(messages.count == 1 && messages[0].hasPrefix("the length of the film is not known"))
  }

  @Test(arguments: [
    ("{}", "a spec of editly needs a list of clips"),
    ("{ clips: [{}] }", "a clip of editly needs layers"),
    ("{ clips: [{ layers: [{}] }] }", "a layer of editly needs a type"),
    ("{ clips: [{ duration: -1, layers: [{ type: 'pause' }] }] }", "a clip must last longer than"),
    ("{ clips: [", ""),
  ])
  func `what is wrong is said`(_ text: String, _ message: String) {
    let (made, messages) = Self.made(text)
    #expect(made.isEmpty && messages.contains { $0.hasPrefix(message) })
  }

  @Test func `keys that nobody knows are reported with their places`() {
    let (_, messages) = Self.made(
      """
      { clips: [ { duration: 1, colour: 1, layers: [{ type: "pause", color: "red", speed: 2 }] } ],
        audioNorms: 1 }
      """)
    #expect(
      messages == [
        "'colour' of a clip is not carried over",
        "'speed' of a layer of type 'fill-color' is not carried over",
        "'audioNorms' of the spec is not carried over",
      ])
  }
}
