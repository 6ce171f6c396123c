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

  /// Judged by the wave itself: every tone up to 19 kHz, far above the ceiling, is drawn between
  /// the samples with the cardinal sine over 300 samples to each side, where it might be high.
  @Test func `the wave itself stays below the ceiling`() throws {
    var input = Sound.silence(2600)
    for tone in 0..<24 {
      let frequency = 300 + Double(tone) * 813
      let phase = Double(tone * tone % 7)
      for (index, sample) in Sound.sine(2600, frequency: frequency, level: 0.4, phase: phase)
        .enumerated()
      { input[index] += sample }
    }
    let json = #"{"ceiling": "-1dB", "lookahead": 0.0005, "release": 0.001}"#
    let output = try run([use("limiter", json)], [input])[0]
    var highest = 0.0
    for quarter in 1...3 {
      let taps = (-300..<300).map { tap -> Double in
        let x = Double(tap) - Double(quarter) / 4
        let window = 0.5 + 0.5 * Maths.cos(.pi * x / 301)
        return Maths.sin(.pi * x) / (.pi * x) * window
      }
      for place in 600..<2000 where max(output[place].magnitude, output[place + 1].magnitude) > 0.6
      {
        var sum = 0.0
        for tap in 0..<600 { sum += Double(output[place - 300 + tap]) * taps[tap] }
        highest = max(highest, sum.magnitude)
      }
    }
    #expect(Sound.decibels(highest) < -0.9, "\(Sound.decibels(highest))")
    #expect(Sound.decibels(highest) > -1.3)
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
