import Filters
import TestSupport
import Testing
import Y4M

@Suite struct PointillizeTests {
  @Test(arguments: everyFormat)
  func `dots stay where they are while time goes by`(_ format: PixelFormat) throws {
    let film = try Film(#"[{ "type": "effect", "effect": "pointillize", "radius": 3 }]"#, format)
    let source = Frame.noise(format)
    let first = try film.frame(source, at: 0)
    #expect(try film.frame(source, at: 7.3).isIdentical(to: first))
  }

  @Test func `another seed is another arrangement`() throws {
    let format = PixelFormat.named("420mpeg2", 48, 32)
    let source = Frame.noise(format)
    let results = try [1, 2, -1].map { seed in
      try Film(
        #"[{ "type": "effect", "effect": "pointillize", "radius": 4, "seed": \#(seed) }]"#, format
      ).frame(source)
    }
    #expect(!results[0].isIdentical(to: results[1]))
    #expect(!results[0].isIdentical(to: results[2]))
  }

  @Test(arguments: everyFormat)
  func `a plain picture stays as it is`(_ format: PixelFormat) throws {
    let source = Frame.flat(format, [50, 100, 150, 200])
    for radius in [1, 2.5, 20, 300] {
      let film = try Film(
        #"[{ "type": "effect", "effect": "pointillize", "radius": \#(radius) }]"#, format)
      #expect(try film.frame(source).isIdentical(to: source))
    }
  }

  @Test func `a dot has the mean colour of what it covers`() throws {
    let format = PixelFormat.named("444p16", 60, 48)
    let source = Frame(format)
    for y in 0..<48 {
      for x in 0..<60 {
        source[0, x, y] = 900 * x + 20 * y
        source[1, x, y] = 60000 - 1100 * y
      }
    }
    // Without jitter dots stand at the middles of cells of 1.5 radii.
    let film = try Film(
      #"[{ "type": "effect", "effect": "pointillize", "radius": 4, "jitter": 0 }]"#, format)
    let result = try film.frame(source)
    var centres = 0
    for row in 1..<7 {
      for column in 1..<9 {
        let (x, y) = (Int(6 * Double(column) + 3), Int(6 * Double(row) + 3))
        // The dot's middle is the corner between four samples.
        let meanX = 900 * (Double(x) - 0.5) + 20 * (Double(y) - 0.5)
        let meanY = 60000 - 1100 * (Double(y) - 0.5)
        #expect(abs(Double(result[0, x, y]) - meanX) <= 2)
        #expect(abs(Double(result[1, x, y]) - meanY) <= 2)
        #expect(result[0, x - 1, y - 1] == result[0, x, y], "one colour over the dot")
        centres += 1
      }
    }
    #expect(centres == 48)
  }

  @Test func `no detail smaller than a dot is left`() throws {
    let format = PixelFormat.named("mono", 64, 48)
    let source = Frame(format)
    for y in 0..<48 { for x in 0..<64 { source[0, x, y] = (x + y) % 2 == 0 ? 0 : 255 } }
    for radius in [6, 9, 12] {
      let film = try Film(
        #"[{ "type": "effect", "effect": "pointillize", "radius": \#(radius) }]"#, format)
      let result = try film.frame(source)
      // The mean of a chequered ground is grey, but at the frame's edges for dots of few samples.
      for y in 12..<36 { for x in 12..<52 { #expect(abs(result[0, x, y] - 127) < 10) } }
    }
  }
}
