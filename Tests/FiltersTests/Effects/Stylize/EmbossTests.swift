import TestSupport
import Testing
import Y4M

@Suite struct EmbossTests {
  @Test(arguments: everyFormat)
  func `what is plain is grey`(_ format: PixelFormat) throws {
    let source = Frame.flat(format, [50, 100, 150, 200].map { $0 << (format.depth - 8) })
    let result = try Film(#"[{ "type": "effect", "effect": "emboss" }]"#, format).frame(source)
    let grey = 16 << (format.depth - 8) + 219 << (format.depth - 8) / 2
    #expect(result.samples(0).allSatisfy { abs($0 - grey) <= 1 })
  }

  @Test func `what rises towards the light is bright`() throws {
    let format = PixelFormat.named("mono", 24, 24)
    let source = Frame.flat(format, [60])
    for y in 8..<16 { for x in 8..<16 { source[0, x, y] = 120 } }
    // Light falls to the right.
    let result = try Film(
      #"[{ "type": "effect", "effect": "emboss", "angle": 90 }]"#, format
    ).frame(source)
    #expect(result[0, 7, 12] > 180 && result[0, 16, 12] < 70)
    #expect(abs(result[0, 12, 7] - 126) <= 1)
  }
}
