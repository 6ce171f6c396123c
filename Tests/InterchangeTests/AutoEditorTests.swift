import Bytes
import Testing
import Timeline

@testable import Interchange

/// What is made of timelines of auto-editor.
@Suite struct AutoEditorTests {
  private static func cut(
    _ path: String, rate: FrameRate? = nil
  ) throws -> (cut: CutTimeline, log: ImportLog) {
    AutoEditorReader.read(try Fixtures.source("auto-editor/\(path).json"), rate: rate)
  }

  private static func read(_ text: String) -> (cut: CutTimeline, log: ImportLog) {
    AutoEditorReader.read(SourceText(name: "a.json", text: text), rate: nil)
  }

  private static func frames(_ count: Int, _ rate: Int = 30) -> Rational {
    Rational(reducing: Int128(count), over: Int128(rate))
  }

  @Test func `chunks that are cut out leave no gap`() throws {
    let (cut, log) = try Self.cut("a-v1", rate: FrameRate(30, 1))
    #expect(log.messages.isEmpty)
    #expect(cut.clips().map(\.start) == [0, 34, 410, 1192].map { Self.frames($0) })
    #expect(cut.clips().map(\.duration) == [26, 362, 112, 28].map { Self.frames($0) })
    #expect(cut.tracks.count == 1 && cut.clips().allSatisfy(\.hasSound))
  }

  @Test func `chunks without a rate count 30 frames a second, and that is said`() throws {
    let (cut, log) = try Self.cut("a-v1")
    #expect(cut.rate == FrameRate(30, 1))
    #expect(log.messages.count == 1 && log.messages[0].contains("--rate"))
  }

  @Test func `a clip that is played faster begins in its source where it says`() throws {
    let (cut, log) = try Self.cut("b-v3-speed")
    #expect(log.messages.isEmpty && cut.rate == FrameRate(30, 1) && cut.size == CutSize(1280, 720))
    let clips = cut.clips()
    #expect(clips.prefix(4).map(\.start) == [0, 29, 37, 399].map { Self.frames($0) })
    #expect(clips.prefix(4).map(\.speed) == [1, 4, 1, 4].map { Rational($0) })
    // Each begins where the one before it has ended in the source.
    for (clip, next) in zip(clips, clips.dropFirst()) {
      #expect(abs((clip.start + clip.span - next.start).double) <= 4.0 / 30)
    }
    #expect(cut.tracks.map(\.kind) == [.picture, .sound])
  }

  @Test func `sounds that go with their pictures are not written twice`() throws {
    let (text, diagnostics) = Import.timeline(
      of: try Fixtures.source("auto-editor/c-v3-two.json"), as: .autoEditor, ImportSettings())
    #expect(diagnostics.isEmpty)
    #expect(
      text == """
        {
          "version": 1,
          "canvas": { "size": [1280, 720], "rate": 30 },
          "clips": [
            { "source": "/footage/example.mp4", "duration": "1272f" },
            { "source": "/footage/testsrc.mp4", "duration": "60f" }
          ]
        }

        """)
  }

  @Test func `effects of a clip are carried over, and an offset counts frames at its speed`() {
    let (cut, log) = Self.read(
      """
      {"version": "3", "timebase": "30/1", "background": "#000", "resolution": [64, 36], "v": [[
        {"src": "a.mp4", "start": 0, "dur": 20, "offset": 50, "stream": 0,
          "effects": ["speed:2.0", "hflip", "opacity:0.5", "zoom:1.0..2.0..1.0", "blur:3.0"]}]],
        "a": [[{"src": "a.mp4", "start": 0, "dur": 20, "offset": 50, "stream": 0,
          "effects": ["speed:2.0", "volume:0.5"]}]]}
      """)
    #expect(log.messages == ["the effect 'blur:3.0' is not carried over"])
    let (clip, sound) = (cut.clips()[0], cut.clips(1)[0])
    #expect(clip.speed == Rational(2) && clip.start == Self.frames(100))
    #expect(clip.duration == Self.frames(20) && clip.look.flip == "horizontal")
    #expect(clip.look.opacity?.constant == [0.5])
    #expect(clip.look.scale?.keys.map(\.time) == [0, 10, 20].map { Self.frames($0) })
    #expect(clip.look.scale?.keys.map(\.values) == [[1, 1], [2, 2], [1, 1]])
    #expect(sound.speed == Rational(2) && sound.start == Self.frames(100))
    #expect(abs((sound.sound.volume?.constant?.first ?? 0) + 6.0206) < 1e-3)
  }

  @Test func `parts of version 2 have the effects whose number they say`() {
    let (cut, log) = Self.read(
      """
      {"version": "2", "source": "a.mp4", "tb": "30/1", "effects": [[], ["cut"], ["speed:4.0"]],
        "clips": [[0, 30, 0], [30, 60, 1], [60, 100, 2]]}
      """)
    #expect(log.messages.isEmpty && cut.rate == FrameRate(30, 1))
    for track in 0..<2 {
      #expect(cut.clips(track).map(\.start) == [0, 60].map { Self.frames($0) })
      #expect(cut.clips(track).map(\.duration) == [30, 10].map { Self.frames($0) })
      #expect(cut.clips(track).map(\.speed) == [1, 4].map { Rational($0) })
    }
  }

  @Test func `version 1 may say its rate`() {
    let (cut, log) = Self.read(
      #"{"version": "1", "source": "a", "timebase": "25/1", "chunks": [[0, 25, 1.0]]}"#)
    #expect(log.messages.isEmpty && cut.rate == FrameRate(25, 1))
    #expect(cut.clips()[0].duration == Rational(1))
  }

  @Test func `what is no clip of a file is reported with its place`() {
    let (cut, log) = Self.read(
      """
      {"version": "3", "timebase": "30/1", "background": "#f00", "v": [[
        {"name": "rectangle", "start": 0, "dur": 10, "x": 1}]], "a": []}
      """)
    #expect(cut.clips().isEmpty)
    #expect(
      log.messages == [
        "the background is not carried over", "'rectangle' without a source is not carried over",
      ])
    #expect(log.diagnostics.sorted.map(\.range.lowerBound) == [51, 69])
  }

  @Test(arguments: [
    (#"{"version": "4"}"#, "this is no timeline of auto-editor of version 1, 2 or 3"),
    (#"{"version": "2"}"#, "a timeline of version 2 needs a source, a tb and clips"),
    (
      #"{"version": "2", "source": "a", "tb": "30/1", "effects": [], "clips": [[0, 1, 0]]}"#,
      "a clip must be [from, to, number of its effects]"
    ),
    (#"{"version": "1", "chunks": []}"#, "a timeline of version 1 needs a source and chunks"),
    (
      #"{"version": "1", "source": "a", "chunks": [[1, 0, 1]]}"#,
      "a chunk must be [from, to, speed]"
    ),
    (#"{"version": "3", "timebase": "x"}"#, "the timebase must be a fraction"),
    (
      #"{"version": "3", "timebase": "30", "v": [[{"start": -1, "dur": 2}]]}"#,
      "a clip needs a start and a length"
    ),
  ])
  func `what is wrong is said`(_ text: String, _ message: String) {
    let (_, log) = Self.read(text)
    #expect(log.hasErrors && log.messages.contains { $0.hasPrefix(message) })
  }
}
