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

  @Test(arguments: [60.0, 100, 170, 200], [false, true])
  func `clicks are beats at any pace`(_ tempo: Double, isAccented: Bool) throws {
    let period = 60 / tempo
    let samples = (0..<8000 * 9).map { index -> Float in
      let beat = Int(Double(index) / 8000 / period)
      let place = Double(index) / 8000 - Double(beat) * period
      let isFirst = isAccented && beat % 4 == 0
      let level = isAccented && !isFirst ? 0.3 : 0.5
      return place < 0.02
        ? Float(level * Maths.sin(2 * .pi * (isFirst ? 1500 : 1000) * place)) : 0
    }
    let tracker = BeatTracker(Self.onsets(samples))
    let found = try #require(tracker.tempo)
    #expect((found - tempo).magnitude < 0.01 * tempo, "\(found)")
    #expect((tracker.beats.count - Int((9 / period).rounded(.up))).magnitude <= 1)
    for beat in tracker.beats {
      let place = beat.time / period
      #expect((place - place.rounded()).magnitude * period < 0.02)
    }
  }

  @Test func `swung clicks are no beats of their own`() throws {
    // A beat of 0.75 s, and half as loud a click two thirds later.
    let samples = (0..<8000 * 15).map { index -> Float in
      let place = Double(index % 6000) / 8000
      let (level, since) = place < 0.5 ? (0.5, place) : (0.25, place - 0.5)
      return since < 0.02 ? Float(level * Maths.sin(2 * .pi * 1000 * since)) : 0
    }
    let found = try #require(BeatTracker(Self.onsets(samples)).tempo)
    #expect((found - 80).magnitude < 1, "\(found)")
  }

  @Test func `a pace that grows is followed`() {
    // From 90 to 130 beats a minute in half a minute.
    var times: [Double] = []
    var time = 0.4
    while time < 29.7 {
      times.append(time)
      time += 60 / (90 + 40 * time / 30)
    }
    var samples = [Float](repeating: 0, count: 8000 * 30)
    for start in times.map({ Int($0 * 8000) }) {
      for offset in 0..<160 {
        samples[start + offset] = Float(0.5 * Maths.sin(2 * .pi * 1000 * Double(offset) / 8000))
      }
    }
    let beats = BeatTracker(Self.onsets(samples)).beats.map(\.time)
    let hits = times.count { time in beats.contains { ($0 - time).magnitude < 0.07 } }
    #expect(hits >= times.count - 1 && beats.count <= times.count + 1)
  }

  @Test func `a range of paces is kept to`() throws {
    let clicks = Self.onsets(Self.clicks(seconds: 8))
    let slow = try #require(BeatTracker(clicks, tempo: 50...80).tempo)
    #expect((slow - 60).magnitude < 1, "\(slow)")
    let fast = try #require(BeatTracker(clicks, tempo: 200...400).tempo)
    #expect((fast - 240).magnitude < 3, "\(fast)")
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
    "broken": ["k.k.......kk....", "....s..s.s..s..s", "h.h.h.h.h.h.h.h."],
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
    ("sixteenths", 108.0), ("rock", 100), ("rock", 172), ("four", 84), ("four", 150), ("four", 174),
    ("half", 108), ("half", 150), ("broken", 172),
  ])
  func `it is that of the beats`(_ name: String, _ tempo: Double) throws {
    var onsets = OnsetStrength(
      format: AudioFormat(rate: 8000, layout: ChannelLayout(mask: 0, count: 1)))
    onsets.add(AudioBlock([Self.drums(name, tempo)]))
    onsets.finish()
    let tracker = BeatTracker(onsets)
    let found = try #require(tracker.tempo)
    #expect((found - tempo).magnitude < 1, "\(found)")
    let isOn = tracker.beats.map { beat in
      let place = beat.time * tempo / 60
      return (place - place.rounded()).magnitude * 60 / tempo < 0.07
    }
    #expect(isOn.count { $0 } >= isOn.count - 1)
    #expect(Double(isOn.count) >= 0.95 * 16 * tempo / 60)
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
