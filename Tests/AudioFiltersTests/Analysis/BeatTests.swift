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

/// The pace of drums, which an even share of their sounds also suggests at its half, double or 4/3.
@Suite struct DrumTempoTests {
  /// Sixteenths of a bar: kick, snare and hat.
  private static let patterns = [
    "rock": ["k.......k.......", "....s.......s...", "h.h.h.h.h.h.h.h."],
    "four": ["k...k...k...k...", "....s.......s...", "..h...h...h...h."],
    "half": ["k.........k.....", "........s.......", "h.h.h.h.h.h.h.h."],
    "sixteenths": ["k..k..k...k..k..", "....s..s.s..s..s", "hhhhhhhhhhhhhhhh"],
  ]

  /// Each from its start on, 8000 samples a second.
  private static let voices: [[Float]] = {
    var state: UInt32 = 1
    let noise = (0..<2000).map { _ -> Double in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Double(state >> 8) / 8_388_608 - 1
    }
    func fading(_ rate: Double, _ sample: (Int) -> Double) -> [Float] {
      noise.indices.map { Float(sample($0) * Maths.exp(-Double($0) / 8000 * rate)) }
    }
    return [
      fading(14) { 0.8 * Maths.sin(2 * .pi * 60 * Double($0) / 8000) },
      fading(22) { 0.35 * noise[$0] }, fading(70) { 0.1 * noise[$0] },
    ]
  }()

  private static func drums(_ name: String, _ tempo: Double) -> [Float] {
    var samples = [Float](repeating: 0, count: 16 * 8000)
    let step = 15 / tempo
    for index in 0..<Int(16 / step) {
      let start = Int((Double(index) * step * 8000).rounded())
      for (voice, row) in zip(voices, patterns[name] ?? []) where Array(row)[index % 16] != "." {
        for (offset, sample) in voice.enumerated() where start + offset < samples.count {
          samples[start + offset] += sample
        }
      }
    }
    return samples
  }

  @Test(arguments: [
    ("sixteenths", 100.0), ("sixteenths", 108), ("rock", 100), ("four", 84), ("four", 150),
    ("half", 108), ("half", 150),
  ])
  func `it is that of the beats`(_ name: String, _ tempo: Double) throws {
    var onsets = OnsetStrength(
      format: AudioFormat(rate: 8000, layout: ChannelLayout(mask: 0, count: 1)))
    onsets.add(AudioBlock([Self.drums(name, tempo)]))
    onsets.finish()
    let found = try #require(BeatTracker(onsets).tempo)
    #expect((found - tempo).magnitude < 1, "\(found)")
  }

  @Test func `beats lie on the drums, and bars begin with the first`() {
    var onsets = OnsetStrength(
      format: AudioFormat(rate: 8000, layout: ChannelLayout(mask: 0, count: 1)))
    onsets.add(AudioBlock([Self.drums("rock", 100)]))
    onsets.finish()
    let beats = BeatTracker(onsets).beats
    #expect(beats.count >= 24)
    for beat in beats {
      let place = beat.time / 0.6
      #expect((place - place.rounded()).magnitude < 0.03)
      #expect(beat.number == Int(place.rounded()) % 4 + 1)
    }
  }
}
