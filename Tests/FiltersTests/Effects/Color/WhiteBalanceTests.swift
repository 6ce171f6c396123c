import Testing

@testable import Filters

@Suite struct WhiteBalanceTests {
  @Test func `a colour of one channel alone becomes grey by the formula`() throws {
    // By the Bradford transform from the white that the blue primary is, in double precision.
    let found = try ColorStrip.colors(
      ##"{ "type": "effect", "effect": "white-balance", "neutral": "#00f" }"##,
      of: [SIMD3(0.28, 0.5, 0.94), SIMD3(0, 0, 1)])
    let wanted = [SIMD3(0.0362, 0.85655, 0.14017), SIMD3(repeating: 0.33448)]
    for (one, other) in zip(found, wanted) {
      for channel in 0..<3 { #expect(abs(one[channel] - other[channel]) < 0.0015) }
    }
  }

  @Test func `black as the neutral colour changes nothing`() throws {
    let color = SIMD3(0.2, 0.5, 0.7)
    let found = try ColorStrip.colors(
      ##"{ "type": "effect", "effect": "white-balance", "neutral": "#000" }"##, of: [color])
    for channel in 0..<3 { #expect(abs(found[0][channel] - color[channel]) < 0.0001) }
  }
}
