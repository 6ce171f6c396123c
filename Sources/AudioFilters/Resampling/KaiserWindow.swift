import Bytes

/// Kaiser's window: the taper of a filter whose stop band is asked for in dB.
///
/// `w(t) = I0(beta sqrt(1 - t^2)) / I0(beta)`, with the formulas for `beta` and for the length of
/// J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", 1974.
struct KaiserWindow {
  /// The series of I0 in powers of `1 - t^2`, which needs neither a root nor an end condition.
  private let coefficients: [Double]

  /// - Parameter attenuation: of the stop band in dB, at least 21.
  init(attenuation: Double) {
    let beta =
      attenuation > 50
      ? 0.1102 * (attenuation - 8.7)
      : 0.5842 * Maths.pow(attenuation - 21, 0.4) + 0.07886 * (attenuation - 21)
    var terms = [1.0]
    var (term, sum, k) = (1.0, 1.0, 1.0)
    while term > sum * 1e-18 {
      term *= beta * beta / (4 * k * k)
      terms.append(term)
      sum += term
      k += 1
    }
    coefficients = terms.reversed().map { $0 / sum }
  }

  /// The window at a place from -1 to 1; beyond that there is nothing.
  func value(at t: Double) -> Double {
    let u = 1 - t * t
    guard u > 0 else { return 0 }
    var result = 0.0
    for coefficient in coefficients { result = result * u + coefficient }
    return result
  }

  /// The window at many places at once, which is quicker.
  func write(at places: [Double], into values: inout [Double]) {
    precondition(values.count == places.count)
    places.withUnsafeBufferPointer { places in
      values.withUnsafeMutableBufferPointer { values in
        values.update(repeating: 0)
        for coefficient in coefficients {
          for i in 0..<places.count {
            values[i] = values[i] * (1 - places[i] * places[i]) + coefficient
          }
        }
        for i in 0..<places.count where abs(places[i]) >= 1 { values[i] = 0 }
      }
    }
  }

  /// How wide the band between passing and stopping is, as a part of the rate, for a filter of so
  /// many taps.
  static func transition(taps: Int, attenuation: Double) -> Double {
    (attenuation - 7.95) / (14.357 * Double(taps))
  }
}
