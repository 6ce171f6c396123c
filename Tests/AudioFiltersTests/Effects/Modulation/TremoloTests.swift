import Bytes
import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

@Suite struct TremoloTests {
  static let ones = [Float](repeating: 1, count: 8000)

  @Test func `the level follows a cosine from its top`() throws {
    let json = #"{"rate": 3, "depth": 0.8}"#
    let output = try run([use("tremolo", json)], [Self.ones], rate: 8000)[0]
    for (index, sample) in output.enumerated() {
      let exact = 1 - 0.4 * (1 - Maths.cos(2 * .pi * 3 * Double(index) / 8000))
      #expect(abs(Double(sample) - exact) < 1e-7, "\(index)")
    }
    // Computed with NumPy.
    for (index, exact) in [(100, 0.98894797), (333, 0.88306477), (1234, 0.21090583)] {
      #expect(abs(Double(output[index]) - exact) < 1e-7)
    }
  }

  @Test func `triangles and squares are straight, and squares do not click`() throws {
    let triangle = try run(
      [use("tremolo", #"{"rate": 4, "depth": 1, "waveform": "triangle"}"#)], [Self.ones],
      rate: 8000)[0]
    for (index, sample) in triangle.enumerated() {
      #expect(abs(sample - abs(1 - Float(index % 2000) / 1000)) < 1e-6, "\(index)")
    }
    let square = try run(
      [use("tremolo", #"{"rate": 4, "depth": 0.6, "waveform": "square"}"#)], [Self.ones],
      rate: 8000)[0]
    for (index, sample) in square.enumerated() {
      // 4 ms are 32 samples, around a quarter and three quarters of the 2000 of a turn.
      let place = Float(index % 2000)
      let (fall, rise) = ((place - 484) / 32, (place - 1484) / 32)
      let exact = 1 - 0.6 * min(max(fall, 0), 1) + 0.6 * min(max(rise, 0), 1)
      #expect(abs(sample - exact) < 1e-6, "\(index)")
    }
    #expect(square[0] == 1 && abs(square[1000] - 0.4) < 1e-7 && square[2000] == 1)
  }

  @Test func `channels are apart by the phase, and the subwoofer stays`() throws {
    let json = #"{"rate": 2, "depth": 1, "phase": 90}"#
    let output = try run([use("tremolo", json)], [Self.ones, Self.ones], rate: 8000)
    // A quarter of a turn is 1000 samples.
    for index in 0..<7000 { #expect(abs(output[1][index] - output[0][index + 1000]) < 1e-6) }
    let opposite = #"{"rate": 2, "depth": 1, "phase": 180}"#
    let turned = try run([use("tremolo", opposite)], [Self.ones, Self.ones], rate: 8000)
    for index in 0..<8000 { #expect(abs(turned[0][index] + turned[1][index] - 1) < 1e-6) }
    // At the start, left is at the top, the middle at its half, and right at the bottom.
    let levels: [Float] = [1, 0, 0.5, 1, 1, 0]
    for channel in 0..<6 {
      let made = try surround("tremolo", opposite, impulseIn: channel, count: 400)
      #expect(abs(made[channel][0] - levels[channel]) < 1e-6, "\(channel)")
    }
  }

  @Test func `a rate that moves adds up`() throws {
    let json = #"{"rate": {"from": 0, "to": 8, "duration": 1}, "depth": 1}"#
    let output = try run([use("tremolo", json)], [Self.ones], rate: 8000)[0]
    for index in stride(from: 0, to: 8000, by: 7) {
      // Of the rates 8 k / 8000 of all samples k before.
      let turns = Double(index) * Double(index - 1) / 2 * 8 / 8000 / 8000
      let exact = 0.5 + 0.5 * Maths.cos(2 * .pi * turns)
      #expect(abs(Double(output[index]) - exact) < 2e-5, "\(index)")
    }
  }

  @Test func `what changes nothing is left out`() throws {
    let noise = [Sound.noise(900), Sound.noise(900, seed: 2)]
    let idle = try use("tremolo", #"{"depth": 0, "phase": 90}"#)
    #expect(try run([idle], noise, rate: 8000) == noise)
    let chain = try EffectChain(
      [idle], format: AudioFormat(rate: 8000, layout: .stereo), longestBlock: 1, length: nil)
    #expect(chain.isEmpty && !EffectChain.spreads(idle))
    #expect(EffectChain.spreads(try use("tremolo", #"{"phase": 90}"#)))
    #expect(!EffectChain.spreads(try use("tremolo", #"{"phase": 360}"#)))
    // A wave that stands still stands at its top.
    #expect(try run([use("tremolo", #"{"rate": 0, "depth": 1}"#)], noise, rate: 8000) == noise)
  }
}
