import Bytes
import Testing
import WAV

@testable import AudioFilters

@Suite struct BeatTests {
  private static let format = AudioFormat(rate: 8000, layout: ChannelLayout(mask: 0, count: 1))

  /// Clicks of 20 ms, half a second apart.
  private static func clicks(seconds: Int) -> [Float] {
    (0..<8000 * seconds).map { index in
      let place = Double((index + 2000) % 4000) / 8000
      return place < 0.02 ? Float(0.5 * Maths.sin(2 * .pi * 1000 * place)) : 0
    }
  }

  private static func onsets(_ samples: [Float], block: Int = 4096) -> OnsetStrength {
    var onsets = OnsetStrength(format: format)
    for start in stride(from: 0, to: samples.count, by: block) {
      onsets.add(AudioBlock([Array(samples[start..<min(start + block, samples.count)])]))
    }
    onsets.finish()
    return onsets
  }

  @Test func `a transform is the sum that defines it`() throws {
    let samples = Sound.noise(32).map(Double.init)
    var transform = try #require(RealFourierTransform(32))
    for (bin, number) in transform.numbers(of: samples).enumerated() {
      var (re, im) = (0.0, 0.0)
      for (index, sample) in samples.enumerated() {
        let angle = -2 * Double.pi * Double(index * bin % 32) / 32
        re += sample * Maths.cos(angle)
        im += sample * Maths.sin(angle)
      }
      #expect((number.re - re).magnitude < 1e-12 && (number.im - im).magnitude < 1e-12)
    }
    #expect(RealFourierTransform(24) == nil)
  }

  @Test func `clicks are beats`() throws {
    let tracker = BeatTracker(Self.onsets(Self.clicks(seconds: 6)))
    let tempo = try #require(tracker.tempo)
    #expect((tempo - 120).magnitude < 1)
    #expect(tracker.beats.count >= 11)
    for (index, beat) in tracker.beats.enumerated() {
      let nearest = (beat.time * 2 - 0.5).rounded() / 2 + 0.25
      #expect((beat.time - nearest).magnitude < 0.02)
      #expect(beat.number == (tracker.beats[0].number - 1 + index) % 4 + 1)
    }
  }

  @Test func `blocks of any length give the same`() {
    let samples = Sound.noise(9000)
    #expect(Self.onsets(samples).values == Self.onsets(samples, block: 77).values)
  }

  @Test func `silence has no beats`() {
    for count in [1, 100, 8000] {
      let tracker = BeatTracker(Self.onsets(Sound.silence(count)))
      #expect(tracker.beats.isEmpty && tracker.tempo == nil)
    }
  }

  @Test func `the level of a band leaves out other tones`() {
    var settings = BandLevels.Settings()
    settings.band = 50...200
    var levels = BandLevels(format: Self.format, settings)
    let low = Sound.sine(4000, frequency: 100, rate: 8000)
    levels.add(AudioBlock([low + Sound.sine(4000, frequency: 2000, rate: 8000)]))
    levels.finish()
    #expect(levels.values.count == 200)
    let values = levels.normalized
    #expect(values[90] > 0.8 && values.max() == 1)
    // A release of 150 ms leaves e^-3.3 after half a second.
    #expect(values[199] < 0.05)
  }
}
