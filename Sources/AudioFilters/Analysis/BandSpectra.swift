import Bytes
import Timeline
import WAV

/// How loud bands of a sound are, 60 times a second, in dB.
///
/// The mean of all channels is looked at through a Hann window of about 85 ms, whose middle lies at
/// the row's time. Bands are all as wide in octaves. The level of one is the greatest amplitude of
/// the spectrum's bins in it, and that at its middle, on the line between two bins: a sine has its
/// own amplitude, less 1.4 dB at the most. It rises and falls with time constants, as those of
/// ``BandLevels`` do. A row keeps two bytes a band. The result does not depend on how long blocks
/// are.
package struct BandSpectra: Sendable {
  /// Rows a second.
  package static let rate = 60
  /// Steps of the numbers in a dB.
  package static let steps = 256.0

  /// Row by row, in 256ths of a dB of full scale; the least number is silence.
  package private(set) var values: [Int16] = []
  /// The greatest of ``values``.
  package private(set) var peak = Int16.min

  private let format: AudioFormat
  private let bands: [Band]
  private let rise: Double
  private let fall: Double
  private var levels: [Double]
  private var transform: RealFourierTransform
  private let window: [Double]
  private let scale: Double
  /// The samples that the next window may hear, from the sample ``first`` on.
  private var samples: [Double]
  private var first: Int
  private var powers: [Double]
  private var windowed: [Double]
  private var rows = 0
  private var length = 0

  private struct Band {
    /// The bins in it.
    let bins: Range<Int>
    /// The place of its middle among the bins; nil beyond them.
    let middle: Double?
    /// What its amplitudes are multiplied by.
    let gain: Double
  }

  /// Hears a stream from its start.
  ///
  /// - Parameters:
  ///   - count: of bands, at least 1.
  ///   - range: whose lower end counts as 1 Hz at least.
  ///   - attack: seconds in which a level rises by 63 % of what is left; 0 is at once.
  ///   - release: seconds in which it falls by as much.
  ///   - tilt: what each octave above 1000 Hz adds, in dB.
  package init(
    format: AudioFormat, count: Int, in range: FrequencyRange, attack: Double, release: Double,
    tilt: Double
  ) {
    self.format = format
    var size = 64
    while Double(size) * 1.414 < Double(format.rate) * 0.085, size < 1 << 17 { size *= 2 }
    transform = RealFourierTransform(size) ?? RealFourierTransform.least
    size = transform.length
    window = (0..<size).map { 0.5 - 0.5 * Maths.cos(2 * .pi * Double($0) / Double(size)) }
    scale = 4 / Double(size)
    let width = Double(format.rate) / Double(size)
    let low = max(range.low, 1)
    let octaves = Maths.log2(max(range.high, low) / low) / Double(max(count, 1))
    bands = (0..<max(count, 1)).map { index in
      let start = low * Maths.exp2(octaves * Double(index))
      let end = low * Maths.exp2(octaves * Double(index + 1))
      let middle = low * Maths.exp2(octaves * (Double(index) + 0.5))
      let last = size / 2
      let from = min(Int((start / width).rounded(.up)), last + 1)
      let to = min(max(Int((end / width).rounded(.up)), from), last + 1)
      return Band(
        bins: from..<to, middle: middle / width < Double(last) ? middle / width : nil,
        gain: Maths.exp2(tilt * Maths.log2(middle / 1000) * Self.doublings))
    }
    let step = 1 / Double(Self.rate)
    func share(_ time: Double) -> Double { time > 0 ? 1 - Maths.exp(-step / time) : 1 }
    (rise, fall) = (share(attack), share(release))
    levels = Array(repeating: 0, count: bands.count)
    samples = Array(repeating: 0, count: size / 2)
    first = -size / 2
    powers = Array(repeating: 0, count: size / 2 + 1)
    windowed = Array(repeating: 0, count: size)
  }

  /// How many doublings of an amplitude a dB is.
  private static let doublings = 1 / 6.020_599_913_279_624

  /// Hears the next block.
  package mutating func add(_ block: AudioBlock) {
    let share = 1 / Double(max(block.channels, 1))
    let start = samples.count
    samples.append(contentsOf: repeatElement(0, count: block.count))
    for channel in 0..<block.channels {
      let source = block[channel].span
      for index in 0..<block.count {
        let sample = source[index]
        samples[start &+ index] += sample.magnitude <= Sanity.largest ? Double(sample) * share : 0
      }
    }
    length += block.count
    hear()
  }

  /// Ends the stream: rows whose middle lies in it follow.
  package mutating func finish() {
    samples.append(contentsOf: repeatElement(0, count: window.count))
    hear()
  }

  /// The sample at which a row's window has its middle.
  private func middle(_ row: Int) -> Int { (row * format.rate + Self.rate / 2) / Self.rate }

  private mutating func hear() {
    let half = window.count / 2
    while true {
      let middle = middle(rows)
      guard middle <= length, middle + half <= first + samples.count else { break }
      look(from: middle - half - first)
      rows += 1
    }
    // What no later window hears is let go, now and then.
    let spare = min(middle(rows) - half - first, samples.count)
    guard spare > 4 * window.count || spare == samples.count else { return }
    samples.removeFirst(spare)
    first += spare
  }

  private mutating func look(from start: Int) {
    for index in 0..<window.count { windowed[index] = samples[start &+ index] * window[index] }
    transform.powers(of: windowed, into: &powers)
    for (index, band) in bands.enumerated() {
      var most = 0.0
      if let middle = band.middle {
        let low = Int(middle)
        let share = middle - Double(low)
        let next = min(low + 1, powers.count - 1)
        most = powers[low].squareRoot() * (1 - share) + powers[next].squareRoot() * share
      }
      for bin in band.bins { most = max(most, powers[bin].squareRoot()) }
      let now = most * scale * band.gain
      levels[index] += (now - levels[index]) * (now > levels[index] ? rise : fall)
      let decibels = levels[index] > 1e-6 ? Maths.log2(levels[index]) / Self.doublings : -120
      let value = Int16((min(max(decibels, -120), 120) * Self.steps).rounded())
      values.append(decibels > -120 ? value : .min)
      peak = max(peak, values[values.count - 1])
    }
  }
}
