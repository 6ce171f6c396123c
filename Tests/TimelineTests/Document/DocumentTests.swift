import Bytes
import TestNumbers
import Testing

@testable import Timeline

@Suite struct DocumentTests {
  static func decode(
    _ text: String, rate: FrameRate? = nil, streamLength: Time? = nil
  ) -> DecodedDocument {
    Document.decode(
      SourceText(name: "t.json", text: text), vocabulary: Sample.vocabulary,
      knowing: .init(rate: rate, streamLength: streamLength))
  }

  @Test func `the least timeline has nothing in it`() {
    let document = Sample.document(#"{"version": 1}"#)
    #expect(document?.layers.isEmpty == true)
    #expect(document?.usesFrames == false)
    #expect(document?.canvas[Sample.fit] == .contain)
  }

  @Test func `a whole timeline is read`() throws {
    let document = try #require(
      Sample.document(
        """
        {
          "$schema": "vfx.schema.json", "version": 1, "name": "film", // a comment
          "canvas": { "size": [1280, 720], "background": "#101018", "name": "frame" },
          "vars": { "who": "Ada" },
          "layers": [
            { "type": "image", "source": "logo.png", "start": 1, "end": 2.5, "name": "logo" },
            { "type": "color", "color": "red", "enabled": false },
            { "type": "effect", "effect": "vortex", "start": "1:00", "duration": "500ms", "mix": 0.5 },
          ],
          "audio": { "volume": { "keys": [[0, 0]] } },
        }
        """))
    #expect(document.name == "film")
    #expect(document.canvas[Sample.size].width?.pixels == 1280)
    #expect(document.variables == ["who": "Ada"])
    #expect(document.layers.map(\.title) == ["logo", "vortex"])
    #expect(document.layers.map(\.path) == [[0], [2]])
    #expect(document.layers[0].range == TimeRange(start: Time(seconds: 1), end: Time(5, 2)))
    #expect(document.layers[1].range.duration == Time(1, 2))
    #expect(document.layers[1].effect == "vortex")
    #expect(document.disabledLayers.map(\.kind) == ["color"])
    #expect(document.layers(at: Time(seconds: 2)).map(\.title) == ["logo"])
    #expect(document.layers(at: Time(5, 2) ?? .zero).isEmpty)
  }

  @Test func `lengths may be shares of the canvas, but for its own size`() throws {
    let text =
      #"{"version": 1, "layers": [{"type": "color", "position": ["2vw", "100% - 10vmin"]}]}"#
    let source = SourceText(name: "t.json", text: text)
    let guess = Document.decode(source, vocabulary: Sample.vocabulary).document
    #expect(guess?.usesViewport == true)
    let known = Document.decode(
      source, vocabulary: Sample.vocabulary,
      knowing: {
        var knowledge = Document.Knowledge()
        knowledge.viewport = Viewport(width: 300, height: 500)
        return knowledge
      }())
    let point = known.document?.layers.first?.arguments[Sample.position].constantValue
    #expect(point == Point(x: Length(pixels: 6), y: Length(pixels: -30, fraction: 1)))
    #expect(Sample.document(#"{"version": 1}"#)?.usesViewport == false)
    let canvas = Self.decode(#"{"version": 1, "canvas": {"size": ["50vw", 100]}}"#)
    #expect(
      canvas.diagnostics.sorted.map(\.message) == [
        "'size' says how large the canvas is, so it cannot be a share of the canvas"
      ])
  }

