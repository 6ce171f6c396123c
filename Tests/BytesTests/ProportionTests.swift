import Testing

@testable import Bytes

@Suite struct ProportionTests {
  @Test func `a part of a number is rounded down`() {
    #expect(7.scaled(by: 2, over: 3) == 4)
    #expect((-7).scaled(by: 2, over: 3) == -5)
    #expect(100.scaled(by: 0, over: 3) == 0)
  }

  @Test func `no product is too large`() {
    #expect(Int.max.scaled(by: 7, over: 8) == 8_070_450_532_247_928_831)
    #expect(Int.max.scaled(by: .max, over: 1) == .max)
    #expect(Int.min.scaled(by: .max, over: 1) == .min)
    #expect(5.scaled(by: 5, over: 0) == 25)
  }
}
