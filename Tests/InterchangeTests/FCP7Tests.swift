import Bytes
import Testing
import Timeline

@testable import Interchange

/// What is made of XML of Final Cut Pro 7.
@Suite struct FCP7Tests {
  private static func frames(_ count: Int) -> Rational {
    Rational(reducing: Int128(count), over: 25)
  }

  /// A sequence of 25 frames a second and 1920x1080 with these items on a track.
  private static func read(_ items: String) -> (cut: CutTimeline, log: ImportLog) {
    FCP7Reader.read(
      SourceText(
        name: "a.xml",
        text: """
          <xmeml version="4"><sequence><name>s</name><rate><timebase>25</timebase><ntsc>FALSE</ntsc></rate>
          <media><video><format><samplecharacteristics><width>1920</width><height>1080</height>
          </samplecharacteristics></format><track>\(items)</track></video></media></sequence></xmeml>
          """))
  }

  /// A clip of `a.mov`, which has 1000 frames.
  private static func clip(
    _ start: Int, _ end: Int, in first: Int, _ more: String = "", width: Int = 1920
  ) -> String {
    """
    <clipitem id="c\(start)"><name>a</name><start>\(start)</start><end>\(end)</end><in>\(first)</in>
    <out>\(first + end - start)</out><file id="f\(width)"><name>a.mov</name>
    <pathurl>file://localhost/media/a%20b.mov</pathurl><duration>1000</duration><media><video>
    <samplecharacteristics><width>\(width)</width><height>1080</height></samplecharacteristics></video>
    </media></file>\(more)</clipitem>
    """
  }

  private static func filter(_ id: String, _ parameters: (String, String)...) -> String {
    let list = parameters.map {
      "<parameter><parameterid>\($0.0)</parameterid>\($0.1)</parameter>"
    }
    return "<filter><effect><name>\(id)</name><effectid>\(id)</effectid>\(list.joined())"
      + "</effect></filter>"
  }

  @Test func `a clip that begins before the one before it ends cuts it short`() {
    // Premiere leaves out the fade between two sounds, and not what they have in common.
    let (cut, log) = Self.read(
      Self.clip(0, 50, in: 0) + Self.clip(40, 60, in: 100) + Self.clip(60, 70, in: 300))
    #expect(log.messages == ["a clip begins before the one before it ends, which is cut short"])
    #expect(cut.clips().map(\.duration) == [40, 20, 10].map(Self.frames))
    #expect(cut.clips().map(\.start) == [0, 100, 300].map(Self.frames))
  }

