import Bytes
import Geometry
import Subtitles
import TestSupport
import Testing
import Y4M

@testable import Filters

/// What scripts look like where libass, which had the last word, has a way of its own.
@Suite struct ScriptPictureTests {
  private static let format = PixelFormat.named("mono", 320, 180)
  private static let grey = 90

  /// A frame with the lines of a script of 320 by 180, all seen for a second.
  private func frame(
    _ lines: [String], _ info: String = "", outline: Int = 0, shadow: Int = 0, alignment: Int = 7,
    at seconds: Double = 0
  ) throws -> Frame {
    let script = """
      [Script Info]
      PlayResX: 320
      PlayResY: 180
      ScaledBorderAndShadow: yes
      \(info)
      [V4+ Styles]
      Format: Name, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Outline, Shadow, Alignment, MarginL, MarginR, MarginV
      Style: Default,40,&H00FFFFFF,&H00FFFFFF,&H00000000,&HFF000000,\(outline),\(shadow),\(alignment),0,0,0
      [Events]

      """
    let events = lines.map { "Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,\($0)\n" }
    let film = try Film(
      #"[{ "type": "subtitles", "source": "a.ass" }]"#, Self.format, range: .full,
      files: ["a.ass": Array((script + events.joined()).utf8)])
    return try film.frame(.flat(Self.format, [Self.grey]), at: seconds)
  }

  private func light(_ frame: Frame, in columns: Range<Int>? = nil) throws -> DrawnBox {
    try #require(frame.box(in: columns) { $0 > 170 })
  }

  @Test func `a sheared line goes on falling`() throws {
    let frame = try frame(["{\\pos(40,40)\\fay0.5}HHHHHH"])
    let all = try light(frame)
    let (first, last) = (
      try light(frame, in: all.x.lowerBound..<all.x.lowerBound + 4),
      try light(frame, in: all.x.upperBound - 4..<all.x.upperBound)
    )
    let fall = last.y.lowerBound - first.y.lowerBound
    #expect(abs(fall - all.x.count / 2) <= 3)
  }

  @Test func `an outline that is sung comes with its syllable`() throws {
    let text = "{\\pos(20,40)\\ko50}HH{\\ko50}HH"
    func dark(_ seconds: Double) throws -> Int {
      let frame = try frame([text], outline: 4, at: seconds)
      return (0..<320).reduce(0) { sum, x in sum + (0..<180).filter { frame[0, x, $0] < 40 }.count }
    }
    let (half, all) = (try dark(0.2), try dark(0.7))
    #expect(half > 50 && abs(2 * half - all) < all / 4)
  }

  @Test func `letters that are not seen cut a blurred outline sharply`() throws {
    func darkest(_ tags: String) throws -> (within: Int, around: Int) {
      let frame = try frame(["{\\pos(40,40)\\p1\\bord8\\blur4\(tags)}m 0 0 l 60 0 60 60 0 60"])
      return (frame[0, 43, 70], frame[0, 37, 70])
    }
    let unseen = try darkest("\\1a&HFF&")
    #expect(unseen.within == Self.grey && unseen.around < 20)
    let seen = try darkest("\\1a&H00&")
    #expect(seen.within > 250 && seen.around < 20)
  }

