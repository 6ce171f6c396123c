import Bytes

/// Triangles over the bins of a spectrum, evenly spaced in mel: m = 1127 ln(1 + f / 700) (S. S.
/// Stevens, J. Volkmann, E. B. Newman 1937, as D. O'Shaughnessy 1987 writes it).
struct FrequencyBands {
  /// The bins that a band hears, and how much of each.
  struct Band {
    let first: Int
    let weights: [Double]
    /// In Hz.
    let middle: Double
  }

  let bands: [Band]

  /// - Parameters:
  ///   - range: in Hz; what lies beyond half the rate is left out.
  ///   - length: of the transform.
  init(count: Int, in range: ClosedRange<Double>, rate: Int, length: Int) {
    let width = Double(rate) / Double(length)
    let highest = min(range.upperBound, Double(rate) * 0.48)
    let low = Self.mel(min(range.lowerBound, highest / 2))
    let step = (Self.mel(highest) - low) / Double(count + 1)
    bands = (0..<count).map { index in
      let middle = Self.hertz(low + Double(index + 1) * step)
      // No band is narrower than what a bin tells apart.
      let start = min(Self.hertz(low + Double(index) * step), middle - width)
      let end = max(Self.hertz(low + Double(index + 2) * step), middle + width)
      let first = max(Int((start / width).rounded(.up)), 1)
      let last = max(min(Int(end / width), length / 2), first)
      let weights = (first...last).map { bin in
        let place = Double(bin) * width
        return place < middle
          ? max((place - start) / (middle - start), 0) : max((end - place) / (end - middle), 0)
      }
      let sum = max(weights.reduce(0, +), 1e-9)
      return Band(first: min(first, length / 2), weights: weights.map { $0 / sum }, middle: middle)
    }
  }

  private static func mel(_ hertz: Double) -> Double { 1127 * Maths.log(1 + hertz / 700) }

  private static func hertz(_ mel: Double) -> Double { 700 * (Maths.exp(mel / 1127) - 1) }

  /// The weighted means of the powers that the bands hear.
  func energies(of powers: [Double], into energies: inout [Double]) {
    for (index, band) in bands.enumerated() {
      var sum = 0.0
      for (offset, weight) in band.weights.enumerated() {
        let bin = min(band.first &+ offset, powers.count &- 1)
        sum += weight * powers[bin]
      }
      energies[index] = sum
    }
  }
}
