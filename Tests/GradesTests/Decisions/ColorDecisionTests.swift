import Testing

@testable import Grades

@Suite struct ColorDecisionTests {
  @Test func `OpenColorIO's own vectors`() throws {
    for row in try Fixtures.rows("cdl/ocio-vectors.tsv") {
      let style = try #require(ColorDecision.Style(rawValue: row[1]))
      let decision = ColorDecision(
        slope: try vector(row[2]), offset: try vector(row[3]), power: try vector(row[4]),
        saturation: try #require(Double(row[5])))
      let value = decision.value(of: try vector(row[6]), style)
      let wanted = try vector(row[7])
      #expect(near(value, wanted, 2e-5), "\(row): \(value)")
    }
  }

  static let files = Fixtures.paths(ending: ".values.tsv")

  @Test func `there are five files of corrections`() { #expect(Self.files.count == 5) }

  @Test(arguments: files)
  func `corrections are read, and change colours, as OpenColorIO's`(_ path: String) throws {
    let name = String(path.dropLast(".values.tsv".count))
    let file = try ColorDecisionFile(try Fixtures.bytes(name))
    let rows = try Fixtures.rows(path)
    #expect(file.corrections.count == rows.count)
    let lattice = try Fixtures.numbers(name + ".expected.tsv")
    #expect(lattice.count == 125)
    for (index, row) in rows.enumerated() {
      let decision = try file.correction(row[0])
      #expect(decision == file.corrections[index].decision)
      let wanted = ColorDecision(
        slope: try vector(row[1]), offset: try vector(row[2]), power: try vector(row[3]),
        saturation: try #require(Double(row[4])))
      #expect(decision == wanted)
      for line in lattice {
        let color = SIMD3(line[0], line[1], line[2])
        for (style, first) in [(ColorDecision.Style.asc, 3), (.noClamp, 6)] {
          let at = first + 6 * index
          let wanted = SIMD3(line[at], line[at + 1], line[at + 2])
          #expect(
            near(decision.value(of: color, style), wanted, 2e-6), "\(name) \(row[0]) \(color)")
        }
      }
    }
  }

  @Test func `what is no number becomes black`() {
    let value = ColorDecision(slope: SIMD3(repeating: 2)).value(
      of: SIMD3(.nan, .infinity, 0.25), .asc)
    #expect(value == SIMD3(0, 1, 0.5))
  }

  @Test(arguments: ColorDecision.Style.allCases)
  func `a row is what its colours are`(_ style: ColorDecision.Style) {
    let decisions = [
      ColorDecision(),
      ColorDecision(
        slope: SIMD3(1.35, 1.1, 0.071), offset: SIMD3(0.05, -0.23, 0.11),
        power: SIMD3(0.93, 0.81, 1.27), saturation: 1.23),
      ColorDecision(slope: SIMD3(2, 0, 1), power: SIMD3(0.4, 1, 3.5), saturation: 0),
    ]
    let colors = (0..<1003).map { index -> SIMD3<Float> in
      let blue = Float(index * index % 101) / 90 - 0.1
      return SIMD3(Float(index) / 800 - 0.125, Float(index % 17) / 14, blue)
    }
    for decision in decisions {
      for some in [Array(colors.prefix(1)), Array(colors.prefix(8)), colors] {
        let row = applied(some) {
          decision.apply(red: $0, green: $1, blue: $2, count: $3, style)
        }
        for (value, color) in zip(row, some) {
          let wanted = decision.value(of: SIMD3<Double>(color), style)
          #expect(near(SIMD3<Double>(value), wanted, 1e-6), "\(color): \(value) and not \(wanted)")
        }
      }
    }
    let odd = [SIMD3<Float>(.nan, 0.5, 0.5), SIMD3(.infinity, -.infinity, 0)]
    let row = applied(odd) { decisions[1].apply(red: $0, green: $1, blue: $2, count: $3, style) }
    #expect(row[0].x == row[0].x)
    if style == .asc { #expect(row.allSatisfy { all($0 .>= 0) && all($0 .<= 1) }) }
  }

  private func vector(_ text: String) throws -> SIMD3<Double> {
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 3)
    return SIMD3(numbers[0], numbers[1], numbers[2])
  }

  private func near(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ error: Double) -> Bool {
    (0..<3).allSatisfy { (a[$0] - b[$0]).magnitude <= error * max(1, b[$0].magnitude) }
  }
}
