import Testing

@testable import Scopes

@Suite struct ScopeScaleTests {
  /// ITU-R BT.2408: HDR reference white is 58 % of PQ, code 573 of 10 bits, and 75 % of HLG.
  @Test func `white of graphics stands where the report has it`() throws {
    let coding = ScopeFrames.coding(10)
    let pq = try #require(ScopeScale(.pq).marks.first { $0.label == "203" })
    #expect(Int(coding.code(pq.percent).rounded()) == 573)
    let hlg = try #require(ScopeScale(.hlg).marks.first { $0.label == "203" })
    #expect((hlg.percent - 75).magnitude < 0.1)
    #expect(pq.isStrong && hlg.isStrong)
  }

  @Test(arguments: [ScopeUnit.pq, .hlg])
  func `light and percent are the same curve both ways`(_ unit: ScopeUnit) throws {
    for mark in ScopeScale(unit).marks {
      let light = try #require(unit.light(mark.percent))
      let label = try #require(Double(mark.label))
      #expect((light - label).magnitude <= label * 1e-9)
    }
    #expect(ScopeUnit.bt709.light(50) == nil)
    // Beyond its white, PQ says nothing.
    #expect(ScopeUnit.pq.light(109) == 10_000)
    #expect(ScopeUnit.pq.light(-7) == 0 && ScopeUnit.hlg.light(-7) == 0)
  }

  @Test(arguments: ScopeUnit.allCases, [0.1, 3, 7, 15, 30, 60])
  func `labels keep their distance`(_ unit: ScopeUnit, _ gap: Double) {
    let places = ScopeScale(unit).marks(gap: gap).map(\.percent).sorted()
    #expect((places.first ?? 1) < 1e-3 && (places.last ?? 0) > 99.9)
    for (one, next) in zip(places, places.dropFirst()) { #expect(next - one >= gap) }
  }
}
