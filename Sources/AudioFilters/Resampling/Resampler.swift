import WAV

/// Changes the rate of a sound by a constant ratio, by a windowed sinc.
///
/// Above the Nyquist frequency of the lower rate, the attenuation is at least 120 dB; up to 0.91 of
/// it, the response is flat within 0.001 dB. The phase is linear and nothing is shifted: sample 0
/// stays at time 0. Every output sample follows from its position alone, so that blocks of any
/// length give the same bytes. A resampler is a value without state; its copies share their tables.
package struct Resampler: Sendable {
  /// Samples that come in while ``to`` go out, in lowest terms.
  private let from: Int
  private let to: Int
  private let channels: Int
  private let method: Method

  /// How it is done.
  private enum Method: Sendable {
    /// Nothing changes.
    case copy
    /// For ratios of small factors, as those of all usual rates are.
    case spectrum(SpectralResampler)
    /// For all others.
    case rows(RowResampler)
  }

  /// - Parameters:
  ///   - from: samples a second of the input.
  ///   - to: samples a second of the output; both 1 to 2^30. A change of speed may be part of them:
  ///     96000 to 48000 plays a sound of 48000 twice as fast.
  package init(from: Int, to: Int, channels: Int) {
    let (from, to) = Self.reduced(from, to)
    (self.from, self.to, self.channels) = (from, to, channels)
    if from == to {
      method = .copy
    } else if let spectral = SpectralResampler(from: from, to: to) {
      method = .spectrum(spectral)
    } else {
      method = .rows(RowResampler(from: from, to: to))
    }
  }

  private static func reduced(_ from: Int, _ to: Int) -> (from: Int, to: Int) {
    let limit = 1 << 30
    let (from, to) = (min(max(from, 1), limit), min(max(to, 1), limit))
    var (a, b) = (from, to)
    while b != 0 { (a, b) = (b, a % b) }
    return (from / a, to / a)
  }

  /// How many samples of the input may be read before and after the place of one of the output.
  package static func reach(from: Int, to: Int) -> Int {
    let (from, to) = reduced(from, to)
    if from == to { return 1 }
    return SpectralResampler.reach(from: from, to: to) ?? RowResampler.reach(from: from, to: to)
  }

  /// So many samples of the output are made at a time, starting at multiples of this number; blocks
  /// on this grid waste no work.
  package var grain: Int {
    if case .spectrum(let spectral) = method { return spectral.grain }
    return 1
  }

  /// How many output samples `count` input samples make: the nearest number, halves upwards.
  package func length(of count: Int) -> Int {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: from)
    return whole * to + (2 * rest * to + from) / (2 * from)
  }

  /// The input samples of which the output samples are made; some may lie before the first and
  /// after the last, and are silence.
  package func inputRange(for output: Range<Int>) -> Range<Int> {
    guard !output.isEmpty else { return 0..<0 }
    switch method {
    case .copy: return output
    case .spectrum(let spectral): return spectral.inputRange(for: output)
    case .rows(let rows): return rows.inputRange(for: output)
    }
  }

  /// Makes `output.count` samples, of which the first is the one at `outputStart`.
  ///
  /// - Parameters:
  ///   - input: samples from `inputStart` on. Everything outside it counts as silence, so it must
  ///     contain all of ``inputRange(for:)`` that exists.
  package func resample(
    _ input: AudioBlock, inputStart: Int, into output: AudioBlock, outputStart: Int
  ) {
    precondition(input.channels == channels && output.channels == channels)
    guard output.count > 0 else { return }
    for channel in 0..<channels {
      let (samples, target) = (UnsafeBufferPointer(input[channel]), output[channel])
      switch method {
      case .copy:
        for i in 0..<target.count {
          let place = outputStart + i - inputStart
          target[i] = place >= 0 && place < samples.count ? samples[place] : 0
        }
      case .spectrum(let spectral):
        spectral.resample(samples, start: inputStart, into: target, at: outputStart)
      case .rows:
        break
      }
    }
    if case .rows(let rows) = method {
      rows.resample(input, inputStart: inputStart, into: output, outputStart: outputStart)
    }
  }
}
