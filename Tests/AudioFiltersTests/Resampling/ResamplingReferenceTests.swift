import Bytes
import Testing
import WAV

@testable import AudioFilters

/// What is made by spectra and by tables, against the windowed sinc itself, worked out in Double
/// for every tap.
@Suite struct ResamplingReferenceTests {
  /// The sum of samples around a place, each times the filter's value there.
  private static func exact(_ samples: [Float], at place: Double, ratio: Double) -> Double {
    let taps = SincTable.taps(ratio: ratio)
    let turn = 2 * .pi * SincTable.cutoff(ratio: ratio, taps: taps)
    let window = KaiserWindow(attenuation: SincTable.attenuation)
    let whole = Int(place.rounded(.down))
    var (sum, all) = (0.0, 0.0)
    for index in whole - taps / 2 + 1...whole + taps / 2 {
      let way = Double(index) - place
      let sinc = abs(way) < 1e-12 ? turn : Maths.sin(turn * way) / way
      let tap = sinc * window.value(at: way / Double(taps / 2))
      all += tap
      if samples.indices.contains(index) { sum += Double(samples[index]) * tap }
    }
    return sum / all
  }

  @Test(arguments: [
    (44100, 48000), (48000, 44100), (22050, 48000), (48000, 8000), (8000, 48000), (96000, 48000),
    (192_000, 44100), (192_000, 8000), (11, 10), (48001, 44100),
  ])
  func `every rate makes of noise what the filter makes of it`(from: Int, to: Int) {
    let resampler = Resampler(from: from, to: to, channels: 1)
    // Around the seam of two stretches, and of two pairs of them.
    let ratio = Double(from) / Double(to)
    let middle = max(resampler.grain, 400)
    let sound = Sound.noise(Int(Double(middle + 200) * ratio) + 200)
    for place in [0, middle / 2, middle] {
      let range = place - 2..<place + 2
      let output = AudioBlock(channels: 1, capacity: range.count)
      resampler.resample(
        AudioBlock([sound]), inputStart: 0, into: output, outputStart: range.lowerBound)
      for (index, value) in zip(range, output[0]) {
        let wanted = Self.exact(sound, at: Double(index) * ratio, ratio: max(1, ratio))
        // -120 dB of the noise.
        #expect(abs(Double(value) - wanted) < 5e-7, "\(index)")
      }
    }
  }

  @Test func `tables for moving speeds are mixed from two filters`() {
    let sound = Sound.noise(1000)
    let resampler = VariableResampler()
    for (speed, share) in [(1.25, 0.0), (1.251_953_125, 0.25), (0.995, 0.36)] {
      let place = 500.3
      let output = AudioBlock(channels: 1, capacity: 1)
      let (places, speeds) = ([place], [speed])
      resampler.read(
        AudioBlock([sound]), into: output, places: places.span, speeds: speeds.span)
      // The next two of 128 speeds to the octave.
      let lower = (speed * 128).rounded(.down) / 128 + 1 / 128.0
      let wanted =
        (1 - share) * Self.exact(sound, at: place, ratio: lower)
        + share * Self.exact(sound, at: place, ratio: lower + 1 / 128.0)
      #expect(abs(Double(output[0][0]) - wanted) < 1e-6, "\(speed)")
    }
  }

  @Test(arguments: [(44100, 48000), (48000, 8000), (8000, 48000), (11, 10), (44100, 48001)])
  func `no more is read than the reach says`(from: Int, to: Int) {
    let resampler = Resampler(from: from, to: to, channels: 1)
    let reach = Resampler.reach(from: from, to: to)
    for index in [-5, 0, 1, resampler.grain - 1, resampler.grain, 12345] {
      let range = resampler.inputRange(for: index..<index + 1)
      let place = Int((Double(index) * Double(from) / Double(to)).rounded(.down))
      #expect(range.lowerBound >= place - reach && range.upperBound <= place + reach + 1)
      #expect(range.contains(place))
    }
  }

  @Test func `what is no number harms the stretch it stands in alone`() {
    let resampler = Resampler(from: 44100, to: 48000, channels: 1)
    var sound = Sound.noise(8000)
    let clean = ResamplerTests.output(AudioBlock([sound]), resampler)
    (sound[100], sound[101], sound[102]) = (.nan, .infinity, -3e38)
    let result = ResamplerTests.output(AudioBlock([sound]), resampler)
    #expect(result[0].allSatisfy { $0.isFinite })
    #expect(result[0][4000...].elementsEqual(clean[0][4000...]))
    // Silence beside a loud sound stays silence but for the last digits.
    let half = AudioBlock([Sound.noise(3000) + Sound.silence(5000)])
    let quiet = ResamplerTests.output(half, resampler)
    #expect(Sound.peak(quiet[0][3400...]) < 1e-6)
    #expect(quiet[0][6000...].allSatisfy { $0 == 0 })
  }
}
