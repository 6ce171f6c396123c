import Bytes

/// How often which loudness was measured, in bins of 1/100 LU from -70 LUFS on.
///
/// It takes the same memory for an hour as for a day. Powers are summed up exactly; only at a
/// threshold or a percentile the width of a bin counts.
struct LoudnessHistogram: Sendable {
  /// The absolute gate of ITU-R BS.1770-4.
  static let gate = -70.0
  private static let binsPerUnit = 100.0
  private static let most = 20_000

  private var counts = [Int](repeating: 0, count: Self.most)
  private var powers = [Double](repeating: 0, count: Self.most)
  private var used = 0..<0

  /// The loudness of a weighted mean square, in LUFS.
  static func loudness(_ power: Double) -> Double { -0.691 + Maths.log(power) * 4.3429448190325175 }

  /// Counts a block unless it is below the absolute gate.
  mutating func add(power: Double) {
    let place = (Self.loudness(power) - Self.gate) * Self.binsPerUnit
    guard place >= 0 else { return }
    let bin = Int(min(place, Double(Self.most - 1)))
    counts[bin] += 1
    powers[bin] += power
    used = used.isEmpty ? bin..<bin + 1 : min(used.lowerBound, bin)..<max(used.upperBound, bin + 1)
  }

  /// The mean power of all blocks whose loudness is at least `threshold`; 0 without any.
  func mean(from threshold: Double = Self.gate) -> Double {
    var (sum, count) = (0.0, 0)
    for bin in bins(from: threshold) {
      sum += powers[bin]
      count += counts[bin]
    }
    return count > 0 ? sum / Double(count) : 0
  }

  /// The loudnesses below which the given shares of the blocks lie that are at least as loud as
  /// `threshold`; nil without any.
  func percentiles(_ low: Double, _ high: Double, from threshold: Double) -> (Double, Double)? {
    let bins = bins(from: threshold)
    let count = bins.reduce(0) { $0 + counts[$1] }
    guard count > 0 else { return nil }
    func loudness(at share: Double) -> Double {
      var left = Int((Double(count - 1) * share).rounded())
      for bin in bins {
        left -= counts[bin]
        if left < 0 { return Self.gate + (Double(bin) + 0.5) / Self.binsPerUnit }
      }
      return Self.gate
    }
    return (loudness(at: low), loudness(at: high))
  }

  private func bins(from threshold: Double) -> Range<Int> {
    let place = min(max((threshold - Self.gate) * Self.binsPerUnit, 0), Double(Self.most))
    return used.clamped(to: Int(place.rounded())..<Self.most)
  }
}
