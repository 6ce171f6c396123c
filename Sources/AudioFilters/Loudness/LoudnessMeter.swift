import Bytes
import WAV

/// Measures how loud a stream is, after ITU-R BS.1770-4 and EBU R 128.
///
/// Momentary and short-term loudness are taken every 10 ms, so that their maxima are those of EBU
/// Tech 3341, and the blocks of the gates every 100 ms. What was before the stream counts as
/// silence. Samples that are no sound (not a number, infinite, beyond 120 dB) count as silence.
/// Memory does not grow with the stream.
package struct LoudnessMeter {
  /// What is measured every 100 ms.
  package struct Reading: Hashable, Sendable {
    /// The first sample after what was measured.
    package let sample: Int
    /// The loudness of the last 400 ms, in LUFS; minus infinity for silence.
    package let momentary: Double
    /// The loudness of the last 3 s.
    package let shortTerm: Double
    /// The highest magnitude of a sample in these 100 ms, as a factor of full scale.
    package let samplePeak: Double
    /// The highest magnitude of the wave in these 100 ms, as a factor; 0 unless it is asked for.
    package let truePeak: Double
  }

  /// The greatest momentary loudness in LUFS; minus infinity for silence.
  package private(set) var momentaryMaximum = -Double.infinity
  /// The greatest short-term loudness in LUFS.
  package private(set) var shortTermMaximum = -Double.infinity
  /// The samples measured, of each channel.
  package private(set) var length = 0

  private let rate: Int
  private let weighting: KWeighting
  /// How much a channel counts; 0 for the low frequency effects.
  private let weights: [Double]
  private var states: [KWeightingState]
  private var peakMeters: [TruePeak]
  private var clean: AudioBlock
  private var samplePeaks: [Float]
  private var truePeaks: [Float]
  /// The highest samples and true peaks since the last reading.
  private var recent: (sample: Float, true: Float) = (0, 0)

  /// The weighted energies of the last 3 s, for 10 ms each.
  private var window: LoudnessWindow
  private var part = 0.0
  private var parts = 0
  private var blocks = LoudnessHistogram()
  private var shortTerms = LoudnessHistogram()

  /// - Parameters:
  ///   - measuresTruePeak: without it the meter is several times as fast.
  ///   - isDoubled: whether each channel will be heard at half of its power.
  package init(format: AudioFormat, measuresTruePeak: Bool = true, isDoubled: Bool = false) {
    rate = format.rate
    weighting = KWeighting(rate: format.rate)
    weights = ChannelWeights.weights(of: format.layout).map { isDoubled ? $0 / 2 : $0 }
    states = Array(repeating: KWeightingState(), count: format.channels)
    peakMeters =
      measuresTruePeak
      ? Array(repeating: TruePeak(rate: format.rate), count: format.channels) : []
    clean = AudioBlock(channels: 1, capacity: max(format.rate / 100, 1) + 1)
    samplePeaks = Array(repeating: 0, count: format.channels)
    truePeaks = samplePeaks
    window = LoudnessWindow(rate: format.rate)
  }

  /// Measures a block; the blocks of a stream follow one another.
  ///
  /// - Parameter report: gets what is measured every 100 ms.
  package mutating func add(_ block: AudioBlock, _ report: (Reading) -> Void = { _ in }) {
    var done = 0
    while done < block.count {
      // Part k ends at the sample k rate / 100, rounded.
      let end = ((parts + 1) * rate + 50) / 100
      let count = min(end - length, block.count - done)
      if count > 0 { add(block, done..<done + count) }
      length += max(count, 0)
      done += max(count, 0)
      if length >= end { endPart(report) }
    }
  }

  private mutating func add(_ block: AudioBlock, _ range: Range<Int>) {
    clean.count = range.count
    let target = clean[0]
    for channel in 0..<block.channels {
      let source = block[channel]
      var peak: Float = 0
      for index in 0..<target.count {
        let sample = source[range.lowerBound &+ index]
        let magnitude = sample.magnitude
        let isSound = magnitude <= Sanity.largest
        target[index] = isSound ? sample : 0
        peak = max(peak, isSound ? magnitude : 0)
      }
      samplePeaks[channel] = max(samplePeaks[channel], peak)
      recent.sample = max(recent.sample, peak)
      if weights[channel] > 0 {
        part +=
          weights[channel] * states[channel].energy(UnsafeBufferPointer(target), weighting)
      }
      guard !peakMeters.isEmpty else { continue }
      let truePeak = max(peakMeters[channel].peak(of: UnsafeBufferPointer(target)), peak)
      truePeaks[channel] = max(truePeaks[channel], truePeak)
      recent.true = max(recent.true, truePeak)
    }
  }

  /// Ends 10 ms.
  private mutating func endPart(_ report: (Reading) -> Void) {
    window.add(part)
    part = 0
    parts += 1
    let momentary = window.power(of: 40)
    let shortTerm = window.power(of: LoudnessWindow.longest)
    momentaryMaximum = max(momentaryMaximum, LoudnessHistogram.loudness(momentary))
    shortTermMaximum = max(shortTermMaximum, LoudnessHistogram.loudness(shortTerm))
    guard parts % 10 == 0 else { return }
    if parts >= 40 { blocks.add(power: momentary) }
    if parts >= LoudnessWindow.longest { shortTerms.add(power: shortTerm) }
    report(
      Reading(
        sample: length, momentary: LoudnessHistogram.loudness(momentary),
        shortTerm: LoudnessHistogram.loudness(shortTerm), samplePeak: Double(recent.sample),
        truePeak: Double(recent.true)))
    recent = (0, 0)
  }

  /// Finishes the true peak near the end of the stream; nothing can be added afterwards.
  package mutating func finish() {
    for channel in peakMeters.indices {
      truePeaks[channel] = max(truePeaks[channel], peakMeters[channel].finish())
    }
  }
}

