import TestSupport
import Testing
import Y4M

@Suite struct CartoonTests {
  @Test func `luma has few shades, and steep places are outlined`() throws {
    let format = PixelFormat.named("mono", 64, 16)
    let source = Frame.flat(format, [30])
    for y in 0..<16 { for x in 32..<64 { source[0, x, y] = 200 } }
    let keys = #""effect": "cartoon", "levels": 4, "smooth": 1"#
    let result = try Film("[{ \"type\": \"effect\", \(keys) }]", format).frame(source)
    // 0.06 and 0.84 of the way from black to white, in quarters.
    #expect(result[0, 5, 8] == 16 && result[0, 60, 8] == 16 + 219 * 3 / 4)
    #expect(result[0, 32, 8] == 16)
    let plain = try Film("[{ \"type\": \"effect\", \(keys), \"threshold\": 4 }]", format)
    #expect(try plain.frame(source)[0, 32, 8] > 60)
  }

  @Test func `colours of flat ground stay`() throws {
    let format = PixelFormat.named("420mpeg2", 20, 20)
    let source = Frame.flat(format, [235, 100, 150])
    let result = try Film(
      #"[{ "type": "effect", "effect": "cartoon" }]"#, format
    ).frame(source)
    #expect(result.isIdentical(to: source))
  }
}
