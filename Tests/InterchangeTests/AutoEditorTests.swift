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
    (#"{"version": "2"}"#, "this is no timeline of auto-editor of version 1 or 3"),
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
