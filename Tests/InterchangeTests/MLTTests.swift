import Bytes
import Testing
import Timeline

@testable import Interchange

/// What is made of projects of MLT, of Shotcut and of Kdenlive.
@Suite struct MLTTests {
  private static func frames(_ count: Int, _ rate: Int = 25) -> Rational {
    Rational(reducing: Int128(count), over: Int128(rate))
  }

  @Test func `an out is the last frame that is seen, and black under everything is left out`()
    throws
  {
    let (cut, log) = MLTReader.read(try Fixtures.source("mlt/auto-editor-shotcut.mlt"))
    #expect(log.messages.isEmpty && cut.rate == FrameRate(30, 1) && cut.size == CutSize(1280, 720))
    #expect(cut.tracks.map(\.kind) == [.picture, .sound])
    // From 26 to 38 hundredths: what the clocks of the file say, to the frame.
    #expect(cut.clips().map(\.start) == [0, 34, 410, 1192].map { Self.frames($0, 30) })
    #expect(cut.clips().map(\.duration) == [27, 363, 113, 29].map { Self.frames($0, 30) })
  }

  private static func fixture() throws -> (cut: CutTimeline, log: ImportLog) {
    MLTReader.read(try Fixtures.source("mlt/dissolve.mlt"))
  }

  @Test func `a transition within a playlist is one of the cut, and its second clip goes on`()
    throws
  {
    let (cut, log) = try Self.fixture()
    #expect(log.messages == ["the filter 'ladspa.1049' is not carried over"])
    let clips = cut.clips()
    #expect(clips.map(\.duration) == [50, 75, 25].map { Self.frames($0) })
    #expect(clips.map(\.start) == [50, 50, 130].map { Self.frames($0) })
    #expect(clips[1].name == "second" && clips[1].media == .file(["/films/b.mp4", "second"]))
    #expect(cut.transitions().map(\.before) == [.zero])
    #expect(cut.transitions().map(\.after) == [Self.frames(25)])
  }

  @Test func `mixes of Kdenlive lead into a clip and out of it`() throws {
    func mix(_ times: String) -> String {
      """
      <transition \(times)><property name="a_track">0</property><property name="b_track">1</property>
      <property name="mlt_service">luma</property></transition>
      """
    }
    let (cut, log) = MLTReader.read(
      SourceText(
        name: "a.kdenlive",
        text: """
          <mlt><profile frame_rate_num="25" frame_rate_den="1" width="64" height="36"/>
          <producer id="a" in="0" out="99"><property name="mlt_service">color</property>
          <property name="resource">#ff0000</property></producer>
          <playlist id="p"><entry producer="a" in="0" out="86"/><blank length="50"/>
          <entry producer="a" in="0" out="87"/></playlist>
          <playlist id="q"><blank length="62"/><entry producer="a" in="0" out="99"/></playlist>
          <tractor id="t"><track producer="p"/><track producer="q"/>
          \(mix(#"in="137" out="162""#))\(mix(#"in="62" out="86""#))</tractor></mlt>
          """))
    #expect(log.messages.isEmpty, "\(log.messages)")
    let keys = try #require(cut.clips(1).first?.look.opacity?.keys)
    // At 137 melt 7.12 shows the clip alone, and behind 161 the one below it.
    #expect(keys.map(\.time) == [0, 25, 75, 100].map { Self.frames($0) })
    #expect(keys.map(\.values) == [[0], [1], [1], [0]])
  }

  @Test func `a document type with declarations is passed over`() throws {
    let plain = String(decoding: try Fixtures.source("mlt/dissolve.mlt").bytes, as: UTF8.self)
    let type = "<!DOCTYPE mlt [<!ELEMENT mlt ANY> <!ENTITY film 'a.mp4'>]>"
    let end = try #require(plain.firstRange(of: "?>")).upperBound
    let rest = plain[end...].replacing(">a.mp4<", with: ">&film;<")
    let text = "\(plain[..<end])\(type)\(rest)"
    let (cut, log) = MLTReader.read(SourceText(name: "a.mlt", text: text))
    #expect(log.messages == ["the filter 'ladspa.1049' is not carried over"])
    #expect(cut.clips().map(\.media) == (try Self.fixture()).cut.clips().map(\.media))
  }

  @Test func `a film that runs backwards counts from its end`() throws {
    let (cut, _) = try Self.fixture()
    // Frames 10 to 34 of 100, twice as fast: 65 of 100 remain behind them.
    #expect(cut.clips()[2].speed == Rational(-2) && cut.clips()[2].span == Self.frames(50))
    #expect(cut.clips()[2].start == Self.frames(130))
  }

  @Test func `texts, fades and volumes are layers and tracks`() throws {
    let (text, _) = Import.timeline(
      of: try Fixtures.source("mlt/dissolve.mlt"), as: .mlt, ImportSettings())
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        ##"{ "type": "text", "text": "Hello", "size": "10%", "color": "#ff8000", "align": "center", "position": ["50%", "50%"], "anchor": "center", "start": "25f", "duration": "50f", "opacity": { "keys": [[0, 0], ["10f", 1]] } }"##
      ))
    #expect(
      words.contains(
        #"{ "source": "/films/m.mp3", "duration": "150f", "fadeIn": "24f", "volume": "-6dB" }"#))
    #expect(
      words.contains(#"{ "source": "/films/a.mp4", "in": "50f", "duration": "75f", "start": "25f""#)
    )
  }

  @Test(arguments: [
    ("00:00:01.000", 25), ("00:01:00:10", 1510), ("37", 37), ("00:00:00.99", 25), ("1:x", nil),
    ("", nil), ("9999999999999", nil),
  ])
  func `times are frames or clocks`(_ text: String, _ frames: Int?) {
    let source = SourceText(
      name: "a.mlt",
      text: """
        <mlt><profile frame_rate_num="25" frame_rate_den="1"/>
        <producer id="p"><property name="resource">a.mp4</property></producer>
        <playlist><blank length="\(text)"/><entry producer="p" in="0" out="9"/></playlist></mlt>
        """)
    let (cut, _) = MLTReader.read(source)
    let first = cut.tracks.first?.items.first?.duration
    #expect(first == Self.frames(frames ?? 10))
  }

  @Test(arguments: ["<mlt></mlt>", "<fcpxml/>", "<mlt>"])
  func `what is wrong is said`(_ text: String) {
    #expect(MLTReader.read(SourceText(name: "a.mlt", text: text)).log.hasErrors)
  }

  @Test func `tractors that hold themselves come to an end`() {
    let (_, log) = MLTReader.read(
      SourceText(
        name: "a.mlt",
        text:
          #"<mlt><tractor id="t" in="0" out="9"><track producer="t"/><track producer="t"/></tractor></mlt>"#
      ))
    #expect(log.messages.contains { $0.hasPrefix("there are more than") })
  }
}
