import Bytes
import Foundation
import Testing
import Timeline

@testable import Interchange

/// What is written of timelines, and that it comes back.
@Suite struct ExportTests {
  /// As much of what timelines can say as cuts need.
  private static let vocabulary = Vocabulary(
    canvas: Declaration(
      name: "canvas", summary: "",
      parameters: [
        Setting<String>("background", default: "", "A colour."),
        Setting<Double>("rate", default: 25, "Frames a second."),
      ]), layerCommon: [],
    effectCommon: [], layers: [Declaration(name: "color", summary: "", parameters: [])],
    effects: DeclarationList(names: []) { _ in
      Declaration(name: "", summary: "", parameters: [])
    },
    clip: Declaration(
      name: "clip", summary: "",
      parameters: [
        Parameter<Double>("zoom", default: 1, in: 0.01...100, "A factor.")
      ]),
    generators: [Declaration(name: "bars", summary: "", parameters: [])],
    transitions: ["crossfade", "circleopen", "wipeleft", "glitch", "luma"].map {
      Declaration(name: $0, summary: "", parameters: $0 == "luma" ? luma : [])
    })

  private static let luma: [any ParameterDescription] = [
    Setting<Path>("source", default: Path(""), required: true, "A picture."),
    Parameter<Double>("softness", default: 0.1, in: 0...1, "A share."),
  ]

  private static func timeline(
    _ text: String, _ rate: FrameRate, sourceRates: [FrameRate?] = []
  ) throws -> ExportedTimeline {
    let source = SourceText(name: "t.json", text: text)
    let decoded = Document.decode(
      source, vocabulary: vocabulary, knowing: Document.Knowledge(rate: rate))
    let messages = decoded.diagnostics.sorted.map(\.message)
    let document = try #require(decoded.document, "\(messages)")
    let (edit, faults) = EditList.make(document.clips, lengths: [])
    #expect(!faults.hasErrors, "\(faults.sorted.map(\.message))")
    return ExportedTimeline(
      document, edit, rate: rate, vocabulary: vocabulary, sourceRates: sourceRates)
  }

