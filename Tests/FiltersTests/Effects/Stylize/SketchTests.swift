import TestSupport
import Testing
import Y4M

@Suite struct SketchTests {
  @Test(arguments: everyFormat)
  func `what is plain is paper, black too`(_ format: PixelFormat) throws {
    let unit = 1 << (format.depth - 8)
    for luma in [16, 90, 235] {
      let source = Frame.flat(format, [luma * unit, 100, 150, 200])
      let result = try Film(#"[{ "type": "effect", "effect": "sketch" }]"#, format).frame(source)
      #expect(result.samples(0).allSatisfy { abs($0 - 235 * unit) <= unit / 8 })
    }
  }

  @Test func `what is darker than its surroundings is drawn`() throws {
    let format = PixelFormat.named("422", 40, 24)
    let source = Frame.flat(format, [180, 100, 150])
    for y in 0..<24 { source[0, 20, y] = 60 }
    let films = try [false, true].map {
      try Film(#"[{ "type": "effect", "effect": "sketch", "color": \#($0) }]"#, format)
    }
    let (grey, colored) = (try films[0].frame(source), try films[1].frame(source))
    #expect(grey[0, 20, 12] < 90 && grey[0, 35, 12] == 235)
    #expect(colored.samples(0) == grey.samples(0))
    #expect(grey[1, 5, 5] == 128 && colored[1, 5, 5] == 100)
  }

  @Test func `soft edges of a layer are not drawn`() throws {
    let format = PixelFormat.named("444", 90, 60)
    let film = try Film(
      """
      [{ "type": "shape", "shape": "ellipse", "size": [50, 40], "position": [20, 10],
         "fill": "#888", "effects": [{ "effect": "blur", "sigma": 3 }, { "effect": "sketch" }] }]
      """, format)
    let result = try film.frame(.flat(format, [235, 128]))
    #expect(result.samples(0).allSatisfy { $0 >= 232 })
  }
}
