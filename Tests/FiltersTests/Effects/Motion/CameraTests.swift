import Filters
import TestSupport
import Testing
import Y4M

@Suite struct CameraTests {
  private static let edges = ["clamp", "mirror", "wrap", "transparent", "color", "blur"]

  private func film(_ parameters: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "camera", \#(parameters) }]"#, format)
  }

  @Test(arguments: everyFormat)
  func `every place of the camera draws every format`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for edge in Self.edges {
      for text in [
        #""zoom": 0.05, "roll": 33"#, #""zoom": 50, "pan": ["-50%", "50%"]"#,
        #""pan": [900000000, -900000000], "roll": 1"#, #""zoom": 0.4, "sampling": "bicubic""#,
      ] {
        _ = try film(#"\#(text), "edge": "\#(edge)""#, format).frame(source)
      }
    }
    let still = try film(#""pan": [0, 0], "roll": 360"#, format).frame(source)
    #expect(still.isIdentical(to: source))
  }

  @Test func `a pan by whole pixels moves the picture the other way`() throws {
    let format = PixelFormat.named("420mpeg2", 64, 48)
    let source = Frame.noise(format)
    for (edge, led) in [
      ("clamp", { (x: Int) in min(max(x, 0), 63) }), ("wrap", { x in (x + 128) % 64 }),
      ("mirror", { x in x < 0 ? -1 - x : x > 63 ? 127 - x : x }),
    ] {
      let result = try film(#""pan": [10, 0], "edge": "\#(edge)""#, format).frame(source)
      for y in 0..<48 {
        for x in 0..<64 { #expect(result[0, x, y] == source[0, led(x + 10), y], "\(edge) \(x)") }
      }
      #expect(result[1, 3, 5] == source[1, 8, 5])
    }
    let black = try film(#""pan": [0, -10], "edge": "transparent""#, format).frame(source)
    #expect(black[0, 7, 9] == 16 && black[1, 3, 3] == 128)
    #expect(black[0, 7, 10] == source[0, 7, 0])
  }

  @Test func `a roll turns the camera clockwise and the picture back`() throws {
    let format = PixelFormat.named("444", 32, 32)
    let source = Frame.flat(format, [20, 128])
    source[0, 28, 15] = 220
    let result = try film(#""roll": 90"#, format).frame(source)
    // What was on the right is above.
    #expect(result[0, 15, 3] == 220)
  }

  @Test func `a region shows what the whole does`() throws {
    let format = PixelFormat.named("420mpeg2", 300, 40)
    let source = Frame.noise(format)
    let region = #""region": { "position": [100, 9], "size": [151, 20] }"#
    for edge in Self.edges {
      let keys = #""zoom": 0.8, "roll": 20, "edge": "\#(edge)""#
      let whole = try film(keys, format).frame(source)
      let part = try film("\(keys), \(region)", format).frame(source)
      for y in 9..<29 { for x in 100..<251 { #expect(part[0, x, y] == whole[0, x, y], "\(edge)") } }
      #expect(part[0, 99, 9] == source[0, 99, 9])
    }
  }

  @Test func `in a group nothing lies beyond the picture`() throws {
    let format = PixelFormat.named("444", 64, 64)
    let film = try Film(
      """
      [{ "type": "color", "color": "white" }, { "type": "group", "layers": [
        { "type": "color", "color": "black" },
        { "type": "effect", "effect": "camera", "zoom": 0.5, "edge": "transparent" } ] }]
      """, format)
    let result = try film.frame(.flat(format, [90, 128]))
    #expect(result[0, 8, 32] == 235 && result[0, 32, 32] == 16 && result[0, 15, 32] == 235)
    #expect(result[0, 16, 32] == 16)
  }
}
