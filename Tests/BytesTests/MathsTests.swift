import TestNumbers
import Testing

@testable import Bytes

@Suite struct MathsTests {
  @Test func `results agree with correctly rounded ones`() throws {
    var worst: [String: Double] = [:]
    for line in mathsReference.split(separator: "\n") {
      let words = line.split(separator: " ")
      let name = String(words[0])
      let numbers = try words.dropFirst().map { try #require(Double(String($0))) }
      let expected = try #require(numbers.last)
      let result = try #require(evaluate(name, Array(numbers.dropLast())))
      // Half the smallest subnormal number counts for results that vanish.
      let scale = max(expected.magnitude, 0x1p-1022)
      let error = (result - expected).magnitude / scale
      #expect(error <= 1e-14, "\(line): \(result) for \(expected)")
      worst[name] = max(worst[name] ?? 0, error)
    }
    #expect(worst.count == 14)
    #expect(worst.values.allSatisfy { $0 < 2e-15 }, "\(worst)")
  }

  private func evaluate(_ name: String, _ arguments: [Double]) -> Double? {
    let one: [String: (Double) -> Double] = [
      "sin": Maths.sin, "cos": Maths.cos, "tan": Maths.tan, "atan": { Maths.atan2($0, 1) },
      "asin": Maths.asin, "acos": Maths.acos, "exp": Maths.exp, "exp2": Maths.exp2,
      "log": Maths.log, "log2": Maths.log2, "cbrt": Maths.cbrt,
    ]
    let two: [String: (Double, Double) -> Double] = [
      "pow": Maths.pow, "atan2": Maths.atan2, "hypot": Maths.hypot,
    ]
    if arguments.count == 1 { return one[name].map { $0(arguments[0]) } }
    return two[name].map { $0(arguments[0], arguments[1]) }
  }

  @Test func `a smooth step rests at both ends`() {
    #expect(
      [-1, 0, 0.25, 0.5, 0.75, 1, 2].map { Maths.smoothstep($0) } == [
        0, 0, 0.15625, 0.5, 0.84375, 1, 1,
      ])
    #expect(Maths.smoothstep(Float(3), from: 2, to: 6) == 0.15625)
  }

  @Test func `bytes are quoted for people`() {
    #expect(Array("a\"~".utf8).quotedBytes == #""a"~""#)
    #expect([0, 0x0A, 0x7F, 0xFF].quotedBytes == #""\x00\x0A\x7F\xFF""#)
  }

  @Test func `powers of two and ten are exact where doubles are`() {
    for power in -1074...1023 {
      let expected = Double(sign: .plus, exponent: power, significand: 1)
      #expect(Maths.exp2(Double(power)) == expected)
      #expect(Maths.pow(2, Double(power)) == expected)
      #expect(Maths.log2(expected) == Double(power))
    }
    var expected = 1.0
    for power in 0...22 {
      #expect(Maths.pow(10, Double(power)) == expected)
      expected *= 10
    }
  }

  @Test func `special values are those of C99`() {
    #expect(Maths.sin(.infinity).isNaN && Maths.cos(.nan).isNaN)
    #expect(Maths.sin(-0.0).sign == .minus && Maths.atan2(-0.0, 1).sign == .minus)
    #expect(Maths.cos(0) == 1 && Maths.exp(0) == 1 && Maths.log(1) == 0)
    #expect(Maths.exp(.infinity) == .infinity && Maths.exp(-.infinity) == 0)
    #expect(Maths.exp(710) == .infinity && Maths.exp(-746) == 0)
    #expect(Maths.exp2(2000) == .infinity && Maths.exp2(-2000) == 0 && Maths.exp2(.nan).isNaN)
    #expect(Maths.log(0) == -.infinity && Maths.log(-1).isNaN && Maths.log2(.infinity) == .infinity)
    #expect(Maths.pow(0, 0) == 1 && Maths.pow(.nan, 0) == 1 && Maths.pow(1, .nan) == 1)
    #expect(Maths.pow(0, -1) == .infinity && Maths.pow(-0.0, -1) == -.infinity)
    #expect(Maths.pow(-0.0, 3).sign == .minus && Maths.pow(0, 2.5) == 0)
    #expect(Maths.pow(-2, 0.5).isNaN && Maths.pow(-1, .infinity) == 1)
    #expect(Maths.pow(-.infinity, 3) == -.infinity && Maths.pow(.infinity, -2) == 0)
    #expect(Maths.pow(0.5, .infinity) == 0 && Maths.pow(2, -.infinity) == 0)
    #expect(Maths.pow(10, 400) == .infinity && Maths.pow(1.5, 1e300) == .infinity)
    #expect(Maths.hypot(.infinity, .nan) == .infinity && Maths.hypot(0, 0) == 0)
    #expect(Maths.asin(1.5).isNaN && Maths.acos(-2).isNaN)
    #expect(Maths.atan2(0, -1) == .pi && Maths.atan2(-0.0, -1) == -.pi)
    #expect(Maths.atan2(.infinity, .infinity) == .pi / 4)
    #expect(Maths.cbrt(-8) == -2 && Maths.cbrt(.infinity) == .infinity)
  }

  /// Values from mpmath at 300 bits.
  @Test(arguments: [
    (0x1.dcd65p+29, 0x1.1778cae83c69bp-1, 0x1.acff8c7364234p-1),
    (0x1.d1a94a2p+39, -0x1.38f4477984352p-1, 0x1.9538731dff223p-1),
    (-0x1.c6bf526340001p+50, 0x1.f0f566077656dp-1, -0x1.ecc429a71d6fap-3),
    (0x1.921fb54442d18p+21, -0x1.1a62633145c07p-33, 1), (0x1p51, 0, 1), (-1e300, 0, 1),
  ])
  func `large angles are still met`(x: Double, sine: Double, cosine: Double) {
    #expect((Maths.sin(x) - sine).magnitude < 1e-15)
    #expect((Maths.cos(x) - cosine).magnitude < 1e-15)
  }

  @Test func `the square and the product of sine and cosine keep their identities`() {
    var generator = SeededNumbers(7)
    for _ in 0..<2000 {
      let x = Double.random(in: -1e6...1e6, using: &generator)
      let (s, c) = (Maths.sin(x), Maths.cos(x))
      #expect((s * s + c * c - 1).magnitude < 1e-15)
      #expect((Maths.tan(x) * c - s).magnitude < 1e-15)
      #expect(Maths.sin(-x) == -s && Maths.cos(-x) == c)
    }
  }
}
