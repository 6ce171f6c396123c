import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct GrainTests {
  private let grey = Frame.flat(PixelFormat.named("444p16", 64, 48), [32256, 32768, 32768])

  private func grain(_ arguments: Arguments, at seconds: Double = 0) throws -> [Double] {
    let result = try FilmStrip.draw(Grain.self, arguments, grey, at: seconds)
    return result.samples(0).map { Double($0) - 32256 }
  }

  private func deviation(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  @Test func `grain has the deviation that is stated, and no mean`() throws {
    for size in [0.0, 1.5, 3] {
      let values = try grain(
        Arguments().setting(Grain.amount, to: 0.4).setting(Grain.size, to: Length(pixels: size)))
      let expected = 219 * 256 * 0.1
      #expect(abs(deviation(values) / expected - 1) < 0.1, "\(size)")
      #expect(abs(values.reduce(0, +) / Double(values.count)) < 0.12 * expected, "\(size)")
    }
  }

  @Test func `grain is as wide as its size`() throws {
    // A gaussian of standard deviation s is so wide at half its height: s = size / 2.355; what lies
    // d apart is alike by exp(-d^2 / (4 s^2)).
    let values = try grain(Arguments().setting(Grain.size, to: Length(pixels: 3)))
    var sum = 0.0
    for y in 0..<48 { for x in 0..<62 { sum += values[64 * y + x] * values[64 * y + x + 2] } }
    let alike = sum / (48 * 62) / (deviation(values) * deviation(values))
    #expect(abs(alike - 0.54) < 0.12)
  }

  @Test func `grain changes as often as it should, whatever the frame rate`() throws {
    let arguments = Arguments().setting(Grain.rate, to: 10)
    let first = try grain(arguments)
    #expect(try grain(arguments, at: 0.09) == first)
    #expect(try grain(arguments, at: 0.11) != first)
    #expect(try grain(Arguments().setting(Grain.seed, to: 2)) != first)
    let still = Arguments().setting(Grain.rate, to: 0)
    #expect(try grain(still, at: 7.3) == grain(still))
  }

  @Test func `only coloured grain touches chroma`() throws {
    for (format, color) in [("420mpeg2", 0.0), ("420mpeg2", 1), ("411", 1)] {
      let source = Frame.flat(PixelFormat.named(format, 40, 24), [126, 128, 128])
      let result = try FilmStrip.draw(
        Grain.self, Arguments().setting(Grain.color, to: color), source)
      #expect((result.greatestDifference(from: source, plane: 1) > 0) == (color > 0))
      #expect(result.greatestDifference(from: source, plane: 0) > 0)
    }
  }
}
