import Testing

@testable import Colors

@Suite struct ColorGamutTests {
  private func numbers(_ matrix: LightMatrix) -> [Double] {
    let rows = matrix.rows
    return [rows.0, rows.1, rows.2].flatMap { [$0.x, $0.y, $0.z] }
  }

  @Test func `matrices are those of colour-science`() throws {
    for row in try ColorFixtures.rows("gamuts.tsv") {
      let from = try #require(ColorGamut(rawValue: row[0]))
      let to = try #require(ColorGamut(rawValue: row[1]))
      let adaptation = try #require(ChromaticAdaptation(rawValue: row[2]))
      let wanted = row[3].split(separator: " ").compactMap { Double($0) }
      let found = numbers(from.matrix(to: to, adaptation))
      try #require(wanted.count == 9)
      for (a, b) in zip(found, wanted) { #expect((a - b).magnitude < 1e-8, "\(row): \(found)") }
    }
  }

  @Test(
    arguments: [
      (
        .bt2020,
        [
          1.660491, -0.587641, -0.072850, -0.124550, 1.132900, -0.008349, -0.018151, -0.100579,
          1.118730,
        ]
      ),
      (
        .sGamut3,
        [
          1.877915, -0.794169, -0.083746, -0.176807, 1.351000, -0.174193, -0.026201, -0.148422,
          1.174623,
        ]
      ),
      (
        .sGamut3Cine,
        [
          1.626947, -0.540139, -0.086809, -0.178516, 1.417941, -0.239425, -0.044436, -0.195920,
          1.240356,
        ]
      ),
      (
        .arri3,
        [
          1.617523, -0.537287, -0.080237, -0.070573, 1.334613, -0.264040, -0.021102, -0.226954,
          1.248056,
        ]
      ),
      (
        .arri4,
        [
          1.893123, -0.780882, -0.112242, -0.205700, 1.340257, -0.134557, -0.012706, -0.152185,
          1.164891,
        ]
      ),
      (
        .vGamut,
        [
          1.806576, -0.695697, -0.110879, -0.170090, 1.305955, -0.135865, -0.025206, -0.154468,
          1.179674,
        ]
      ),
      (
        .cinema,
        [
          1.923861, -0.798761, -0.125101, -0.204311, 1.495899, -0.291588, -0.023685, -0.420127,
          1.443812,
        ]
      ),
      (
        .dGamut,
        [
          1.674723, -0.579789, -0.094934, -0.098088, 1.333984, -0.235896, -0.040967, -0.242984,
          1.283951,
        ]
      ),
      (
        .davinci,
        [
          1.898615, -0.792176, -0.106439, -0.168949, 1.488976, -0.320027, -0.121539, -0.315676,
          1.437215,
        ]
      ),
      (.p3D65, [1.224940, -0.224940, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274]),
    ] as [(ColorGamut, [Double])])
  func `matrices to BT_709 have six digits of the published ones`(
    _ gamut: ColorGamut, _ wanted: [Double]
  ) {
    for (a, b) in zip(numbers(gamut.matrix(to: .bt709)), wanted) {
      #expect((a - b).magnitude < 1.1e-6)
    }
  }

  @Test(arguments: ColorGamut.allCases, ColorGamut.allCases)
  func `white is white in every gamut, and there is a way back`(
    _ from: ColorGamut, _ to: ColorGamut
  ) {
    let white = from.matrix(to: to) * SIMD3.one
    let color = SIMD3(0.2, 0.7, 0.4)
    let back = to.matrix(to: from) * (from.matrix(to: to) * color)
    for channel in 0..<3 {
      #expect((white[channel] - 1).magnitude < 1e-12)
      #expect((back[channel] - color[channel]).magnitude < 1e-12)
    }
    if from == to { #expect(from.matrix(to: to) == .identity) }
  }

  @Test(arguments: ColorGamut.allCases, ChromaticAdaptation.allCases)
  func `what is white in one light becomes white in another`(
    _ gamut: ColorGamut, _ adaptation: ChromaticAdaptation
  ) throws {
    let (warm, cold) = (
      Chromaticity.white(temperature: 3200), Chromaticity.white(temperature: 7500, duv: 0.01)
    )
    let balance = gamut.whiteBalance(from: warm, to: cold, adaptation)
    let back = try #require(gamut.toTristimulus.inverse)
    let found = balance * (back * warm.tristimulus)
    let wanted = back * cold.tristimulus
    for channel in 0..<3 { #expect((found[channel] - wanted[channel]).magnitude < 1e-12) }
    #expect(gamut.whiteBalance(from: warm, to: warm, adaptation) == .identity)
  }

  @Test func `a matrix without an inverse has none`() {
    #expect(LightMatrix(.one, .one, .one).inverse == nil)
    #expect(LightMatrix(SIMD3(.nan, 0, 0), .one, .zero).inverse == nil)
    #expect(LightMatrix.identity.inverse == .identity)
  }
}
