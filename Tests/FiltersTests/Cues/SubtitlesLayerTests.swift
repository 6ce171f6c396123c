import Bytes
import Subtitles
import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct SubtitlesLayerTests {
  static let format = PixelFormat.named("mono", 320, 180)

  private static func cue(_ times: String, _ text: String) -> String { "1\n\(times)\n\(text)\n\n" }

  private func film(_ text: String, _ parameters: String = "") throws -> Film {
    try Film(
      #"[{ "type": "subtitles", "source": "a.srt"\#(parameters) }]"#, Self.format, range: .full,
      files: ["a.srt": Array(text.utf8)])
  }

  private func box(_ film: Film, at seconds: Double) throws -> DrawnBox? {
    try film.drawnBox(Self.format, at: seconds)
  }

  @Test func `a font file that is not there is told by its path`() {
    let error = #expect(throws: TimelineFault.self) {
      try film(Self.cue("00:00:01,000 --> 00:00:02,000", "Hello"), #", "font": "none.ttf""#)
    }
    #expect(error?.description == "none.ttf: no such file")
  }

  @Test func `a cue is seen from its start to just before its end`() throws {
    let film = try film(Self.cue("00:00:01,000 --> 00:00:02,000", "Hello"))
    #expect(try box(film, at: 0.999) == nil)
    let found = try #require(try box(film, at: 1))
    #expect(found.y.lowerBound > 150 && found.y.upperBound < 180)
    #expect(abs(found.x.lowerBound + found.x.upperBound - 320) <= 4)
    #expect(try box(film, at: 1.999) != nil)
    #expect(try box(film, at: 2) == nil)
  }

  @Test func `letters are capitals across tags`() throws {
    func frame(_ text: String, _ parameters: String) throws -> Frame {
      try film(Self.cue("00:00:01,000 --> 00:00:02,000", text), parameters)
        .frame(.flat(Self.format, [90]), at: 1)
    }
    let capitals = try frame("a<b>uß</b>en", #", "case": "uppercase""#)
    #expect(capitals.isIdentical(to: try frame("A<b>USS</b>EN", "")))
    let words = try frame("a<b>b</b> cd", #", "case": "capitalize""#)
    #expect(words.isIdentical(to: try frame("A<b>b</b> Cd", "")))
  }

  @Test func `times are stretched and moved`() throws {
    let text = Self.cue("00:00:01,000 --> 00:00:02,000", "Hello")
    let film = try film(text, #", "rate": 2, "offset": -0.5"#)
    #expect(try box(film, at: 1.49) == nil)
    #expect(try box(film, at: 1.5) != nil)
    #expect(try box(film, at: 3.49) != nil)
    #expect(try box(film, at: 3.5) == nil)
  }

  @Test func `cues that are seen at once do not cover each other`() throws {
    let first = Self.cue("00:00:00,000 --> 00:00:03,000", "Early")
    let film = try film(first + Self.cue("00:00:01,000 --> 00:00:03,000", "Late"))
    let alone = try #require(try box(film, at: 0.5))
    let both = try #require(try box(film, at: 1.5))
    #expect(both.y.upperBound == alone.y.upperBound)
    #expect(both.y.lowerBound < alone.y.lowerBound - 8)
  }

  @Test(arguments: [("{\\an8}", "top"), ("{\\an5}", "middle"), ("{\\an1}", "left")])
  func `tags place a cue`(_ tag: String, _ place: String) throws {
    let film = try film(Self.cue("00:00:00,000 --> 00:00:01,000", tag + "Hello"))
    let found = try #require(try box(film, at: 0))
    switch place {
    case "top": #expect(found.y.upperBound < 30)
    case "middle": #expect((70..<110).contains((found.y.lowerBound + found.y.upperBound) / 2))
    default: #expect(found.x.lowerBound < 25 && found.x.upperBound < 100)
    }
  }

  @Test func `parameters place what has no tags`() throws {
    let text = Self.cue("00:00:00,000 --> 00:00:01,000", "Hello")
    let film = try film(text, #", "anchor": "top-left", "position": [100, 60]"#)
    let found = try #require(try box(film, at: 0))
    #expect((96..<106).contains(found.x.lowerBound) && (58..<70).contains(found.y.lowerBound))
  }

  @Test func `WebVTT settings place a cue`() throws {
    let film = try film(
      "WEBVTT\n\n00:00.000 --> 00:01.000 line:10% position:0% align:start\nHello")
    let found = try #require(try box(film, at: 0))
    #expect(found.x.lowerBound < 6 && (16..<30).contains(found.y.lowerBound))
  }

  @Test func `a script has its own size, styles and clip`() throws {
    let head = """
      [Script Info]
      PlayResX: 640
      PlayResY: 360
      ScaledBorderAndShadow: yes
      [V4+ Styles]
      Format: Name, Fontsize, Outline, Shadow, Alignment
      Style: Default,40,0,0,7
      [Events]

      """
    func line(_ text: String) -> String {
      head + "Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,\(text)\n"
    }
    let drawn = try #require(
      try box(film(line("{\\pos(40,80)\\p1}m 0 0 l 100 0 100 60 0 60")), at: 0))
    #expect(drawn.x == 20..<70 && drawn.y == 40..<70)
    let clipped = try film(line("{\\clip(60,90,80,100)\\pos(40,80)\\p1}m 0 0 l 100 0 100 60 0 60"))
    let cut = try #require(try box(clipped, at: 0))
    #expect(cut.x == 30..<40 && cut.y == 45..<50)
    let moved = try film(line("{\\move(0,0,200,0)\\p1}m 0 0 l 100 0 100 60 0 60"))
    #expect(try #require(try box(moved, at: 0.5)).x == 50..<100)
  }

  /// A script of 320 by 180 with one line in letters of this size, at the top left.
  private static func script(_ text: String, size: Int) -> String {
    """
    [Script Info]
    PlayResX: 320
    PlayResY: 180
    [V4+ Styles]
    Format: Name, Fontsize, Outline, Shadow, Alignment
    Style: Default,\(size),0,0,7
    [Events]
    Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,\(text)

    """
  }

  /// What libass 0.17.1 draws, from the first covered pixel to the last.
  @Test(arguments: [
    ("{\\pos(0,0)\\p1}m 100 100 l 200 100 200 150 100 150", 100..<200, 100..<150),
    ("{\\pos(110,20)\\p1}m -50 0 l 50 0 50 100 -50 100", 60..<160, 20..<120),
    ("{\\pos(0,0)\\p1}m 0 0l 99 0 99-0 99 80 0 80", 0..<99, 0..<80),
    ("{\\pos(0,0)\\p1}m 0 0 s 100 0 100 100 0 100 c", 4..<96, 4..<96),
    ("{\\pos(20,20)\\p1}m 0 0 l 100 0 100 40 n 50 90 l 0 60", 20..<120, 20..<80),
    ("{\\pos(60,60)\\fax0.5\\p1}m 0 0 l 100 0 100 100 0 100", 60..<210, 60..<160),
    ("{\\pos(0,0)\\p1}m 0 0 l 20 0 20 40 0 40{\\p2}m 0 0 l 60 0 60 20 0 20", 0..<50, 0..<40),
  ])
  func `drawings are where libass draws them`(
    _ text: String, _ x: Range<Int>, _ y: Range<Int>
  ) throws {
    let drawn = try #require(try box(film(Self.script(text, size: 40)), at: 0))
    #expect(drawn.x == x && drawn.y == y)
  }

  /// In libass, a line that has nothing in it, not even blanks, is half as high.
  @Test func `empty lines of a script are half as high`() throws {
    func top(_ text: String) throws -> Int {
      try #require(try box(film(Self.script(text, size: 20)), at: 0)).y.lowerBound
    }
    let first = try top("A")
    for (text, lines) in [
      ("\\NA", 0.5), ("\\N\\NA", 1), (" \\NA", 1), ("\\h\\NA", 1), ("\\N{\\fs40}\\N{\\fs20}A", 1.5),
      ("{\\fs40}\\N{\\fs20}\\NA", 1.5),
    ] {
      #expect(abs(try top(text) - first - Int(20 * lines)) <= 1, "\(text)")
    }
  }

  /// In libass, each letter has a line of its own.
  @Test func `spacing leaves gaps in the lines under letters`() throws {
    func columns(_ tags: String) throws -> (drawn: Int, width: Int) {
      let film = try film(Self.script("{\\u1\(tags)}HHH", size: 60))
      let frame = try film.frame(.flat(Self.format, [90]), at: 0)
      let box = try #require(frame.box { $0 != 90 })
      let row = box.y.upperBound - 2
      return (box.x.count { frame[0, $0, row] != 90 }, box.x.count)
    }
    let (plain, spaced) = (try columns(""), try columns("\\fsp20"))
    #expect(plain.drawn >= plain.width - 1)
    #expect((-2...6).contains(spaced.drawn - plain.drawn))
    #expect((38...42).contains(spaced.width - plain.width))
  }

  @Test func `outlines may be wider than they are high`() throws {
    let head = """
      [Script Info]
      PlayResX: 320
      PlayResY: 180
      ScaledBorderAndShadow: yes
      [V4+ Styles]
      Format: Name, Fontsize, Outline, Shadow, Alignment, PrimaryColour, OutlineColour
      Style: Default,40,0,0,7,&H00FFFFFF,&H00000000
      [Events]

      """
    func drawn(_ tags: String) throws -> (x: Range<Int>, y: Range<Int>) {
      let text = "{\\pos(100,60)\(tags)\\p1}m 0 0 l 60 0 60 40 0 40"
      let file = head + "Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,\(text)\n"
      return try #require(try box(film(file), at: 0))
    }
    let plain = try drawn("")
    let wide = try drawn("\\xbord12\\ybord3")
    #expect(wide.x == plain.x.lowerBound - 12..<plain.x.upperBound + 12)
    #expect(wide.y == plain.y.lowerBound - 3..<plain.y.upperBound + 3)
    let high = try drawn("\\xbord0\\ybord8")
    #expect(high.y == plain.y.lowerBound - 8..<plain.y.upperBound + 8)
    #expect(high.x.count <= plain.x.count + 2)
  }

  @Test func `a style that is animated changes while a cue is seen`() throws {
    let text = Self.cue("00:00:00,000 --> 00:00:04,000", "HHHH")
    let grown = try film(
      text, #", "stroke": [], "size": { "from": 20, "to": 60, "duration": 4, "ease": "linear" }"#)
    let (first, last) = (
      try #require(try box(grown, at: 0)), try #require(try box(grown, at: 3.9))
    )
    #expect(last.x.count > 2 * first.x.count && last.y.count > 2 * first.y.count)
    let lit = try film(
      text,
      ##", "stroke": [], "color": { "from": "#000000", "to": "#ffffff", "duration": 4 }"##)
    func most(_ seconds: Double) throws -> Int {
      let frame = try lit.frame(.flat(Self.format, [0]), at: seconds)
      return (0..<180).reduce(0) { most, y in
        (0..<320).reduce(most) { max($0, Int(frame[0, $1, y])) }
      }
    }
    #expect(try most(0) < 8)
    #expect(try most(2) > 60 && most(2) < 200)
    #expect(try most(3.96) > 240)
    #expect(try most(2) == most(2))
  }

  @Test func `a sweep draws each place once, as it is before or after`() throws {
    let script = """
      [V4+ Styles]
      Format: Name, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, Outline, Shadow, Alignment
      Style: Default,60,&H80FFFFFF,&H80FFFFFF,&H80000000,3,3,5
      [Events]
      Dialogue: 0,0:00:00.00,0:00:04.00,Default,,0,0,0,,%HH{\\kf200}HH
      """
    // Both colours are the same, so that a sweep is not seen.
    let swept = try film(script.replacing("%", with: "{\\kf200}"))
    let plain = try swept.frame(.flat(Self.format, [90]), at: 0)
    for seconds in [0.5, 1, 1.96, 2, 3.3, 3.96] {
      let frame = try swept.frame(.flat(Self.format, [90]), at: seconds)
      #expect(frame.bytes.elementsEqual(plain.bytes), "at \(seconds)")
    }
  }

  @Test func `karaoke colours what is sung`() throws {
    let script = """
      [V4+ Styles]
      Format: Name, Fontsize, PrimaryColour, SecondaryColour, Outline, Shadow, Alignment
      Style: Default,60,&H00FFFFFF,&H00000000,0,0,5
      [Events]
      Dialogue: 0,0:00:00.00,0:00:04.00,Default,,0,0,0,,{\\kf200}HHHH
      """
    let film = try film(script)
    func light(_ seconds: Double) throws -> Int {
      let frame = try film.frame(.flat(Self.format, [90]), at: seconds)
      return (0..<180).reduce(0) { sum, y in sum + (0..<320).filter { frame[0, $0, y] > 200 }.count
      }
    }
    let (none, half, all) = (try light(0), try light(1), try light(2))
    #expect(none == 0 && half > 0 && all > half)
    #expect(abs(2 * half - all) < all / 5)
  }

  @Test func `what is no file of subtitles is an error`() throws {
    #expect(throws: TimelineFault.self) { try film("hello") }
    #expect(throws: TimelineFault.self) {
      try film(Self.cue("00:00:00,000 --> 00:00:01,000", "a"), #", "rotation": 5"#)
    }
  }
}
