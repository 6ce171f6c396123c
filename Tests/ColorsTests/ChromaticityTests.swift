import Testing

@testable import Colors

@Suite struct ChromaticityTests {
  @Test func `white light is where colour-science has it`() throws {
    for row in try ColorFixtures.rows("whites.tsv") {
      let numbers = row.compactMap { Double($0) }
      try #require(numbers.count == 3)
      let white = Chromaticity.white(temperature: numbers[0])
      #expect((white.x - numbers[1]).magnitude < 1e-8 && (white.y - numbers[2]).magnitude < 1e-8)
    }
  }

  @Test func `white light moves without a step`() {
    var before = Chromaticity.white(temperature: 1000)
    for kelvins in stride(from: 1005.0, through: 25000, by: 5) {
      let here = Chromaticity.white(temperature: kelvins)
      #expect((here.x - before.x).magnitude < 1e-3 && (here.y - before.y).magnitude < 1e-3)
      #expect(here.x < before.x, "\(kelvins)")
      before = here
    }
    #expect(Chromaticity.white(temperature: 0) == .white(temperature: 1000))
    #expect(Chromaticity.white(temperature: .infinity) == .white(temperature: 25000))
  }

  @Test(arguments: [2000, 3500, 6500, 15000] as [Double])
  func `a tint lies beside the line, green above it`(_ kelvins: Double) {
    func place(_ color: Chromaticity) -> SIMD2<Double> {
      SIMD2(4 * color.x, 6 * color.y) / (-2 * color.x + 12 * color.y + 3)
    }
    let here = place(.white(temperature: kelvins))
    for duv in [-0.02, -0.001, 0.001, 0.02] {
      let there = place(.white(temperature: kelvins, duv: duv))
      let way = there - here
      #expect(((way * way).sum().squareRoot() - duv.magnitude).magnitude < 1e-9)
      #expect((way.y > 0) == (duv > 0))
      let along = place(.white(temperature: kelvins * 1.001)) - here
      #expect(
        (way * along).sum().magnitude < 2e-3 * (along * along).sum().squareRoot() * duv.magnitude
          * 10)
    }
  }
}
