import Filters
import TestSupport
import Testing
import Y4M

/// What holds for all effects that read the picture through a map of their own.
@Suite struct PictureMapTests {
  static let edges = ["clamp", "mirror", "wrap", "transparent", "color"]

  /// Effects, each with keys at which it reads from everywhere.
  static let effects = [
    #""effect": "perspective", "tilt": 55, "swing": -20, "topLeft": ["20%", 3]"#,
    #""effect": "kaleidoscope", "segments": 5, "angle": 70, "center": ["40%", "65%"]"#,
    #""effect": "polar", "radius": "40%", "rotation": 30"#,
    #""effect": "polar", "inverse": true, "inside": "top""#,
  ]

  private func film(_ parameters: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", \#(parameters) }]"#, format)
  }

  @Test(arguments: everyFormat)
  func `every format is drawn with every edge`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for (index, effect) in Self.effects.enumerated() {
      for edge in [Self.edges[index], "transparent"] {
        let film = try film(#"\#(effect), "edge": "\#(edge)""#, format)
        #expect(try film.frame(source).isIdentical(to: film.frame(source)))
      }
      _ = try film(#"\#(effect), "sampling": "bicubic""#, format).frame(source)
    }
  }

  @Test(arguments: edges) func `a region shows what the whole does`(_ edge: String) throws {
    let format = PixelFormat.named("420mpeg2", 300, 40)
    let source = Frame.noise(format)
    let region = #""region": { "position": [101, 9], "size": [150, 20] }"#
    for effect in Self.effects {
      let keys = #"\#(effect), "edge": "\#(edge)""#
      let whole = try film(keys, format).frame(source)
      let part = try film("\(keys), \(region)", format).frame(source)
      for y in 9..<29 { for x in 101..<251 { #expect(part[0, x, y] == whole[0, x, y], "\(keys)") } }
      #expect(part[0, 100, 9] == source[0, 100, 9])
    }
  }

  @Test(arguments: effects) func `a flat picture stays flat`(_ effect: String) throws {
    for format in [PixelFormat.named("420p10", 48, 32), .named("444", 31, 33)] {
      let source = Frame.flat(format, [40 << (format.depth - 8), 70 << (format.depth - 8)])
      for edge in ["clamp", "mirror", "wrap"] {
        let result = try film(#"\#(effect), "edge": "\#(edge)""#, format).frame(source)
        #expect(result.isIdentical(to: source), "\(edge)")
      }
    }
  }
}
