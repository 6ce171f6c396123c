import Bytes

/// The discrete Fourier transform of real numbers, in double precision, for powers of two.
///
/// Even and odd numbers are the real and imaginary parts of a complex transform of half the length
/// (radix 2, J. W. Cooley and J. W. Tukey 1965), whose result is then taken apart.
struct RealFourierTransform {
  /// How many numbers are transformed.
  let length: Int
  /// The cosines of k / ``length`` turns, for the first half turn.
  private let cosines: [Double]
  private let sines: [Double]
  /// Where the numbers of the half transform are read: the bits of their places reversed.
  private let places: [Int]
  private var re: [Double]
  private var im: [Double]

  /// Nil for a length that is not a power of two from 2 to 2^20.
  init?(_ length: Int) {
    guard length >= 2, length <= 1 << 20, length & (length - 1) == 0 else { return nil }
    self.length = length
    let half = length / 2
    let turns = (0..<half).map { 2 * Double.pi * Double($0) / Double(length) }
    cosines = turns.map { Maths.cos($0) }
    sines = turns.map { Maths.sin($0) }
    var places = [Int](repeating: 0, count: half)
    for index in 1..<max(half, 1) {
      places[index] = places[index / 2] / 2 + (index % 2 == 1 ? half / 2 : 0)
    }
    self.places = places
    re = Array(repeating: 0, count: half)
    im = re
  }

  /// The transform of 64 numbers.
  static let least: RealFourierTransform = {
    guard let least = RealFourierTransform(64) else { preconditionFailure("64 is a power of two") }
    return least
  }()

  /// The squares of the magnitudes of `samples`, which are ``length``, at 0 to ``length`` / 2
  /// turns.
  mutating func powers(of samples: [Double], into powers: inout [Double]) {
    transform(samples)
    for bin in 0...length / 2 {
      let (x, y) = self.bin(bin)
      powers[bin] = x * x + y * y
    }
  }

  /// The real and imaginary parts at 0 to ``length`` / 2 turns.
  mutating func numbers(of samples: [Double]) -> [(re: Double, im: Double)] {
    transform(samples)
    return (0...length / 2).map { bin($0) }
  }

  /// The sum of `samples[n] exp(-2 pi i n bin / length)`, out of the half transform.
  private func bin(_ bin: Int) -> (re: Double, im: Double) {
    let half = length / 2
    if bin == 0 { return (re[0] + im[0], 0) }
    if bin == half { return (re[0] - im[0], 0) }
    let mirror = half &- bin
    let (evenRe, evenIm) = ((re[bin] + re[mirror]) / 2, (im[bin] - im[mirror]) / 2)
    let (oddRe, oddIm) = ((im[bin] + im[mirror]) / 2, (re[mirror] - re[bin]) / 2)
    let (c, s) = (cosines[bin], sines[bin])
    return (evenRe + c * oddRe + s * oddIm, evenIm + c * oddIm - s * oddRe)
  }

  private mutating func transform(_ samples: [Double]) {
    let half = length / 2
    for index in 0..<half {
      let place = places[index] &* 2
      re[index] = samples[place]
      im[index] = samples[place &+ 1]
    }
    var size = 1
    while size < half {
      let step = half / size
      var start = 0
      while start < half {
        for k in 0..<size {
          let (c, s) = (cosines[k &* step], sines[k &* step])
          let (a, b) = (start &+ k, start &+ k &+ size)
          let (x, y) = (re[b] * c + im[b] * s, im[b] * c - re[b] * s)
          (re[b], im[b]) = (re[a] - x, im[a] - y)
          (re[a], im[a]) = (re[a] + x, im[a] + y)
        }
        start &+= 2 &* size
      }
      size &*= 2
    }
  }
}
