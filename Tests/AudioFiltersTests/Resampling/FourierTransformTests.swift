import Bytes
import Testing

@testable import AudioFilters

@Suite struct FourierTransformTests {
  /// The transform by its definition, in Double.
  private static func exact(_ re: [Float], _ im: [Float], at k: Int) -> (re: Double, im: Double) {
    var (x, y) = (0.0, 0.0)
    for n in re.indices {
      let angle = -2 * .pi * Double(n * k % re.count) / Double(re.count)
      let (c, s) = (Maths.cos(angle), Maths.sin(angle))
      x += Double(re[n]) * c - Double(im[n]) * s
      y += Double(re[n]) * s + Double(im[n]) * c
    }
    return (x, y)
  }

  @Test(arguments: [64, 72, 80, 112, 128, 192, 512, 1176, 1280, 8 * 441, 8 * 7 * 5 * 3 * 4])
  func `it is what its definition says`(length: Int) throws {
    let transform = try #require(FourierTransform(length))
    let (re, im) = (Sound.noise(length), Sound.noise(length, seed: 5))
    var memory = re + im + [Float](repeating: .nan, count: 2 * length)
    let result = memory.withUnsafeMutableBufferPointer { memory -> [Float] in
      guard let base = memory.baseAddress else { return [] }
      let made = transform.transform(
        (base, base + length), room: (base + 2 * length, base + 3 * length))
      return (0..<length).map { made.re[$0] } + (0..<length).map { made.im[$0] }
    }
    let level = (Double(length) * 2).squareRoot() * Sound.level(re)
    for k in stride(from: 0, to: length, by: max(1, length / 61)) {
      let wanted = Self.exact(re, im, at: k)
      #expect(abs(Double(result[k]) - wanted.re) < 2e-6 * level, "at \(k)")
      #expect(abs(Double(result[length + k]) - wanted.im) < 2e-6 * level, "at \(k)")
    }
  }

  @Test func `other lengths are refused`() {
    for length in [0, 7, 56, 63, 65, 88, 8 * 11, 8 * 13, 1 << 21] {
      #expect(!FourierTransform.isPossible(length))
      #expect(FourierTransform(length) == nil)
    }
  }
}
