import Bytes
import Testing

@testable import Timeline

@Suite struct TimeTests {
  @Test func `a day of frames does not drift`() throws {
    let rate = try #require(FrameRate(30000, 1001))
    let step = Time(frame: 1, rate: rate)
    var sum = Time.zero
    // Every frame of the first minute, then one addition a second up to hour 24.
    for frame in 0..<1800 {
      #expect(sum == Time(frame: frame, rate: rate))
      #expect(sum.frameIndex(rate: rate) == frame)
      sum = sum + step
    }
    let last = 24 * 3600 * 30
    for frame in stride(from: 1800, through: last, by: 30) {
      #expect(sum == Time(frame: frame, rate: rate))
      sum = sum + step * Rational(30)
    }
    #expect(Time(frame: last, rate: rate) == Time(432_432, 5))
    #expect(Time(frame: last, rate: rate).seconds == 86486.4)
  }

  @Test(arguments: [
    (24, 1), (25, 1), (30000, 1001), (24000, 1001), (1, 1_000_000_000), (999_999_937, 1),
  ])
  func `times and frame numbers agree`(numerator: Int, denominator: Int) throws {
    let rate = try #require(FrameRate(numerator, denominator))
    let small = try #require(Time(1, 1_000_000_000_000_000_000))
    for frame in [0, 1, 2, 1001, 2_592_000, 4_000_000_000, -5] {
      let time = Time(frame: frame, rate: rate)
      #expect(time.frameIndex(rate: rate) == frame)
      #expect(time.frameIndex(rate: rate, rounding: .up) == frame)
      #expect((time + small).frameIndex(rate: rate) == frame)
      #expect((time + small).frameIndex(rate: rate, rounding: .up) == frame + 1)
      #expect((time - small).frameIndex(rate: rate) == frame - 1)
    }
  }

  @Test func `far frames and times are held within bounds`() throws {
    let slow = try #require(FrameRate(1, 1_000_000_000))
    let fast = try #require(FrameRate(1_000_000_000, 1))
    let far = Time(frame: .max, rate: slow)
    #expect(far.frameIndex(rate: slow) == .max)
    #expect(far.frameIndex(rate: fast) == .max)
    #expect((-far).frameIndex(rate: fast) == .min)
    #expect(Time(frame: .min, rate: fast) < .zero)
  }

  @Test(arguments: [
    (0, 1, "0:00.000", "0"), (125, 2, "1:02.500", "62.5"), (7325, 2, "1:01:02.500", "3662.5"),
    (-1, 4, "-0:00.250", "-0.25"), (1001, 30000, "0:00.033", "1001/30000"),
    (1, 1_000_000_000, "0:00.000", "0.000000001"), (-59999, 60, "-16:39.984", "-59999/60"),
    (360_000, 1, "100:00:00.000", "360000"),
  ])
  func `times are shown as clocks and written exactly`(
    numerator: Int, denominator: Int, clock: String, exact: String
  ) throws {
    let time = try #require(Time(numerator, denominator))
    #expect(time.description == clock)
    #expect(time.exactDescription == exact)
    #expect(try TimeExpression(parsing: exact) == .seconds(time))
  }
}
