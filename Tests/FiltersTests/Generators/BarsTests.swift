import Filters
import TestSupport
import Testing
import Y4M

@Suite struct BarsTests {
  private func bars(
    _ standard: String, _ format: PixelFormat, matrix: Matrix, range: ColorRange = .limited,
    _ keys: String = ""
  ) throws -> Frame {
    try Film(
      #"[{ "type": "bars", "standard": "\#(standard)"\#(keys) }]"#, format, range: range,
      matrix: matrix
    ).frame(.noise(format))
  }

  private func codes(_ frame: Frame, _ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { frame[$0, x, y] }
  }

  @Test func `those of HD have the levels of RP 219`() throws {
    // 10 bits of BT.709, as in table 2 of SMPTE RP 219-1; 96 by 64 has bars of 10.
    let frame = try bars("smpte", .named("444p10", 96, 64), matrix: .bt709)
    let expected: [(x: Int, y: Int, codes: [Int])] = [
      (6, 10, [414, 512, 512]), (16, 10, [721, 512, 512]), (26, 10, [674, 176, 543]),
      (36, 10, [581, 589, 176]), (46, 10, [534, 253, 207]), (56, 10, [251, 771, 817]),
      (66, 10, [204, 435, 848]), (76, 10, [111, 848, 481]), (90, 10, [414, 512, 512]),
      (6, 40, [754, 615, 64]), (16, 40, [244, 612, 395]), (40, 40, [721, 512, 512]),
      (90, 40, [127, 960, 471]), (6, 46, [877, 64, 553]), (16, 46, [141, 697, 606]),
      (90, 46, [250, 409, 960]), (6, 60, [195, 512, 512]), (20, 60, [64, 512, 512]),
      (36, 60, [940, 512, 512]), (57, 60, [46, 512, 512]), (61, 60, [64, 512, 512]),
      (65, 60, [82, 512, 512]), (73, 60, [99, 512, 512]), (79, 60, [64, 512, 512]),
    ]
    for (x, y, codes) in expected {
      let found = self.codes(frame, x, y)
      #expect(zip(found, codes).allSatisfy { abs($0 - $1) <= 1 }, "\(x) \(y): \(found) \(codes)")
    }
    #expect(frame[0, 22, 46] == 64 && frame[0, 81, 46] == 940)
    #expect((23..<82).allSatisfy { frame[0, $0, 46] > frame[0, $0 - 1, 46] })
  }

  @Test func `those of SD and of EBU have the codes of ffmpeg`() throws {
    // What smptebars and pal75bars write at 96 by 64, in BT.601 of 8 bits.
    let format = PixelFormat.named("444", 96, 64)
    let older = try bars("smpte-sd", format, matrix: .bt601)
    let rows: [(y: Int, [(x: Int, [Int])])] = [
      (
        0,
        [
          (0, [180, 128, 128]), (14, [162, 44, 142]), (28, [131, 156, 44]), (42, [112, 72, 58]),
          (56, [84, 184, 198]), (70, [65, 100, 212]), (84, [35, 212, 114]),
        ]
      ),
      (
        42,
        [
          (0, [35, 212, 114]), (14, [19, 128, 128]), (28, [84, 184, 198]), (42, [19, 128, 128]),
          (56, [131, 156, 44]), (70, [19, 128, 128]), (84, [180, 128, 128]),
        ]
      ),
      (
        48,
        [
          (0, [57, 156, 97]), (18, [235, 128, 128]), (36, [44, 171, 147]), (54, [16, 128, 128]),
          (70, [7, 128, 128]), (74, [16, 128, 128]), (78, [24, 128, 128]), (82, [16, 128, 128]),
        ]
      ),
    ]
    for (y, pieces) in rows {
      for (index, (x, codes)) in pieces.enumerated() {
        let last = index + 1 < pieces.count ? pieces[index + 1].x - 1 : 95
        for x in [x, last] {
          let found = self.codes(older, x, y)
          #expect(found == codes, "\(x) \(y): \(found), not \(codes)")
        }
      }
    }
    #expect(codes(older, 0, 41) == [180, 128, 128] && codes(older, 95, 63) == [16, 128, 128])
    let european = try bars("ebu", format, matrix: .bt601)
    let last: [[Int]] = [
      [235, 128, 128], [162, 44, 142], [131, 156, 44], [112, 72, 58], [84, 184, 198],
      [65, 100, 212], [35, 212, 114], [16, 128, 128],
    ]
    for (bar, expected) in last.enumerated() {
      #expect(codes(european, 12 * bar, 5) == expected)
      #expect(codes(european, 12 * bar + 11, 63) == expected)
    }
  }

  @Test func `in full range nothing is below black`() throws {
    let frame = try bars("smpte", .named("444", 96, 64), matrix: .bt709, range: .full)
    #expect(codes(frame, 57, 60) == [0, 128, 128] && codes(frame, 36, 60) == [255, 128, 128])
  }

  @Test(arguments: ["420mpeg2", "420p10", "422", "411", "mono", "444alpha"])
  func `every format has bars, at any size`(_ name: String) throws {
    for (width, height) in [(1, 1), (2, 1), (17, 13), (96, 64)] {
      let format = PixelFormat.named(name, width, height)
      let frame = try bars("smpte", format, matrix: .bt709)
      #expect(!frame.exceedsPeak)
      let turned = try bars(
        "ebu", format, matrix: .bt709, #", "rotation": 33, "scale": 0.7, "opacity": 0.5"#)
      #expect(!turned.exceedsPeak)
    }
  }
}
