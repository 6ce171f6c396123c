import Testing

@testable import Bytes

@Suite struct FrameRateTests {
  @Test func `rates are kept in lowest terms`() {
    #expect(FrameRate(50, 2) == FrameRate(25, 1))
    #expect(FrameRate(60000, 2002)?.description == "30000:1001")
    #expect(FrameRate(1_000_000_000, 1_000_000_000)?.denominator == 1)
    // Only what is left after that may be too much.
    #expect(FrameRate(30_000_000_000, 1_001_000_000) == FrameRate(30_000, 1001))
    #expect(FrameRate(.max, .max) == FrameRate(1, 1))
    #expect(FrameRate(2_000_000_001, 2) == nil)
  }

  @Test(arguments: [(0, 1), (1, 0), (-25, 1), (25, -1), (1_000_000_001, 1), (1, .max), (.min, 1)])
  func `parts outside their range are refused`(numerator: Int, denominator: Int) {
    #expect(FrameRate(numerator, denominator) == nil)
  }
}
