import Filters
import TestSupport
import Testing
import Y4M

@Suite struct TileTests {
  private func film(_ parameters: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "tile", "duration": 4, \#(parameters) }]"#, format)
  }

  @Test(arguments: everyFormat)
  func `every tile is the same picture`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for text in [
      #""columns": 2"#, #""columns": 3, "rows": 1, "fit": "contain""#,
      #""columns": 64, "rows": 64, "gap": 5"#,
      #""columns": 5, "mirror": true, "offset": [3.3, -9]"#,
      #""columns": 1, "rows": 1, "offset": ["-70%", "1e8"]"#, #""gap": 9999, "fit": "stretch""#,
      #""columns": { "from": -5, "to": 90 }, "rows": 1, "mirror": true, "offset": [1, 0]"#,
    ] {
      let film = try? film(text, format)
      _ = try film?.frame(source, at: 3)
    }
    guard format.width % 8 == 0, format.height % 8 == 0 else { return }
    let result = try film(#""rows": 2"#, format).frame(source)
    for (plane, layout) in format.planes.enumerated() where format.roles[plane] != .alpha {
      let (width, height) = (layout.width / 2, layout.height / 2)
      for y in 0..<height {
        for x in 0..<width {
          let sample = result[plane, x, y]
          #expect(result[plane, x + width, y] == sample)
          #expect(result[plane, x, y + height] == sample)
          #expect(result[plane, x + width, y + height] == sample)
        }
      }
    }
  }

  @Test func `one tile in its place is the picture, and a round of them too`() throws {
    let format = PixelFormat.named("420mpeg2", 33, 21)
    let source = Frame.noise(format)
    let one = try film(#""columns": 1, "rows": 1"#, format).frame(source)
    #expect(one.isIdentical(to: source))
    let two = try film("\"gap\": 2", format).frame(source)
    let round = try film(#""gap": 2, "offset": [35, 23]"#, format).frame(source)
    #expect(round.isIdentical(to: two))
  }

  @Test func `tiles that leave the canvas return on the other side`() throws {
    let format = PixelFormat.named("444", 48, 32)
    let source = Frame.noise(format)
    let still = try film(#""columns": 3"#, format).frame(source)
    let moved = try film(#""columns": 3, "offset": [10, -5]"#, format).frame(source)
    for y in 0..<32 {
      for x in 0..<48 {
        #expect(moved[0, x, y] == still[0, (x + 38) % 48, (y + 5) % 32])
      }
    }
    let half = try film(#""columns": 3, "offset": [0.5, 0]"#, format).frame(source)
    #expect(half[0, 1, 0] == (still[0, 0, 0] + still[0, 1, 0] + 1) / 2)
  }

  @Test func `gaps have their colour, and neighbours of mirrored tiles join`() throws {
    let format = PixelFormat.named("444", 50, 32)
    let source = Frame.noise(format)
    let gaps = try film(#""gap": 2, "gapColor": "white""#, format).frame(source)
    for y in 0..<32 { #expect(gaps[0, 24, y] == 235 && gaps[0, 25, y] == 235) }
    #expect(gaps[0, 0, 15] == 235 && gaps[0, 0, 16] == 235)
    let mirrored = try film(#""columns": 2, "mirror": true"#, format).frame(source)
    for y in 0..<32 { for x in 0..<25 { #expect(mirrored[0, x, y] == mirrored[0, 49 - x, y]) } }
  }

  @Test func `a region shows what the whole does`() throws {
    let format = PixelFormat.named("420mpeg2", 64, 48)
    let source = Frame.noise(format)
    let keys = #""columns": 3, "gap": 2, "offset": [4.5, 3]"#
    let whole = try film(keys, format).frame(source)
    let part = try film(
      #"\#(keys), "region": { "position": [18, 10], "size": [21, 20] }"#, format
    ).frame(source)
    for y in 10..<30 { for x in 18..<39 { #expect(part[0, x, y] == whole[0, x, y]) } }
    #expect(part[0, 17, 10] == source[0, 17, 10])
  }
}
