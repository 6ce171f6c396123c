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

  /// All thresholds count as often for chroma as they do for luma.
  @Test(arguments: ["420mpeg2", "420jpeg", "420paldv", "422", "440", "411"])
  func `colours are as strong where chroma is halved`(_ name: String) throws {
    let (whole, halved) = (PixelFormat.named("444", 48, 48), PixelFormat.named(name, 48, 48))
    for keys in [
      "", #", "method": "bayer2""#, #", "method": "bayer8", "levels": 3"#, #", "size": 2"#,
      #", "size": 3"#, #", "palette": ["black", "red", "lime", "blue", "white"]"#,
    ] {
      for codes in [[105, 108, 172], [120, 70, 134], [150, 160, 90]] {
        let layers = #"[{ "type": "effect", "effect": "dither"\#(keys) }]"#
        let wanted = try Film(layers, whole).frame(.flat(whole, codes))
        let result = try Film(layers, halved).frame(.flat(halved, codes))
        for plane in 0..<3 {
          func mean(_ frame: Frame) -> Double {
            let samples = frame.samples(plane)
            return samples.reduce(0.0) { $0 + Double($1) } / Double(samples.count)
          }
          #expect(abs(mean(result) - mean(wanted)) < 1, "\(plane) of \(codes)\(keys)")
        }
      }
    }
  }
}
