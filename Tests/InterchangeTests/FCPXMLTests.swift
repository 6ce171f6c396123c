import Bytes
import Testing
import Timeline

@testable import Interchange

/// What is made of XML of Final Cut Pro.
@Suite struct FCPXMLTests {
  /// The items of the first timeline's tracks that lie at its top, by their lanes: start and
  /// duration in seconds.
  private static func table(_ path: String) throws -> [String: [[Rational]]] {
    let text = String(decoding: try Fixtures.source(path).bytes, as: UTF8.self)
    var lanes: [String: [[Rational]]] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 7, cells[0].hasPrefix("0:"), !cells[0].contains("."),
        cells[1] == "Video",
        ["Clip", "Stack"].contains(cells[3])
      else { continue }
      lanes[cells[2], default: []].append([try time(cells[5]), try time(cells[6])])
    }
    return lanes
  }

  private static func time(_ text: String) throws -> Rational {
    let parts = text.split(separator: "/").compactMap { Int($0) }
    return try #require(Rational(Int128(parts[0]), Int128(parts[1])))
  }

  /// The same of a cut's tracks of pictures, in frames.
  private static func frames(_ track: CutTrack, _ rate: Rational) -> [[Int]] {
    var (position, rows) = (Rational.zero, [[Int]]())
    for item in track.items {
      let start = position
      position = position + item.duration
      if case .gap = item { continue }
      if case .transition = item { continue }
      rows.append([start, item.duration].map { Int(clamping: ($0 * rate).floor) })
    }
    return rows
  }

  @Test(arguments: ["auto-editor-fcp", "fcpx_example"])
  func `clips are where OpenTimelineIO has them`(_ name: String) throws {
    let (cut, log) = FCPXMLReader.read(try Fixtures.source("fcpxml/\(name).fcpxml"))
    #expect(!log.hasErrors)
    let table = try Self.table("fcpxml/\(name).fcpxml.expected.tsv")
    let lanes = table.keys.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }
    let pictures = cut.tracks.filter { $0.kind == .picture }
    #expect(pictures.count == lanes.count)
    for (track, lane) in zip(pictures, lanes) {
      let expected = (table[lane] ?? []).map { row in
        row.map { Int(clamping: ($0 * Rational(30)).floor) }
      }
      #expect(Self.frames(track, Rational(30)) == expected)
    }
  }

  /// A project of 1920x1080 with this spine, at 25 frames a second where nothing else is said.
  private static func read(
    _ spine: String, frame: String = "1/25s"
  ) -> (cut: CutTimeline, log: ImportLog) {
    FCPXMLReader.read(
      SourceText(
        name: "a.fcpxml",
        text: """
          <fcpxml version="1.11"><resources>
          <format id="r1" frameDuration="\(frame)" width="1920" height="1080"/>
          <asset id="r2" name="a" start="3600s" duration="100s" hasVideo="1" hasAudio="1" format="r1">
          <media-rep kind="original-media" src="file:///media/a%20b.mov"/></asset>
          <effect id="r3" name="Basic Title" uid=".../Basic Title.moti"/>
          </resources><library><event><project name="p"><sequence format="r1" tcStart="3600s">
          <spine>\(spine)</spine></sequence></project></event></library></fcpxml>
          """))
  }

  private static func clip(
    _ offset: Int, _ duration: Int, from start: Int, _ more: String = ""
  ) -> String {
    #"<asset-clip ref="r2" name="a" offset="\#(3600 + offset)s" duration="\#(duration)s" start="\#(3600 + start)s">\#(more)</asset-clip>"#
  }

  @Test func `times count from the timecodes of the sequence and of the source`() {
    let (cut, log) = Self.read(Self.clip(2, 4, from: 10))
    #expect(log.messages.isEmpty && cut.rate == FrameRate(25, 1))
    guard case .gap(let gap) = cut.tracks[0].items[0] else {
      Issue.record("there is no gap")
      return
    }
    #expect(gap == Rational(2) && cut.clips()[0].start == Rational(10))
    #expect(cut.clips()[0].sourceEnd == Rational(100))
    #expect(cut.tracks.map(\.kind) == [.picture, .sound])
  }

  @Test func `what lies under the spine is the main track`() throws {
    let (cut, log) = FCPXMLReader.read(try Fixtures.source("fcpxml/cutlass-pip.fcpxml"))
    let text = CutWriter.draft(cut, finder: MediaFinder(), log: log).draft.text
    // 35900/3000 s in the time of a clip that begins at 27200/3000 s: 2.9 s.
    #expect(text.contains(#""in": "673f", "duration": "3647f", "start": "87f" }"#))
    #expect(text.contains(#""scale": 0.28572"#))
    #expect(log.messages == ["the effect 'Shape Mask' is not carried over"])
  }

  @Test func `a transition lies around the cut`() {
    let (cut, _) = Self.read(
      Self.clip(0, 4, from: 10)
        + #"<transition name="Cross Dissolve" offset="7207/2s" duration="1s"/>"#
        + Self.clip(4, 4, from: 30))
    let half = Rational(reducing: 1, over: 2)
    #expect(cut.transitions().map(\.before) == [half] && cut.transitions().map(\.after) == [half])
    #expect(cut.transitions(1).count == 1)
  }

  @Test func `what is connected has its offset in the time of its clip`() {
    let (cut, log) = Self.read(
      Self.clip(
        1, 8, from: 20,
        ##"<asset-clip ref="r2" name="b" lane="1" offset="3622s" duration="2s" start="3605s" srcEnable="video"><adjust-transform position="50 -25" scale="0.5 0.5" rotation="10"/><adjust-blend amount="0.4"/></asset-clip>"##
          + ##"<title ref="r3" lane="2" offset="3623s" name="t" start="3600s" duration="1s"><text><text-style ref="s">Hello</text-style></text><text-style-def id="s"><text-style font="Arial" fontSize="54" fontColor="1 0 0 1" alignment="left" bold="1"/></text-style-def></title>"##
      ))
    #expect(log.messages.isEmpty)
    let text = CutWriter.draft(cut, finder: MediaFinder(), log: log).draft.text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        #""name": "b", "source": "/media/a b.mov", "in": "125f", "start": "75f", "duration": "50f", "size": ["100%", "100%"], "fit": "contain", "position": ["78.125%", "75%"], "anchor": "center", "scale": 0.5, "rotation": -10, "opacity": 0.4"#
      ))
    #expect(
      words.contains(
        ##"{ "type": "text", "text": "Hello", "font": "Arial", "size": "5%", "weight": "bold", "color": "#ff0000", "align": "left", "position": ["50%", "50%"], "anchor": "center", "start": "100f", "duration": "25f" }"##
      ))
  }

  @Test func `speeds are maps, and volumes are in decibels`() {
    let (cut, _) = Self.read(
      Self.clip(
        0, 4, from: 0,
        #"<timeMap><timept time="3600s" value="10s" interp="linear"/><timept time="3604s" value="18s" interp="linear"/></timeMap><adjust-volume amount="-6dB"/>"#
      ))
    #expect(cut.clips()[0].speed == Rational(2) && cut.clips()[0].start == Rational(10))
    #expect(cut.clips(1)[0].sound.volume?.constant == [-6])
  }

  @Test func `fades are of the sound, or of the picture's opacity`() throws {
    let half = Rational(reducing: 1, over: 2)
    let fades = #"<fadeIn type="easeIn" duration="1/2s"/><fadeOut type="linear" duration="1s"/>"#
    let volume =
      #"<adjust-volume><param name="amount" value="-6dB">\#(fades)</param></adjust-volume>"#
    let blend =
      #"<adjust-blend amount="0.5"><param name="amount">\#(fades)</param></adjust-blend>"#
    let (cut, log) = Self.read(Self.clip(0, 4, from: 0, volume + blend))
    #expect(log.messages.isEmpty)
    let sound = try #require(cut.clips(1).first?.sound)
    #expect(sound.fadeIn == half && sound.fadeOut == .one && sound.volume?.constant == [-6])
    #expect(sound.curves.in == "qsin" && sound.curves.out == nil)
    let keys = try #require(cut.clips().first?.look.opacity?.keys)
    #expect(keys.map(\.time) == [.zero, half, Rational(3), Rational(4)])
    #expect(keys.map(\.values) == [[0], [0.5], [0.5], [0]])
    // Final Cut Pro has no fade beyond its clip.
    let long =
      #"<adjust-volume><param name="amount"><fadeIn duration="9s"/></param></adjust-volume>"#
    #expect(Self.read(Self.clip(0, 4, from: 0, long)).cut.clips(1)[0].sound.fadeIn == Rational(4))
  }

  @Test func `a sound may be cut before its picture or behind it`() throws {
    let half = Rational(reducing: 1, over: 2)
    let volume =
      #"<adjust-volume><param name="amount"><fadeIn duration="1s"/><keyframeAnimation><keyframe time="3610s" value="-9dB"/></keyframeAnimation></param></adjust-volume>"#
    // The second is heard half a second before it is seen, and a second longer.
    let second = Self.clip(4, 4, from: 10, volume).replacing(
      #"name="a""#, with: #"name="b" audioStart="7219/2s" audioDuration="11/2s""#,
      maxReplacements: 1)
    let (cut, log) = Self.read(Self.clip(0, 4, from: 0) + second + Self.clip(8, 2, from: 20))
    #expect(log.messages.isEmpty)
    #expect(cut.tracks.map(\.kind) == [.picture, .sound, .sound])
    #expect(cut.clips().map(\.duration) == [4, 4, 2].map { Rational($0) })
    guard case .gap(let gap)? = cut.tracks[2].items.first else {
      Issue.record("there is no gap")
      return
    }
    #expect(gap == Rational(4) - half)
    let sound = try #require(cut.clips(2).first)
    #expect(sound.name == "b" && sound.start == Rational(10) - half)
    #expect(sound.duration == Rational(5) + half && sound.sound.fadeIn == .one)
    #expect(sound.sound.volume?.keys.map(\.time) == [half])
    #expect(cut.clips(1).map(\.start) == [.zero, Rational(20)])
  }

  @Test func `a sound begins neither before the timeline nor before its source`() throws {
    let early = Self.clip(1, 4, from: 1).replacing(
      #"name="a""#, with: #"audioStart="3590s" audioDuration="15s""#, maxReplacements: 1)
    let late = Self.clip(0, 4, from: 10).replacing(
      #"name="a""#, with: #"audioStart="3611s" audioDuration="2s""#, maxReplacements: 1)
    let first = try #require(Self.read(early).cut.clips(1).first)
    #expect(first.start == .zero && first.duration == Rational(5))
    let second = Self.read(late).cut
    #expect(second.clips(1).map(\.start) == [Rational(11)])
    #expect(second.tracks[1].duration == Rational(3))
  }

  @Test func `fades of an opacity that moves are told`() {
    let moving =
      #"<adjust-blend><param name="amount"><fadeIn duration="1s"/><keyframeAnimation><keyframe time="3600s" value="0.2"/><keyframe time="3604s" value="1"/></keyframeAnimation></param></adjust-blend>"#
    let (cut, log) = Self.read(Self.clip(0, 4, from: 0, moving))
    #expect(log.messages == ["fades of an opacity that moves are not carried over"])
    #expect(cut.clips()[0].look.opacity?.keys.map(\.values) == [[0.2], [1]])
  }

  @Test func `clips of a near rate are conformed to the timeline's`() throws {
    let part = Self.clip(
      1, 24, from: 10,
      #"<conform-rate srcFrameRate="24"/><adjust-blend><param name="amount"><keyframeAnimation><keyframe time="3610s" value="0"/><keyframe time="3635s" value="1"/></keyframeAnimation></param></adjust-blend><asset-clip ref="r2" lane="1" offset="3622.5s" duration="2s"/><marker start="3635s" value="m"/>"#
    )
    let (cut, log) = Self.read(part + Self.clip(25, 1, from: 35))
    #expect(log.messages.isEmpty)
    let clip = cut.clips()[0]
    #expect(clip.speed == Rational(reducing: 25, over: 24) && clip.duration == Rational(24))
    #expect(clip.start == Rational(10) && clip.span == Rational(25))
    #expect(clip.markers.map(\.time) == [Rational(35)])
    #expect(clip.look.opacity?.keys.map(\.time) == [.zero, Rational(24)])
    guard case .gap(let gap) = cut.tracks[1].items[0] else {
      Issue.record("there is no gap")
      return
    }
    // 12.5 s of the clip's own time behind its start, which is at 1 s.
    #expect(gap == Rational(13))
  }

  @Test func `in the first versions resources lie in the project, and keys are lists`() {
    let (cut, log) = FCPXMLReader.read(
      SourceText(
        name: "a.fcpxml",
        text: """
          <fcpxml version="1.2"><project name="p"><resources>
          <format id="r1" frameDuration="1/25s" width="1280" height="720"/>
          <asset id="r2" src="file:///a.mov" start="10s" duration="9s" hasVideo="1" hasAudio="1"/>
          </resources><sequence format="r1"><spine><clip offset="0s" start="12s" duration="4s">
          <adjust-volume><param name="amount" keyTimes="12s; 25/2s;" keyValues="-9dB; 0dB"/>
          </adjust-volume><adjust-blend><param name="amount" keyTimes="13s" keyValues="0.5"/>
          </adjust-blend><video ref="r2" offset="10s" start="10s" duration="9s"><audio lane="-1"
          ref="r2" offset="10s" duration="9s"/></video></clip></spine></sequence></project></fcpxml>
          """))
    #expect(log.messages.isEmpty, "\(log.messages)")
    #expect(cut.rate == FrameRate(25, 1) && cut.size == CutSize(1280, 720))
    #expect(cut.tracks.map(\.kind) == [.picture, .sound])
    #expect(cut.clips().map(\.start) == [Rational(2)])
    #expect(cut.clips().map(\.media) == [.file(["file:///a.mov"])])
    let keys = cut.clips(1)[0].sound.volume?.keys
    #expect(keys?.map(\.time) == [.zero, Rational(reducing: 1, over: 2)])
    #expect(keys?.map(\.values) == [[-9], [0]])
    #expect(cut.clips()[0].look.opacity?.constant == [0.5])
  }

  /// The pairs of Apple's chart, and others that Final Cut Pro exports.
  private static let conforming: [(frame: String, source: String, speed: [Int128])] = [
    ("1/24s", "25", [24, 25]), ("1/24s", "50", [24, 25]), ("1/24s", "23.98", [1001, 1000]),
    ("1001/24000s", "24", [1000, 1001]), ("1001/24000s", "25", [960, 1001]),
    ("1/25s", "23.98", [1001, 960]), ("1/30s", "29.97", [1001, 1000]),
    ("1/60s", "29.97", [1001, 1000]), ("1001/60000s", "30", [1000, 1001]),
    ("1/30s", "23.98", [1001, 1000]), ("1/50s", "23.98", [1001, 1000]),
    ("1001/60000s", "23.98", [1001, 1000]),
  ]

  @Test func `the speed is that of one rate to the other`() {
    for (frame, source, speed) in Self.conforming {
      let conform = #"<conform-rate srcFrameRate="\#(source)"/>"#
      let (cut, log) = Self.read(Self.clip(0, 4, from: 0, conform), frame: frame)
      #expect(log.messages.isEmpty)
      #expect(cut.clips()[0].speed == Rational(reducing: speed[0], over: speed[1]))
    }
  }

  @Test func `rates that are not conformed leave the speed`() {
    let off = #"<conform-rate scaleEnabled="0" srcFrameRate="24"/>"#
    let far = #"<conform-rate srcFrameRate="29.97"/>"#
    let (cut, log) = Self.read(Self.clip(0, 4, from: 0, off) + Self.clip(4, 4, from: 0, far))
    #expect(cut.clips().map(\.speed) == [.one, .one])
    #expect(log.messages == ["'conform-rate' from '29.97' is not carried over"])
  }

  @Test func `what is left out is reported with its place`() {
    let (_, log) = Self.read(
      Self.clip(
        0, 4, from: 0,
        #"<filter-video ref="r3" name="Glow"/><adjust-stabilization/><rating/><object-tracker/>"#)
        + #"<mc-clip ref="r2" offset="3604s" duration="1s"/>"#)
    #expect(
      log.messages == [
        "the effect 'Glow' is not carried over", "'adjust-stabilization' is not carried over",
        "'object-tracker' is not carried over",
        "a clip of several cameras without cameras is not carried over",
      ])
  }

  private static func caption(
    _ offset: Int, _ text: String, _ more: String = "", role: String = "iTT?captionFormat=ITT.en"
  ) -> String {
    ##"<caption offset="\##(offset)s" duration="2s" start="3600s" role="\##(role)" \##(more)>\##(text)<text-style-def id="s1"><text-style font=".SF NS Text" fontSize="13" fontFace="Regular" fontColor="1 1 0 1" backgroundColor="0 0 0 0.5"/></text-style-def><text-style-def id="s2"><text-style fontFace="Italic" fontColor="1 1 0 1" backgroundColor="0 0 0 0.5"/></text-style-def></caption>"##
  }

  @Test func `captions are texts over all lanes, in the time of their clip`() {
    let plain = #"<text placement="top"><text-style ref="s1">Hello</text-style></text>"#
    let mixed =
      #"<text><text-style ref="s1">Hi </text-style> <text-style ref="s2">you</text-style></text>"#
    let (cut, log) = Self.read(
      Self.clip(
        1, 8, from: 20,
        Self.caption(3622, plain, #"lane="1""#) + Self.caption(3625, mixed)
          + #"<asset-clip ref="r2" lane="3" offset="3620s" duration="8s" srcEnable="video"/>"#))
    #expect(log.messages.isEmpty, "\(log.messages)")
    let text = CutWriter.draft(cut, finder: MediaFinder(), log: log).draft.text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        ##"{ "type": "text", "text": "Hello", "size": "5%", "color": "#ffff00", "background": { "color": "#00000080", "per": "line" }, "align": "center", "width": "90%", "position": ["50%", "6%"], "anchor": "top", "start": "75f", "duration": "50f" }"##
      ), "\(text)")
    #expect(
      words.contains(
        ##""spans": [ { "text": "Hi ", "color": "#ffff00" }, { "text": "you", "style": "italic", "color": "#ffff00" } ], "size": "5%""##
      ), "\(text)")
    #expect(words.contains(##""anchor": "bottom", "start": "150f", "duration": "50f" }"##))
  }

  @Test func `of captions in several languages one is shown`() {
    let text = #"<text position="4 1" display-style="roll-up"><text-style>Bye</text-style></text>"#
    let (cut, log) = Self.read(
      Self.clip(
        0, 8, from: 0,
        Self.caption(3600, text, #"enabled="0""#, role: "a")
          + Self.caption(3600, "<text>One</text>", role: "b")
          + Self.caption(3600, "<text>Eins</text>", role: "c")
          + Self.caption(3603, "<text> </text>", role: "b")))
    #expect(
      log.messages == [
        "a caption that is shown bit by bit is shown as a whole from its start",
        "the place of a CEA-608 caption is not carried over",
        "of captions of several roles only those of 'b' are shown",
        "a caption without a text is not carried over",
      ])
    let texts = cut.tracks.flatMap(\.items).compactMap { item -> (String, Bool)? in
      guard case .clip(let clip) = item, case .text(let text) = clip.media else { return nil }
      return (text.text, clip.isEnabled)
    }
    #expect(texts.map(\.0) == ["Bye", "One", "Eins"] && texts.map(\.1) == [false, true, false])
  }

  @Test func `an audition plays the clip that is picked, with what is connected to it`() {
    let picked =
      ##"<asset-clip ref="r2" start="3605s" duration="4s"><title ref="r3" lane="1" offset="3606s" start="3600s" duration="1s"><text><text-style ref="s">A</text-style></text><text><text-style ref="s">B</text-style></text><text-style-def id="s"><text-style underline="1"/></text-style-def></title></asset-clip>"##
    let (cut, log) = Self.read(
      #"<audition offset="3602s">\#(picked)<asset-clip ref="r2" start="3650s" duration="9s"/></audition>"#
    )
    #expect(log.messages == ["of an audition only the clip that is picked is carried over"])
    #expect(
      cut.clips().map(\.start) == [Rational(5)] && cut.clips().map(\.duration) == [Rational(4)])
    guard case .clip(let title)? = cut.tracks[1].items.last, case .text(let text) = title.media
    else {
      Issue.record("there is no title")
      return
    }
    #expect(text.text == "A\nB" && text.isUnderlined && text.spans.isEmpty)
  }

  @Test func `spaces between letters and lines are told`() {
    let style = #"<text-style fontSize="60" kerning="0" lineSpacing="-19" baseline="0"/>"#
    let title =
      #"<title ref="r3" lane="1" offset="3600s" start="3600s" duration="1s"><text><text-style ref="s">A</text-style></text><text-style-def id="s">\#(style)</text-style-def></title>"#
    let text = #"<text><text-style ref="s1" kerning="2">B</text-style></text>"#
    let caption = Self.caption(3602, text)
    let message =
      "the spaces between a text's letters and lines, and letters above or below their line, are "
      + "not carried over"
    #expect(Self.read(Self.clip(0, 4, from: 0, title)).log.messages == [message])
    #expect(Self.read(Self.clip(0, 4, from: 0, caption)).log.messages == [message])
    let plain = title.replacing(#"lineSpacing="-19""#, with: #"lineSpacing="0""#)
    #expect(Self.read(Self.clip(0, 4, from: 0, plain)).log.messages.isEmpty)
  }

  @Test func `compound clips that hold themselves come to an end`() {
    let clip = #"<ref-clip ref="m" offset="0s" duration="1s"/>"#
    let (_, log) = FCPXMLReader.read(
      SourceText(
        name: "a.fcpxml",
        text: """
          <fcpxml><resources><media id="m"><sequence><spine>\(clip)\(clip)</spine></sequence></media>
          </resources><project><sequence><spine>\(clip)</spine></sequence></project></fcpxml>
          """))
    #expect(log.messages.contains { $0.hasPrefix("there are more than") })
  }

  @Test(arguments: ["<fcpxml></fcpxml>", "<xmeml></xmeml>", "<fcpxml>"])
  func `what is wrong is said`(_ text: String) {
    #expect(FCPXMLReader.read(SourceText(name: "a.fcpxml", text: text)).log.hasErrors)
  }
}
