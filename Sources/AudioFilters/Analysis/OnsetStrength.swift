import Bytes
import WAV

/// How much begins at each moment of a stream: the spectral flux of its mean channel, about 100
/// times a second.
///
/// The flux is the mean growth of the logarithms of 48 bands, spaced in mel, against the loudest of
/// the neighbouring bands two frames before (S. Böck and G. Widmer, "Maximum filter vibrato
/// suppression for onset detection", DAFx 2013). Logarithms are of the powers over the loudest of
/// the last seconds, so the level of a stream does not count. An hour is kept in 8 MB, for nothing
/// but the flux is kept. The result does not depend on how long blocks are.
package struct OnsetStrength: Sendable {
  /// Samples a second of the stream.
  package let rate: Int
  /// Samples from frame to frame: a hundredth of a second, rounded.
  let hop: Int
  /// How many frames lie before the first sample; they hear the beginning come.
  package let lead: Int
  /// The strength of each frame, 0 and up.
  package private(set) var values: [Float] = []
  /// The strength of onsets in the bands below 160 Hz alone.
  package private(set) var lows: [Float] = []
  /// The strength of onsets in the bands from 2 kHz on.
  private(set) var highs: [Float] = []
  /// The strength of onsets in the bands between.
  private(set) var middles: [Float] = []
  /// The mean growth of the amplitudes, not of their logarithms: what is loud counts more.
  private(set) var rises: [Float] = []
  /// How many samples of each channel there were.
  package private(set) var length = 0

  /// Decibels down to which quiet bands count, as a factor of power.
  private static let range = 1e5
  /// How far the flux looks back, in frames.
  private static let lag = 2

  private var transform: RealFourierTransform
  private let bands: FrequencyBands
  private let window: [Double]
  private let lowCount: Int
  /// The first of the bands from 2 kHz on.
  private let highStart: Int
  /// How much of the loudest power is left after a frame: half of it after 3.5 s.
  private let decay: Double
  private var loudest = 0.0
  private var samples: [Double]
  private var filled = 0
  private var windowed: [Double]
  private var powers: [Double]
  /// The energies of the bands: of this frame and those before.
  private var history: [[Double]]

  /// Hears a stream from its start.
  package init(format: AudioFormat) {
    rate = format.rate
    hop = max((rate + 50) / 100, 1)
    // The power of two nearest to 40 ms.
    var size = 64
    while Double(size) * 1.414 < Double(rate) * 0.04 { size *= 2 }
    // The length is always a power of two in its range.
    transform = RealFourierTransform(size) ?? .least
    bands = FrequencyBands(count: 48, in: 30...12_000, rate: rate, length: size)
    lowCount = max(bands.bands.count { $0.middle < 160 }, 1)
    highStart = max(bands.bands.count { $0.middle < 2000 }, lowCount)
    window = (0..<size).map { 0.5 - 0.5 * Maths.cos(2 * .pi * (Double($0) + 0.5) / Double(size)) }
    decay = Maths.exp2(-Double(hop) / Double(rate) / 3.5)
    lead = (size / 2 + hop - 1) / hop
    samples = Array(repeating: 0, count: size)
    windowed = samples
    powers = Array(repeating: 0, count: size / 2 + 1)
    history = Array(repeating: Array(repeating: 0, count: 48), count: Self.lag + 1)
    // The middle of the first frame lies `lead` frames before the first sample.
    let silence = lead * hop + size / 2
    filled = min(silence, size - 1)
    for _ in filled..<silence { take(0) }
  }

  /// Seconds from frame to frame.
  package var step: Double { Double(hop) / Double(rate) }

  /// Hears the next block.
  package mutating func add(_ block: AudioBlock) {
    let share = 1 / Double(max(block.channels, 1))
    var mean = [Double](repeating: 0, count: block.count)
    for channel in 0..<block.channels {
      let source = block[channel].span
      for index in 0..<mean.count {
        let sample = source[index]
        mean[index] += sample.magnitude <= Sanity.largest ? Double(sample) * share : 0
      }
    }
    for sample in mean { take(sample) }
    length += mean.count
  }

  /// Ends the stream: the frames that still hear something of it follow.
  package mutating func finish() {
    for _ in 0..<window.count / 2 { take(0) }
  }

  private mutating func take(_ sample: Double) {
    samples[filled] = sample
    filled &+= 1
    guard filled == window.count else { return }
    hear()
    let kept = max(window.count &- hop, 0)
    for index in 0..<kept { samples[index] = samples[index &+ hop] }
    filled = kept
  }

  private mutating func hear() {
    for index in 0..<window.count { windowed[index] = samples[index] * window[index] }
    transform.powers(of: windowed, into: &powers)
    history.swapAt(0, 2)
    history.swapAt(1, 2)
    bands.energies(of: powers, into: &history[0])
    loudest = max(loudest * decay, history[0].max() ?? 0)
    guard loudest > 1e-9 else {
      append(Flux())
      return
    }
    let scale = Self.range / loudest
    let (now, before) = (history[0], history[2])
    var flux = Flux()
    for band in now.indices {
      var reference = before[band]
      if band > 0 { reference = max(reference, before[band &- 1]) }
      if band &+ 1 < now.count { reference = max(reference, before[band &+ 1]) }
      guard now[band] > reference else { continue }
      let growth = Maths.log((1 + now[band] * scale) / (1 + reference * scale))
      if band < lowCount {
        flux.low += growth
      } else if band < highStart {
        flux.middle += growth
      } else {
        flux.high += growth
      }
      flux.rise += (now[band] / loudest).squareRoot() - (reference / loudest).squareRoot()
    }
    append(flux)
  }

  /// The sums of a frame over its bands.
  private struct Flux {
    var (low, middle, high, rise) = (0.0, 0.0, 0.0, 0.0)
  }

  private mutating func append(_ flux: Flux) {
    let count = bands.bands.count
    func mean(_ sum: Double, _ share: Int) -> Float { Float(sum / Double(max(share, 1))) }
    values.append(mean(flux.low + flux.middle + flux.high, count))
    lows.append(mean(flux.low, lowCount))
    middles.append(mean(flux.middle, highStart - lowCount))
    highs.append(mean(flux.high, count - highStart))
    rises.append(mean(flux.rise, count))
  }
}
