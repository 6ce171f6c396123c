import TestSupport
import Testing
import Y4M

@Suite struct HalftoneTests {
  @Test(arguments: ["dot", "line", "circle", "cmyk"])
  func `ink covers as much as is dark`(_ shape: String) throws {
    let format = PixelFormat.named("444p16", 60, 60)
    for part in [0, 0.04, 0.3, 0.6, 0.85, 0.97, 1] {
      let luma = Int((16 + 219 * (1 - part)) * 256)
      let result = try Film(
        #"""
        [{ "type": "effect", "effect": "halftone", "shape": "\#(shape)", "size": 12, "angle": 0,
           "sharpness": 1 }]
        """#, format
      ).frame(.flat(format, [luma, 32768, 32768]))
      let mean = Double(result.samples(0).reduce(0, +)) / 3600 / 256
      let tolerance = shape == "circle" ? 0.06 : 0.02
      #expect(abs((235 - mean) / 219 - part) < tolerance, "\(part) \(mean)")
      #expect(result.samples(1).allSatisfy { abs($0 - 32768) <= 1 })
    }
  }

  @Test(arguments: ["dot", "line", "circle", "cmyk"])
  func `a region shows what the whole shows`(_ shape: String) throws {
    for format in [PixelFormat.named("444p16", 301, 90), .named("411", 301, 90)] {
      let source = Frame.noise(format)
      let keys = #""type": "effect", "effect": "halftone", "shape": "\#(shape)", "angle": 17"#
      let whole = try Film("[{ \(keys) }]", format).frame(source)
      let region = #""region": { "position": [124, 20], "size": [160, 60] }"#
      let part = try Film("[{ \(keys), \(region) }]", format).frame(source)
      for (plane, layout) in format.planes.enumerated() {
        for y in 21..<79 {
          for x in (124 >> layout.shiftX) + 1..<(284 >> layout.shiftX) - 1 {
            #expect(part[plane, x, y] == whole[plane, x, y], "\(plane) \(x) \(y)")
          }
        }
      }
    }
  }

  @Test(arguments: everyFormat)
  func `white is paper and black is ink`(_ format: PixelFormat) throws {
    let unit = 1 << (format.depth - 8)
    for (luma, ink) in [(235, "red"), (16, "black")] {
      let source = Frame.flat(format, [luma, 128, 128, 200].map { $0 * unit })
      let result = try Film(
        #"[{ "type": "effect", "effect": "halftone", "color": "\#(ink)", "sharpness": 0 }]"#, format
      ).frame(source)
      #expect(result.greatestDifference(from: source) <= 1)
    }
  }

  /// Dots of yellow, in rows as chroma's samples are.
  @Test(arguments: ["420jpeg", "420mpeg2", "422"])
  func `colours are as strong where chroma is halved`(_ name: String) throws {
    let (whole, halved) = (PixelFormat.named("444", 96, 96), PixelFormat.named(name, 96, 96))
    for keys in [
      #""shape": "cmyk""#, #""angle": 0, "color": "red", "background": "yellow""#,
    ] {
      // An orange, of which red is 0.9, green 0.6 and blue 0.2.
      let codes = [157, 72, 169]
      let layers = #"[{ "type": "effect", "effect": "halftone", \#(keys) }]"#
      let wanted = try Film(layers, whole).frame(.flat(whole, codes))
      let result = try Film(layers, halved).frame(.flat(halved, codes))
      for plane in 0..<3 {
        func mean(_ frame: Frame) -> Double {
          let samples = frame.samples(plane)
          return samples.reduce(0.0) { $0 + Double($1) } / Double(samples.count)
        }
        #expect(abs(mean(result) - mean(wanted)) < 3, "\(plane) of \(keys)")
      }
    }
  }
}
