import Bytes
import Captions
import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct CaptionsLayerTests {
  static let format = PixelFormat.named("mono", 480, 180)

  /// Three words with a gap before the last.
  static let words = #"""
    { "words": [ { "word": "one", "start": 0.5, "end": 1.0 },
      { "word": "two", "start": 1.0, "end": 1.5 }, { "word": "six", "start": 1.8, "end": 2.25 } ] }
    """#

  private func film(
    _ parameters: String = "", words: String = words, format: PixelFormat = format
  ) throws -> Film {
    let size = parameters.contains("\"size\"") ? "" : #", "size": 40"#
    return try Film(
      #"[{ "type": "captions", "source": "w.json", "color": "black", "stroke": []\#(size)\#(parameters) }]"#,
      format, range: .full, files: ["w.json": Array(words.utf8)])
  }

  /// The columns with samples that are lit (or dark) against the grey of the film.
  private func columns(
    _ film: Film, at seconds: Double, lit: Bool = true
  ) throws -> ClosedRange<Int>? {
    let frame = try film.frame(.flat(Self.format, [128]), at: seconds)
    var found: [Int] = []
    for x in 0..<480 {
      let isFound = (0..<180).contains { lit ? frame[0, x, $0] > 190 : frame[0, x, $0] < 60 }
      if isFound { found.append(x) }
    }
    guard let first = found.first, let last = found.last else { return nil }
    return first...last
  }

  private static let white = #", "highlight": { "color": "white" }"#

  @Test func `a word is highlighted exactly from its start to its end`() throws {
    let film = try film(Self.white)
    #expect(try columns(film, at: 0.499, lit: false) == nil)
    let one = try #require(try columns(film, at: 0.5))
    #expect(try columns(film, at: 0.999) == one)
    let two = try #require(try columns(film, at: 1))
    #expect(two.lowerBound > one.upperBound)
    #expect(try columns(film, at: 1.499) == two)
    // Between two words none is highlighted, but all are shown.
    #expect(try columns(film, at: 1.5) == nil)
    #expect(try columns(film, at: 1.5, lit: false) != nil)
    #expect(try columns(film, at: 1.799) == nil)
    let six = try #require(try columns(film, at: 1.8))
    #expect(six.lowerBound > two.upperBound)
    #expect(try columns(film, at: 2.249) == six)
    #expect(try columns(film, at: 2.25) == nil)
    #expect(try columns(film, at: 2.25, lit: false) == nil)
  }

  @Test func `text from right to left is highlighted from the right`() throws {
    let words = Self.words.replacingWords(["אחד", "שתיים", "שש"])
    let film = try film(Self.white, words: words)
    let first = try columns(film, at: 0.6)
    let second = try columns(film, at: 1.2)
    // Where no font has the letters, boxes stand for them.
    #expect(try #require(second).upperBound < #require(first).lowerBound)
  }

  @Test func `a box glides from word to word of a line and is gone between words`() throws {
    let film = try film(
      #", "highlight": { "background": { "color": "white", "padding": 0 }, "glide": 0.2 }"#)
    let one = try #require(try columns(film, at: 0.9))
    let two = try #require(try columns(film, at: 1.3))
    let between = try #require(try columns(film, at: 1.05))
    #expect(between.lowerBound > one.lowerBound && between.lowerBound < two.lowerBound)
    #expect(try columns(film, at: 1) == one)
    #expect(try columns(film, at: 1.2) == two)
    #expect(try columns(film, at: 1.6) == nil)
  }

  @Test func `a sweep is as far in a word as its time`() throws {
    let film = try film(#", "style": "karaoke", "highlight": { "color": "white" }"#)
    let (start, whole) = (
      try #require(try columns(film, at: 0.6)), try #require(try columns(film, at: 1.0))
    )
    let half = try #require(try columns(film, at: 0.75))
    let middle = (whole.lowerBound + whole.upperBound) / 2
    #expect(abs(half.upperBound - middle) <= 8 && start.upperBound < half.upperBound)
    // What was sung stays so.
    #expect(try columns(film, at: 1.6)?.lowerBound == whole.lowerBound)
  }

  @Test(arguments: ["pop", "reveal"])
  func `words appear when they are spoken and stay`(_ style: String) throws {
    let film = try film(#", "style": "\#(style)""#)
    let one = try #require(try columns(film, at: 0.99, lit: false))
    let all = try #require(try columns(film, at: 2.2, lit: false))
    #expect(one.lowerBound == all.lowerBound && one.upperBound < all.lowerBound + all.count / 2)
    #expect(try columns(film, at: 1.499, lit: false)?.upperBound ?? 0 < all.upperBound - 20)
  }

  @Test func `a word that springs overshoots its size and then has it`() throws {
    let film = try film(#", "style": "pop", "maxWords": 1"#)
    let widths = try [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.99].map { time in
      try columns(film, at: time, lit: false)?.count ?? 0
    }
    #expect(widths[0] > 0 && widths[0] < widths[6])
    #expect(widths.max() ?? 0 > widths[6] + 1)
  }

  @Test func `one word at a time is shown in one-word`() throws {
    let film = try film(#", "style": "one-word""#)
    let widths = try [0.9, 1.4, 2.2].map { try columns(film, at: $0, lit: false)?.count ?? 0 }
    #expect(widths.allSatisfy { $0 > 20 && $0 < 130 })
  }

  @Test func `keys of text layers come before those of the style`() throws {
    let film = try film(#", "style": "pop", "animate": { "type": "typewriter" }, "maxWords": 1"#)
    #expect(try columns(film, at: 0.5, lit: false) == columns(film, at: 0.9, lit: false))
    let large = try self.film(#", "letterSpacing": 6"#)
    let plain = try self.film()
    #expect(
      try #require(try columns(large, at: 0.6, lit: false)).count
        > #require(try columns(plain, at: 0.6, lit: false)).count)
  }

  @Test func `capitals keep the times of their words`() throws {
    let words = Self.words.replacingWords(["groß", "ist", "ﬁx"])
    let plain = CaptionTrack(
      try Transcript(Array(words.utf8)), CuttingRules(), nil, language: nil)
    let track = CaptionTrack(
      try Transcript(Array(words.utf8)), CuttingRules(), .uppercase, language: nil)
    let (cue, small) = (try #require(track.cues.first), try #require(plain.cues.first))
    #expect(cue.text == "GROSS IST FIX" && small.text == "groß ist ﬁx")
    #expect(cue.words.map(\.characters) == [0..<5, 6..<9, 10..<13])
    #expect(cue.words.map(\.start) == small.words.map(\.start))
    let film = try film(Self.white + #", "case": "uppercase""#, words: words)
    let large = try self.film(
      Self.white, words: Self.words.replacingWords(["GROSS", "IST", "FIX"]))
    for time in [0.6, 1.2, 2] { #expect(try columns(film, at: time) == columns(large, at: time)) }
  }

  @Test func `an offset moves all times`() throws {
    let film = try film(Self.white + #", "offset": -0.5"#)
    #expect(try columns(film, at: 0) != nil)
    #expect(try columns(film, at: 1) == nil)
  }

  @Test(arguments: ["tiktok", "reels", "stories", "shorts", "title", "action", "none"])
  func `captions stand at the foot of a safe area, within its sides`(_ name: String) throws {
    let film = try film(#", "safeArea": "\#(name)", "maxLines": 1, "maxChars": 100"#)
    let area = try #require(SafeArea(rawValue: name)?.insets)
    // Between two words, so that all are dark.
    let frame = try film.frame(.flat(Self.format, [128]), at: 1.6)
    let rows = (0..<180).filter { y in (0..<480).contains { frame[0, $0, y] < 60 } }
    let foot = 180 * (1 - area.bottom)
    #expect(Double(rows.last ?? 0) <= foot && Double(rows.last ?? 0) > foot - 20)
    let found = try #require(try columns(film, at: 1.6, lit: false))
    let middle = 480 * (area.left + 1 - area.right) / 2
    #expect(abs(Double(found.lowerBound + found.upperBound) / 2 - middle) < 3)
  }

  @Test func `lines that are too wide are drawn smaller`() throws {
    let film = try film(#", "size": 120, "maxLines": 1, "maxChars": 100"#)
    let found = try #require(try columns(film, at: 1.6, lit: false))
    #expect(found.lowerBound >= 20 && found.upperBound <= 460)
  }

  @Test(arguments: ["highlight", "pop", "karaoke", "one-word", "reveal"], [true, false])
  func `a frame depends on its time alone`(_ style: String, _ hasBox: Bool) throws {
    let box = hasBox ? #", "highlight": { "color": "red", "background": {} }"# : ""
    let parameters = #", "style": "\#(style)"\#(box)"#
    for format in ["420", "444alpha", "422p10"].map({ PixelFormat.named($0, 240, 90) }) {
      let film = try film(parameters, format: format)
      let values = format.planes.map { _ in 1 << (format.depth - 1) }
      let times = stride(from: 0.4, through: 2.4, by: 0.16).map { $0 }
      let whole = try times.map { try film.frame(.flat(format, values), at: $0) }
      for index in [9, 3, 6, 1] {
        let alone = try self.film(parameters, format: format)
        let frame = try alone.frame(.flat(format, values), at: times[index])
        #expect(frame.bytes.elementsEqual(whole[index].bytes), "\(style) at \(times[index])")
      }
    }
  }

  @Test(arguments: [
    ("{ \"words\": [\n  { \"word\": 1 } ] }", "w.json:2:13: 'word' must be a string"),
    ("hello", "w.json:1:1: this is neither JSON nor a file of subtitles"),
    ("", "w.json:1:1: the file is empty"),
  ])
  func `what is wrong with the file is reported with its place`(
    _ words: String, _ message: String
  ) {
    let error = #expect(throws: TimelineFault.self) { try film(words: words) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}

extension String {
  /// The JSON with other words in place of its three.
  fileprivate func replacingWords(_ words: [String]) -> String {
    zip(["one", "two", "six"], words).reduce(self) { text, pair in
      text.replacing(pair.0, with: pair.1)
    }
  }
}
