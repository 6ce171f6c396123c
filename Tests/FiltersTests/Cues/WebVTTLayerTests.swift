import Bytes
import Subtitles
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Where cues of WebVTT stand that ask for a place, and words that have times.
@Suite struct WebVTTLayerTests {
  static let format = PixelFormat.named("mono", 320, 180)

  private func film(
    _ cues: [String], _ head: String = "", _ parameters: String = "", stroke: String = "[]"
  ) throws -> Film {
    let text = (["WEBVTT\n\(head)"] + cues).joined(separator: "\n\n")
    return try Film(
      #"[{ "type": "subtitles", "source": "a.vtt", "size": 16, "stroke": \#(stroke)\#(parameters) }]"#,
      Self.format, range: .full, files: ["a.vtt": Array(text.utf8)])
  }

  private func cue(_ settings: String, _ text: String = "HHH") -> String {
    "00:00.000 --> 00:04.000 \(settings)\n\(text)"
  }

  private func box(_ film: Film, at seconds: Double = 0) throws -> DrawnBox? {
    try film.drawnBox(Self.format, at: seconds)
  }

  @Test(arguments: [
    "line:42", "line:9", "line:1000000", "line:-42", "line:-1000000", "line:100%",
    "line:100%,start", "line:0%,end", "line:0,end", "line:-1", "vertical:rl line:42", "line:8.6",
    "line:42 position:100% align:end", "line:42 size:1%", "position:0% align:right", "size:0%",
  ])
  func `no line is lost outside of the picture`(_ settings: String) throws {
    let whole = try #require(try box(film([cue("line:2")])))
    let found = try #require(try box(film([cue(settings)])), "\(settings)")
    guard !settings.contains("size"), !settings.contains("position") else { return }
    #expect(found.y.count == whole.y.count, "\(settings)")
    #expect(found.y.lowerBound >= 0 && found.y.upperBound <= 180)
  }

  @Test func `a line below the picture is its last line, one above it the first`() throws {
    // 180 rows are nine lines of 19.2.
    let (last, first) = (try film([cue("line:8")]), try film([cue("line:0")]))
    #expect(try box(film([cue("line:42")]))?.y == box(last)?.y)
    #expect(try #require(try box(film([cue("line:-42")]))).y.lowerBound < 20)
    #expect(try box(film([cue("line:1.6")]))?.y == box(film([cue("line:2")]))?.y)
    #expect(try #require(try box(first)).y.upperBound < 20)
  }

  @Test(arguments: [
    ("position:0% align:right", true), ("position:0% align:center", true),
    ("position:100% align:left", false), ("position:100%,center", false),
  ])
  func `without room at its side of an edge a cue stands at the edge`(
    _ settings: String, _ isLeft: Bool
  ) throws {
    let whole = try #require(try box(film([cue("")])))
    let found = try #require(try box(film([cue(settings)])), "\(settings)")
    #expect(abs(found.x.count - whole.x.count) <= 1 && found.y == whole.y)
    #expect(isLeft ? found.x.lowerBound < 6 : found.x.upperBound > 314)
  }

  @Test func `start and end go by the direction of the text`() throws {
    func sides(_ settings: String, _ text: String) throws -> Range<Int> {
      try #require(try box(film([cue(settings, text)]))).x
    }
    // A mark from the right stands for a letter of the kind.
    let (english, hebrew) = ("HHH", "\u{200F}HHH")
    for (first, second) in [("start", "end"), ("left", "right")] {
      #expect(try sides("position:50% align:\(first)", english).lowerBound >= 160)
      #expect(try sides("align:\(second)", english).upperBound > 310)
    }
    #expect(try sides("position:50% align:start", hebrew).upperBound <= 161)
    #expect(try sides("position:50% align:end", hebrew).lowerBound >= 160)
    #expect(try sides("align:start", hebrew).upperBound > 310)
    #expect(try sides("align:end", hebrew).lowerBound < 10)
    #expect(try sides("position:50% align:left", hebrew).lowerBound >= 160)
  }

  @Test func `a new cue of a region pushes the others up`() throws {
    let region = "\nREGION\nid:a\nlines:3\nviewportanchor:0%,60%"
    let film = try film(
      [
        "00:00.000 --> 00:04.000 region:a\nHHHHHH", "00:01.000 --> 00:03.000 region:a\nHH",
      ], region)
    // Columns that the longer one alone reaches.
    func rows(_ seconds: Double, _ columns: Range<Int>) throws -> Range<Int> {
      let frame = try film.frame(.flat(Self.format, [90]), at: seconds)
      return try #require(frame.box(in: columns) { $0 > 170 }).y
    }
    let (alone, both, after) = (
      try rows(0.5, 0..<145), try rows(2, 0..<145), try rows(3.5, 0..<145)
    )
    #expect(alone == after && alone.upperBound <= 108)
    #expect(both.count == alone.count && (-24 ... -16).contains(both.lowerBound - alone.lowerBound))
    #expect(try rows(2, 150..<170).upperBound == alone.upperBound)
  }