  @Test func `clips and sounds of a cut are in their places`() throws {
    let (cut, log) = FCP7Reader.read(try Fixtures.source("fcp7xml/auto-editor-resolve.xml"))
    #expect(log.messages.isEmpty && cut.name == "Auto-Editor Media Group")
    #expect(cut.rate == FrameRate(30, 1) && cut.size == CutSize(1280, 720))
    // What auto-editor has cut: the parts of the source that are loud.
    for track in 0..<2 {
      let frames = cut.clips(track).map { [$0.start * Rational(30), $0.duration * Rational(30)] }
      #expect(
        frames == [[0, 26], [34, 362], [410, 112], [1192, 28]].map { $0.map { Rational($0) } })
    }
    #expect(cut.tracks.map(\.kind) == [.picture, .sound])
    #expect(cut.clips()[1].media == .file(["file:///footage/example.mp4", "example", "example"]))
  }

  @Test(arguments: [
    ("Slug", "Slug", CutMedia.color("#000000"), nil),
    ("Slug", "Black Video", .color("#000000"), nil), ("Slug", "HD Bars and Tone", .bars, nil),
    ("Slug", "Transparent Video", nil, nil),
    ("Slug", "test_title", nil, "the generator 'test_title' is not carried over"),
    ("GraphicAndType", "Graphic", nil, "the generator 'Graphic' is not carried over"),
  ])
  func `what Premiere makes itself is told by its name, and hides nothing that it does not know`(
    _ source: String, _ name: String, _ media: CutMedia?, _ message: String?
  ) {
    let (cut, log) = Self.read(
      """
      <clipitem id="a"><name>x</name><start>0</start><end>50</end><in>86313</in><out>86363</out>
      <file id="f"><name>\(name)</name><mediaSource>\(source)</mediaSource></file></clipitem>
      """)
    #expect(cut.clips().map(\.media) == [media].compactMap { $0 })
    #expect(cut.tracks.first?.duration == Self.frames(50))
    #expect(log.messages == [message].compactMap { $0 })
  }

  @Test func `a sequence without anything is an empty timeline`() throws {
    let (text, diagnostics) = Import.timeline(
      of: try Fixtures.source("fcp7xml/sample_just_track.xml"), as: .fcpxml7, ImportSettings())
    #expect(text?.contains(#""name": "sc01_sh010_layerA""#) == true)
    #expect(diagnostics.sorted.map(\.message).count == 1)
  }

  @Test func `gaps are kept, and a dissolve reaches to both sides of its cut`() {
    let change = """
      <transitionitem><start>65</start><end>85</end><alignment>center</alignment>
      <effect><name>Cross Dissolve</name><effectid>Cross Dissolve</effectid></effect></transitionitem>
      """
    let (cut, log) = Self.read(
      Self.clip(25, -1, in: 100) + change + Self.clip(-1, 150, in: 390))
    #expect(log.messages.isEmpty)
    guard case .gap(let gap) = cut.tracks[0].items.first else {
      Issue.record("there is no gap")
      return
    }
    #expect(gap == Rational(1))
    let clips = cut.clips()
    #expect(clips.map(\.duration) == [50, 75].map(Self.frames))
    // The second one's `in` is what is seen as the transition begins, ten frames before the cut.
    #expect(clips.map(\.start) == [100, 400].map(Self.frames))
    let transition = cut.transitions()[0]
    #expect(transition.kind == .dissolve && transition.before == Self.frames(10))
    #expect(transition.after == Self.frames(10))
  }

  @Test(arguments: [
    ("Dip to Color Dissolve", CutChange.named("fadeblack"), 0),
    ("Iris Wipe", .named("circleopen"), 0), ("Page Peel", .dissolve, 1),
  ])
  func `transitions have names of ours where there are some`(
    _ name: String, _ change: CutChange, _ warnings: Int
  ) {
    let (cut, log) = Self.read(
      Self.clip(0, -1, in: 0)
        + "<transitionitem><start>10</start><end>20</end><effect><name>\(name)</name><effectid>\(name)"
        + "</effectid></effect></transitionitem>" + Self.clip(-1, 40, in: 200))
    #expect(cut.transitions().map(\.kind) == [change] && log.messages.count == warnings)
  }

  @Test func `a clip at another speed counts in retimed frames`() {
    let double = Self.filter("timeremap", ("speed", "<value>200</value>"))
    let back = Self.filter(
      "timeremap", ("speed", "<value>100</value>"), ("reverse", "<value>TRUE</value>"))
    let (cut, _) = Self.read(
      Self.clip(0, 50, in: 100, double) + Self.clip(50, 75, in: 100, back))
    let clips = cut.clips()
    #expect(clips[0].speed == Rational(2) && clips[0].start == Self.frames(200))
    // Backwards its frame 100 is the source's 900, and 875 is the last that is shown.
    #expect(clips[1].speed == Rational(-1) && clips[1].start == Self.frames(875))
  }

  @Test func `a subclip counts from its own first frame`() {
    let part =
      "<subclipinfo><startoffset>14</startoffset><endoffset>39</endoffset></subclipinfo>"
      + "<marker><name>m</name><in>12</in><out>-1</out></marker>"
    let fast = Self.filter("timeremap", ("speed", "<value>200</value>"))
    let back = Self.filter("timeremap", ("reverse", "<value>TRUE</value>"))
    let (cut, log) = Self.read(
      Self.clip(0, 50, in: 10, part) + Self.clip(50, 100, in: 10, part + fast)
        + Self.clip(100, 150, in: 10, part + back))
    #expect(log.messages.isEmpty)
    // Twice as fast, frame 10 is frame 20 of the part; backwards, it is the tenth from its end,
    // which is the frame 961 of the file.
    #expect(cut.clips().map(\.start) == [24, 34, 901].map(Self.frames))
    #expect(cut.clips().allSatisfy { $0.sourceEnd == Self.frames(1000) })
    #expect(cut.clips()[0].markers.map(\.time) == [Self.frames(26)])
  }

  @Test func `a frozen frame is the one that it names`() {
    let fast = Self.filter("timeremap", ("speed", "<value>200</value>"))
    let (cut, log) = Self.read(
      Self.clip(0, 50, in: 300, "<stillframeoffset>7</stillframeoffset>" + fast)
        + Self.clip(50, 100, in: 1500, "<stillframe>TRUE</stillframe>")
        + Self.clip(100, 150, in: 10, "<stillframe>FALSE</stillframe>"))
    #expect(log.messages.isEmpty)
    #expect(cut.clips().map(\.speed) == [.zero, .zero, .one])
    #expect(cut.clips().map(\.start) == [7, 0, 10].map(Self.frames))
    #expect(cut.clips().allSatisfy { $0.duration == Self.frames(50) })
  }

  @Test func `motion, opacity and crop become a layer's`() {
    let filters =
      Self.filter(
        "basic", ("scale", "<value>50</value>"), ("rotation", "<value>30</value>"),
        ("center", "<value><horiz>0.25</horiz><vert>-0.1</vert></value>"))
      + Self.filter("opacity", ("opacity", "<value>40</value>"))
      + Self.filter("crop", ("left", "<value>25</value>"))
    let (cut, log) = Self.read(Self.clip(0, 50, in: 0, filters))
    #expect(log.messages.isEmpty)
    let text = CutWriter.draft(cut, finder: MediaFinder(), log: log).draft.text
    for part in [
      #""position": ["75%", "40%"]"#, #""scale": 0.5"#, #""rotation": 30"#, #""opacity": 0.4"#,
      #""mask": { "position": ["25%", "0%"], "size": ["75%", "100%"] }"#,
      #""source": "/media/a b.mov""#,
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
  }

  @Test func `keyframes count from the source's frames`() {
    let keys =
      "<keyframe><when>100</when><value>0</value></keyframe>"
      + "<keyframe><when>125</when><value>100</value></keyframe>"
    let (cut, _) = Self.read(
      Self.clip(0, 50, in: 100, Self.filter("opacity", ("opacity", keys))))
    #expect(cut.clips()[0].look.opacity?.keys.map(\.time) == [.zero, Rational(1)])
    #expect(cut.clips()[0].look.opacity?.keys.map(\.values) == [[0], [1]])
  }

  @Test func `pictures of another size are shown as large as they are`() {
    let (cut, _) = Self.read(Self.clip(0, 50, in: 0, width: 1280))
    #expect(cut.clips()[0].look.fit == "none")
  }

  @Test func `an effect that is not carried over is reported with its place`() {
    let (_, log) = Self.read(Self.clip(0, 50, in: 0, Self.filter("Gaussian Blur")))
    #expect(log.messages == ["the effect 'Gaussian Blur' is not carried over"])
    #expect(log.diagnostics.sorted[0].range.count == "<effect".count)
  }

  @Test func `a sequence on a track of pictures is heard where it stands on one of sound`() throws {
    let inner = """
      <sequence id="i"><name>inner</name><rate><timebase>25</timebase></rate><media>
      <video><track>\(Self.clip(0, 50, in: 0))\(Self.clip(50, 80, in: 200))</track></video>
      <audio><track>\(Self.clip(0, 80, in: 0))</track></audio></media></sequence>
      """
    func hasSounds(_ heard: String) throws -> Bool {
      let item = "<clipitem><start>10</start><end>40</end><in>5</in><out>35</out>"
      let (cut, log) = FCP7Reader.read(
        SourceText(
          name: "a.xml",
          text: """
            <xmeml><sequence><rate><timebase>25</timebase></rate><media>
            <video><track>\(item)\(inner)</clipitem></track></video>
            <audio><track>\(heard.isEmpty ? "" : "\(heard)<sequence id=\"i\"/></clipitem>")</track></audio>
            </media></sequence></xmeml>
            """))
      #expect(log.messages.isEmpty, "\(log.messages)")
      guard case .nest(let nest) = cut.tracks[0].items.last else { throw Missing() }
      return nest.cut.hasSounds
    }
    #expect(try !hasSounds(""))
    #expect(try hasSounds("<clipitem><start>10</start><end>40</end><in>5</in><out>35</out>"))
    #expect(try !hasSounds("<clipitem><start>60</start><end>90</end><in>5</in><out>35</out>"))
  }

  private struct Missing: Error {}

  @Test func `sequences that hold themselves come to an end`() {
    let item =
      #"<clipitem><start>0</start><end>5</end><in>0</in><out>5</out><sequence id="s"/></clipitem>"#
    let text =
      #"<xmeml><sequence id="s"><rate><timebase>25</timebase></rate><media><video><track>"#
      + "\(item)</track><track>\(item)</track></video></media></sequence></xmeml>"
    let (_, log) = FCP7Reader.read(SourceText(name: "a.xml", text: text))
    #expect(log.messages.contains { $0.hasPrefix("there are more than") })
  }

  @Test(arguments: [
    ("<xmeml></xmeml>", "this is no XML of Final Cut Pro 7"),
    ("<tt></tt>", "this is no XML of Final Cut Pro 7"), ("<xmeml>", ""),
  ])
  func `what is wrong is said`(_ text: String, _ message: String) {
    let (_, log) = FCP7Reader.read(SourceText(name: "a.xml", text: text))
    #expect(log.hasErrors && log.messages[0].hasPrefix(message))
  }
}
