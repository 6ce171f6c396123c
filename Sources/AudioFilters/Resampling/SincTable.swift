import Bytes

/// A low-pass filter that can be laid at any place between two samples: one row of taps for each of
/// so many places, and one more for the place of the next sample.
///
/// The rows are those of a sinc under a Kaiser window. They sum to 1, so that a constant stays
/// what it is.
final class SincTable: @unchecked Sendable {
  /// How far the filter holds down what must not pass, in dB.
  static let attenuation = 126.0
  /// Taps for each sample at the lower of the two rates.
  static let density = 192
  /// More taps than any filter has. Below a 340th of the rate, the band between passing and
  /// stopping is wider than elsewhere.
  static let mostTaps = 65536
  /// As many places between two samples bring the error of a line between two rows below -130 dB.
  static let finePhases = 2048
  /// Floats that a table of exact places may take.
  private static let mostExact = 1 << 20

  /// A multiple of 16.
  let taps: Int
  /// The places between two samples; there is a row more.
  let phases: Int
  /// Whether the places are all that there are, and not nodes of lines.
  let isExact: Bool
  private let storage: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - from: samples that come in while `to` go out, in lowest terms.
  convenience init(from: Int, to: Int) {
    let ratio = max(1, Double(from) / Double(to))
    let taps = Self.taps(ratio: ratio)
    let isExact = to <= Self.mostExact / taps
    self.init(
      ratio: ratio, taps: taps,
      phases: isExact ? to : max(64, Int(Double(Self.finePhases) / ratio)), isExact: isExact)
  }

  /// The filter for a sound that is read so many times faster, at places of any kind.
  convenience init(speed: Double) {
    self.init(
      ratio: speed, taps: Self.taps(ratio: speed),
      phases: max(64, Int(Double(Self.finePhases) / speed)), isExact: false)
  }

  /// The filter for rates that are equal or rise, for places of any kind.
  static let fine = SincTable(ratio: 1, taps: density, phases: finePhases, isExact: false)

  private init(ratio: Double, taps: Int, phases: Int, isExact: Bool) {
    self.taps = taps
    self.phases = phases
    self.isExact = isExact
    storage = .allocate(capacity: taps * (phases + 1))
    storage.initialize(repeating: 0, count: taps * (phases + 1))
    fill(cutoff: Self.cutoff(ratio: ratio, taps: taps))
  }

  /// The taps of a filter that stops at half of `1 / ratio` of their rate: a multiple of 16.
  static func taps(ratio: Double) -> Int {
    let wanted = Double(density) * ratio
    return wanted < Double(mostTaps) ? (Int(wanted) + 15) & ~15 : mostTaps
  }

  deinit { storage.deallocate() }

  /// Where the filter's response has fallen to a half, as a part of the rate of its taps, so that
  /// it stops at half of the lower rate.
  static func cutoff(ratio: Double, taps: Int) -> Double {
    let transition = KaiserWindow.transition(taps: taps, attenuation: attenuation)
    return max(0.5 / ratio - transition / 2, 0.25 / ratio)
  }

  /// The taps for a place; the one in the middle, at `taps / 2 - 1`, is that of the sample before it.
  func row(_ phase: Int) -> UnsafePointer<Float> { UnsafePointer(storage + phase * taps) }

  private func fill(cutoff: Double) {
    let window = KaiserWindow(attenuation: Self.attenuation)
    let half = taps / 2
    let turn = 2 * .pi * cutoff
    let (sine, cosine) = (Maths.sin(turn), Maths.cos(turn))
    var values = [Double](repeating: 0, count: taps)
    var places = values
    for phase in 0...phases {
      let first = Double(1 - half) - Double(phase) / Double(phases)
      for tap in 0..<taps { places[tap] = (first + Double(tap)) / Double(half) }
      window.write(at: places, into: &values)
      // The sine of the next tap follows from that of the last by a turn.
      var (y, x) = (Maths.sin(turn * first), Maths.cos(turn * first))
      var sum = 0.0
      for tap in 0..<taps {
        let place = first + Double(tap)
        values[tap] *= abs(place) < 1e-9 ? turn : y / place
        sum += values[tap]
        (y, x) = (y * cosine + x * sine, x * cosine - y * sine)
      }
      let row = storage + phase * taps
      for tap in 0..<taps { row[tap] = Float(values[tap] / sum) }
    }
  }
}
