import Testing
import WAV

@testable import AudioFilters

/// The signals of EBU Tech 3341 and 3342, of sines of 1000 Hz made here. A rate of 8000 Hz keeps
/// the tests quick where the rate has no say.
@Suite struct LoudnessMeterTests {
  /// A stretch of a sine: its level in dBFS (nil for silence) and its seconds.
  typealias Tone = (level: Double?, seconds: Double)

  static func tones(_ tones: [Tone], rate: Int = 8000) -> [Float] {
    var (samples, time) = ([Float](), 0.0)
    for tone in tones {
      let start = Int((time * Double(rate)).rounded())
      time += tone.seconds
      let count = Int((time * Double(rate)).rounded()) - start
      guard let level = tone.level else {
        samples += Sound.silence(count)
        continue
      }
      // The period of 1000 Hz is a whole number of samples at the rates used here.
      let period = Sound.sine(
        rate / 1000, frequency: 1000, rate: rate, level: Decibels.factor(level))
      samples += (start..<start + count).map { period[$0 % period.count] }
    }
    return samples
  }

  static func measure(
    _ channels: [[Float]], rate: Int = 8000, layout: ChannelLayout = .stereo, block: Int = 4000,
    truePeak: Bool = false, _ report: (LoudnessMeter.Reading) -> Void = { _ in }
  ) -> LoudnessMeter {
    var meter = LoudnessMeter(
      format: AudioFormat(rate: rate, layout: layout), measuresTruePeak: truePeak)
    for start in stride(from: 0, to: channels[0].count, by: block) {
      let count = min(block, channels[0].count - start)
      meter.add(AudioBlock(channels.map { Array($0[start..<start + count]) }), report)
    }
    meter.finish()
    return meter
  }

  static func stereo(_ parts: [Tone], rate: Int = 8000) -> LoudnessMeter {
    let samples = tones(parts, rate: rate)
    return measure([samples, samples], rate: rate)
  }

