import TestSupport
import Testing
import Y4M

@Suite struct CrystallizeTests {
  @Test func `without jitter crystals are squares with the mean of their ground`() throws {
    let format = PixelFormat.named("444p16", 40, 32)
    let source = Frame.noise(format)
    let result = try Film(
      #"[{ "type": "effect", "effect": "crystallize", "size": 8, "jitter": 0 }]"#, format
    ).frame(source)
    for plane in 0..<3 {
      var sum = 0
      for y in 8..<16 { for x in 16..<24 { sum += source[plane, x, y] } }
      #expect(abs(result[plane, 20, 12] - sum / 64) <= 1)
    }
  }

  @Test func `another seed is another arrangement`() throws {
    let format = PixelFormat.named("420mpeg2", 48, 32)
    let source = Frame.noise(format)
    let results = try [1, 2, -1].map { seed in
      try Film(
        #"[{ "type": "effect", "effect": "crystallize", "size": 8, "seed": \#(seed) }]"#, format
      ).frame(source)
    }
    #expect(!results[0].isIdentical(to: results[1]))
    #expect(!results[0].isIdentical(to: results[2]))
  }

  @Test(arguments: ["444", "420mpeg2", "411"])
  func `a region shows what the whole does`(_ name: String) throws {
    let format = PixelFormat.named(name, 96, 64)
    let source = Frame.noise(format)
    // Stripes, so that neighbours differ by much.
    for y in 0..<64 { for x in 0..<96 { source[0, x, y] = (7 * y + 5 * x) / 40 % 2 * 200 + 20 } }
    let keys = #""effect": "crystallize", "size": 25"#
    let whole = try Film(#"[{ "type": "effect", \#(keys) }]"#, format).frame(source)
    for (x, width) in [(0, 23), (25, 31), (40, 40), (50, 31)] {
      let region = #""region": { "position": [\#(x), 12], "size": [\#(width), 40] }"#
      let part = try Film(#"[{ "type": "effect", \#(keys), \#(region) }]"#, format).frame(source)
      var off = 0
      for y in 12..<52 {
        for column in x..<x + width where part[0, column, y] != whole[0, column, y] { off += 1 }
      }
      #expect(off == 0, "\(x)")
      #expect(x == 0 || part[0, x - 1, 30] == source[0, x - 1, 30])
    }
  }

  @Test(arguments: everyFormat)
  func `a plain picture stays as it is`(_ format: PixelFormat) throws {
    let source = Frame.flat(format, [50, 100, 150, 200])
    let film = try Film(#"[{ "type": "effect", "effect": "crystallize", "size": 6 }]"#, format)
    #expect(try film.frame(source).isIdentical(to: source))
  }
}
