import Bytes
import Testing

@testable import Timeline

@Suite struct SpeedCurveTests {
  static func curve(
    _ easing: String, from: Double = 1, to: Double = 3, seconds: Int = 1,
    repetition: Repetition = .once, autoreverse: Bool = false,
    interpolation: Interpolation = .linear
  ) throws -> SpeedCurve {
    SpeedCurve(
      try Animated(
        keys: [
          .init(.zero, from),
          .init(Time(seconds: seconds), to, easing: try Easing(parsing: easing)),
        ], interpolation: interpolation, repetition: repetition, autoreverse: autoreverse))
  }

  static func fraction(_ upper: Int128, _ lower: Int128) -> Rational {
    Rational(reducing: upper, over: lower)
  }

  /// The areas under easings from 0 to 1, by hand.
  static let areas: [(String, Double)] = [
    ("easeInQuad", 1.0 / 3), ("easeOutQuad", 2.0 / 3), ("easeInOutCubic", 0.5),
    ("easeInQuint", 1.0 / 6), ("easeInSine", 1 - 2 / Double.pi), ("easeInOutSine", 0.5),
    ("easeInCirc", 1 - Double.pi / 4), ("easeOutCirc", Double.pi / 4), ("easeInOutCirc", 0.5),
    ("cubic-bezier(0, 0, 1, 1)", 0.5), ("ease-in-out", 0.5),
    // The control points (1/3, 0) and (2/3, 1) make the height 3t² - 2t³ of x itself.
    ("cubic-bezier(0.3333333333333333, 0, 0.6666666666666666, 1)", 0.5),
    ("cubic-bezier(0.3333333333333333, 0, 0.6666666666666666, 0)", 0.25),
    // Between jumps and kinks.
    ("linear(0, 1 50%, 0 50%, 1)", 0.5), ("linear(0, 1 25%, 0.5 75%, 1)", 0.6875),
  ]

  @Test(arguments: areas) func `easings are summed up to a billionth`(
    _ easing: String, _ area: Double
  ) throws {
    for seconds in [1, 20] {
      let curve = try Self.curve(easing, seconds: seconds)
      let way = curve.way(at: Rational(seconds)).double
      #expect((way - Double(seconds) * (1 + 2 * area)).magnitude < 1.1e-9, "\(way)")
    }
  }

  @Test func `the area is right at every place`() throws {
    let curve = try Self.curve("easeInQuad", from: 2, to: 5)
    for step in 0...200 {
      let x = Double(step) / 200
      let way = curve.way(at: Self.fraction(Int128(step), 200)).double
      #expect((way - (2 * x + x * x * x)).magnitude < 1e-9)
    }
  }

  @Test(arguments: NamedCurve.all.map(\.name) + ["ease", "spring(1, 100, 10, 0)"])
  func `the way never stands still, and the time of a way is found`(_ easing: String) throws {
    let curve = try Self.curve(easing, from: 0.5, to: 2, seconds: 2)
    var last = Rational(-1)
    for step in 0...60 {
      let time = Self.fraction(Int128(step), 20)
      let way = curve.way(at: time)
      #expect(way > last)
      last = way
      let found = curve.time(covering: way)
      #expect((found - time).double.magnitude < 2e-7, "\(easing) at \(time.double)")
      #expect(curve.way(at: found) <= way || (curve.way(at: found) - way).double < 1e-8)
    }
  }

  @Test func `stairs and holds are exact`() throws {
    let stairs: [(String, Int128, Int128)] = [
      ("steps(4, jump-end)", 3, 8), ("steps(4, jump-start)", 5, 8), ("steps(4, jump-none)", 1, 2),
      ("steps(4, jump-both)", 1, 2), ("steps(3)", 1, 3), ("hold", 0, 1),
    ]
    for (easing, upper, lower) in stairs {
      let curve = try Self.curve(easing)
      let way = curve.way(at: .one)
      #expect(way == .one + Rational(2) * Self.fraction(upper, lower), "\(easing)")
      #expect(curve.time(covering: way) == .one)
    }
    let stair = try Self.curve("steps(4, jump-end)", from: 1, to: 5)
    // 1, 2, 3 and 4 for a quarter each.
    #expect(stair.way(at: Self.fraction(5, 8)) == Self.fraction(1 + 2, 4) + Self.fraction(3, 8))
    #expect(stair.time(covering: Self.fraction(9, 8)) == Self.fraction(5, 8))
    let discrete = try Self.curve("linear", interpolation: .discrete)
    #expect(discrete.way(at: Rational(2)) == Rational(4))
  }

  @Test func `passes are counted, there and back`() throws {
    let twice = try Self.curve("linear", repetition: .count(Rational(2)))
    #expect(twice.way(at: Rational(2)) == Rational(4))
    #expect(twice.way(at: Self.fraction(3, 2)) == Rational(2) + Self.fraction(3, 4))
    #expect(twice.way(at: Rational(3)) == Rational(7))
    let swing = try Self.curve("linear", repetition: .forever, autoreverse: true)
    #expect(swing.way(at: Self.fraction(3, 2)) == Rational(2) + Self.fraction(5, 4))
    #expect(swing.way(at: Rational(100)) == Rational(200))
    #expect(swing.time(covering: Rational(200)) == Rational(100))
    #expect(swing.time(covering: Rational(2) + Self.fraction(5, 4)) == Self.fraction(3, 2))
    let back = try Self.curve("linear", repetition: .once, autoreverse: true)
    #expect(back.way(at: Rational(3)) == Rational(5))
  }

  @Test func `keys may stand before the start and after a while`() throws {
    let late = SpeedCurve(
      try Animated(keys: [.init(Time(seconds: 2), 1), .init(Time(seconds: 4), 2)]))
    #expect(late.way(at: Rational(4)) == Rational(5))
    #expect(late.time(covering: Self.fraction(3, 2)) == Self.fraction(3, 2))
    let early = SpeedCurve(
      try Animated(keys: [.init(Time(seconds: -1), 1), .init(Time(seconds: 1), 2)]))
    #expect(early.way(at: .zero) == .zero)
    #expect(early.way(at: .one) == Self.fraction(7, 4))
    #expect(early.time(covering: Self.fraction(7, 4)) == .one)
  }

  @Test func `an easing that overshoots never stops the source`() throws {
    let curve = try Self.curve("easeInBack", from: 0.02, to: 4)
    var last = Rational(-1)
    for step in 0...100 {
      let way = curve.way(at: Self.fraction(Int128(step), 100))
      #expect(way > last)
      last = way
    }
  }
}
