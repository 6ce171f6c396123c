import Bytes
import Fonts
import Geometry
import Subtitles
import Testing
import Text

@testable import Filters

@Suite struct CueStateTests {
  private func track(_ text: String) throws -> CueTrack {
    let script = """
      [Script Info]
      PlayResX: 640
      PlayResY: 360
      [V4+ Styles]
      Format: Name, Fontsize, PrimaryColour, Outline, Shadow, Alignment
      Style: Default,20,&H00FFFFFF,2,0,2
      Style: Alt,40,&H000000FF,1,3,8
      [Events]
      Dialogue: 0,0:00:01.00,0:00:05.00,Default,,0,0,0,,\(text)
      """
    return CueTrack(
      try SubtitleFile(Array(script.utf8)), width: 1280, height: 720,
      CueTrack.Defaults(
        style: CueStyle(), alignment: 2, position: nil, margin: 0, room: 1280, line: 20))
  }

  /// The state so many milliseconds after the event's start.
  private func state(_ text: String, _ milliseconds: Int) throws -> CueState {
    try track(text).state(
      of: 0, at: Rational(1) + Rational(reducing: Int128(milliseconds), over: 1000))
  }

  @Test func `an event is on from its start to just before its end`() throws {
    let track = try track("a")
    #expect(track.active(at: Rational(reducing: 999, over: 1000)) == [])
    #expect(track.active(at: Rational(1)) == [0])
    #expect(track.active(at: Rational(reducing: 4999, over: 1000)) == [0])
    #expect(track.active(at: Rational(5)) == [])
  }

  @Test(arguments: [(0, 0.0), (250, 0.5), (500, 1.0), (3000, 1.0), (3750, 0.25), (3999, 0.001)])
  func `a fade rises and falls`(_ time: Int, _ opacity: Double) throws {
    #expect(abs(try state("{\\fad(500,1000)}a", time).opacity - opacity) < 1e-9)
  }

  @Test func `a move leads from one place to the other`() throws {
    let text = "{\\move(10,20,110,220,1000,2000)}a"
    #expect(try state(text, 0).look.position == Vector(10, 20))
    #expect(try state(text, 1500).shift == Vector(50, 100))
    #expect(try state(text, 3000).shift == Vector(100, 200))
    // Without times it takes all of the event.
    #expect(try state("{\\move(0,0,100,0)}a", 1000).shift == Vector(25, 0))
  }

  @Test func `the first position and alignment count, and the last colour`() throws {
    let state = try state("{\\pos(1,2)\\an7\\c&HFF&}a{\\pos(3,4)\\an9\\c&HFF00&}b", 0)
    #expect(state.look.position == Vector(1, 2) && state.look.alignment == 7)
    #expect(state.look.runs.map(\.style.primary.red) == [255, 0])
    #expect(state.look.runs.map(\.style.primary.green) == [0, 255])
  }

  @Test func `a transformation goes from what was before to its tags`() throws {
    let text = "{\\fs20\\t(1000,3000,2,\\fs40\\1a&HFF&\\frz90)}a"
    #expect(try state(text, 500).look.runs[0].style.size == 20)
    let half = try state(text, 2000).look.runs[0].style
    // The square of a half is a quarter.
    #expect(half.size == 25 && half.angleZ == 22.5 && half.primary.opacity == 192)
    #expect(try state(text, 3500).look.runs[0].style.size == 40)
  }

  @Test func `a cut that is reached in part comes from the whole picture`() throws {
    let clip = try #require(try state("{\\t(0,2000,\\clip(0,0,100,101))}a", 1000).clip)
    // From 640 by 360, in whole pixels.
    #expect(clip.box == ASSTag.Rectangle(left: 0, top: 0, right: 370, bottom: 230))
    #expect(try state("{\\t(0,2000,\\clip(0,0,100,101))}a", 2500).clip?.box.bottom == 101)
  }

