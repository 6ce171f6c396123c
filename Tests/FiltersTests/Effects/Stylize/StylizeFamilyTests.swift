import TestSupport
import Testing
import Y4M

/// What every effect of the family must do, at keys that show it.
@Suite struct StylizeFamilyTests {
  static let effects = [
    #""effect": "pixelate", "size": 5.5"#,
    #""effect": "pixelate", "size": 6, "shape": "hexagon""#,
    #""effect": "crystallize", "size": 5"#,
    #""effect": "edges", "strength": 2, "color": "rgb(255 160 0 / 60%)""#,
    #""effect": "edges", "method": "laplacian", "color": "transparent", "invert": true"#,
    #""effect": "edges", "method": "canny", "smooth": 1, "low": 0.1, "high": 0.3"#,
    #""effect": "emboss", "height": 2.6"#,
    #""effect": "neon", "glow": 1.5, "background": 0.3"#,
    #""effect": "sketch", "radius": 1.5, "color": true"#,
    #""effect": "cartoon", "smooth": 1, "edgeColor": "navy""#,
    #""effect": "halftone", "size": 4, "background": "transparent""#,
    #""effect": "halftone", "size": 5, "shape": "cmyk", "angle": 20"#,
    #""effect": "dither", "levels": 3, "size": 2"#,
    #""effect": "dither", "palette": ["navy", "orange", "white"], "method": "bayer8""#,
    #""effect": "oil", "radius": 2"#,
    #""effect": "ascii", "size": 9.3"#,
  ]

  @Test(arguments: effects)
  func `a part is drawn as in the whole`(_ keys: String) throws {
    for name in ["420mpeg2", "422p10", "444alpha"] {
      let format = PixelFormat.named(name, 61, 47)
      let source = Frame.noise(format)
      let whole = try Film("[{ \"type\": \"effect\", \(keys) }]", format).frame(source)
      let region = #""region": { "position": [20, 18], "size": [20, 14] }"#
      let part = try Film("[{ \"type\": \"effect\", \(keys), \(region) }]", format).frame(source)
      for y in 18..<32 { for x in 20..<40 { #expect(part[0, x, y] == whole[0, x, y]) } }
      let layout = format.planes[1]
      for y in (20 >> layout.shiftY)..<(30 >> layout.shiftY) {
        for x in (22 >> layout.shiftX)..<(38 >> layout.shiftX) {
          #expect(part[1, x, y] == whole[1, x, y])
        }
      }
    }
  }

  @Test(arguments: effects)
  func `any format and size is drawn, and drawn alike again`(_ keys: String) throws {
    let formats = [
      PixelFormat.named("420mpeg2", 33, 21), .named("420paldv", 16, 17), .named("411", 37, 5),
      .named("444p16", 9, 23), .named("mono", 21, 13), .named("444alpha", 7, 11),
      .named("420jpeg", 1, 1), .named("420mpeg2", 2, 3), .named("420p10", 3, 1),
    ]
    for format in formats {
      let film = try Film("[{ \"type\": \"effect\", \(keys) }]", format)
      let source = Frame.noise(format)
      #expect(try film.frame(source, at: 2).isIdentical(to: film.frame(source, at: 0)))
    }
  }
}
