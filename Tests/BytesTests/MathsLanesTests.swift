import Testing

@testable import Bytes

@Suite struct MathsLanesTests {
  @Test func `powers are those of doubles`() {
    var worst = 0.0
    for step in 0..<20000 {
      let number = Float(Maths.exp2(Double(step) / 1000 - 12))
      for exponent in [0.1, 1 / 2.4, 0.45, 1, 2.2, 2.4, 3.9] as [Float] {
        let power = Maths.power(Maths.Lanes(repeating: number), exponent)[step % 8]
        let wanted = Maths.pow(Double(number), Double(exponent))
        let far = max(1, Maths.log2(wanted).magnitude / 16)
        worst = max(worst, (Double(power) / wanted - 1).magnitude / far)
      }
    }
    #expect(worst < 2e-6, "off by \(worst)")
  }

  @Test func `logarithms and powers of 2 are exact where they are whole`() {
    for power in -126...127 {
      let number = Maths.Lanes(repeating: Float(sign: .plus, exponent: power, significand: 1))
      #expect(Maths.log2(number) == Maths.Lanes(repeating: Float(power)))
      #expect(Maths.exp2(Maths.Lanes(repeating: Float(power))) == number)
    }
  }

  @Test func `what has no power is held`() {
    let odd: Maths.Lanes = [0, -0.0, -1, -.infinity, .nan, .infinity, .leastNonzeroMagnitude, 1]
    let powers = Maths.power(odd, 2)
    #expect((0..<5).allSatisfy { powers[$0] == 0 })
    #expect(powers[5] > 1e38 && powers[6] < 1e-30 && powers[7] == 1)
    #expect((0..<8).allSatisfy { Maths.exp2(odd)[$0].isFinite })
    #expect((0..<8).allSatisfy { Maths.log2(odd)[$0].isFinite })
  }
}
