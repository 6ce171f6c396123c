import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct RemoveLogoTests {
  private func film(_ keys: String, _ format: PixelFormat) throws -> Film {
    try Film(
      #"[{ "type": "effect", "effect": "remove-logo", "anchor": "top-left", "duration": 9, \#(keys) }]"#,
      format)
  }

  @Test(arguments: RedactTests.formats)
  func `a logo on a slope is replaced by the slope, and nothing else changes`(
    _ format: PixelFormat
  ) throws {
    // A slope is its own mean between opposite sides.
    let (source, slope) = (Frame(format), Frame(format))
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          slope[plane, x, y] = (60 + x + 2 * y) << (format.depth - 8)
          source[plane, x, y] = slope[plane, x, y]
        }
      }
      guard layout.width > 8, layout.height > 8 else { continue }
      for y in (8 >> layout.shiftY)..<(16 >> layout.shiftY) {
        for x in (8 >> layout.shiftX)..<(16 >> layout.shiftX) { source[plane, x, y] = 10 }
      }
    }
    let result = try film(#""position": [8, 8], "size": [8, 8]"#, format).frame(source)
    for plane in format.planes.indices where format.roles[plane] != .alpha {
      let layout = format.planes[plane]
      guard layout.width > 8, layout.height > 8 else { continue }
      // Chroma that stands between the rectangle's samples may be met by less than half.
      for (found, wanted) in zip(result.samples(plane), slope.samples(plane)) {
        #expect(abs(found - wanted) <= 1 << (format.depth - 8))
      }
    }
  }

  @Test func `the picture's edges count for nothing, and without sides nothing changes`() throws {
    let format = PixelFormat.named("mono", 24, 16)
    let source = Frame.noise(format)
    for y in 0..<16 { source[0, 10, y] = 77 }
    // The only side is a column of one value.
    let left = try film(#""position": [0, 0], "size": [10, 16]"#, format).frame(source)
    for y in 0..<16 { for x in 0..<10 { #expect(left[0, x, y] == 77) } }
    for y in 0..<16 { for x in 10..<24 { #expect(left[0, x, y] == source[0, x, y]) } }
    let all = try film(#""position": [-3, 0], "size": [40, 20]"#, format).frame(source)
    #expect(all.isIdentical(to: source))
    let beyond = try film(#""position": [24, 0], "size": [40, 20]"#, format).frame(source)
    #expect(beyond.isIdentical(to: source))
  }

  @Test func `a part of it is the same as in the whole, and it moves`() throws {
    let format = PixelFormat.named("420mpeg2", 60, 40)
    let source = Frame.noise(format)
    let keys = #""position": { "from": [4, 4], "to": [24, 14], "duration": 2 }, "size": [20, 18]"#
    let whole = try film(keys, format).frame(source, at: 1)
    let same = try film(#""position": [14, 9], "size": [20, 18]"#, format).frame(source)
    #expect(whole.isIdentical(to: same))
    let part = try film(
      #"\#(keys), "region": { "position": [18, 12], "size": [8, 8] }"#, format
    ).frame(source, at: 1)
    for y in 12..<20 { for x in 18..<26 { #expect(part[0, x, y] == whole[0, x, y]) } }
    #expect(part[1, 10, 8] == whole[1, 10, 8])
  }
}
