import Bytes
import Testing

@testable import Filters

@Suite struct ShaderNoiseTests {
  @Test func `noise is the formula of shaders in single precision`() {
    for y in stride(from: 0, to: 4000, by: 131) {
      for x in stride(from: 0, to: 4000, by: 97) {
        let angle = Float(x) * 12.9898 + Float(y) * 78.233
        let wave = Float(Maths.sin(Double(angle))) * 43758.545
        #expect(ShaderNoise.value(Float(x), Float(y)) == wave - wave.rounded(.down))
      }
    }
  }

  @Test func `noise is spread evenly`() {
    var counts = [Int](repeating: 0, count: 8)
    for y in 0..<64 {
      for x in 0..<64 { counts[Int(ShaderNoise.value(Float(x), Float(y)) * 8)] += 1 }
    }
    for count in counts { #expect((420...604).contains(count)) }
  }
}
