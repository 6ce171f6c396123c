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
}
