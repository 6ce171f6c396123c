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

  @Test(arguments: everyFormat)
  func `a plain picture stays as it is`(_ format: PixelFormat) throws {
    let source = Frame.flat(format, [50, 100, 150, 200])
    let film = try Film(#"[{ "type": "effect", "effect": "crystallize", "size": 6 }]"#, format)
    #expect(try film.frame(source).isIdentical(to: source))
  }
}
