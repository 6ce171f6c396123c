import TestSupport
import Testing
import Y4M

@Suite struct OrderedDitherTests {
  @Test func `grey is as many dots as it is bright`() throws {
    let format = PixelFormat.named("444", 16, 16)
    // 100 of 219 steps: 7.3 sixteenths.
    let source = Frame.flat(format, [116, 128, 128])
    let result = try Film(#"[{ "type": "effect", "effect": "dither" }]"#, format).frame(source)
    #expect(result.samples(0).allSatisfy { $0 == 16 || $0 == 235 })
    #expect(result.samples(0).filter { $0 == 235 }.count == 7 * 16)
    #expect(result.samples(1).allSatisfy { $0 == 128 })
  }

  @Test func `black and white as a palette are two levels`() throws {
    let format = PixelFormat.named("444", 24, 16)
    let source = Frame.flat(format, [0, 128, 128])
    for y in 0..<16 { for x in 0..<24 { source[0, x, y] = 17 + 9 * x } }
    let results = try [#""levels": 2"#, #""palette": ["white", "black"]"#].map {
      try Film(#"[{ "type": "effect", "effect": "dither", \#($0) }]"#, format).frame(source)
    }
    #expect(results[0].samples(0) == results[1].samples(0))
  }

  @Test func `a colour of the palette stays`() throws {
    let format = PixelFormat.named("444", 8, 8)
    // Red of BT.601.
    let source = Frame.flat(format, [81, 90, 240])
    let result = try Film(
      #"[{ "type": "effect", "effect": "dither", "palette": ["red", "white", "black", "blue"] }]"#,
      format
    ).frame(source)
    #expect(result.greatestDifference(from: source) <= 1)
  }
}