  @Test func `what can't be reached in part is reached at once`() throws {
    let state = try state("{\\fs99\\t(0,4000,\\r\\org(3,4)\\an7)}a", 0)
    #expect(state.look.runs.map(\.style.size) == [20])
    #expect(state.look.origin == Vector(3, 4) && state.look.alignment == 7)
  }

  @Test func `a transformation without tags changes nothing`() throws {
    for text in ["{\\t()}a", "{\\t}a"] {
      let event = try track(text).events[0]
      #expect(event.transforms && event.changes.isEmpty)
    }
  }

  @Test func `the first drawing cuts, and wrapping goes back to the script's`() throws {
    let state = try state("{\\clip(m 0 0 l 9 0 9 9)\\clip(m 0 0 l 5 0 5 5)\\q2\\q}a", 0)
    #expect(state.mask == CueMask(drawing: "m 0 0 l 9 0 9 9", scale: 1, isInverse: false))
    #expect(state.look.wrap == 0)
  }

  @Test func `tags without a value go back to the style, and a reset to another`() throws {
    let runs = try state("{\\fs99\\bord9}a{\\fs\\bord}b{\\rAlt\\i1}c{\\r}d", 0).look.runs
    #expect(runs.map(\.style.size) == [99, 20, 40, 20])
    #expect(runs.map(\.style.borderX) == [9, 2, 1, 2])
    #expect(runs.map(\.style.isItalic) == [false, false, true, false])
  }

  @Test func `margins are those of the style that was named last`() throws {
    func margins(_ text: String, own: String = "0,0,0") throws -> [Double] {
      let script = """
        [V4+ Styles]
        Format: Name, MarginL, MarginR, MarginV
        Style: Default,10,20,30
        Style: Alt,40,50,60
        [Events]
        Dialogue: 0,0:00:01.00,0:00:05.00,Default,,\(own),,\(text)
        """
      let track = CueTrack(
        try SubtitleFile(Array(script.utf8)), width: 384, height: 288,
        CueTrack.Defaults(
          style: CueStyle(), alignment: 2, position: nil, margin: 0, room: 384, line: 20))
      let place = track.state(of: 0, at: Rational(2)).look.place(track.events[0].place)
      return [place.left, place.right, place.vertical]
    }
    #expect(try margins("a") == [10, 20, 30])
    #expect(try margins("a{\\rAlt}b") == [40, 50, 60])
    #expect(try margins("{\\t(\\rAlt)}b") == [40, 50, 60])
    #expect(try margins("{\\rAlt}a{\\r}b") == [10, 20, 30])
    #expect(try margins("{\\rAlt}a{\\rMissing}b") == [10, 20, 30])
    #expect(try margins("{\\rAlt}a", own: "1,0,3") == [1, 50, 3])
  }

  @Test func `text goes from the left unless its encoding says otherwise`() throws {
    let runs = try state("a{\\fe-1}b{\\fe1}c{\\fe-1\\fe}d{\\fe-1\\rAlt}e", 0).look.runs
    #expect(runs.map(\.style.findsDirection) == [false, true, false, false, false])
    #expect(CueStyle().findsDirection)
  }

  @Test func `syllables follow each other`() throws {
    let runs = try state("{\\k50}a{\\kf100}b{\\k25}c", 0).look.runs
    #expect(runs.compactMap(\.syllable?.start) == [0, 500, 1500])
    #expect(runs.compactMap(\.syllable?.end) == [500, 1500, 1750])
    #expect(runs.compactMap(\.syllable?.kind) == [.jump, .sweep, .jump])
  }