  private static func export(
    _ text: String, _ format: ExportFormat, _ rate: FrameRate? = FrameRate(25, 1),
    sourceRates: [FrameRate?] = []
  ) throws -> (text: String, messages: [String]) {
    let timeline = try timeline(text, try #require(rate), sourceRates: sourceRates)
    let (made, diagnostics) = Export.text(of: timeline, as: format, finder: MediaFinder())
    return (made ?? "", diagnostics.sorted.map(\.message))
  }

  /// Clips of every kind that a cut has, at 25 frames a second.
  static let film = """
    { "version": 1, "name": "film", "clips": [
      { "source": "a.mp4", "in": "50f", "duration": "100f",
        "transition": { "type": "crossfade", "duration": "20f" } },
      { "source": "b.mp4", "in": 4, "duration": "60f", "name": "second" },
      { "source": "c.mp4", "in": 1, "duration": 2, "speed": 2 },
      { "source": "c.mp4", "in": 1, "out": 3, "reverse": true },
      { "source": "d.mp4", "in": 2, "duration": "30f", "freeze": { "at": 0, "duration": "30f" },
        "start": "300f" },
      { "source": { "color": "#000000" }, "duration": 1 },
      { "source": { "bars": {} }, "duration": 1 },
      { "source": "e.mp4", "duration": 2, "transition": { "type": "circleopen", "duration": "10f" } },
      { "source": "f.mp4", "duration": 2 } ] }
    """

  private static func back(_ text: String, _ format: ExportFormat) -> CutTimeline {
    let source = SourceText(name: "a", text: text)
    switch format {
    case .otio: return OTIOReader.read(source).cut
    case .edl: return EDLReader.read(source, rate: FrameRate(25, 1)).cut
    }
  }

  @Test(arguments: ExportFormat.allCases)
  func `what is written comes back as the same film`(_ format: ExportFormat) throws {
    let (text, messages) = try Self.export(Self.film, format)
    let shown = ["other programs show the transition 'circleopen' as a dissolve"]
    #expect(messages == (format == .otio ? shown : []))
    var draft = CutWriter.draft(
      Self.back(text, format), finder: MediaFinder(), log: ImportLog()
    ).draft
    draft.canvas = []
    let first = try Self.timeline(Self.film, try #require(FrameRate(25, 1)))
    let second = try Self.timeline(draft.text, try #require(FrameRate(25, 1)))
    // Sounds stay with their pictures, through transitions too.
    #expect(draft.tracks.isEmpty && draft.layers.isEmpty)
    #expect(second.document.clips.count == 9 && second.edit.end == first.edit.end)
    // The same frame of the same clip is seen at each moment, and each transition at the same time.
    for frame in 0..<400 {
      let rate = try #require(FrameRate(25, 1))
      let time = Time(frame: frame, rate: rate)
      #expect(Self.seen(first, time) == Self.seen(second, time), "frame \(frame) of \(text)")
    }
  }

  /// What is seen at a time, in words.
  private static func seen(_ timeline: ExportedTimeline, _ time: Time) -> String {
    func part(_ part: EditList.Part) -> String {
      let clip = timeline.document.clips[part.clip]
      let instant = timeline.edit.entries[part.clip].retiming.instant(at: part.time)
      switch clip.media.source {
      case .file(let path): return "\(path.text) \(instant.time.value) \(instant.isBackward)"
      default: return "computed"
      }
    }
    switch timeline.edit.point(at: time) {
    case .gap: return "gap"
    case .clip(let one): return part(one)
    case .transition(let one, let other, let progress):
      return "\(part(one)) to \(part(other)) \(progress)"
    }
  }

  @Test func `a list has its usual form`() throws {
    let (text, _) = try Self.export(Self.film, .edl)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "TITLE: film" && lines[1] == "FCM: NON-DROP FRAME")
    #expect(
      lines[2] == "001  AX       AA/V  C        00:00:02:00 00:00:05:05 01:00:00:00 01:00:03:05")
    #expect(lines[3] == "* FROM CLIP NAME: a.mp4" && lines[4] == "* SOURCE FILE: a.mp4")
    // The clip before goes on from where it was cut, and takes no time.
    #expect(
      lines[5] == "002  AX       AA/V  C        00:00:05:05 00:00:05:05 01:00:03:05 01:00:03:05")
    #expect(
      lines[6] == "002  AX       AA/V  D    020 00:00:04:00 00:00:06:10 01:00:03:05 01:00:05:15")
    #expect(lines.contains { $0.hasPrefix("M2   AX       050.0") })
    #expect(lines.contains { $0.hasPrefix("M2   AX       -025.0") })
    #expect(lines.contains { $0.hasPrefix("M2   AX       000.0") })
    #expect(lines.contains { $0.contains("W119 010") })
  }

  @Test func `numbers are dropped at 29.97 frames a second`() throws {
    let (text, messages) = try Self.export(
      #"{ "version": 1, "clips": [{ "source": "a.mp4", "duration": "3600f" }] }"#, .edl,
      FrameRate(30_000, 1001))
    #expect(messages.isEmpty && text.contains("FCM: DROP FRAME"))
    // An hour in, the frame after two minutes has dropped four numbers.
    #expect(text.contains("01:00:00;00 01:02:00;04"))
  }

  @Test func `what a cut has no room for is reported with its place`() throws {
    let text = """
      { "version": 1, "clips": [
        { "source": "a.mp4", "duration": 2, "zoom": 2, "volume": 0.5,
          "transition": { "type": "glitch", "duration": 1, "ease": "ease-in" } },
        { "source": "b.mp4", "duration": 2, "speed": 1.23 } ],
        "layers": [{ "type": "color", "duration": 1 }],
        "audio": { "tracks": [{ "source": "m.mp3" }] } }
      """
    let (list, messages) = try Self.export(text, .edl)
    #expect(list.contains("D    025"))
    #expect(
      Set(messages) == [
        "'zoom' of a clip is not carried over", "volumes and fades of clips are not carried over",
        "what a transition says of 'ease' is not carried over",
        "the transition 'glitch' is made a dissolve",
        "a speed is rounded to a tenth of a frame a second",
        "layers are not carried over", "tracks of sound are not carried over",
      ])
    let (otio, _) = try Self.export(text, .otio)
    #expect(
      otio.contains(#""vfx": { "type": "glitch", "ease": "ease-in" }"#)
        && otio.contains("Custom_Transition"))
  }

  /// A timeline as it comes back of OpenTimelineIO, and what is said on the way there.
  private static func returned(_ text: String) throws -> (text: String, messages: [String]) {
    let (otio, messages) = try export(text, .otio)
    let draft = CutWriter.draft(back(otio, .otio), finder: MediaFinder(), log: ImportLog()).draft
    return (draft.text, messages)
  }

  @Test func `a transition comes back with all that it says`() throws {
    let (text, messages) = try Self.returned(
      """
      { "version": 1, "vars": { "soft": 0.3 }, "clips": [
        { "source": "a.mp4", "out": 2, "transition": { "type": "luma", "source": "p.png",
          "softness": { "var": "soft" }, "sound": "equal-gain", "reverse": true, "duration": 0.4 } },
        { "source": "b.mp4", "out": 2,
          "transition": { "type": "crossfade", "duration": 0.4, "ease": "ease-in" } },
        { "source": "c.mp4", "out": 2 } ] }
      """)
    let timeline = try Self.timeline(text, try #require(FrameRate(25, 1)))
    let uses = timeline.document.clips.compactMap(\.transition)
    try #require(uses.count == 2)
    #expect(uses.map(\.type) == ["luma", "crossfade"])
    #expect(uses.map(\.isReversed) == [true, false] && uses[0].sound == .equalGain)
    #expect(uses[1].ease.description == "ease-in" && uses[1].sound == nil)
    let source = Setting<Path>("source", default: Path(""), "")
    let softness = Parameter<Double>("softness", default: 0.1, "")
    #expect(uses[0].arguments[source].text == "p.png")
    #expect(uses[0].arguments[softness].constantValue == 0.3)
    #expect(
      messages == [
        "other programs show the transition 'luma' as a dissolve",
        "other programs do not see 'ease' of a transition",
      ])
  }

  @Test func `the canvas comes back, and a list has none`() throws {
    let film = """
      { "version": 1, "canvas": { "background": "#123456" },
        "clips": [{ "source": "a.mp4", "duration": 1 }] }
      """
    let (text, messages) = try Self.returned(film)
    #expect(text.contains(##""canvas": { "background": "#123456", "rate": 25 }"##))
    #expect(messages == ["other programs do not see 'background' of the canvas"])
    #expect(
      try Self.export(film, .edl).messages
        == ["what the canvas says of 'background' is not carried over"])
  }

  @Test
  func `a sound stays with its picture where that goes over into a silent one, or comes of it`()
    throws
  {
    let (text, _) = try Self.returned(
      """
      { "version": 1, "clips": [
        { "source": "b.mp4", "in": 1, "out": 3, "reverse": true,
          "transition": { "type": "crossfade", "duration": 0.6 } },
        { "source": "p.jpg", "duration": 3, "transition": { "type": "glitch", "duration": 0.6 } },
        { "source": "c.mp4", "in": 1, "out": 3 } ] }
      """)
    let timeline = try Self.timeline(text, try #require(FrameRate(25, 1)))
    #expect(timeline.document.soundtrack.hasMain && timeline.document.soundtrack.tracks.isEmpty)
    #expect(timeline.document.clips.map(\.sound.isMuted) == [false, false, false])
    #expect(timeline.edit.entries.map(\.range.duration) == [2, 3, 2].map { Time(seconds: $0) })
  }

  @Test func `a clip that stands still in its middle is three`() throws {
    let (text, _) = try Self.export(
      """
      { "version": 1, "clips": [{ "source": "a.mp4", "out": 2, "freeze": { "at": 1, "duration": 3 } }] }
      """, .otio)
    let clips = Self.back(text, .otio).clips()
    #expect(clips.map(\.duration) == [1, 3, 1].map { Rational($0) })
    #expect(clips.map(\.start) == [0, 1, 1].map { Rational($0) })
    #expect(clips.map(\.speed) == [1, 0, 1].map { Rational($0) })
  }

  @Test func `a clip stands still on the frame of its source that is seen`() throws {
    let film = FrameRate(24_000, 1001)
    for (first, frame) in [("0", 2), ("1/24", 3)] {
      // 6 of 60 frames a second are 2.4 frames of the film.
      let text =
        #"{ "version": 1, "clips": [{ "source": "a.mp4", "in": "\#(first)", "duration": "25f", "freeze": { "at": "6f", "duration": "19f" } }] }"#
      let (made, messages) = try Self.export(text, .otio, FrameRate(60, 1), sourceRates: [film])
      let clips = Self.back(made, .otio).clips()
      #expect(messages.isEmpty && clips.map(\.speed) == [.one, .zero])
      #expect(clips[1].start == Rational(reducing: Int128(frame * 1001), over: 24_000))
    }
  }

  @Test func `without its source's rate, a frozen frame is one of the timeline's`() throws {
    let text =
      #"{ "version": 1, "clips": [{ "source": "a.mp4", "in": 0.133, "duration": 1, "freeze": { "at": "4f", "duration": "5f" } }] }"#
    let (made, messages) = try Self.export(text, .otio)
    let clips = Self.back(made, .otio).clips()
    #expect(clips[1].speed == .zero && clips[1].start == Rational(reducing: 7, over: 25))
    #expect(
      messages == ["the frame on which a clip stands still is moved to one of the timeline's"])
  }

  @Test func `a part that is repeated there and back is a clip for each pass`() throws {
    let (text, _) = try Self.export(
      #"{ "version": 1, "clips": [{ "source": "a.mp4", "in": 1, "out": 2, "loop": 3, "pingpong": true }] }"#,
      .otio)
    let clips = Self.back(text, .otio).clips()
    #expect(clips.map(\.speed) == [1, -1, 1].map { Rational($0) })
    #expect(clips.allSatisfy { $0.start == Rational(1) && $0.duration == Rational(1) })
  }

  @Test func `a list does not go beyond its timecodes`() throws {
    let text = #"{ "version": 1, "clips": [{ "source": "a.mp4", "duration": 86400 }] }"#
    let (list, messages) = try Self.export(text, .edl)
    #expect(list.isEmpty && messages.count == 1)
    #expect(messages[0].hasPrefix("timecodes count up to 24 hours"))
    #expect(try !Self.export(text, .otio).text.isEmpty)
    let fast = try Self.export(
      #"{ "version": 1, "clips": [{ "source": "a.mp4", "duration": 1 }] }"#, .edl,
      FrameRate(1000, 1))
    #expect(fast.messages == ["timecodes count at most 120 frames a second"])
  }

  @Test func `a timeline without clips has no cut`() throws {
    let (text, messages) = try Self.export(#"{ "version": 1 }"#, .edl)
    #expect(text.isEmpty && messages == ["a timeline without clips has no cut"])
  }
}
