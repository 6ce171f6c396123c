import Testing
import Timeline

@testable import Filters

@Suite struct KeyedValuesTests {
  private func values(
    _ times: [Int], interpolation: Interpolation = .linear, easing: Easing = .linear
  ) throws -> KeyedValues<Double> {
    KeyedValues(
      try Animated(
        keys: times.enumerated().map {
          Animated.Key(Time(seconds: $0.element), Double(100 * $0.offset), easing: easing)
        }, interpolation: interpolation))
  }

  @Test func `a moment has its two neighbours and the share between them`() throws {
    let keyed = try values([0, 2, 4, 8, 9, 10, 20])
    for (time, value, share) in [
      (-1, 0.0, 0.0), (0, 0, 0), (1, 0, 0.5), (3, 100, 0.5), (5, 200, 0.25), (7, 200, 0.75),
      (15, 500, 0.5), (30, 600, 0),
    ] {
      let moment = keyed.moment(at: Time(seconds: time))
      let place = moment.value + (moment.next - moment.value) * moment.share
      #expect(abs(place - value - 100 * share) < 1e-9)
    }
  }

  @Test func `what overshoots goes on the way it came`() throws {
    let back = try Easing(parsing: "cubic-bezier(0.3, 0, 0.5, 1.9)")
    let keyed = try values([0, 4, 8, 12], easing: back)
    // Before the second key, the movement is past it, and still on its own way.
    let moment = keyed.moment(at: Time(seconds: 3))
    #expect(moment.value == 0 && moment.next == 100 && moment.share > 1)
  }

  @Test func `smooth movements stay between the same two`() throws {
    let keyed = try values([0, 1, 2, 3, 4], interpolation: .smooth)
    for step in 1..<40 {
      let time = try #require(Time(step, 10))
      let moment = keyed.moment(at: time)
      let place = moment.value + (moment.next - moment.value) * moment.share
      #expect(abs(place - 10 * Double(step)) < 6)
    }
  }

  @Test func `a held value stays until the next key`() throws {
    let keyed = try values([0, 4], interpolation: .discrete)
    #expect(keyed.moment(at: Time(seconds: 3)).share == 0)
    #expect(KeyedValues(Animated(5.0)).isStill)
  }
}
