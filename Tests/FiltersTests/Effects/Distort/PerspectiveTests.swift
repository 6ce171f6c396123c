import Filters
import TestSupport
import Testing
import Y4M

@Suite struct PerspectiveTests {
  private func film(_ parameters: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "perspective", \#(parameters) }]"#, format)
  }

  @Test(arguments: everyFormat)
  func `corners in their places change nothing, and no place is an error`(
    _ format: PixelFormat
  ) throws {
    let source = Frame.noise(format)
    let still = try film(#""tilt": 0, "topRight": ["100%", 0], "fov": 120"#, format)
    #expect(try still.frame(source).isIdentical(to: source))
    for text in [
      #""tilt": 1e8, "swing": -1e8, "fov": 0"#, #""tilt": 89, "swing": 89, "edge": "wrap""#,
      #""topLeft": ["100%", "100%"]"#, #""topLeft": [5, 5], "bottomRight": [5, 5]"#,
      #""topLeft": [1e9, -1e9], "bottomLeft": [1e-9, 0], "edge": "mirror""#,
      #""topRight": [0, 0], "bottomRight": [0, 0], "bottomLeft": [0, 0], "edge": "clamp""#,
    ] {
      _ = try film(text, format).frame(source)
    }
  }

  @Test func `corners that trade places mirror the picture`() throws {
    let format = PixelFormat.named("444", 32, 20)
    let source = Frame.noise(format)
    let result = try film(
      """
      "topLeft": ["100%", 0], "topRight": [0, 0], "bottomLeft": ["100%", "100%"],
      "bottomRight": [0, "100%"]
      """, format
    ).frame(source)
    for y in 0..<20 { for x in 0..<32 { #expect(result[0, x, y] == source[0, 31 - x, y]) } }
  }

  @Test func `half the size is the mean of four, on black`() throws {
    let format = PixelFormat.named("444", 32, 24)
    let source = Frame.noise(format)
    let result = try film(
      #""topRight": ["50%", 0], "bottomLeft": [0, "50%"], "bottomRight": ["50%", "50%"]"#, format
    ).frame(source)
    for y in 0..<12 {
      for x in 0..<16 {
        let sum =
          source[0, 2 * x, 2 * y] + source[0, 2 * x + 1, 2 * y] + source[0, 2 * x, 2 * y + 1]
          + source[0, 2 * x + 1, 2 * y + 1]
        #expect(abs(result[0, x, y] - (sum + 2) / 4) <= 1)
      }
    }
    #expect(result[0, 16, 3] == 16 && result[0, 3, 12] == 16 && result[1, 20, 20] == 128)
  }

  @Test func `a tilt leans the top back and a swing the right side`() throws {
    let format = PixelFormat.named("444", 48, 48)
    let source = Frame.flat(format, [200, 128])
    let tilted = try film(#""tilt": 30"#, format).frame(source)
    #expect(tilted[0, 24, 1] == 16 && tilted[0, 24, 46] == 200)
    let swung = try film(#""swing": 30"#, format).frame(source)
    #expect(swung[0, 46, 24] == 16 && swung[0, 1, 24] == 200)
  }

  @Test func `in a group nothing lies beyond the picture`() throws {
    let format = PixelFormat.named("444", 64, 64)
    let film = try Film(
      """
      [{ "type": "color", "color": "white" }, { "type": "group", "layers": [
        { "type": "color", "color": "black" },
        { "type": "effect", "effect": "perspective", "topLeft": ["50%", 0],
          "bottomLeft": ["50%", "100%"] } ] }]
      """, format)
    let result = try film.frame(.flat(format, [90, 128]))
    #expect(result[0, 20, 32] == 235 && result[0, 40, 32] == 16)
  }
}
