import Bytes
import Testing

@testable import Timeline

@Suite struct NamedCurveTests {
  @Test func `all thirty curves follow the formulas of easings net`() throws {
    #expect(NamedCurve.all.count == 30)
    let rows = try expectEasings(easingsNetReference) { _, _ in 4e-15 }
    #expect(rows == 360)
  }

  @Test func `every curve starts at 0 and ends at 1`() throws {
    for name in NamedCurve.all.map(\.name) + ["linear", "ease", "hold", "spring"] {
      let easing = try Easing(parsing: name)
      #expect(easing(0) == 0 && easing(1) == 1, "\(name)")
      #expect(easing(Rational.zero) == 0 && easing(Rational.one) == 1, "\(name)")
      #expect((1..<100).allSatisfy { easing(Double($0) / 100).isFinite }, "\(name)")
    }
  }

  @Test func `in and out are mirror images`() {
    for family in NamedCurve.Family.allCases {
      let rise = NamedCurve(family: family, direction: .easeIn)
      let fall = NamedCurve(family: family, direction: .easeOut)
      let both = NamedCurve(family: family, direction: .easeInOut)
      for x in stride(from: 0.03125, to: 1, by: 0.0625) {
        #expect((rise(x) + fall(1 - x) - 1).magnitude < 1e-15)
        #expect((both(x) + both(1 - x) - 1).magnitude < 1e-15)
      }
    }
  }
}
