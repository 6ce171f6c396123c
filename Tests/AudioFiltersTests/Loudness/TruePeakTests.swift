import Bytes
import Testing

@testable import AudioFilters

/// A sine of so many dB that starts and ends softly, so that nothing but it has a peak.
private func tone(_ frequency: Double, phase: Double, level: Double, rate: Int, count: Int)
  -> [Float]
{
  (0..<count).map { i in
    let edge = min(1, Double(min(i, count - 1 - i)) / 200)
    let soft = edge * edge * (3 - 2 * edge)
    return Float(
      soft * level * Maths.sin(2 * .pi * frequency * Double(i) / Double(rate) + phase))
  }
}

private func truePeak(of samples: [Float], rate: Int) -> Double {
  var meter = TruePeak(rate: rate)
  let peak = samples.withUnsafeBufferPointer { meter.peak(of: $0) }
  return 20 * Maths.log(Double(max(peak, meter.finish()))) / Maths.log(10)
}

@Suite struct TruePeakTests {
  @Test(arguments: [8000, 32000, 44100, 48000, 88200, 96000])
  func `the peak of any tone is found within 0.1 dB`(rate: Int) {
    // With 2 values a sample, as of 88.2 kHz, that holds to 29 kHz.
    let highest = rate < 88_200 ? 0.455 : 0.3
    for step in 1...12 {
      for phase in [0.0, 0.4, 0.785, 1.2] {
        let frequency = highest * Double(rate) * Double(step) / 12
        let peak = truePeak(
          of: tone(frequency, phase: phase, level: 0.5, rate: rate, count: 700), rate: rate)
        #expect(abs(peak + 6.0206) < 0.1, "\(frequency) Hz at \(rate): \(peak) dBTP")
      }
    }
  }

  /// EBU Tech 3341 (2016), table 1, cases 15 to 19: sines whose samples miss their tops.
  @Test(arguments: [
    (4.0, 0.0, 0.5, -6.0), (4, 45, 0.5, -6), (6, 60, 0.5, -6), (8, 67.5, 0.5, -6),
    (4, 45, 1.41, 3),
  ])
  func `the test signals of EBU Tech 3341 show what is asked for`(
    divisor: Double, degrees: Double, level: Double, expected: Double
  ) {
    let samples = tone(
      48000 / divisor, phase: degrees * .pi / 180, level: level, rate: 48000, count: 4800)
    let peak = truePeak(of: samples, rate: 48000)
    #expect(peak < expected + 0.2 && peak > expected - 0.4, "\(peak)")
  }

  /// Cases 20 to 23: a single period at 4 times the rate, thinned with 4 offsets.
  @Test(arguments: 0..<4)
  func `a single period is found wherever the samples fall`(offset: Int) {
    var fine = [Double](repeating: 0, count: 4 * 200)
    for i in 0..<16 { fine[392 + i] = Maths.sin(2 * .pi * (Double(i) + 0.5) / 16) / 2 }
    // The band of 48 kHz, by a long windowed sinc.
    let window = KaiserWindow(attenuation: 80)
    let coarse = stride(from: offset, to: fine.count, by: 4).map { center -> Float in
      var sum = 0.0
      for (i, value) in fine.enumerated() where value != 0 {
        let x = Double(i - center) / 4
        let sinc = x == 0 ? 1 : Maths.sin(.pi * x) / (.pi * x)
        sum += value * sinc * window.value(at: x / 64) / 4
      }
      return Float(sum)
    }
    let peak = truePeak(of: coarse, rate: 48000)
    #expect(peak < -5.8 && peak > -6.4, "\(peak)")
  }

  @Test func `blocks of any length give the same peaks`() {
    var state: UInt32 = 7
    let noise = (0..<1500).map { _ -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int32(bitPattern: state)) / 0x1p31
    }
    var whole = [Float](repeating: 0, count: noise.count)
    var meter = TruePeak(rate: 48000)
    noise.withUnsafeBufferPointer { input in
      whole.withUnsafeMutableBufferPointer { meter.peaks(of: input, into: $0) }
    }
    var parts = noise
    meter = TruePeak(rate: 48000)
    parts.withUnsafeMutableBufferPointer { memory in
      var start = 0
      for length in [1, 2, 15, 16, 17, 255, 256, 257, 681] {
        let part = UnsafeMutableBufferPointer(rebasing: memory[start..<start + length])
        meter.peaks(of: UnsafeBufferPointer(part), into: part)
        start += length
      }
      #expect(start == memory.count)
    }
    #expect(parts == whole)
    // Nothing is lower than the samples themselves.
    #expect((0..<1484).allSatisfy { whole[$0 + 16] >= abs(noise[$0]) })
  }

  @Test func `above 176 kHz the samples stand for themselves`() {
    var meter = TruePeak(rate: 192_000)
    #expect(meter.latency == 0)
    #expect([0.25, -0.5, 0].withUnsafeBufferPointer { meter.peak(of: $0) } == 0.5)
  }

  @Test func `not a number and infinity do not trap`() {
    var meter = TruePeak(rate: 48000)
    let samples: [Float] = [.nan, .infinity, 0.25, -.infinity, 0]
    _ = samples.withUnsafeBufferPointer { meter.peak(of: $0) }
    #expect(meter.finish() >= 0)
  }
}
