import Filters
import TestSupport
import Testing
import Y4M

@Suite struct MirrorTests {
  private static let modes = [
    "left", "right", "top", "bottom", "quad", "diagonal", "horizontal", "vertical",
  ]

  private func film(_ parameters: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "mirror", \#(parameters) }]"#, format)
  }

  @Test(arguments: everyFormat)
  func `what is kept stays, wherever the mirror stands`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let layout = format.planes[0]
    for position in ["2.25", "30%", "100%"] {
      for mode in Self.modes {
        let result = try film(
          #""mode": "\#(mode)", "position": "\#(position)""#, format
        ).frame(source)
        guard mode == "left", position == "30%" else { continue }
        let kept = Int(0.3 * Double(layout.width) + 0.5)
        for y in 0..<layout.height {
          for x in 0..<kept { #expect(result[0, x, y] == source[0, x, y], "\(x), \(y)") }
        }
      }
    }
  }

  @Test func `luma is copied to the sample, from either side of the mirror`() throws {
    let format = PixelFormat.named("420mpeg2", 33, 21)
    let source = Frame.noise(format)
    let left = try film(#""position": 13.5"#, format).frame(source)
    let bottom = try film(#""mode": "bottom", "position": 9"#, format).frame(source)
    for y in 0..<21 {
      for x in 0..<33 {
        // 13.5 lies in the middle of sample 13, which mirrors itself; what is left of 0 returns.
        let mirrored = x <= 13 ? x : 26 - x
        let column = mirrored < 0 ? -1 - mirrored : mirrored
        #expect(left[0, x, y] == source[0, column, y], "\(x), \(y)")
        let row = y >= 9 ? y : 17 - y
        #expect(bottom[0, x, y] == source[0, x, row], "\(x), \(y)")
      }
    }
  }

  @Test func `chroma on the left of its pixels is read from its true place`() throws {
    let format = PixelFormat.named("420mpeg2", 16, 4)
    let source = Frame.flat(format, [90, 128])
    for x in 0..<8 { for y in 0..<2 { source[1, x, y] = 100 + 10 * x } }
    let result = try film(#""mode": "horizontal""#, format).frame(source)
    // Sample i lies at luma place 2 i + 0.5, and its image at 15.5 - 2 i: halfway between two.
    for x in 1..<8 { #expect(result[1, x, 0] == 175 - 10 * x, "\(x)") }
  }

  @Test func `a region shows what the whole does`() throws {
    let format = PixelFormat.named("420mpeg2", 64, 48)
    let source = Frame.noise(format)
    let region = #""region": { "position": [30, 10], "size": [20, 20] }"#
    for mode in Self.modes {
      let whole = try film(#""mode": "\#(mode)", "position": "40%""#, format).frame(source)
      let part = try film(
        #""mode": "\#(mode)", "position": "40%", \#(region)"#, format
      ).frame(source)
      for y in 10..<30 { for x in 30..<50 { #expect(part[0, x, y] == whole[0, x, y]) } }
      #expect(part[0, 29, 10] == source[0, 29, 10])
    }
  }
}