  @Test func `a box that is sung comes with its syllable, and its shadow stands before`() throws {
    let style = "Box,40,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00FFFFFF,0,0,7,0,0,0,3,4,8"
    let script = """
      [Script Info]
      PlayResX: 320
      PlayResY: 180
      ScaledBorderAndShadow: yes
      [V4+ Styles]
      Format: Name, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Spacing, Angle, Alignment, MarginL, MarginR, MarginV, BorderStyle, Outline, Shadow
      Style: \(style)
      [Events]
      Dialogue: 0,0:00:00.00,0:00:01.00,Box,,0,0,0,,{\\pos(40,40)\\1a&HFF&\\2a&HFF&\\ko50}HH{\\ko50}HH

      """
    let film = try Film(
      #"[{ "type": "subtitles", "source": "a.ass" }]"#, Self.format, range: .full,
      files: ["a.ass": Array(script.utf8)])
    func boxes(_ seconds: Double) throws -> (dark: DrawnBox, light: DrawnBox) {
      let frame = try film.frame(.flat(Self.format, [Self.grey]), at: seconds)
      return (try #require(frame.box { $0 < 40 }), try light(frame))
    }
    let (half, all) = (try boxes(0.2), try boxes(0.7))
    #expect(half.light.x.upperBound == all.light.x.upperBound)
    #expect(half.light.y.upperBound == all.light.y.upperBound)
    #expect(half.dark.x.lowerBound == all.dark.x.lowerBound && half.dark.y == all.dark.y)
    #expect(abs(2 * half.dark.x.count - all.dark.x.count) <= 12)
    #expect(all.light.x.upperBound - all.dark.x.upperBound == 8)
    #expect(half.light.y.lowerBound == all.dark.y.lowerBound + 8)
  }

  @Test(arguments: ["", "\\k0"])
  func `a shadow is seen through what fades`(_ tags: String) throws {
    let square = "m 0 0 l 60 0 60 60 0 60"
    let frame = try frame(
      ["{\\pos(40,40)\\fad(1000,0)\\4a&H00&\\4c&H000000&\\shad20\(tags)\\p1}\(square)"], at: 0.5)
    // Half of the black over the grey, and half of the white over that.
    for (x, light) in [(50, (Self.grey + 255) / 2), (80, (Self.grey / 2 + 255) / 2)] {
      #expect(abs(frame[0, x, x] - light) <= 2)
    }
    #expect(abs(frame[0, 110, 80] - Self.grey / 2) <= 2)
  }

  @Test func `spaces at the start of a line take no room`() throws {
    let plain = try frame(["{\\pos(20,20)}HH\\NHH"])
    let indented = try frame(["{\\pos(20,20)}  {\\i0} HH\\N {\\i0} HH"])
    #expect(plain.bytes.elementsEqual(indented.bytes))
    #expect(try light(plain).y.count > 40)
  }

  @Test func `hard spaces at the start of a line stay`() throws {
    let plain = try light(try frame(["{\\pos(20,20)}HH"]))
    let indented = try light(try frame(["{\\pos(20,20)}\\h\\hHH"]))
    #expect(indented.x.lowerBound > plain.x.lowerBound + 10)
  }

  @Test func `letters of no width or height are not drawn`() throws {
    for tags in ["\\fscx0", "\\fscy0"] {
      let frame = try frame(["{\\pos(40,40)\(tags)}HHHH"], outline: 4, shadow: 3)
      #expect(frame.box { $0 != Self.grey } == nil, "\(tags)")
    }
  }

  @Test func `a baseline for drawings moves no letters`() throws {
    let plain = try light(try frame(["{\\pos(20,60)}HHHH"]))
    let moved = try light(try frame(["{\\pos(20,60)}HH{\\pbo50}HH"]))
    #expect(plain.y == moved.y && abs(plain.x.count - moved.x.count) <= 1)
  }

  @Test func `lines are stacked by whole rows without a gap`() throws {
    // Lines of 40 rows with outlines of 2.25 at top and bottom take 44.
    let frame = try frame(
      ["H{\\bord2.25}", "{\\bord2.25}HHH"].map { "{\\bord2.25}" + $0 }, alignment: 2)
    let (upper, lower) = (try light(frame, in: 110..<145), try light(frame))
    #expect(lower.y.upperBound - 44 > upper.y.lowerBound)
    let single = try self.frame(["{\\bord2.25}H"], alignment: 2)
    let height = try light(single).y.count
    #expect(lower.y.count == height + 44)
  }

  @Test func `what turns about a point or changes keeps clear of nothing`() throws {
    let single = try light(try frame(["H"], alignment: 2))
    let stacked = try light(try frame(["H", "H"], alignment: 2))
    #expect(stacked.y.count > single.y.count + 20)
    for tag in ["\\t()", "\\t(0,100,\\1c&HFF&)", "\\org(0,0)", "\\move(160,180,160,180)"] {
      for lines in [["H", "{\(tag)}H"], ["{\(tag)}H", "H"]] {
        // Half covered pixels are brighter where both cover them.
        let both = try light(try frame(lines, alignment: 2))
        #expect(abs(both.y.count - single.y.count) <= 2, "\(tag)")
      }
    }
  }

  @Test func `words are not cut, at hyphens neither`() throws {
    let single = try light(try frame(["HHH"], alignment: 2))
    for word in ["HHHHHHHHHHHHHHHHHHHHHHHH", "HHHHHH-HHHHHH-HHHHHH", "HHHHHH\\hHHHHHH\\hHHHHHH"] {
      let long = try light(try frame([word], alignment: 2))
      #expect(long.y == single.y && long.x.count > 290, "\(word)")
    }
    let words = try light(try frame(["HHHHHH HHHHHH HHHHHH"], alignment: 2))
    #expect(words.y.count > single.y.count + 20)
  }

  @Test func `a bold that the font lacks grows to the right and upwards`() throws {
    // The built-in font goes up to 800; 150 more are let pass.
    func box(_ weight: Int) throws -> DrawnBox {
      try light(try frame(["{\\pos(20,0)\\fs200\\b\(weight)}H"]))
    }
    let (own, passed, grown) = (try box(800), try box(950), try box(1000))
    #expect(own == passed)
    #expect(grown.x.lowerBound == own.x.lowerBound && grown.y.upperBound == own.y.upperBound)
    // A 64th of an em, which is less than the 200 pixels of a line.
    let (across, up) = (
      grown.x.upperBound - own.x.upperBound, own.y.lowerBound - grown.y.lowerBound
    )
    #expect((2...4).contains(across) && (2...4).contains(up))
  }

  @Test func `outlines follow the shape of the pixels`() throws {
    // Of 160 by 180, so that all is twice as wide.
    let canvas = CueCanvas(width: 320, height: 180, playWidth: 160, playHeight: 180)
    #expect(canvas.border == Vector(2, 1))
    let unscaled = CueCanvas(
      width: 320, height: 180, playWidth: 160, playHeight: 180, scalesBorders: false)
    #expect(unscaled.border == Vector(1, 1))
  }

  @Test func `a drawing cuts an event, however that is moved`() throws {
    let square = "\\p1}m 0 0 l 100 0 100 60 0 60"
    let cut = "m 60 20 l 90 20 90 50 60 50"
    func bright(_ tags: String, _ x: Int, _ y: Int, at seconds: Double = 0) throws -> Bool {
      try frame(["{\(tags)\(square)"], at: seconds)[0, x, y] > 170
    }
    for tags in ["\\pos(40,10)", "\\move(30,10,50,10)"] {
      let seconds = 0.5
      let inside = "\(tags)\\clip(\(cut))"
      let found = try #require(
        try frame(["{\(inside)\(square)"], at: seconds).box { $0 > 170 })
      #expect(found.x == 60..<90 && found.y == 20..<50, "\(tags)")
      let outside = "\(tags)\\iclip(\(cut))"
      #expect(try !bright(outside, 75, 35, at: seconds) && bright(outside, 50, 35, at: seconds))
      #expect(try bright(outside, 75, 60, at: seconds) && bright(outside, 100, 35, at: seconds))
    }
    // Coordinates divided by two.
    let half = try frame(["{\\pos(40,10)\\clip(2,m 120 40 l 180 40 180 100 120 100)\(square)"])
    let found = try #require(half.box { $0 > 170 })
    #expect(found.x == 60..<90 && found.y == 20..<50)
  }