extension LoudnessMeter {
  /// The loudness of everything so far in LUFS, gated at -70 LUFS and 10 LU below the mean of what
  /// is left; minus infinity for silence and for less than 400 ms.
  package var integrated: Double {
    let threshold = LoudnessHistogram.loudness(blocks.mean()) - 10
    return LoudnessHistogram.loudness(blocks.mean(from: threshold))
  }

  /// The loudness range in LU after EBU Tech 3342: from the 10th to the 95th percentile of the
  /// short-term loudness above -70 LUFS and 20 LU below its mean; 0 for less than 3 s.
  package var range: Double {
    let threshold = LoudnessHistogram.loudness(shortTerms.mean()) - 20
    guard let (low, high) = shortTerms.percentiles(0.1, 0.95, from: threshold) else { return 0 }
    return high - low
  }

  /// The highest magnitude of a sample of each channel, as a factor of full scale.
  package var samplePeakFactors: [Double] { samplePeaks.map { Double($0) } }

  /// The highest magnitude of the wave of each channel, as a factor of full scale; 0 unless it is
  /// asked for.
  package var truePeakFactors: [Double] { truePeaks.map { Double($0) } }

  /// The highest sample in dBFS; minus infinity for silence.
  package var samplePeak: Double { Decibels.level(samplePeakFactors.max() ?? 0) }

  /// The highest true peak in dBTP; minus infinity for silence.
  package var truePeak: Double { Decibels.level(truePeakFactors.max() ?? 0) }

  /// What `normalize` needs to know.
  package var measured: MeasuredLoudness {
    MeasuredLoudness(integrated: integrated, truePeak: truePeak)
  }
}

/// The energies of the last 3 seconds in parts of 10 ms.
private struct LoudnessWindow {
  static let longest = 300

  private var energies = [Double](repeating: 0, count: Self.longest)
  private var next = 0
  private let samplesPerPart: Double

  init(rate: Int) { samplesPerPart = Double(rate) / 100 }

  mutating func add(_ energy: Double) {
    energies[next] = energy
    next = (next + 1) % Self.longest
  }

  /// The mean power of the last parts, which are summed anew so that nothing is carried along.
  func power(of count: Int) -> Double {
    var sum = 0.0
    for index in max(next - count, 0)..<next { sum += energies[index] }
    let wrapped = count - next
    if wrapped > 0 { for index in Self.longest - wrapped..<Self.longest { sum += energies[index] } }
    return sum / (Double(count) * samplesPerPart)
  }
}
