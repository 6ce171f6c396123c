import TestNumbers
import Testing

@testable import Bytes

@Suite struct RationalTests {
  private func random(_ generator: inout SeededNumbers, upTo limit: Int128) throws -> Rational {
    let numerator = Int128.random(in: -limit...limit, using: &generator)
    return try #require(Rational(numerator, Int128.random(in: 1...limit, using: &generator)))
  }

  @Test func `fractions are kept in lowest terms`() throws {
    let half = try #require(Rational(-50, -100))
    #expect(half.numerator == 1 && half.denominator == 2)
    #expect(Rational(3, -6)?.numerator == -1)
    #expect(Rational(0, 7) == .zero)
    #expect(Rational(1, 0) == nil && Rational(.min, 1) == nil)
  }

  @Test func `arithmetic keeps its laws`() throws {
    var generator = SeededNumbers(11)
    for _ in 0..<500 {
      let a = try random(&generator, upTo: 1_000_000_000)
      let b = try random(&generator, upTo: 1_000_000_000)
      let c = try random(&generator, upTo: 1000)
      #expect(a + b == b + a && a + b - b == a)
      #expect((a + b) * c == a * c + b * c)
      #expect(b == .zero || a.divided(by: b).map { $0 * b } == a)
      #expect((a < b) == (a - b < .zero) && (a == b) == (a - b == .zero))
      #expect((a + b).hashValue == (b + a).hashValue)
      #expect(Rational(reducing: a.floor, over: 1) <= a && a.floor + 1 >= a.ceiling)
    }
    #expect(Rational.one.divided(by: .zero) == nil)
  }

  @Test func `order is right where products need 256 bits`() throws {
    let large = Int128.max
    let a = try #require(Rational(large, large - 1))
    let b = try #require(Rational(large - 1, large - 2))
    #expect(a < b && !(b < a) && -b < -a)
    #expect(-a < b && !(b < -a))
  }

  @Test func `what does not fit is rounded or held, without a trap`() throws {
    let tiny = try #require(Rational(1, .max))
    let odd = try #require(Rational(1, .max - 2))
    let huge = try #require(Rational(.max, 1))
    #expect(tiny + odd == .zero)
    #expect(huge + huge == Rational(1_000_000_000_000_000_000))
    #expect(huge * -huge == Rational(-1_000_000_000_000_000_000))
    #expect(tiny * odd == .zero)
    #expect(Rational(approximating: .nan) == .zero)
    #expect(Rational(approximating: -0.25) == Rational(-1, 4))
  }

  @Test func `floors and ceilings meet negative fractions`() throws {
    let value = try #require(Rational(-7, 2))
    #expect(value.floor == -4 && value.ceiling == -3)
    #expect((-value).floor == 3 && (-value).ceiling == 4)
    #expect(Rational(5).floor == 5 && Rational(5).ceiling == 5)
  }

  @Test func `doubles are the nearest ones`() throws {
    #expect(Rational(1, 3)?.double == 1.0 / 3)
    #expect(Rational(29, 100)?.double == 0.29)
    let scale: Int128 = 1 << 100
    #expect(Rational(3 * scale, 1)?.double == 0x3p100)
  }
}
