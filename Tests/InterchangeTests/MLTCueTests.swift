import Bytes
import Testing
import Timeline

@testable import Interchange

/// Subtitles that stand in a project, as those of Shotcut do.
@Suite struct MLTCueTests {
  private static let words = """
    1
    00:00:00,400 --> 00:00:01,000
    One &lt;i&gt;line&lt;/i&gt;

    2
    00:00:01,000 --> 00:00:01,600
    Two
    lines

    """

  private static func property(_ name: String, _ value: String) -> String {
    #"<property name="\#(name)">\#(value)</property>"#
  }

  private static func filter(_ properties: (String, String)...) -> String {
    "<filter>" + properties.map(property).joined() + "</filter>"
  }

  private static let feed = filter(
    ("mlt_service", "subtitle_feed"), ("feed", "English"), ("lang", "eng"), ("text", words))

  private static func project(_ filters: String) -> SourceText {
    SourceText(
      name: "a.mlt",
      text: """
        <mlt root="/films"><profile frame_rate_num="25" frame_rate_den="1" width="64" height="40"/>
        <producer id="a" in="0" out="99"><property name="resource">a.mp4</property></producer>
        <playlist id="p"><entry producer="a" in="0" out="49"/></playlist>
        <tractor id="t" in="0" out="49"><property name="shotcut">1</property>
        <track producer="p"/>\(filters)</tractor></mlt>
        """)
  }

  @Test func `subtitles of Shotcut are texts at the times at which MLT shows them`() throws {
    let burnt = Self.filter(
      ("mlt_service", "subtitle"), ("feed", "English"), ("family", "Verdana"), ("size", "2"),
      ("fgcolour", "#ffffff00"), ("bgcolour", "#00000000"), ("weight", "700"),
      ("geometry", "20%/75%:60%x20%"), ("halign", "center"), ("valign", "bottom"))
    let (cut, log) = MLTReader.read(Self.project(Self.feed + burnt))
    #expect(log.messages.count == 1 && log.messages[0].hasPrefix("subtitles stand at an edge"))
    let track = try #require(cut.tracks.last)
    #expect(track.kind == .picture)
    #expect(track.items.map { $0.duration * Rational(25) } == [10, 15, 15].map { Rational($0) })
    let texts = track.items.compactMap { item -> CutText? in
      guard case .clip(let clip) = item, case .text(let text) = clip.media else { return nil }
      return text
    }
    #expect(texts.map(\.text) == ["One <i>line</i>", "Two\nlines"])
    #expect(texts.allSatisfy { $0.font == "Verdana" && $0.size == 0.05 && $0.isBold })
    #expect(texts.allSatisfy { $0.color == "#ffff00" && $0.background == nil })
    #expect(texts.allSatisfy { $0.edge == .bottom && $0.align == "center" })
  }

  @Test func `a feed that nobody writes into the picture is said to be left out`() {
    let (cut, log) = MLTReader.read(Self.project(Self.feed))
    #expect(log.messages == ["the filter 'subtitle_feed' is not carried over"])
    #expect(!cut.tracks.contains { $0.items.contains { $0.duration < Rational(1) } })
    let off = Self.filter(("mlt_service", "subtitle"), ("feed", "English"), ("disable", "1"))
    #expect(MLTReader.read(Self.project(Self.feed + off)).cut.tracks.count == cut.tracks.count)
  }

  @Test func `a file of subtitles is a layer`() {
    let file = Self.filter(("mlt_service", "subtitle"), ("resource", "a.srt"))
    let (cut, log) = MLTReader.read(Self.project(file))
    #expect(log.messages.isEmpty && cut.subtitles.map(\.names) == [["/films/a.srt"]])
  }

  @Test(arguments: [
    "", "1", "1\n00:00:01,000", "1\n00:00:01,000 --> x\nA", "\n\n--> \n", "9:\n1\n",
  ])
  func `what is no cue is none`(_ text: String) {
    #expect(MLTCue.cues(text).isEmpty)
  }
}
