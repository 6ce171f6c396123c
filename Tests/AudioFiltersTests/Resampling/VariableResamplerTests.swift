import Bytes
import Testing
import WAV

@testable import AudioFilters

@Suite struct VariableResamplerTests {
  private static func output(
    _ input: AudioBlock, places: [Double], speeds: [Double],
    _ resampler: VariableResampler = VariableResampler()
  ) -> [[Float]] {
    let output = AudioBlock(channels: input.channels, capacity: places.count)
    resampler.read(input, into: output, places: places.span, speeds: speeds.span)
    return (0..<input.channels).map { Array(output[$0]) }
  }

  @Test(arguments: [0.01, 0.25, 0.7071, 1, 1.0001, 1.37, 2, -0.6, -3.3, 11])
  func `a tone stays clean at a constant speed`(speed: Double) {
    let reach = VariableResampler.reach(speed: speed)
    let count = 2 * reach + Int(200 * max(1, abs(speed))) + 10
    for part in [0.05, 0.5, 0.9] {
      let turns = part * 0.5 / max(1, abs(speed))
      let input = Tones.block(count) { 0.5 * Maths.sin(2 * .pi * turns * Double($0)) }
      let start = Double(speed > 0 ? reach : count - reach - 1) + 0.123
      let places = (0..<190).map { start + speed * Double($0) }
      let result = Self.output(
        input, places: places, speeds: places.map { _ in speed })[0]
      let error = Tones.level(
        zip(result, places).map { Double($0) - 0.5 * Maths.sin(2 * .pi * turns * $1) })
      #expect(Tones.decibels(error / 0.5 * 2.0.squareRoot()) < -112, "\(part)")
    }
  }

  @Test(arguments: [1.3, 2, 5.5])
  func `nothing is mirrored at half of the rate`(speed: Double) {
    let reach = VariableResampler.reach(speed: speed)
    for part in [1.01, 1.1, 1.25] {
      let turns = part * 0.5 / speed
      let input = Tones.block(2 * reach + 600) { Maths.sin(2 * .pi * turns * Double($0)) }
      let places = (0..<100).map { Double(reach) + speed * Double($0) }
      let result = Self.output(input, places: places, speeds: places.map { _ in speed })[0]
      let level = Tones.decibels(Tones.level(result.map { Double($0) }) * 2.0.squareRoot())
      #expect(level < -110, "\(part): \(level) dB")
    }
  }

  @Test func `a tone glides with a moving speed`() {
    let input = Tones.block(1200) { 0.5 * Maths.sin(0.4 * Double($0)) }
    // From 0.5 to 2 and through zero to -1.
    let speeds = (0..<400).map { index -> Double in
      let speed = 0.5 + Double(index) / 133
      return speed < 2 ? speed : 8 - 3 * speed
    }
    var places: [Double] = []
    var place = 500.0
    for speed in speeds {
      places.append(place)
      place += speed
    }
    let result = Self.output(input, places: places, speeds: speeds)[0]
    for (value, place) in zip(result, places) {
      #expect(abs(Double(value) - 0.5 * Maths.sin(0.4 * place)) < 2e-6)
    }
  }

  @Test func `the channels share places and nothing else`() {
    let input = Tones.noise(700, channels: 3)
    let places = (0..<20).map { 300 + 1.7 * Double($0) }
    let speeds = places.map { _ in 1.7 }
    let result = Self.output(input, places: places, speeds: speeds)
    let single = Tones.block(700) { Double(input[2][$0]) }
    #expect(Self.output(single, places: places, speeds: speeds)[0] == result[2])
  }

  @Test func `a table for one speed reads the same`() {
    let input = Tones.block(1200) { 0.5 * Maths.sin(1.2 * Double($0)) }
    let places = (0..<100).map { 500 + 2.3 * Double($0) }
    let result = Self.output(
      input, places: places, speeds: places.map { _ in 2.3 }, VariableResampler(speed: 2.3))[0]
    let error = zip(result, places).map { abs(Double($0) - 0.5 * Maths.sin(1.2 * $1)) }.max()
    #expect(error ?? 1 < 2e-6)
  }

  @Test func `beyond the input is silence, and odd places do not trap`() {
    let input = Tones.noise(10)
    let places = [-1e9, -97, 200, .nan, .infinity, 1e300, 5, 5]
    let result = Self.output(
      input, places: places, speeds: [1, 1, 1, 1, 1, 1, .infinity, 1e300])[0]
    #expect(result[0..<7].allSatisfy { $0 == 0 } && result[7].isFinite)
  }
}
