import Testing

@testable import Timeline

@Suite struct CubicBezierTests {
  @Test func `heights agree with those found at 40 digits`() throws {
    // At (1, 0, 0, 1) the curve stands upright in the middle; elsewhere doubles hold more digits.
    let rows = try expectEasings(bezierReference) { name, progress in
      name.contains("(1, 0, 0, 1)") && (progress - 0.5).magnitude < 0.02 ? 1e-12 : 1e-14
    }
    #expect(rows == 117)
  }

  @Test func `an upright middle is still met`() {
    let curve = CubicBezier(1, 0, 0, 1)
    #expect((curve(0.5) - 0.5).magnitude < 1e-5)
    #expect((curve(0.500000001) - 0.500944940).magnitude < 1e-5)
  }

  @Test func `an even curve is the identity to the last bit`() {
    let curve = CubicBezier(0.3, 0.3, 0.8, 0.8)
    #expect(stride(from: -1, through: 2, by: 0.1).allSatisfy { curve($0) == $0 })
  }

  @Test func `the curve goes on along its tangents`() {
    let curve = CubicBezier(0.25, 0.5, 0.5, 0.75)
    #expect(curve(-1) == -2)
    #expect(curve(3) == 2)
    // Control points on the ends leave the tangent to the other one, or to the diagonal.
    #expect(CubicBezier(0, 0, 0.5, 1)(-1) == -2)
    #expect(CubicBezier(0.5, 0, 1, 1)(2) == 3)
    #expect(CubicBezier(0, 1, 0.5, 1)(-1) == 0)
    #expect(CubicBezier(0.2, 0.4, 1, 0)(2) == 1)
    #expect(CubicBezier(0, 0, 0, 0)(-1) == -1)
  }

  @Test func `a curve with rising heights never falls`() {
    let curve = CubicBezier(0.99, 0.01, 0.01, 0.99)
    var last = 0.0
    for index in 1...5000 {
      let height = curve(Double(index) / 5000)
      #expect(height >= last)
      last = height
    }
  }
}