  @Test func `percentages of times are shares of what a layer lies in`() throws {
    let text = #"""
      {"version": 1, "layers": [
        {"type": "color", "start": "50%", "end": "100%"},
        {"type": "group", "start": 4, "duration": "50%", "layers": [
          {"type": "color", "start": "25%", "duration": "50%"},
          {"type": "group", "start": 1, "layers": [{"type": "color", "end": "100%"}]}]},
        {"type": "image", "source": "a.png", "start": 2, "end": 4,
          "effects": [{"effect": "vortex", "start": "50%"}]}]}
      """#
    let knowledge: Document.Knowledge = {
      var knowledge = Document.Knowledge(streamLength: Time(seconds: 3))
      knowledge.filmLength = Time(seconds: 12)
      return knowledge
    }()
    let document = try #require(
      Document.decode(
        SourceText(name: "t.json", text: text), vocabulary: Sample.vocabulary, knowing: knowledge
      ).document)
    func range(_ start: Int, _ end: Int?) -> TimeRange {
      TimeRange(start: Time(seconds: start), end: end.map { Time(seconds: $0) })
    }
    #expect(document.layers.map(\.range) == [range(6, 12), range(4, 10), range(2, 4)])
    let group = document.layers[1]
    #expect(group.children[0].range == TimeRange(start: Time(11, 2) ?? .zero, end: Time(17, 2)))
    #expect(group.children[1].children[0].range == range(5, 10))
    #expect(document.layers[2].effects[0].range == range(1, nil))
  }

  @Test func `a layer that goes with its group ends with it`() throws {
    let document = try #require(
      Sample.document(
        #"""
        {"version": 1, "layers": [{"type": "group", "start": 1, "end": 5, "layers": [
          {"type": "color", "start": 1, "out": {"type": "wipe", "duration": 1}},
          {"type": "group", "layers": [
            {"type": "color", "out": {"type": "wipe", "duration": 2}}]}]}]}
        """#))
    let group = document.layers[0]
    #expect(group.children[0].range == TimeRange(start: Time(seconds: 2), end: Time(seconds: 5)))
    #expect(group.children[1].children[0].range.end == Time(seconds: 5))
    var knowledge = Document.Knowledge()
    knowledge.filmLength = Time(seconds: 9)
    let film = Document.decode(
      SourceText(
        name: "t.json",
        text:
          #"{"version": 1, "layers": [{"type": "color", "out": {"type": "wipe", "duration": 2}}]}"#),
      vocabulary: Sample.vocabulary, knowing: knowledge)
    #expect(film.document?.layers[0].range.end == Time(seconds: 9))
  }

  @Test func `children count their times from the group's start`() throws {
    let document = try #require(
      Sample.document(
        """
        {"version": 1, "layers": [{"type": "group", "start": 10, "end": 20, "layers": [
          {"type": "color", "start": 1, "duration": 2},
          {"type": "color", "start": 4, "opacity": {"from": 0}},
          {"type": "group", "start": 5, "layers": [{"type": "color", "start": 1}]},
          {"type": "color", "enabled": false}]}]}
        """))
    let group = document.layers[0]
    #expect(group.children.map(\.range.start.seconds) == [11, 14, 15])
    #expect(group.children.map(\.range.end?.seconds) == [13, nil, nil])
    #expect(group.children[1].arguments[Sample.opacity].keys.last?.time == Time(seconds: 6))
    #expect(group.children[2].children[0].range.start == Time(seconds: 16))
    #expect(group.children[2].children[0].path == [0, 2, 0])
    #expect(group.childIndex.ranges(at: Time(seconds: 12)) == [0])
    #expect(group.childIndex.ranges(at: Time(seconds: 15)) == [1, 2])
    #expect(document.disabledLayers.map(\.path) == [[0, 3]])
  }

  @Test func `frames count at the rate that is given`() throws {
    let text = #"{"version": 1, "layers": [{"type": "color", "end": "90f"}]}"#
    let film = Self.decode(text, rate: FrameRate(24000, 1001)).document
    #expect(film?.layers[0].range.end == Time(90 * 1001, 24000))
    #expect(film?.usesFrames == true)
    #expect(Self.decode(text).document?.layers[0].range.end == Time(seconds: 3))
    let inside =
      #"{"version": 1, "layers": [{"type": "color", "opacity": {"to": 0, "duration": "5f"}}]}"#
    #expect(Self.decode(inside).document?.usesFrames == true)
  }

  @Test func `what is heard knows whether it counts in frames`() throws {
    func place(_ text: String) throws -> String? {
      let document = try #require(Self.decode(text).document)
      return document.soundFrameTime.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }
    let layer = #""layers": [{"type": "color", "end": "90f"}]"#
    #expect(try place(#"{"version": 1, \#(layer)}"#) == nil)
    let track = #""tracks": [{"source": "a.wav", "start": "7f"}, {"source": "b.wav", "end": "8f"}]"#
    #expect(try place(#"{"version": 1, \#(layer), "audio": {\#(track)}}"#) == #""7f""#)
    let clip = #""clips": [{"source": "a.mp4", "out": 2, "fadeIn": "6f"}]"#
    #expect(try place(#"{"version": 1, \#(clip), "audio": {\#(track)}}"#) == #""6f""#)
  }

  @Test func `the stream's length ends movements, not layers`() {
    let text = #"{"version": 1, "layers": [{"type": "color", "start": 2, "opacity": {"to": 0}}]}"#
    #expect(Self.decode(text).diagnostics.hasErrors)
    let layer = Self.decode(text, streamLength: Time(seconds: 10)).document?.layers.first
    #expect(layer?.arguments[Sample.opacity].keys.last?.time == Time(seconds: 8))
    #expect(layer?.range.end == nil)
    // A layer that comes on after the stream has ended is no fault.
    #expect(Self.decode(text, streamLength: Time(seconds: 1)).document != nil)
  }

  @Test func `a canvas that is not enabled is none`() {
    let text = #"{"version": 1, "canvas": {"enabled": false, "fit": "cover"}}"#
    #expect(Sample.document(text)?.canvas[Sample.fit] == .contain)
  }

  @Test func `groups nest to their limit`() {
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"type": "group", "layers": ["#, count: depth) + #"{"type": "color"}"#
        + String(repeating: "]}", count: depth)
    }
    #expect(Sample.layer(nested(16)) != nil)
    #expect(Sample.messages(layer: nested(17)).first?.hasSuffix("nested more than 16 deep") == true)
    #expect(!Sample.messages(layer: nested(200)).isEmpty)
  }

  @Test func `errors leave no document`() {
    #expect(Sample.document(#"{"version": 1, "layers": [{"type": "nothing"}]}"#) == nil)
  }

  @Test func `thousands of layers are read in a moment`() throws {
    let layer = #"""
      {"type": "image", "source": "a.png", "start": 1.25, "duration": 2, "position": [20, "50%"],
       "opacity": {"keys": [["0%", 0], ["50%", 1], ["100%", 0]], "ease": "ease-out"}}
      """#
    let text =
      #"{"version": 1, "layers": ["#
      + Array(repeating: layer, count: 10_000).joined(separator: ",\n") + "]}"
    let clock = ContinuousClock()
    var document: Document?
    let time = clock.measure { document = Sample.document(text) }
    #expect(document?.layers.count == 10_000)
    #expect(time < .seconds(20), "took \(time)")
    print("10,000 layers: \(time)")
  }

  @Test func `warnings leave the document`() {
    let decoded = Self.decode(
      #"{"version": 1, "layers": [{"type": "color", "start": -2, "end": -1}]}"#)
    #expect(decoded.document != nil)
    #expect(decoded.diagnostics.sorted.map(\.severity) == [.warning])
  }

  @Test func `of a faulty timeline the layers are left that have what they need`() throws {
    let decoded = Self.decode(
      """
      {"version": 1, "nmae": "x", "layers": [
        {"type": "image", "source": "a.png", "opacity": 7},
        {"type": "image", "sorce": "b.png"},
        {"type": "image", "source": 3},
        {"type": "imgae", "source": "c.png"},
        {"type": "group", "start": "soon", "layers": [
          {"type": "image"}, {"type": "image", "source": "d.png"}]},
        {"type": "image", "source": "e.png", "enabled": false},
        {"type": "image", "source": "f.png", "name": "last"}]}
      """)
    #expect(decoded.document == nil && decoded.diagnostics.sorted.count == 7)
    let layers = try #require(decoded.soundPart).layers
    #expect(layers.map(\.path) == [[0], [4], [6]])
    #expect(layers[0].arguments[Sample.source].text == "a.png")
    #expect(layers[0].arguments[Sample.opacity].value(at: .zero) == 1)
    #expect(layers[1].children.map(\.path) == [[4, 1]])
    #expect(layers[2].name == "last")
  }

  @Test func `of a text without a timeline nothing is left`() {
    for text in ["", "[]", "{", #"{"version": 1, "layers": [}"#] {
      #expect(Self.decode(text).soundPart == nil, "\(text)")
    }
  }

  @Test func `of a sound timeline all is left`() {
    let decoded = Self.decode(#"{"version": 1, "layers": [{"type": "color"}]}"#)
    #expect(decoded.soundPart?.layers.map(\.place) == decoded.document?.layers.map(\.place))
    #expect(decoded.soundPart?.layers.count == 1)
  }

  /// Beyond the limit of faults no near names are searched.
  @Test func `a text of unknown keys is refused in a moment`() {
    let keys = (0..<20_000).map { #""opacitx\#($0 % 7)\#($0)": 1"# }.joined(separator: ",")
    let clock = ContinuousClock()
    var found = Diagnostics()
    let time = clock.measure {
      found = Self.decode(#"{"version": 1, "layers": [{"type": "color", \#(keys)}]}"#).diagnostics
    }
    #expect(found.isFull && found.dropped > 10_000)
    #expect(time < .seconds(10), "took \(time)")
  }

  /// Whatever is done to a timeline, it is read or refused, and every message can be shown.
  @Test(arguments: 0..<16) func `damaged timelines never trap`(_ seed: Int) {
    var numbers = SeededNumbers(seed)
    let sample = Array(
      #"""
      {"version": 1, "canvas": {"size": [10, "5%"], "fit": "cover"}, "layers": [
      {"type": "image", "source": "a", "start": "3f", "end": "1:02.5", "opacity": {"from": 0, "to": 1,
      "repeat": "forever", "ease": "steps(4, jump-end)"}, "scale": [1, "5%"], "loop": 2},
      {"type": "group", "duration": 1e2, "layers": [{"type": "gradient", "stops": ["red", [0.5, "#123"]]}]},
      {"type": "effect", "effect": "vortex", "start": 1001, "duration": "1/3", "region": {"feather":
      {"keys": [["0%", 1], [0.25, 2, "ease"]], "interpolation": "smooth"}}}]}
      """#.utf8)
    let words = [
      "null", "1e999", "-1", "\"50%\"", "\"999999999f\"", "[]", "{}", "1e-9", "\"1/3\"", "\"\"",
      "999999999", "0", "true", "\"-5f\"", "{\"from\":0}", "{\"keys\":[]}", "-1e9",
    ].map { Array($0.utf8) }
    for _ in 0..<40 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8.random(in: 32...126, using: &numbers)
        default:
          // A word in place of the value after a colon or comma.
          guard let colon = bytes[place...].firstIndex(where: { $0 == 0x3A || $0 == 0x2C }),
            let end = bytes[(colon + 1)...].firstIndex(where: { [0x2C, 0x5D, 0x7D].contains($0) })
          else { continue }
          bytes.replaceSubrange(
            colon + 1..<end, with: words.randomElement(using: &numbers) ?? [])
        }
      }
      let source = SourceText(name: "seed \(seed)", bytes: bytes)
      let decoded = Document.decode(source, vocabulary: Sample.vocabulary)
      let (document, faults) = (decoded.document, decoded.diagnostics)
      #expect((document == nil) == faults.hasErrors)
      #expect(document == nil || decoded.soundPart != nil)
      for fault in faults.sorted { #expect(!fault.message.isEmpty) }
      _ = DiagnosticText(source).text(of: faults)
      for layer in document?.layers ?? [] {
        _ = layer.arguments[Sample.opacity].value(at: Time(1, 3) ?? .zero)
      }
    }
  }
}
