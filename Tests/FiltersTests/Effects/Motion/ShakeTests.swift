import Filters
import TestSupport
import Testing
import Y4M

@Suite struct ShakeTests {
  private func film(_ parameters: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "shake" \#(parameters) }]"#, format)
  }

  @Test(arguments: everyFormat)
  func `no border is ever seen`(_ format: PixelFormat) throws {
    let source = Frame.flat(format, [200, 128])
    let film = try film(
      #", "amount": "10%", "rotation": 20, "edge": "color", "edgeColor": "black""#, format)
    for time in 0..<40 {
      let result = try film.frame(source, at: Double(time) * 0.11)
      #expect(result.samples(0).allSatisfy { $0 == source[0, 0, 0] }, "\(time)")
    }
  }

  @Test func `a time is drawn alike whatever was drawn before`() throws {
    let format = PixelFormat.named("420mpeg2", 48, 32)
    let source = Frame.noise(format)
    let film = try film(#", "amount": 6"#, format)
    let late = try film.frame(source, at: 2.3)
    _ = try film.frame(source, at: 0.1)
    #expect(try film.frame(source, at: 2.3).isIdentical(to: late))
    #expect(try !film.frame(source, at: 2.4).isIdentical(to: late))
    let other = try self.film(#", "amount": 6, "seed": 2"#, format)
    #expect(try !other.frame(source, at: 2.3).isIdentical(to: late))
  }

  @Test func `without smoothness it holds still for a step`() throws {
    let format = PixelFormat.named("420mpeg2", 48, 32)
    let source = Frame.noise(format)
    let film = try film(#", "smooth": false, "rate": 4"#, format)
    let first = try film.frame(source, at: 0.26)
    #expect(try film.frame(source, at: 0.49).isIdentical(to: first))
    #expect(try !film.frame(source, at: 0.51).isIdentical(to: first))
  }

  @Test(arguments: everyFormat)
  func `the ends of all ranges are drawn`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for text in [
      #", "amount": 10000, "rotation": 1e8"#, #", "rate": 240, "amount": "100%", "zoom": 4"#,
      #", "rate": 0, "rotation": -90, "edge": "mirror""#,
    ] {
      let film = try film(text, format)
      for time in [0, 0.3, 1e7] { _ = try film.frame(source, at: time) }
    }
    let still = try film(#", "amount": 0, "rotation": 0"#, format)
    #expect(try still.frame(source, at: 1).isIdentical(to: source))
  }
}
