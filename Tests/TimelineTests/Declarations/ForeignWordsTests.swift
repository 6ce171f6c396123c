import Testing

@testable import Timeline

/// What is proposed to those who write the words of other tools.
@Suite struct ForeignWordsTests {
  static let document = DocumentDecoder.keys
  static let clip = Array(ClipKeys.names) + ["fit", "zoom"]
  static let text = LayerDecoder.builtIn + ["opacity", "weight", "style", "stroke", "effects"]
  static let video = LayerDecoder.builtIn + ["source", "sampling", "opacity"]

  @Test(arguments: [
    ("keyframes", ["from", "keys"], "keys"), ("fps", ["rate", "size"], "rate"),
    ("borderRadius", ["radius"], "radius"), ("border-radius", ["radius"], "radius"),
    ("blendMode", ["blend"], "blend"), ("color", ["shape", "fill"], "fill"),
    ("colour", ["color", "fill"], "color"), ("gain", ["volume", "source"], "volume"),
    ("width", ["size"], "size"), ("width", document, "canvas"), ("fps", document, "canvas"),
    ("music", document, "audio"), ("tracks", document, "audio"), ("lut", clip, "effects"),
    ("endTime", clip, "end"), ("bold", text, "weight"), ("fadeIn", text, "in"),
    ("fadeOut", text, "out"), ("transition", text, "in"), ("keyframes", text, "opacity"),
    ("trim", video, "in"), ("muted", video, "volume"),
    ("duration", ["path", "progress", "orient", "offset"], "progress"),
    ("autoRotate", ["path", "progress", "orient", "offset"], "orient"),
    ("offset-path", text + ["position", "rotation"], "position"), ("path", video, "source"),
    ("text-transform", ["case", "color"], "case"), ("uppercase", ["case"], "case"),
  ])
  func `a key is known`(_ key: String, _ names: [String], _ meant: String) {
    #expect(ForeignWords.meaning(of: key, among: names)?.key == meant)
  }

  @Test func `a key that nothing stands for here is not known`() {
    #expect(ForeignWords.meaning(of: "fps", among: ["volume"]) == nil)
    #expect(ForeignWords.meaning(of: "transition", among: ["in", "out", "volume"]) == nil)
    #expect(ForeignWords.meaning(of: "opacity", among: ["opacity"]) == nil)
  }

  @Test(arguments: [
    ("add", ["normal", "linear-dodge"], "linear-dodge"),
    ("fade", ["wipe", "crossfade"], "crossfade"),
    ("movie", ["image", "video"], "video"), ("all-caps", ["none", "uppercase"], "uppercase"),
    ("title", ["none", "capitalize"], "capitalize"), ("centre", ["left", "center"], "center"),
  ])
  func `a value is known`(_ word: String, _ names: [String], _ meant: String) {
    #expect(ForeignWords.value(word, among: names) == meant)
  }

  @Test(arguments: [
    (#""position": 1️⃣["center", "bottom"]"#, #"not words; write ["50%", "100%"]"#),
    (#""position": 1️⃣["left", "middle"]"#, #"not words; write ["0%", "50%"]"#),
    (#""position": 1️⃣["top", "right"]"#, #"not words; write ["100%", "0%"]"#),
    (#""position": 1️⃣["center", "center"]"#, #"not words; write ["50%", "50%"]"#),
    (#""position": 1️⃣"bottom-right""#, #"not a string; write ["100%", "100%"]"#),
    (#""position": 1️⃣"top center""#, #"not a string; write ["50%", "0%"]"#),
  ])
  func `a point in words is reported with its shares`(_ value: String, _ rest: String) {
    #expect(
      Sample.messages(layer: #"{"type": "image", "source": "a.png", \#(value)}"#)
        == ["1: 'position' takes a point [x, y], \(rest)"])
  }

  @Test func `sounds are no layers`() {
    #expect(
      Sample.messages(layer: #"{"type": 1️⃣"audio", "source": "a.mp3"}"#) == [
        "1: unknown kind of layer 'audio'; sounds are tracks: \"audio\": { \"tracks\": "
          + "[{ \"source\": \"music.mp3\" }] }"
      ])
  }

  @Test func `an object in place of which a word stands takes it as the member it belongs to`() {
    enum Kind: String, Choice { case typewriter, wave }
    let kind = Setting<Kind>("type", default: .wave, "How.")
    let label = Setting<String?>("label", default: nil, "What.")
    func hint(_ text: String) -> String {
      ParameterGroup.hint(JSONNode(.string(text), range: 0..<1), [label, kind])
    }
    #expect(hint("typewriter") == #"write { "type": "typewriter" }"#)
    #expect(hint("other") == "its keys are label and type")
  }
}
