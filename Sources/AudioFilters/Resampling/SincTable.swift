import Bytes

/// A low-pass filter that can be laid at any place between two samples: one row of taps for each of
/// so many places.
///
/// The rows are those of a sinc under a Kaiser window. They sum to 1, so that a constant stays
/// what it is. Taps for places between rows lie on cubics through four of them (J. L. Lagrange):
/// with 64 rows from one sample to the next at the lower rate, these are off by less than -130 dB
/// at half of that rate, 0.0234 (2 pi / 128)^4, and by less below.
///
/// Unchecked: the rows are written as it is made, and then only read.
final class SincTable: @unchecked Sendable {
  /// How far the filter holds down what must not pass, in dB.
  static let attenuation = 126.0
  /// Taps for each sample at the lower of the two rates.
  static let density = 192
  /// More taps than any filter has. Below a 340th of the rate, the band between passing and
  /// stopping is wider than elsewhere.
  static let mostTaps = 65536
  /// Rows from one sample to the next at the lower rate.
  static let nodes = 64
  /// Floats that a table of exact places may take.
  private static let mostExact = 1 << 20

  /// A multiple of 16.
  let taps: Int
  /// The places between two samples.
  let phases: Int
  /// Whether the places are all that there are, and not nodes of cubics.
  let isExact: Bool
  /// A row before the first place, and two after the last.
  private let storage: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - from: samples that come in while `to` go out, in lowest terms.
  convenience init(from: Int, to: Int) {
    let ratio = max(1, Double(from) / Double(to))
    if to <= Self.mostExact / Self.taps(ratio: ratio) {
      self.init(ratio: ratio, phases: to, isExact: true)
    } else {
      self.init(speed: ratio)
    }
  }

  /// The filter for a sound that is read so many times faster, at places of any kind.
  convenience init(speed: Double) {
    let phases = (Double(Self.nodes) / speed).rounded(.up)
    self.init(ratio: speed, phases: max(1, Int(phases)), isExact: false)
  }

  /// The filter for rates that are equal or rise, for places of any kind.
  static let fine = SincTable(speed: 1)

  private init(ratio: Double, phases: Int, isExact: Bool) {
    taps = Self.taps(ratio: ratio)
    self.phases = phases
    self.isExact = isExact
    let count = taps * (phases + 3)
    storage = .allocate(capacity: count)
    storage.initialize(repeating: 0, count: count)
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

  /// The taps for a place; the one in the middle, at `taps / 2 - 1`, is that of the sample before
  /// it.
  ///
  /// - Parameter phase: -1 to `phases + 1`.
  func row(_ phase: Int) -> UnsafePointer<Float> { UnsafePointer(storage + (phase + 1) * taps) }

  /// Four rows, and how much of each there is in the taps for a place between two samples.
  struct Cubic {
    private let rows: UnsafePointer<Float>
    private let taps: Int
    private let shares: SIMD4<Float>

    /// - Parameters:
    ///   - place: 0 up to 1.
    ///   - weight: what the taps sum to.
    @inline(__always)
    init(_ table: SincTable, at place: Double, weight: Float = 1) {
      let exact = place * Double(table.phases)
      let phase = min(Int(exact), table.phases &- 1)
      let t = Float(exact - Double(phase))
      let (below, above) = (weight * (t - 1) * (t - 2), weight * (t + 1) * t)
      (rows, taps) = (table.row(phase &- 1), table.taps)
      shares = SIMD4(
        below * t * (-1 / 6), below * (t + 1) * 0.5, above * (2 - t) * 0.5,
        above * (t - 1) * (1 / 6))
    }

    /// Eight taps from one on.
    @inline(__always)
    subscript(tap: Int) -> SIMD8<Float> {
      let row = rows + tap
      let (a, b) = (DotProduct.eight(row), DotProduct.eight(row + taps))
      let (c, d) = (DotProduct.eight(row + 2 &* taps), DotProduct.eight(row + 3 &* taps))
      return (a * shares.x + b * shares.y) + (c * shares.z + d * shares.w)
    }
  }

  /// Writes the taps for a place between two samples, 0 up to 1.
  func write(_ place: Double, into target: UnsafeMutablePointer<Float>) {
    let cubic = Cubic(self, at: place)
    var tap = 0
    while tap < taps {
      DotProduct.write(cubic[tap], to: target + tap)
      DotProduct.write(cubic[tap &+ 8], to: target + tap + 8)
      tap &+= 16
    }
  }

  private func fill(cutoff: Double) {
    let window = KaiserWindow(attenuation: Self.attenuation)
    let half = taps / 2
    let turn = 2 * .pi * cutoff
    let (sine, cosine) = (Maths.sin(turn), Maths.cos(turn))
    var values = [Double](repeating: 0, count: taps)
    var places = values
    for phase in -1...phases + 1 {
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
      let row = storage + (phase + 1) * taps
      for tap in 0..<taps { row[tap] = Float(values[tap] / sum) }
    }
  }
}
