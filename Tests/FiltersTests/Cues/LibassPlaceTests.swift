import Bytes
import Fonts
import Foundation
import TestFiles
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Where libass 0.17.1 has pixels of a script, with Aileron of its own tests as the only font.
@Suite struct LibassPlaceTests {
  private static let format = PixelFormat.named("mono", 320, 180)
  private static let grey = 90

  private static let fontBytes: [UInt8] = {
    (try? Checkout.bytes("subs/libass/font2.otf")) ?? []
  }()

  private static let fonts: FontLibrary = {
    let bytes = fontBytes
    return FontLibrary(
      files: FontFiles(
        list: { ["font2.otf"] },
        parts: { _, ranges in ranges.map { Array(bytes[$0.clamped(to: 0..<bytes.count)]) } },
        load: { _ in .success(FontData(bytes)) }, named: { _ in .success(FontData(bytes)) }))
  }()

  /// A line of a script of 320 by 180 in white letters 40 pixels high, on grey.
  private func frame(
    _ text: String, style: String = "0,0,1", effect: String = "", info: String = "",
    fonts: FontLibrary = Self.fonts, at seconds: Double = 0.5
  ) throws -> Frame {
    let script = """
      [Script Info]
      PlayResX: 320
      PlayResY: 180
      ScaledBorderAndShadow: yes
      \(info)
      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Outline, Shadow, BorderStyle, Alignment, MarginL, MarginR, MarginV
      Style: Default,Aileron,40,&H00FFFFFF,&H00000000,&H00000000,&H00404040,\(style),7,0,0,0
      [Events]
      Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,\(effect),\(text)

      """
    let film = try Film(
      #"[{ "type": "subtitles", "source": "a.ass" }]"#, Self.format, range: .full,
      files: ["a.ass": Array(script.utf8)], fonts: fonts)
    return try film.frame(.flat(Self.format, [Self.grey]), at: seconds)
  }

  /// The left, right, upper and lower edge of the pixels that are wanted; none where there are
  /// none.
  private func box(_ frame: Frame, where isWanted: (Int) -> Bool) -> [Int] {
    guard let (x, y) = frame.box(where: isWanted) else { return [] }
    return [x.lowerBound, x.upperBound, y.lowerBound, y.upperBound]
  }

