import Bytes
import Testing

@testable import Timeline

@Suite struct AnimatedTests {
  typealias Key = Animated<Double>.Key

  private func at(_ tenths: Int) -> Time { Time(Rational(reducing: Int128(tenths), over: 10)) }

  private func samples(_ animated: Animated<Double>, _ tenths: [Int]) -> [Double] {
    tenths.map { animated.value(at: at($0)) }
  }

  @Test func `a constant is the same at any time`() {
    let animated = Animated.constant(0.8)
    #expect(samples(animated, [-10, 0, 10_000_000]) == [0.8, 0.8, 0.8])
    #expect(animated.constantValue == 0.8 && animated.restTime == .zero)
    #expect(!animated.moves(during: .whole))
  }

  @Test func `the ends hold, and the easing shapes the segment that ends at its key`() throws {
    let quad = try Easing(parsing: "easeInQuad")
    let animated = try Animated(keys: [
      Key(at(10), 0, easing: quad), Key(at(20), 10), Key(at(40), 50, easing: quad),
    ])
    #expect(samples(animated, [-50, 0, 10, 15, 20, 30, 40, 99]) == [0, 0, 0, 5, 10, 20, 50, 50])
    #expect(animated.constantValue == nil && animated.restTime == at(40))
  }

  @Test func `a key's own value comes back to the last bit`() throws {
    let values = [0.1, 0.7, 1.0 / 3, -2.3e-17]
    let names = ["linear", "easeInOutElastic", "spring", "ease"]
    for interpolation in Interpolation.allCases {
      let keys = try values.indices.map {
        Key(at($0 * 7), values[$0], easing: try Easing(parsing: names[$0]))
      }
      let animated = try Animated(keys: keys, interpolation: interpolation)
      #expect(samples(animated, [0, 7, 14, 21, 22]) == values + [values[3]])
    }
  }

  @Test func `keys at one time are a jump to the last of them`() throws {
    let animated = try Animated(keys: [
      Key(at(0), 0), Key(at(10), 1), Key(at(10), 5), Key(at(10), 7), Key(at(20), 9),
    ])
    #expect(samples(animated, [5, 10, 15, 20]) == [0.5, 7, 8, 9])
    let sudden = try Animated(keys: [Key(at(10), 1), Key(at(10), 2)])
    #expect(samples(sudden, [0, 9, 10, 11]) == [1, 1, 2, 2])
    #expect(sudden.restTime == at(10))
    let endless = try Animated(keys: [Key(at(10), 1), Key(at(10), 2)], repetition: .forever)
    #expect(samples(endless, [9, 10, 50]) == [1, 2, 2])
  }

  @Test func `discrete values and holds wait for the next key`() throws {
    let keys = [Key(at(0), 1), Key(at(10), 2), Key(at(20), 3)]
    let discrete = try Animated(keys: keys, interpolation: .discrete)
    let held = try Animated(keys: keys.map { Key($0.time, $0.value, easing: .hold) })
    for animated in [discrete, held] {
      #expect(samples(animated, [0, 9, 10, 19, 20, 30]) == [1, 1, 2, 2, 3, 3])
    }
  }

  @Test func `repeated passes start anew, and the last one ends at its end`() throws {
    let keys = [Key(at(10), 0), Key(at(20), 10)]
    let twice = try Animated(keys: keys, repetition: .count(Rational(2)))
    #expect(samples(twice, [5, 15, 19, 20, 25, 29, 30, 99]) == [0, 5, 9, 0, 5, 9, 10, 10])
    let partly = try Animated(keys: keys, repetition: Repetition(number: "1.3"))
    #expect(samples(partly, [19, 20, 22, 23, 30]) == [9, 0, 2, 3, 3])
    let half = try Animated(keys: keys, repetition: Repetition(number: "0.5"))
    #expect(samples(half, [12, 15, 20]) == [2, 5, 5])
    let never = try Animated(keys: keys, repetition: Repetition(number: "0"))
    #expect(samples(never, [0, 15, 30]) == [0, 0, 0])
    let forever = try Animated(keys: keys, repetition: .forever)
    #expect(samples(forever, [20, 1_000_000_005]) == [0, 5])
    #expect(forever.restTime == nil && twice.restTime == at(30))
  }

