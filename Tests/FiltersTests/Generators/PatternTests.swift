import Filters
import TestSupport
import Testing
import Y4M

/// Checkerboards, stripes and grids.
@Suite struct PatternTests {
  private static let format = PixelFormat.named("mono", 40, 24)

  private func luma(
    _ layer: String, at seconds: Double = 0, _ format: PixelFormat = Self.format
  ) throws -> Frame {
    try Film("[{ \(layer) }]", format, range: .full).frame(.flat(format, [0]), at: seconds)
  }

  @Test func `squares alternate from the top left`() throws {
    let frame = try luma(#""type": "checkerboard", "cell": 8"#)
    for y in 0..<24 {
      for x in 0..<40 { #expect(frame[0, x, y] == ((x / 8 + y / 8) % 2 == 0 ? 255 : 0)) }
    }
    let flat = try luma(#""type": "checkerboard", "cell": 8, "cellHeight": 4"#)
    #expect(flat[0, 0, 3] == 255 && flat[0, 0, 4] == 0 && flat[0, 8, 4] == 255)
  }

  @Test func `an edge between samples is mixed exactly`() throws {
    let frame = try luma(#""type": "stripes", "width": 4, "gap": 6, "offset": 0.25"#)
    let row = (0..<12).map { frame[0, $0, 5] }
    #expect(row == [191, 255, 255, 255, 64, 0, 0, 0, 0, 0, 191, 255])
    // Moved by a period, it is the same.
    let moved = try luma(#""type": "stripes", "width": 4, "gap": 6, "offset": -9.75"#)
    #expect(moved.isIdentical(to: frame))
  }

  @Test func `stripes lie across at a right angle`() throws {
    let frame = try luma(#""type": "stripes", "width": 3, "angle": 90, "size": [24, 24]"#)
    for y in 0..<24 { #expect(frame[0, 5, y] == (y / 3 % 2 == 0 ? 255 : 0)) }
  }

  @Test func `stripes that are finer than samples are even`() throws {
    let frame = try luma(#""type": "stripes", "width": 0.2, "gap": 0.3"#)
    #expect(frame.samples(0).allSatisfy { abs($0 - 102) <= 1 })
    let none = try luma(#""type": "stripes", "width": 0, "gap": 4"#)
    #expect(none.samples(0).allSatisfy { $0 == 0 })
    let all = try luma(#""type": "stripes", "width": 4, "gap": 0"#)
    #expect(all.samples(0).allSatisfy { $0 == 255 })
  }

  @Test func `lines of a grid lie on the edge and between are nothing`() throws {
    let frame = try luma(#""type": "grid", "cell": 10, "thickness": 2"#)
    for y in 0..<24 {
      for x in 0..<40 {
        let isLine = [9, 0].contains(x % 10) || [9, 0].contains(y % 10)
        #expect(frame[0, x, y] == (isLine ? 255 : 0))
      }
    }
    // Half of a thin line is seen.
    let thin = try luma(#""type": "grid", "cell": 10, "thickness": 0.5, "offset": [5.5, 5.5]"#)
    #expect(abs(thin[0, 5, 0] - 128) <= 1 && thin[0, 3, 0] == 0)
  }

  @Test func `a soft pattern has the mean of a sharp one`() throws {
    for kind in ["stripes\", \"width\": 5", "checkerboard\", \"cell\": 4", "grid\", \"cell\": 8"] {
      let format = PixelFormat.named("mono", 80, 40)
      let sharp = try luma("\"type\": \"\(kind)", format)
      let soft = try luma("\"type\": \"\(kind), \"softness\": 1", format)
      let sums = [sharp, soft].map { $0.samples(0).reduce(0, +) }
      #expect(abs(sums[0] - sums[1]) < 3 * 80 * 40)
    }
  }

  @Test func `a turned pattern is drawn alike in bands and whole`() throws {
    let layer = #""type": "checkerboard", "cell": 5, "angle": 30, "offset": [2, 1]"#
    let wide = try luma(layer)
    // Turned about the middle of the box, half a turn exchanges the corners.
    let back = try luma(
      #""type": "checkerboard", "cell": 5, "angle": 210, "offset": [2, 1], "flip": "both""#)
    #expect(wide.greatestDifference(from: back) <= 2)
  }

  @Test func `colours move`() throws {
    let layer = #"""
      "type": "stripes", "width": 4, "color": { "from": "black", "to": "white", "duration": 1 }
      """#
    #expect(try luma(layer, at: 0)[0, 1, 1] == 0)
    #expect(abs(try luma(layer, at: 0.5)[0, 1, 1] - 128) <= 1)
  }

  @Test(arguments: ["stripes", "checkerboard", "grid"])
  func `nothing breaks at the ends of ranges`(_ kind: String) throws {
    let lengths: [String] =
      kind == "stripes" ? ["width", "gap"] : kind == "grid" ? ["cell", "thickness"] : ["cell"]
    for name in ["mono", "420jpeg", "444alpha", "422p10"] {
      for size in [1, 3, 17] {
        for length in ["0", "-5", "1e-9", "1e9", "\"100000%\""] {
          let keys = lengths.map { "\"\($0)\": \(length)" }.joined(separator: ", ")
          let offset = kind == "stripes" ? "-1e9" : "[1e9, -1e9]"
          let frame = try luma(
            "\"type\": \"\(kind)\", \(keys), \"angle\": 1e7, \"offset\": \(offset)",
            .named(name, size, size))
          #expect(!frame.exceedsPeak)
        }
      }
    }
  }
}
