import Bytes
import Testing

@testable import Timeline

@Suite struct StepsTests {
  /// The stairs of CSS Easing 2, figure 6: levels of three steps at -0.1, 0, 0.2, 1/3, 0.5, 2/3,
  /// 0.9, 1 and 1.1, in thirds, halves or quarters.
  @Test(arguments: [
    ("steps(3, jump-start)", 3.0, [0, 1, 1, 2, 2, 3, 3, 3, 4]),
    ("steps(3, start)", 3, [0, 1, 1, 2, 2, 3, 3, 3, 4]),
    ("steps(3, jump-end)", 3, [-1, 0, 0, 1, 1, 2, 2, 3, 3]),
    ("steps(3)", 3, [-1, 0, 0, 1, 1, 2, 2, 3, 3]),
    ("steps(3, end)", 3, [-1, 0, 0, 1, 1, 2, 2, 3, 3]),
    ("steps(3, jump-none)", 2, [-1, 0, 0, 1, 1, 2, 2, 2, 3]),
    ("steps(3, jump-both)", 4, [0, 1, 1, 2, 2, 3, 3, 4, 4]),
    ("step-start", 1, [0, 1, 1, 1, 1, 1, 1, 1, 2]),
    ("step-end", 1, [-1, 0, 0, 0, 0, 0, 0, 1, 1]),
  ])
  func `levels are those of CSS`(text: String, parts: Double, levels: [Double]) throws {
    let easing = try Easing(parsing: text)
    let times: [(Int128, Int128)] = [
      (-1, 10), (0, 1), (1, 5), (1, 3), (1, 2), (2, 3), (9, 10), (1, 1), (11, 10),
    ]
    for (time, level) in zip(times, levels) {
      let exact = try #require(Rational(time.0, time.1))
      #expect(easing(exact) == level / parts, "\(text) at \(time)")
      #expect(easing(exact.double) == level / parts, "\(text) at \(exact.double)")
    }
  }

  @Test func `a step falls on its very frame`() throws {
    // In doubles 29/100 times 100 is 28.999999999999996.
    let steps = Steps(100)
    for index in 0...100 {
      #expect(steps(try #require(Rational(Int128(index), 100))) == Double(index) / 100)
    }
  }

  @Test func `huge arguments are no trap`() {
    #expect(Steps(1_000_000)(1e300) == 1)
    #expect(Steps(1_000_000)(-.infinity) == 0)
    #expect(Steps(3)(.nan) == 1)
  }
}
