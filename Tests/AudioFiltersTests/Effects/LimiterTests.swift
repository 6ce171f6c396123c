import Bytes
import Testing
import WAV

@testable import AudioFilters

@Suite struct LimiterTests {
  /// Sounds with peaks of all kinds, some of them only between the samples.
  static let sounds: [[Float]] = [
    Sound.noise(6000, level: 1),
    // Square waves, whose corners overshoot.
    (0..<6000).map { $0 / 37 % 2 == 0 ? 1 : -1 },
    // A quarter of the rate, sampled beside its tops: true peaks 3 dB above the samples.
    Sound.sine(6000, frequency: 12000, level: 1.4, phase: .pi / 4),
    // Single samples and pairs, far above.
    Sound.noise(6000, level: 0.1).enumerated().map { $0.offset % 997 < 2 ? 4 : $0.element },
    // From soft to loud at once.
    Sound.silence(2000) + Sound.sine(4000, frequency: 997, level: 8),
    // As far from one sample to the next as can be.
    (0..<6000).map { $0 % 2 == 0 ? 2 : -2 },
  ]

  @Test(arguments: sounds.indices)
  func `true peaks stay below the ceiling`(_ index: Int) throws {
    let input = [Self.sounds[index]]
    let output = try run([use("limiter", #"{"ceiling": "-1dB", "lookahead": 0.002}"#)], input)
    let silence = Sound.silence(200)
    let meter = LoudnessMeterTests.measure(
      [output[0] + silence], rate: 48000, layout: .mono, truePeak: true)
    #expect(meter.truePeak <= -0.9, "\(meter.truePeak)")
    #expect(meter.samplePeak <= -0.99, "\(meter.samplePeak)")
    // It does not make it softer than it must.
    #expect(meter.truePeak > -2.2, "\(meter.truePeak)")
  }

  @Test func `sound below the ceiling is not changed by a bit`() throws {
    let input = [Sound.noise(5000, level: 0.5), Sound.sine(5000, frequency: 400, level: 0.8)]
    #expect(try run([use("limiter", #"{"ceiling": "-0.5dB"}"#)], input) == input)
  }

  @Test func `after a peak the sound comes back to the bit`() throws {
    var input = Sound.noise(30_000, level: 0.3)
    input[1000] = 3
    let output = try run([use("limiter", #"{"release": 0.01}"#)], [input])[0]
    #expect(output[1000] < 0.9 && output[900] < input[900].magnitude)
    #expect(output[..<500] == input[..<500])
    #expect(output[25_000...] == input[25_000...])
  }

  @Test func `all channels get the same gain`() throws {
    let loud = Sound.sine(4000, frequency: 500, level: 2)
    let output = try run([use("limiter")], [loud, loud.map { $0 / 64 }])
    for index in 0..<4000 { #expect(output[0][index] / 64 == output[1][index]) }
  }

  @Test func `the least of a window is found`() {
    let values = (0..<500).map { ($0 * 7919) % 263 }
    for length in [1, 2, 9, 100] {
      var sliding = SlidingMinimum(length, filledWith: 999)
      var mean = RunningMean(length, filledWith: 0)
      for (index, value) in values.enumerated() {
        let window = values[max(index + 1 - length, 0)...index]
        #expect(sliding.next(value) == window.min())
        #expect(mean.next(value) == window.reduce(0, +) / length)
      }
    }
  }
}
