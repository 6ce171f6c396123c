import Bytes
import Testing
import Timeline

@testable import Interchange

/// Subtitles and faders of Kdenlive, and films that it plays smaller copies of.
@Suite struct KdenliveTests {
  private static func project(
    _ filter: String, sequence: String = "", producer: String = ""
  ) -> SourceText {
    SourceText(
      name: "cuts/a.kdenlive",
      text: """
        <mlt root="/films"><profile frame_rate_num="25" frame_rate_den="1" width="64" height="36"/>
        <producer id="a" in="0" out="99"><property name="mlt_service">avformat</property>
        \(producer)<property name="length">100</property></producer>
        <playlist id="p"><entry producer="a" in="0" out="49"/></playlist>
        <tractor id="t" in="0" out="49"><track producer="p"/></tractor>
        <tractor id="s" in="0" out="49"><track producer="t"/>\(sequence)
        <filter id="f"><property name="mlt_service">avfilter.subtitles</property>
        <property name="internal_added">237</property>\(filter)</filter></tractor>
        <tractor id="project" in="0" out="49"><property name="kdenlive:projectTractor">1</property>
        <track producer="s"/></tractor></mlt>
        """)
  }

  private static let film = #"<property name="resource">a.mp4</property>"#
  private static let temporary = #"<property name="av.filename">/tmp/17.ass</property>"#
  private static let list = """
    <property name="kdenlive:sequenceproperties.subtitlesList">[
        { "file": "/films/a.kdenlive{1}-0.ass", "id": 0, "name": "German" },
        { "file": "a.kdenlive{1}-2.ass", "id": 2, "name": "English" }
    ]
    </property>
    <property name="kdenlive:sequenceproperties.kdenlive:activeSubtitleIndex">2</property>
    """

  @Test func `the subtitles of a sequence are a layer over all`() {
    let source = Self.project(Self.temporary, sequence: Self.list, producer: Self.film)
    let (cut, log) = MLTReader.read(source)
    #expect(log.messages.isEmpty, "\(log.messages)")
    #expect(cut.subtitles.map(\.names) == [["/films/a.kdenlive{1}-2.ass", "/tmp/17.ass"]])
    let (text, diagnostics) = Import.timeline(of: source, as: .mlt, ImportSettings())
    #expect(diagnostics.sorted.isEmpty)
    let layer = #"{ "type": "subtitles", "source": "/films/a.kdenlive{1}-2.ass" }"#
    #expect(text?.contains(layer) == true, "\(text ?? "")")
  }

  @Test func `before there was a list they are called like the project`() {
    let (cut, log) = MLTReader.read(Self.project(Self.temporary, producer: Self.film))
    #expect(log.messages.isEmpty)
    #expect(cut.subtitles.map(\.names) == [["/films/a.kdenlive.srt", "/tmp/17.ass"]])
  }

  @Test func `subtitles that are switched off are left out, and a style of their own is said`() {
    let off = Self.temporary + #"<property name="disable">1</property>"#
    #expect(MLTReader.read(Self.project(off, producer: Self.film)).cut.subtitles.isEmpty)
    let styled = Self.temporary + #"<property name="av.force_style">FontSize=60</property>"#
    let log = MLTReader.read(Self.project(styled, producer: Self.film)).log
    #expect(log.messages == ["the style of subtitles is not carried over"])
  }

  @Test(arguments: [
    (#""resource">proxy/1a2b.mkv"#, #""kdenlive:proxy">/films/proxy/1a2b.mkv"#, "/films/big/a.mp4"),
    (#""resource">a.mp4"#, #""kdenlive:proxy">-"#, "/films/a.mp4"),
    (#""resource">a.mp4"#, #""kdenlive:proxy">/films/proxy/1a2b.mkv"#, "/films/a.mp4"),
  ])
  func `a film is played and not its smaller copy`(
    _ file: String, _ proxy: String, _ film: String
  ) {
    let properties = [file, proxy, #""kdenlive:originalurl">big/a.mp4"#]
      .map { "<property name=\($0)</property>" }.joined()
    let (cut, _) = MLTReader.read(Self.project("", producer: properties))
    #expect(cut.clips().map(\.media) == [.file([film])])
  }

  @Test func `faders of the mixer turn clips, and a balance is said`() {
    func own(_ service: String, _ properties: String) -> String {
      """
      <filter><property name="mlt_service">\(service)</property>
      <property name="internal_added">237</property>\(properties)</filter>
      """
    }
    func project(_ track: String, _ master: String) -> SourceText {
      SourceText(
        name: "a.kdenlive",
        text: """
          <mlt><profile frame_rate_num="25" frame_rate_den="1" width="64" height="36"/>
          <producer id="a" in="0" out="99"><property name="resource">a.wav</property></producer>
          <playlist id="p"><entry producer="a" in="0" out="49"><filter>
          <property name="mlt_service">volume</property><property name="level">-3</property>
          </filter></entry></playlist>
          <tractor id="t" in="0" out="49"><track hide="video" producer="p"/>\(track)</tractor>
          <tractor id="s" in="0" out="49"><track producer="t"/>\(master)</tractor></mlt>
          """)
    }
    let off = own(
      "volume", #"<property name="level">9</property><property name="disable">1</property>"#)
    let fader = own("volume", #"<property name="level">-6</property>"#)
    let balance = own("panner", #"<property name="start">0.25</property>"#)
    let middle = own("panner", #"<property name="start">0.5</property>"#)
    let (cut, log) = MLTReader.read(project(fader + balance, off + fader + middle))
    #expect(log.messages == ["the balance of a track is not carried over"])
    #expect(cut.clips().map { $0.sound.volume?.constant } == [[-15]])
  }

  @Test func `guides and markers are markers of the clips at their times`() throws {
    func property(_ name: String, _ frame: Int, _ text: String) -> String {
      """
      <property name="kdenlive:\(name)">[
      { "comment": "\(text)", "duration": 0, "pos": \(frame), "type": 0 }]</property>
      """
    }
    let film = Self.film + property("markers", 5, "bang") + property("markers", 60, "unseen")
    let sequence = property("sequenceproperties.guides", 10, "chapter")
    func read(_ bin: String, _ track: String) -> (cut: CutTimeline, log: ImportLog) {
      MLTReader.read(
        SourceText(
          name: "a.kdenlive",
          text: """
            <mlt><profile frame_rate_num="25" frame_rate_den="1" width="64" height="36"/>
            <producer id="a" in="0" out="99"><property name="length">100</property>\(film)</producer>
            <playlist id="main_bin">\(bin)</playlist>
            <playlist id="p"><entry producer="a" in="0" out="49"/></playlist>
            <tractor id="t" in="0" out="49">\(track)<track producer="p"/></tractor></mlt>
            """))
    }
    let old = property("docproperties.guides", 20, "old")
    for (cut, log) in [read(old, sequence), read("", sequence)] {
      #expect(log.messages.isEmpty)
      #expect(cut.clips().first?.markers.map(\.name) == ["bang", "chapter"])
    }
    let markers = read(old, "").cut.clips().first?.markers
    #expect(markers?.map(\.name) == ["bang", "old"])
    #expect(
      markers?.map(\.time) == [5, 20].map { Rational(reducing: Int128($0), over: 25) })
    let shotcut = """
      <properties name="shotcut:markers"><properties name="0"><property name="text">cut</property>
      <property name="start">00:00:01.000</property></properties></properties>
      """
    #expect(read("", shotcut).cut.clips().first?.markers.map(\.name) == ["bang", "cut"])
  }
}