  @Test func `a drawing cuts what is sung`() throws {
    let text = "{\\pos(20,40)\\clip(m 0 0 l 60 0 60 180 0 180)\\kf50}HHHHHH"
    for seconds in [0, 0.25, 0.7] {
      #expect(try light(try frame([text], at: seconds)).x.upperBound <= 60)
    }
  }

  @Test func `blurs are measured on the layout's picture`() throws {
    func spread(_ info: String) throws -> Int {
      let frame = try frame(["{\\pos(160,90)\\an5\\blur4}H"], info)
      return try #require(frame.box { $0 > Self.grey + 4 }).x.count
    }
    let own = try spread("")
    #expect(try spread("LayoutResX: 320\nLayoutResY: 180") == own)
    #expect(try spread("LayoutResX: 160\nLayoutResY: 90") > own + 4)
    // Both are needed.
    #expect(try spread("LayoutResY: 90") == own)
  }

  @Test func `a line goes from the left, or as its first letter where the encoding is -1`() throws {
    // A mark from the right stands for a letter of the kind; the stop comes behind the H.
    func leftHeight(_ tags: String) throws -> Int {
      let frame = try frame(["\(tags)\u{200F}H."])
      let left = try light(frame).x.lowerBound
      return try light(frame, in: left..<left + 3).y.count
    }
    let tall = try leftHeight("")
    #expect(try leftHeight("{\\fe-1}") < tall / 2)
    #expect(try leftHeight("{\\fe177}") == tall)
  }

  @Test func `pieces that tags make stay in their order, each turned by itself`() throws {
    // Letters that are told to go from the right; the stop comes before or behind the H.
    func leftHeight(_ tags: String, _ between: String) throws -> Int {
      let frame = try frame(["\(tags)\u{202E}H\(between)\u{202E}."])
      let left = try light(frame).x.lowerBound
      return try light(frame, in: left..<left + 3).y.count
    }
    let low = try leftHeight("", "")
    #expect(try leftHeight("", "{\\c&HFEFEFE&}") > 2 * low)
    #expect(try leftHeight("", "{\\c&HFFFFFF&}") == low)
    #expect(try leftHeight("{\\fe-1}", "{\\c&HFEFEFE&}") == low)
  }

  @Test func `a shadow moves what a turn is about`() throws {
    let plain = try light(try frame(["{\\pos(160,90)\\an5\\frz180}H"]))
    let moved = try light(try frame(["{\\pos(160,90)\\an5\\frz180}H"], shadow: 6))
    #expect(moved.x.lowerBound == plain.x.lowerBound - 12)
    #expect(moved.y.lowerBound == plain.y.lowerBound - 12)
  }
}
