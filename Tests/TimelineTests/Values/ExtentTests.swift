import Testing

@testable import Timeline

@Suite struct ExtentTests {
  @Test func `a side is a length or automatic`() throws {
    #expect(try Extent.side(parsing: "auto") == nil)
    #expect(try Extent.side(parsing: "25%") == Length(fraction: 0.25))
    let error = valueError { () throws(ValueError) in try Extent.side(parsing: "big") }
    #expect(error?.message.contains("\"auto\"") == true)
    let large = valueError { () throws(ValueError) in try Extent.side(parsing: "1e99") }
    #expect(large?.kind == .outOfRange)
  }

  @Test func `sides mix, and automatic ones stay automatic`() throws {
    let small = Extent(width: Length(pixels: 10), height: nil)
    let large = Extent(width: Length(fraction: 1), height: nil)
    for interpolation in [Interpolation.linear, .smooth] {
      let animated = try Animated(
        keys: [
          .init(.zero, small), .init(Time(seconds: 1), large), .init(Time(seconds: 2), small),
        ],
        interpolation: interpolation)
      let half = try #require(Time(1, 2))
      #expect(animated.value(at: half).height == nil)
      #expect(animated.value(at: half).width?.fraction ?? 0 > 0.4)
      #expect(animated.value(at: Time(seconds: 1)) == large)
    }
    #expect(Extent(components: Extent.auto.components) == .auto)
  }
}
