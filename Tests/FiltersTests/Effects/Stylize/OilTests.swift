import TestSupport
import Testing
import Y4M

@Suite struct OilTests {
  @Test func `edges stay sharp while noise goes`() throws {
    let format = PixelFormat.named("mono", 40, 24)
    let source = Frame(format)
    for y in 0..<24 {
      for x in 0..<40 { source[0, x, y] = (x < 20 ? 60 : 180) + (x * 7 + y * 13) % 5 - 2 }
    }
    let result = try Film(#"[{ "type": "effect", "effect": "oil" }]"#, format).frame(source)
    for y in 0..<24 {
      for x in 0..<40 { #expect(abs(result[0, x, y] - (x < 20 ? 60 : 180)) <= 2) }
    }
  }

  @Test func `chroma and alpha follow the squares of luma`() throws {
    let format = PixelFormat.named("444p16", 24, 16)
    let source = Frame.noise(format)
    for y in 0..<16 { for x in 0..<24 { source[1, x, y] = source[0, x, y] } }
    let result = try Film(
      #"[{ "type": "effect", "effect": "oil", "radius": 2 }]"#, format
    ).frame(source)
    #expect(result.samples(0) == result.samples(1))
  }

  @Test(arguments: everyFormat)
  func `a plain picture stays as it is`(_ format: PixelFormat) throws {
    let source = Frame.flat(format, [50, 100, 150, 200])
    let film = try Film(#"[{ "type": "effect", "effect": "oil", "radius": 12 }]"#, format)
    #expect(try film.frame(source).isIdentical(to: source))
  }

  /// Chroma between the pixels has no side of its own.
  @Test(arguments: ["420jpeg", "444"])
  func `a mirrored picture becomes the mirrored painting`(_ name: String) throws {
    let format = PixelFormat.named(name, 24, 16)
    let (source, mirrored) = (Frame(format), Frame(format))
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          // No two squares around a pixel of luma spread alike.
          let code = 60 + (7 * x * x + 11 * y * y + 13 * x * y) % 97
          source[plane, x, y] = code
          mirrored[plane, layout.width - 1 - x, layout.height - 1 - y] = code
        }
      }
    }
    let film = try Film(#"[{ "type": "effect", "effect": "oil" }]"#, format)
    let (one, two) = (try film.frame(source), try film.frame(mirrored))
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let other = two[plane, layout.width - 1 - x, layout.height - 1 - y]
          #expect(abs(one[plane, x, y] - other) <= 1, "plane \(plane) at \(x), \(y)")
        }
      }
    }
  }
}