  @Test func `autoreverse goes there and back in one repetition`() throws {
    let keys = [Key(at(0), 0), Key(at(10), 10)]
    let once = try Animated(keys: keys, autoreverse: true)
    #expect(samples(once, [0, 4, 10, 14, 20, 30]) == [0, 4, 10, 6, 0, 0])
    let partly = try Animated(
      keys: keys, repetition: Repetition(number: "1.5"), autoreverse: true)
    #expect(samples(partly, [20, 24, 30, 40]) == [0, 4, 10, 10])
    let forever = try Animated(keys: keys, repetition: .forever, autoreverse: true)
    #expect(samples(forever, [35, 40, 45, 20_000_003]) == [5, 0, 5, 3])
    let quad = try Animated(
      keys: [Key(at(0), 0), Key(at(10), 1, easing: Easing(parsing: "easeInQuad"))],
      autoreverse: true)
    #expect(quad.value(at: at(5)) == 0.25 && quad.value(at: at(15)) == 0.25)
  }

  @Test func `a loop does not drift in a day of frames`() throws {
    let rate = try #require(FrameRate(30000, 1001))
    let period = Time(frame: 60, rate: rate)
    let keys = [Key(.zero, 0), Key(period, 60)]
    let animated = try Animated(keys: keys, repetition: .forever)
    let day = 24 * 3600 * 30
    for frame in [0, 1, 59, 60, day - 1, day, day + 17] {
      #expect(animated.value(at: Time(frame: frame, rate: rate)) == Double(frame % 60))
    }
  }

  @Test func `movement is known from its range`() throws {
    let animated = try Animated(keys: [Key(at(10), 0), Key(at(20), 1)])
    #expect(!animated.moves(during: TimeRange(start: at(0), end: at(10))))
    #expect(animated.moves(during: TimeRange(start: at(0), end: at(11))))
    #expect(animated.moves(during: TimeRange(start: at(19), end: nil)))
    #expect(!animated.moves(during: TimeRange(start: at(20), end: nil)))
    let still = try Animated(keys: [Key(at(10), 4), Key(at(20), 4)])
    #expect(still.constantValue == 4 && !still.moves(during: .whole))
  }

  @Test func `a map keeps times and easings`() throws {
    let easing = try Easing(parsing: "easeInCubic")
    let animated = try Animated(
      keys: [Key(at(0), 1), Key(at(10), 3, easing: easing)], autoreverse: true)
    let mapped = animated.map { Angle(degrees: $0 * 10) }
    #expect(mapped.value(at: at(5)) == Angle(degrees: 12.5))
    #expect(mapped.value(at: at(15)) == Angle(degrees: 12.5))
  }

  @Test func `faulty keys are refused`() {
    let backwards = valueError { () throws(ValueError) in
      try Animated(keys: [Key(at(20), 1), Key(at(10), 2)])
    }
    #expect(backwards?.message == "the times of keys must increase: 0:01.000 follows 0:02.000")
    #expect(valueError { () throws(ValueError) in try Animated<Double>(keys: []) } != nil)
    let negative = valueError { () throws(ValueError) in
      try Animated(keys: [Key(at(0), 1)], repetition: .count(Rational(-1)))
    }
    #expect(negative?.kind == .outOfRange)
  }

  @Test func `repetitions are counts or forever`() throws {
    #expect(try Repetition(parsing: "forever") == .forever)
    #expect(try Repetition(number: "2.5") == .count(try #require(Rational(5, 2))))
    for text in ["-1", "1e99", "x"] {
      #expect(valueError { () throws(ValueError) in try Repetition(number: text) } != nil)
    }
    #expect(valueError { () throws(ValueError) in try Interpolation(parsing: "cubic") } != nil)
    #expect(try Interpolation(parsing: "smooth") == .smooth)
  }
}