  @Test(
    arguments: [
      ([(-23, 20)], -23.0), ([(-33, 20)], -33),
      ([(-36, 10), (-23, 60), (-36, 10)], -23),
      ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23),
      ([(-26, 20), (-20, 20.1), (-26, 20)], -23),
    ] as [([(Double, Double)], Double)])
  func `integrated loudness is that of Tech 3341, cases 1 to 5`(
    _ parts: [(Double, Double)], _ expected: Double
  ) {
    let meter = Self.stereo(parts.map { ($0.0, $0.1) })
    #expect((meter.integrated - expected).magnitude <= 0.1, "\(meter.integrated)")
  }

  @Test func `constant tones are as loud at any moment`() {
    let samples = Self.tones([(-23, 8)], rate: 48000)
    var readings: [LoudnessMeter.Reading] = []
    let meter = Self.measure([samples, samples], rate: 48000) { readings.append($0) }
    #expect((meter.momentaryMaximum + 23).magnitude <= 0.1)
    #expect((meter.shortTermMaximum + 23).magnitude <= 0.1)
    #expect((meter.integrated + 23).magnitude <= 0.1)
    #expect(meter.range < 0.1)
    #expect(readings.count == 80 && readings[79].sample == 384_000)
    #expect(readings[5...].allSatisfy { ($0.momentary + 23).magnitude <= 0.1 })
    #expect(readings[31...].allSatisfy { ($0.shortTerm + 23).magnitude <= 0.1 })
    #expect((Sound.decibels(readings[40].samplePeak) + 23).magnitude < 0.01)
  }

  /// Tech 3341, case 6: 5.0 channels. Low frequency effects do not count.
  @Test func `channels have their weights`() {
    let levels: [Double?] = [-28, -28, -24, -10, -30, -30]
    let channels = levels.map { Self.tones([($0, 5)]) }
    let meter = Self.measure(channels, layout: ChannelLayout(mask: 0x3F, count: 6))
    #expect((meter.integrated + 23).magnitude <= 0.1, "\(meter.integrated)")
    let five = Self.measure(
      channels.enumerated().filter { $0.offset != 3 }.map(\.element),
      layout: ChannelLayout(mask: 0x607, count: 5))
    #expect((five.integrated + 23).magnitude <= 0.1, "\(five.integrated)")
    #expect(
      ChannelWeights.weights(of: ChannelLayout(mask: 0x63F, count: 8))
        == [1, 1, 1, 0, 1, 1, 1.41, 1.41])
    #expect(ChannelWeights.weights(of: ChannelLayout(mask: 0, count: 3)) == [1, 1, 1])
  }

  @Test func `short-term loudness is that of Tech 3341, case 9`() {
    let parts = (0..<5).flatMap { _ in [(-20, 1.34), (-30, 1.66)] as [Tone] }
    let samples = Self.tones(parts)
    var readings: [Double] = []
    _ = Self.measure([samples, samples]) { readings.append($0.shortTerm) }
    #expect(readings[29...].allSatisfy { ($0 + 23).magnitude <= 0.1 })
  }

  @Test(arguments: [0, 3, 7, 13, 19])
  func `short-term maxima are those of Tech 3341, cases 10 and 11`(_ index: Int) {
    let offset = Double(index) * 0.15
    let burst = Self.stereo([(nil, offset), (-23, 3), (nil, 1)])
    #expect((burst.shortTermMaximum + 23).magnitude <= 0.1)
    let level = Double(index) - 38
    let rising = Self.stereo([(level - 1, 1), (nil, offset), (level, 3), (nil, 3 - offset)])
    #expect((rising.shortTermMaximum - level).magnitude <= 0.1)
  }

  @Test func `momentary loudness is that of Tech 3341, case 12`() {
    let parts = (0..<25).flatMap { _ in [(-20, 0.18), (-30, 0.22)] as [Tone] }
    let samples = Self.tones(parts)
    var readings: [Double] = []
    _ = Self.measure([samples, samples]) { readings.append($0.momentary) }
    #expect(readings[9...].allSatisfy { ($0 + 23).magnitude <= 0.1 })
  }

  @Test(arguments: [0, 4, 11, 19])
  func `momentary maxima are those of Tech 3341, cases 13 and 14`(_ index: Int) {
    let offset = Double(index) * 0.02
    let burst = Self.stereo([(nil, offset), (-23, 0.4), (nil, 1)])
    #expect((burst.momentaryMaximum + 23).magnitude <= 0.1)
    let level = Double(index) - 38
    let rising = Self.stereo([(level - 1, 0.4), (nil, offset), (level, 0.4), (nil, 0.4 - offset)])
    #expect((rising.momentaryMaximum - level).magnitude <= 0.1)
  }

  @Test(
    arguments: [
      ([(-20, 20), (-30, 20)], 10.0), ([(-20, 20), (-15, 20)], 5), ([(-40, 20), (-20, 20)], 20),
      ([(-50, 20), (-35, 20), (-20, 20), (-35, 20), (-50, 20)], 15),
    ] as [([(Double, Double)], Double)])
  func `the range is that of Tech 3342, cases 1 to 4`(
    _ parts: [(Double, Double)], _ expected: Double
  ) {
    let meter = Self.stereo(parts.map { ($0.0, $0.1) })
    #expect((meter.range - expected).magnitude <= 1, "\(meter.range)")
  }

  @Test func `the lengths of blocks do not matter`() {
    let samples = Sound.noise(20_000)
    let whole = Self.measure([samples], rate: 11025, layout: .mono, block: 20_000, truePeak: true)
    for block in [1, 17, 4096] {
      let other = Self.measure(
        [samples], rate: 11025, layout: .mono, block: block, truePeak: true)
      #expect(other.integrated == whole.integrated && other.truePeak == whole.truePeak)
      #expect(other.momentaryMaximum == whole.momentaryMaximum)
    }
  }

  @Test func `silence and what is no sound measure as silence`() {
    let meter = Self.measure([Sound.silence(40_000)], layout: .mono, truePeak: true)
    #expect(meter.integrated == -.infinity && meter.range == 0)
    #expect(meter.samplePeak == -.infinity && meter.truePeak == -.infinity)
    var samples = Self.tones([(-23, 3)])
    let clean = Self.measure([samples], layout: .mono, truePeak: true)
    (samples[100], samples[200]) = (.nan, -.infinity)
    let dirty = Self.measure([samples], layout: .mono, truePeak: true)
    #expect((dirty.integrated - clean.integrated).magnitude < 0.1)
    #expect(dirty.truePeak.isFinite && dirty.samplePeak == clean.samplePeak)
  }
}