  /// Within a pixel, as edges that cover a part of one differ.
  private func expect(
    _ found: [Int], _ wanted: [Int], _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) <= 1 },
      "\(found) instead of \(wanted): \(text)", sourceLocation: sourceLocation)
  }

  private func isEqual(_ a: Frame, _ b: Frame) -> Bool { a.bytes.elementsEqual(b.bytes) }

  /// A file as scripts have it: each sign carries six bits.
  private func signs(_ bytes: [UInt8]) -> String {
    var signs: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      signs += (0...group.count).map { UInt8(value >> (18 - 6 * $0) & 63) + 33 }
    }
    return stride(from: 0, to: signs.count, by: 80).map {
      String(decoding: signs[$0..<min($0 + 80, signs.count)], as: UTF8.self)
    }.joined(separator: "\n")
  }

  @Test func `a font that a script brings along is used as one of the system is`() throws {
    let section = "[Fonts]\nfontname: font2_0.otf\n" + signs(Self.fontBytes)
    let text = "{\\pos(20,20)}HH"
    let wanted = try frame(text)
    let brought = try frame(text, info: section, fonts: .builtInOnly)
    let other = try frame(text, fonts: .builtInOnly)
    #expect(isEqual(brought, wanted) && !isEqual(other, wanted))
  }

  private static let square = "m 0 0 l 20 0 20 30 0 30"

  @Test(arguments: [
    ("{\\pos(20,20)\\p1}*{\\p0}HH", [20, 86, 22, 52]),
    ("{\\pos(20,20)}HH{\\p1}*{\\p0}HH", [23, 135, 22, 52]),
    ("{\\pos(20,20)\\p1}*{\\p0}\\N{\\p1}*", [20, 40, 20, 80]),
    ("{\\pos(20,20)\\p1}*{\\p0}\\N\\N{\\p1}*", [20, 40, 20, 100]),
    ("{\\pos(20,20)}HH{\\p1}m 0 0 l 20 0 20 80 0 80{\\p0}H", [23, 110, 20, 100]),
    ("{\\pos(20,20)}HH{\\p1}*{\\p0}\\NHH", [23, 89, 22, 92]),
    ("{\\pos(160,170)\\an2}HH{\\p1}*{\\p0}\\N{\\p1}*", [129, 194, 102, 170]),
    ("{\\pos(60,60)}HH{\\p1}m -10 -10 l 10 -10 10 20 -10 20{\\p0}H", [63, 150, 52, 92]),
    ("{\\pos(20,20)\\p1}*{\\p0}  HH", [20, 100, 22, 52]),
    ("{\\pos(20,20)\\fsp10}H{\\p1}*{\\p0}H", [23, 96, 22, 52]),
  ])
  func `drawings stand in lines of text where libass draws them`(
    _ text: String, _ wanted: [Int]
  ) throws {
    let text = text.replacing("*", with: Self.square)
    expect(box(try frame(text)) { $0 > 170 }, wanted, text)
  }

  @Test(arguments: [
    ("{\\pos(20,20)}HH{\\p1\\pbo10}*", [23, 89, 29, 62]),
    ("{\\pos(20,60)}HH{\\p1\\pbo-20}*", [23, 89, 60, 110]),
    ("{\\pos(20,20)}H{\\p2\\pbo20}m 0 0 l 40 0 40 60 0 60{\\p0}H", [23, 86, 29, 62]),
  ])
  func `a baseline for drawings moves them as in libass`(
    _ text: String, _ wanted: [Int]
  ) throws {
    let text = text.replacing("*", with: Self.square)
    expect(box(try frame(text)) { $0 > 170 }, wanted, text)
  }

  @Test(arguments: [
    ("{\\pos(20,20)\\p1}*{\\p0} ", [20, 40, 20, 50]),
    ("{\\pos(20,20)\\p1}*{\\p0} \\N {\\p1}*", [20, 40, 20, 80]),
    ("{\\pos(20,20)}H{\\fs80} {\\fs40}\\NH", [23, 42, 29, 92]),
  ])
  func `spaces at the end of a line make it no higher than in libass`(
    _ text: String, _ wanted: [Int]
  ) throws {
    let text = text.replacing("*", with: Self.square)
    expect(box(try frame(text)) { $0 > 170 }, wanted, text)
  }

  private static let patch = "m 0 0 l 40 0 40 30 0 30"

  @Test(arguments: [
    ("{\\bord0}H", "{\\bord0}H\\N{\\bord20\\3a&HFF&}H", "{\\bord0}H", [3, 22, 9, 172]),
    ("{\\bord0}H", "{\\bord20\\3a&HFF&}H\\N{\\bord0}H", "{\\bord0}H", [3, 22, 9, 172]),
    ("{\\an1\\bord0}H", "{\\an1\\bord20.4\\3a&HFF&}H\\N{\\bord0.6}H", "", [3, 22, 68, 172]),
  ])
  func `outlines of the first and the last line alone keep other text away as in libass`(
    _ first: String, _ second: String, _ third: String, _ wanted: [Int]
  ) throws {
    let text = [first, second, third]
      .joined(separator: "\nDialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,,")
    expect(box(try frame(text)) { $0 > 170 }, wanted, text)
  }

  @Test(arguments: [
    ("Banner;20", "{\\p1}*", [270, 310, 0, 30], [195, 235, 0, 30]),
    ("Banner;20;1", "{\\p1}*", [10, 50, 0, 30], [85, 125, 0, 30]),
    ("Banner;0", "{\\p1}*", [], []),
    ("Banner;20", "{\\pos(10,60)\\p1}*", [270, 310, 60, 90], [195, 235, 60, 90]),
    ("Banner;20", "{\\an2}HH HH", [273, 316, 149, 172], [198, 297, 149, 172]),
    ("Banner;20.7;1", "{\\an3}HH\\NHHH", [5, 47, 109, 172], [55, 122, 109, 172]),
    ("Scroll up;20;100;25", "{\\p1}*", [0, 40, 60, 90], [0, 40, 20, 30]),
    ("Scroll up;100;20;25", "{\\pos(100,10)\\p1}*", [100, 140, 60, 90], [100, 140, 20, 30]),
    ("Scroll down;20;100;25", "{\\an8\\p1}*", [140, 180, 30, 60], [140, 180, 90, 100]),
    ("Scroll up;0;0;25", "{\\p1}*", [], []),
    ("Scroll up;20;100", "{\\p1}*", [0, 40, 0, 30], [0, 40, 0, 30]),
    ("Scroll up;20;100;25", "{\\clip(0,0,320,60)\\p1}*", [], [0, 40, 20, 30]),
    ("Scroll up;20;100;25", "{\\iclip(0,0,320,60)\\p1}*", [0, 40, 60, 90], [0, 40, 0, 20]),
    ("banner;20", "{\\p1}*", [0, 40, 0, 30], [0, 40, 0, 30]),
  ])
  func `the field Effect leads events through the picture as in libass`(
    _ effect: String, _ text: String, _ first: [Int], _ then: [Int]
  ) throws {
    let text = text.replacing("*", with: Self.patch)
    for (seconds, wanted) in [(1, first), (2.5, then)] {
      let frame = try frame(text, effect: effect, at: seconds)
      expect(box(frame) { $0 > 170 }, wanted, "\(effect) \(text) at \(seconds)")
    }
  }

  /// What libass has at one second of a banner of 3 ms a pixel.
  @Test(arguments: [("", [0, 27, 0, 30]), ("LayoutResX: 130\nLayoutResY: 80", [0, 8, 0, 30])])
  func `delays are whole milliseconds of the layout as in libass`(
    _ info: String, _ wanted: [Int]
  ) throws {
    let text = "{\\p1}" + Self.patch
    let frame = try frame(text, effect: "Banner;3", info: info, at: 1)
    expect(box(frame) { $0 > 170 }, wanted, info)
  }

  @Test(arguments: [
    ("{\\pos(60,40)\\fay0.5}HH{\\1c&HFFFFFE&}HH", [63, 155, 51, 95]),
    ("{\\pos(60,40)\\fay0.5}HH{\\1c&HFFFFFF&}HH", [63, 155, 51, 119]),
    ("{\\pos(20,40)\\fay0.5}H{\\p1}m 0 0 l 20 0 20 30 0 30{\\p0}H", [23, 86, 43, 83]),
    ("{\\pos(60,40)\\fax0.5\\fs20}HH{\\fs40}HH", [64, 146, 49, 72]),
  ])
  func `shears begin anew where libass has them do so`(_ text: String, _ wanted: [Int]) throws {
    expect(box(try frame(text)) { $0 > 170 }, wanted, text)
  }

  /// Outline, shadow and BorderStyle, then all that is drawn.
  @Test(arguments: [
    ("0,0,3", "HH", [63, 107, 69, 93]),
    ("0,3,3", "HH", [62, 113, 62, 104]),
    ("0.5,0,3", "HH", [58, 110, 59, 101]),
    ("2,0,3", "HH", [57, 111, 58, 102]),
    ("4,0,3", "{\\fscx150\\fscy120}HH", [53, 158, 55, 123]),
    ("4,3,3", "{\\bord0\\shad0}HH{\\bord4}HH", [63, 162, 56, 104]),
    ("0,0,4", "HH", [60, 109, 60, 100]),
    ("0,3,4", "HH", [57, 112, 57, 103]),
    ("4,3,4", "HH", [53, 116, 53, 107]),
    ("4,3,4", "{\\shad10}HH", [46, 123, 46, 114]),
    ("4,3,4", "HH\\NHHH", [53, 140, 53, 147]),
    ("4,3,4", "{\\frz30}HH", [53, 122, 39, 107]),
    ("0,3,4", "HH{\\shad0}", [60, 109, 60, 100]),
    ("0,3,4", "HH{\\xshad-5}", [60, 109, 57, 103]),
  ])
  func `boxes are as large as those of libass`(
    _ style: String, _ text: String, _ wanted: [Int]
  ) throws {
    let frame = try frame("{\\pos(60,60)}" + text, style: style)
    expect(box(frame) { abs($0 - Self.grey) > 3 }, wanted, "\(style) \(text)")
  }

  /// What libass has right of column 120, where the letters are small.
  @Test func `a box is as high as its own letters`() throws {
    let frame = try frame("{\\pos(60,60)}HH{\\fs20}HH", style: "4,0,3")
    let dark = (120..<320).flatMap { x in (0..<180).filter { frame[0, x, $0] < 40 } }
    #expect(abs((dark.min() ?? 0) - 72) <= 1 && abs((dark.max() ?? 0) - 99) <= 1)
  }

  /// The box of BorderStyle 4 has the shadow's colour, 64 of 255, and is under outlines and
  /// letters.
  @Test func `a box behind the whole text has the colour of the shadow`() throws {
    let frame = try frame("{\\pos(60,60)}HH", style: "4,3,4")
    #expect(frame[0, 55, 55] == 64 && frame[0, 114, 105] == 64)
    expect(box(frame) { $0 < 40 }, [59, 110, 65, 96], "outlines")
  }

  /// Letters are clipped and fade, and the box is there from the first frame on.
  @Test(arguments: [
    "\\fad(1000,0)", "\\fade(255,0,0,400,1000,2000,3000)", "\\clip(0,0,80,80)",
    "\\iclip(0,0,80,80)", "\\clip(m 0 0 l 80 0 0 80)", "\\fad(1000,0)\\clip(0,0,80,80)",
  ])
  func `a box behind the whole text is neither faded nor clipped`(_ tags: String) throws {
    for seconds in [0, 0.5] {
      let frame = try frame("{\\pos(60,60)\(tags)}HH", style: "4,3,4", at: seconds)
      expect(box(frame) { abs($0 - Self.grey) > 3 }, [53, 116, 53, 107], tags)
      #expect(frame[0, 55, 55] == 64 && frame[0, 114, 105] == 64)
    }
  }

  /// In libass 0.17.1 the letters are 159 where they are half faded over the box.
  @Test func `letters fade over the box behind them`() throws {
    let frame = try frame("{\\pos(60,60)\\fad(1000,0)}HH", style: "0,3,4")
    #expect(abs((box(frame) { $0 > 150 }.first ?? 0) - 63) <= 1)
    #expect(box(frame) { $0 > 170 }.isEmpty)
  }

  @Test(arguments: [
    ("{\\kf100}HH{\\i0}HH{\\kf100}HH", 0.5, [23, 66, 29, 52]),
    ("{\\kf100}HH{\\i0}HH{\\kf100}HH", 1.5, [23, 139, 29, 52]),
    ("{\\kf100}HH{\\1c&HF0F0F0&}HH{\\kf100}HH", 0.25, [23, 36, 29, 52]),
    ("{\\kf100}HH{\\1c&HF0F0F0&}HH{\\kf100}HH", 0.75, [23, 60, 29, 52]),
    ("{\\kf100}HH{\\1c&HF0F0F0&}HH{\\kf100}HH", 1.25, [23, 133, 29, 52]),
    ("{\\k100}HH{\\fs20}HH{\\k100}HH", 0.25, [23, 66, 29, 52]),
    ("{\\k100}HH{\\fs20}HH{\\k100}HH", 1.25, [23, 116, 29, 52]),
    ("{\\kf100}HH{\\p1}m 0 0 l 20 0 20 30 0 30{\\p0}HH", 0.75, [23, 60, 29, 52]),
    ("{\\kf100}HH{\\p1}m 0 0 l 20 0 20 30 0 30{\\p0}HH", 1.25, [23, 135, 22, 52]),
  ])
  func `what is sung is as far as in libass`(
    _ text: String, _ seconds: Double, _ wanted: [Int]
  ) throws {
    let frame = try frame("{\\pos(20,20)}" + text, at: seconds)
    expect(box(frame) { $0 > 170 }, wanted, "\(text) at \(seconds)")
  }

  /// The brightest that libass has after 0.2, 0.5 and 0.8 seconds.
  @Test(arguments: [
    ("{\\t(0,1000,\\1a&HFF&)}HH", [222, 173, 123]),
    ("{\\t(0,1000,\\1a&H1FF&)}HH", [189, 90, 157]),
    ("{\\1a&HF0&\\t(0,1000,\\1a&H110&)}HH", [96, 255, 249]),
    ("{\\t(0,1000,0.5,\\1a&HFF80&)}HH", [212, 145, 168]),
    ("{\\1a&H80&\\t(0,1000,\\1a)}HH", [255, 255, 255]),
    ("{\\1c&H000000&\\t(0,1000,\\1c)}HH", [255, 255, 255]),
  ])
  func `opacities change as in libass`(_ text: String, _ wanted: [Int]) throws {
    for (seconds, wanted) in zip([0.2, 0.5, 0.8], wanted) {
      let frame = try frame("{\\pos(20,20)}" + text, at: seconds)
      let most = (0..<180).flatMap { y in (0..<320).map { frame[0, $0, y] } }.max() ?? 0
      #expect(abs(most - wanted) <= 2, "\(text) at \(seconds)")
    }
  }

  /// In libass a tag without a value counts at once within `\t`, too.
  @Test(arguments: [
    "\\bord8\\t(0,1000,\\bord)", "\\shad8\\t(0,1000,\\shad)", "\\fscx200\\t(0,1000,\\fscx)",
    "\\fsp30\\t(0,1000,\\fsp)", "\\frz40\\t(0,1000,\\frz)", "\\frx50\\t(0,1000,\\frx)",
    "\\fax1\\t(0,1000,\\fax)", "\\blur5\\t(0,1000,\\blur)", "\\be5\\t(0,1000,\\be)",
    "\\fscx200\\t(0,1000,\\fsc)",
  ])
  func `tags without values count at once as in libass`(_ tags: String) throws {
    let frame = try frame("{\\pos(20,20)\(tags)}HH", at: 0.3)
    expect(box(frame) { $0 > 170 }, [23, 66, 29, 52], tags)
    expect(box(frame) { abs($0 - Self.grey) > 3 }, [23, 67, 29, 53], tags)
  }

  @Test(arguments: [
    ("{\\pos(20,20)\\i1}f{\\i0}l", [23, 42, 27, 52]),
    ("{\\pos(20,20)\\i1}of {\\i0}l", [23, 69, 27, 53]),
    ("{\\pos(20,20)\\i1}of{\\i0} l", [23, 69, 27, 53]),
    ("{\\pos(300,20)\\an9\\i1}f{\\i0}l", [280, 299, 27, 52]),
    ("{\\pos(300,20)\\an9\\i1}f\\N{\\i0}HHH", [230, 305, 27, 92]),
    ("{\\pos(20,20)\\i1\\fsp10}T{\\i0}l", [26, 58, 28, 52]),
    ("{\\pos(20,20)\\i1}HH{\\i0}HH", [24, 117, 29, 52]),
  ])
  func `upright letters keep clear of slanted ones as in libass`(
    _ text: String, _ wanted: [Int]
  ) throws {
    expect(box(try frame(text)) { $0 > 170 }, wanted, text)
  }

  /// What libass has where the layout is 320 by 320, and 640 by 180.
  @Test(arguments: [
    ("{\\pos(20,20)}HH", [26, 102, 29, 52], [22, 43, 29, 52]),
    ("{\\an9}HH", [239, 315, 9, 32], [297, 319, 9, 32]),
    ("{\\pos(100,60)\\frz45}HHH", [116, 228, 17, 80], [105, 136, 17, 80]),
    ("{\\pos(60,60)\\fax0.5}HH", [75, 170, 69, 92], [64, 91, 69, 92]),
    ("{\\pos(20,20)\\fay0.5}HH", [26, 102, 31, 75], [22, 43, 32, 75]),
    ("{\\pos(20,20)\\fsp10}HH", [26, 112, 29, 52], [22, 53, 29, 52]),
    ("{\\pos(60,60)\\fry40}HH", [65, 114, 68, 92], [61, 76, 69, 92]),
    ("{\\pos(20,20)\\p1}m 0 0 l 40 0 40 40 0 40", [20, 60, 20, 60], [20, 60, 20, 60]),
    ("{\\pos(100,60)\\p1\\frz90}m 0 0 l 40 0 40 20 0 20", [100, 136, 38, 60], [100, 110, 0, 60]),
  ])
  func `layouts of another shape stretch letters and turns as in libass`(
    _ text: String, _ square: [Int], _ wide: [Int]
  ) throws {
    for (info, wanted) in [
      ("LayoutResX: 320\nLayoutResY: 320", square), ("LayoutResX: 640\nLayoutResY: 180", wide),
    ] {
      expect(box(try frame(text, info: info)) { $0 > 170 }, wanted, "\(info) \(text)")
    }
  }
}