  @Test func `a region shows no more lines than it has`() throws {
    let region = "\nREGION\nid:a\nlines:2\nviewportanchor:0%,60%"
    // 60 % of 180 rows, and two lines of 19.2 above.
    let (top, bottom) = (69, 108)
    for count in [2, 3, 8] {
      let text = Array(repeating: "HHH", count: count).joined(separator: "\n")
      let rows = try #require(try box(film([cue("region:a", text)], region))).y
      #expect(rows.lowerBound >= top && rows.lowerBound < top + 10 && rows.upperBound <= bottom)
    }
    let film = try film(
      [
        "00:00.000 --> 00:04.000 region:a\nHHHHHH\nHHHHHH",
        "00:01.000 --> 00:04.000 region:a\nHH\nHH",
      ], region)
    let wide = try #require(try box(film, at: 0.5)).x
    let narrow = try #require(try box(film, at: 2)).x
    #expect(narrow.count < wide.count / 2)
  }

  @Test func `styles of the file hide letters, fade them and give them shadows`() throws {
    func film(_ style: String) throws -> Film {
      try self.film(
        [cue("", "HHH<b>HHH")], "\nSTYLE\n::cue(b) { \(style) }", ##", "color": "#fff""##)
    }
    let whole = try #require(try box(film("color: white")))
    #expect(try #require(try box(film("visibility: hidden"))).x.count < whole.x.count * 2 / 3)
    let white = UInt16(240)...255
    let all = try count(film("color: white"), at: 0, white)
    #expect(try count(film("opacity: 0.5"), at: 0, white) < all * 3 / 4)
    // Half of white over 90.
    #expect(try count(film("opacity: 0.5"), at: 0, 168...178) > 20)
    let shadow = try #require(try box(film("text-shadow: 0 9px black")))
    #expect(shadow.y.upperBound == whole.y.upperBound + 9 && shadow.x == whole.x)
    let large = try #require(try box(film("font-size: 32px")))
    #expect(large.y.count > whole.y.count * 3 / 2)
  }

  @Test(arguments: ["line:0", "line:42", "line:-1", "line:50%", "line:100%"])
  func `cues of one line do not cover each other`(_ settings: String) throws {
    let one = try #require(try box(film([cue(settings)])))
    let two = try #require(try box(film([cue(settings), cue(settings)])))
    #expect(two.y.count >= 2 * one.y.count)
    #expect(two.y.contains(one.y.lowerBound) && two.y.contains(one.y.upperBound - 1))
    #expect(two.x == one.x)
  }

  /// How much is drawn in a shade.
  private func count(_ film: Film, at seconds: Double, _ shades: ClosedRange<UInt16>) throws -> Int
  {
    let frame = try film.frame(.flat(Self.format, [90]), at: seconds)
    return (0..<180).reduce(0) { sum, y in
      sum + (0..<320).count { shades.contains(UInt16(frame[0, $0, y])) }
    }
  }

  private static let timed = "HH <00:01.000>HH <00:02.000>HH"

  @Test func `words get their colour at their times`() throws {
    let film = try film([cue("", Self.timed)], "", ##", "color": "#fff", "future": "#000""##)
    let (white, black) = (UInt16(240)...255, UInt16(0)...15)
    let lit = try [0, 0.99, 1, 1.99, 2, 3.5].map { try count(film, at: $0, white) }
    let dark = try [0, 0.99, 1, 1.99, 2, 3.5].map { try count(film, at: $0, black) }
    #expect(lit[0] > 0 && lit[1] == lit[0] && lit[3] == lit[2] && lit[5] == lit[4])
    #expect(dark[1] == dark[0] && dark[3] == dark[2] && dark[4] == 0)
    // Letters stand between pixels, so that they are not all alike.
    for (count, share) in [(lit[0], 1), (lit[2], 2), (lit[4], 3), (dark[0], 2), (dark[2], 1)] {
      #expect(abs(3 * count - share * lit[4]) < lit[4] / 2, "\(count) of \(lit[4])")
    }
  }

  @Test func `without a colour for words to come all are seen at once`() throws {
    let film = try film([cue("", Self.timed)], "", ##", "color": "#fff""##)
    #expect(try count(film, at: 0, 240...255) == count(film, at: 3, 240...255))
  }

  @Test func `words of no colour appear at their times, with their outlines`() throws {
    let film = try film(
      [cue("", Self.timed)], "",
      ##", "color": "#fff", "future": "#0000""##, stroke: ##"{ "color": "#000", "width": 2 }"##)
    let widths = try [0, 1.5, 3].map { try #require(try box(film, at: $0)).x.count }
    #expect(widths[0] < widths[1] && widths[1] < widths[2])
  }

  @Test func `a file may say how words to come look`() throws {
    let film = try film(
      [cue("", Self.timed)], "\nSTYLE\n::cue { color: white }\n::cue(:future) { color: black }")
    #expect(try count(film, at: 0, 0...15) > 0)
    #expect(try count(film, at: 3, 0...15) == 0)
  }
}