  /// As in libass, whose own tests of `\kt` these are.
  @Test(arguments: [
    ("{\\kf100}Kara{\\kt\\kf100}oke", [0.0, 0], [1000.0, 1000], [1, 2]),
    ("{\\kf100\\kt}Kara{\\kf100}oke", [0, 0], [0, 1000], [1, 2]),
    ("{\\kf100}Kara{\\kt75 \\kf100}oke", [0, 750], [1000, 1750], [1, 2]),
    ("{\\kf100}Ka{\\kt}ra{\\kf100}oke", [0, 0, 0], [1000, 1000, 1000], [1, 1, 2]),
    (
      "{\\kf100}Ka{\\kt75}r{\\kt50}a{\\kf100}oke", [0, 0, 0, 500], [1000, 1000, 1000, 1500],
      [1, 1, 1, 2]
    ),
    (
      "{\\kf100}Ka{\\1c&H00FFAA}r{\\kt}a{\\kf100}oke", [0, 1000, 1000, 0],
      [1000, 1000, 1000, 1000], [1, 2, 2, 3]
    ),
    ("{\\kt\\k50 }Ka{\\k70\\k0 }ra{\\k80 }oke", [0, 0, 1200], [500, 500, 2000], [1, 1, 2]),
    ("{\\kt\\kf50}Ka{\\kf70\\k0}ra{\\kf80}oke", [0, 1200, 1200], [500, 1200, 2000], [1, 2, 3]),
  ])
  func `a syllable begins where the ones before end, or where its tag says`(
    _ text: String, _ starts: [Double], _ ends: [Double], _ numbers: [Int]
  ) throws {
    let syllables = try state(text, 0).look.runs.compactMap(\.syllable)
    #expect(syllables.map(\.start) == starts)
    #expect(syllables.map(\.end) == ends)
    #expect(syllables.map(\.number) == numbers)
  }

  @Test func `a turn is counterclockwise, and one in depth makes what is behind smaller`() {
    var style = CueStyle()
    style.angleZ = 90
    let canvas = CueCanvas(width: 100, height: 100, playWidth: 100, playHeight: 100)
    let flat = CueTurn(style, about: Vector(10, 10), canvas)
    #expect(flat.isFlat && flat(Vector(20, 10)) == Vector(10, 0))
    #expect(flat.flat(Vector(20, 10)) == Vector(10, 0))
    style.angleZ = 0
    style.angleX = 60
    let deep = CueTurn(style, about: Vector(0, 0), canvas)
    let (above, below) = (deep(Vector(50, -50)), deep(Vector(50, 50)))
    #expect(!deep.isFlat && above.x.magnitude != below.x.magnitude)
    #expect(above.y < 0 && below.y > 0 && above.y > -50)
  }

  @Test func `a turn in depth makes outlines as much narrower as letters`() {
    var style = CueStyle()
    style.angleX = 60
    let canvas = CueCanvas(width: 100, height: 100, playWidth: 100, playHeight: 100)
    let scale = CueTurn(style, about: Vector(10, 10), canvas).scale(at: Vector(10, 10))
    #expect(abs(scale.x - 1) < 0.01 && abs(scale.y - 0.5) < 0.01)
    style.angleZ = 45
    let mixed = CueTurn(style, about: Vector(10, 10), canvas).scale(at: Vector(10, 10))
    #expect(mixed.x == mixed.y && abs(mixed.x - 0.5.squareRoot()) < 0.01)
    var glyphs = GlyphStyle(strokes: [GlyphStyle.Stroke(width: 4)])
    glyphs.scaleStrokes(by: Vector(0.5, 0.25))
    #expect(glyphs.strokes[0].width == 2 && glyphs.strokes[0].shares == Vector(1, 0.5))
  }

  @Test func `spaced letters that may turn are parts of their own`() {
    func parts(_ texts: [(String, Double)]) -> [String] {
      let runs = texts.map { text, spacing in
        var run = CueRun(content: .text(text), style: CueStyle())
        run.style.spacing = spacing
        return run
      }
      var spans = texts.enumerated().map { LayoutSpan($1.0, fonts: [Font](), size: 1, tag: $0) }
      spans.part(runs)
      return Dictionary(grouping: spans, by: \.part).sorted { $0.key ?? -1 < $1.key ?? -1 }
        .map { $0.value.map(\.text).joined() }
    }
    #expect(parts([("אב", 0), ("גד", 0)]) == ["אבגד"])
    #expect(parts([("אב", 0), ("גד", 2), ("הו", 0)]) == ["אב", "ג", "ד", "הו"])
    #expect(parts([("ab", 2), ("cd", 0)]) == ["abcd"])
  }
}
