import Testing

@testable import Grades

@Suite struct PointCurveTests {
  private func points(_ text: String) -> [CurvePoint] {
    text.split(separator: " ").map { pair in
      let numbers = pair.split(separator: ",").compactMap { Double($0) }
      return CurvePoint(numbers[0], numbers[1])
    }
  }

  @Test func `curves are SciPy's`() throws {
    var worst = 0.0
    var count = 0
    for row in try Fixtures.rows("curves.tsv") {
      let interpolation = try #require(PointCurve.Interpolation(rawValue: row[1]))
      let curve = try PointCurve(points(row[0]), interpolation)
      let (input, output) = (try #require(Double(row[2])), try #require(Double(row[3])))
      worst = max(worst, (curve.value(input) - output).magnitude)
      count += 1
    }
    #expect(count == 656)
    #expect(worst < 1e-11, "off by \(worst)")
  }

  @Test func `a curve is level beyond its ends, and one of one point everywhere`() throws {
    let curve = try PointCurve(points("0.2,0.3 0.8,0.9"), .natural)
    #expect([-1, 0.2, -.infinity, .nan].allSatisfy { curve.value($0) == 0.3 })
    #expect([0.8, 2, .infinity].allSatisfy { curve.value($0) == 0.9 })
    #expect((curve.value(0.5) - 0.6).magnitude < 1e-15)
    let point = try PointCurve([CurvePoint(0.5, 0.25)], .monotone)
    #expect([-1, 0.5, 2].allSatisfy { point.value($0) == 0.25 })
  }

  @Test func `a monotone curve stays between its points`() throws {
    let curve = try PointCurve(points("0,0.1 0.2,0.5 0.4,0.45 0.45,0.45 0.9,1.2 1,0.3"), .monotone)
    for step in 0...1000 {
      let input = Double(step) / 1000
      let pair = zip(curve.points, curve.points.dropFirst()).first { $1.input >= input }
      let (left, right) = try #require(pair)
      let value = curve.value(input)
      #expect(value >= min(left.output, right.output) - 1e-12)
      #expect(value <= max(left.output, right.output) + 1e-12)
    }
  }

  @Test(arguments: [
    ("", "malformed: a curve has 1 to 4096 points, and not 0"),
    (
      "0,0 0,1",
      "malformed: the points of a curve have to rise from left to right: 0.0 comes after 0.0"
    ),
    (
      "0,0 1,1 0.5,1",
      "malformed: the points of a curve have to rise from left to right: 0.5 comes after 1.0"
    ),
    ("0,0 nan,1", "malformed: a point of a curve lies beyond 1000000"),
    ("0,0 1,inf", "malformed: a point of a curve lies beyond 1000000"),
  ])
  func `points that are no curve are refused`(_ text: String, _ error: String) {
    for interpolation in PointCurve.Interpolation.allCases {
      let found = fault { try PointCurve(points(text), interpolation) }
      #expect(found == error)
    }
  }

  @Test func `a table is as near to its curves as it says`() throws {
    let rising = try PointCurve(points("0,0 0.25,0.1 0.75,0.9 1,1"), .natural)
    let short = try PointCurve(points("0.3,0.2 0.31,0.8 0.6,0.5"), .monotone)
    let level = try PointCurve(points("0.5,0.5"), .monotone)
    for count in [2, 17, 256, 4096] {
      let (table, error) = LookupCurves.baked(red: rising, green: short, blue: level, count: count)
      #expect(table.count == count)
      var worst = 0.0
      for step in 0...4000 {
        let input = Double(step) / 4000
        let value = SIMD3<Double>(table.value(of: SIMD3(repeating: Float(input))))
        for (channel, curve) in [rising, short, level].enumerated() {
          worst = max(worst, (value[channel] - curve.value(input)).magnitude)
        }
      }
      #expect(worst <= error + 1e-6, "\(count) points: \(worst) and not \(error)")
      if count == 4096 { #expect(error < 0.01 && worst > error / 50) }
    }
    #expect(LookupCurves.baked(red: level, green: level, blue: level, count: 2).error == 0)
  }
}
