import Testing

@testable import Colors

@Suite struct ToneMappingTests {
  private func range(_ text: String) throws -> ClosedRange<Double> {
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 2)
    return numbers[0]...numbers[1]
  }

  @Test func `curves are those of their formulas in NumPy`() throws {
    for row in try ColorFixtures.rows("tones.tsv") {
      let curve = try #require(ToneCurve(rawValue: row[0]))
      let mapping = ToneMapping(curve, from: try range(row[1]), to: try range(row[2]))
      let (light, wanted) = (try #require(Double(row[3])), try #require(Double(row[4])))
      let found = mapping.value(light)
      #expect((found - wanted).magnitude < 1e-6 * max(1, wanted), "\(row): \(found)")
    }
  }

  @Test(arguments: ToneCurve.allCases)
  func `light rises from the target's black to its white`(_ curve: ToneCurve) {
    let ranges: [(ClosedRange<Double>, ClosedRange<Double>)] = [
      (0...1000, 0...203), (0...4000, 0...100), (0.005...10000, 0.1...1000), (0...204, 0...203),
      (0...100, 0...203), (0...203, 0...203),
    ]
    for (source, target) in ranges {
      let mapping = ToneMapping(curve, from: source, to: target)
      var before = mapping.value(-1)
      #expect(before >= target.lowerBound - 1e-6)
      for step in 0...2000 {
        let share = Double(step) / 2000
        let light = mapping.value(source.upperBound * share * share * share)
        #expect(light >= before - 1e-9, "\(source) \(target) \(share)")
        before = light
      }
      let white = min(source.upperBound, target.upperBound)
      #expect((mapping.value(source.upperBound) - white).magnitude < 1e-6 * white, "\(target)")
      #expect(mapping.value(.infinity) == mapping.value(source.upperBound))
      #expect(mapping.value(.nan) == mapping.value(0))
    }
  }

  @Test(arguments: ToneCurve.allCases)
  func `a source that is no brighter stays as it is`(_ curve: ToneCurve) {
    let mapping = ToneMapping(curve, from: 0...203, to: 0...1000)
    for light in [0, 0.1, 26, 100, 203] as [Double] {
      #expect((mapping.value(light) - light).magnitude < 1e-9 * max(1, light))
    }
  }

  @Test func `odd ranges trap nowhere`() {
    for curve in ToneCurve.allCases {
      for range in [0...0, 5...5, -3...1e9, 9999...10000, 20000...30000] as [ClosedRange<Double>] {
        for other in [0...0, 0...100, 10000...10000] as [ClosedRange<Double>] {
          #expect(ToneMapping(curve, from: range, to: other).value(50).isFinite)
          #expect(ToneMapping(curve, from: other, to: range).value(50).isFinite)
        }
      }
    }
  }
}
