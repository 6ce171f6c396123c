import Bytes
import Timeline

/// The shapes of a filter of the second order.
enum BiquadShape: String, Choice {
  case peaking, lowshelf, highshelf, lowpass, highpass, bandpass, notch, allpass
}

/// A filter of the second order:
/// y[n] = b0 x[n] + b1 x[n - 1] + b2 x[n - 2] - a1 y[n - 1] - a2 y[n - 2].
struct Biquad: Hashable, Sendable {
  var b0 = 1.0
  var b1 = 0.0
  var b2 = 0.0
  var a1 = 0.0
  var a2 = 0.0

  init() {}

  /// Designs a filter after R. Bristow-Johnson, Cookbook formulae for audio equalizer biquad filter
  /// coefficients (W3C Working Group Note, 2021).
  ///
  /// - Parameters:
  ///   - frequency: of the middle or the edge, as a share of the rate; 0 to 1/2, both excluded.
  ///   - gain: a factor of the amplitude, more than 0; for peaking and shelves alone.
  init(_ shape: BiquadShape, frequency: Double, q: Double, gain: Double = 1) {
    let turn = 2 * .pi * frequency
    let (sine, cosine) = (Maths.sin(turn), Maths.cos(turn))
    let alpha = sine / (2 * q)
    let a = gain.squareRoot()
    switch shape {
    case .lowpass:
      let side = (1 - cosine) / 2
      set(side, 2 * side, side, 1 + alpha, -2 * cosine, 1 - alpha)
    case .highpass:
      let side = (1 + cosine) / 2
      set(side, -2 * side, side, 1 + alpha, -2 * cosine, 1 - alpha)
    case .bandpass:
      set(alpha, 0, -alpha, 1 + alpha, -2 * cosine, 1 - alpha)
    case .notch:
      set(1, -2 * cosine, 1, 1 + alpha, -2 * cosine, 1 - alpha)
    case .allpass:
      set(1 - alpha, -2 * cosine, 1 + alpha, 1 + alpha, -2 * cosine, 1 - alpha)
    case .peaking:
      set(1 + alpha * a, -2 * cosine, 1 - alpha * a, 1 + alpha / a, -2 * cosine, 1 - alpha / a)
    case .lowshelf:
      setShelf(a, cosine, 2 * a.squareRoot() * alpha)
    case .highshelf:
      // The low shelf seen from the other end of the spectrum.
      setShelf(a, -cosine, 2 * a.squareRoot() * alpha)
      b1 = -b1
      a1 = -a1
    }
  }

  private mutating func setShelf(_ a: Double, _ cosine: Double, _ slope: Double) {
    let (more, less) = (a + 1, a - 1)
    set(
      a * (more - less * cosine + slope), 2 * a * (less - more * cosine),
      a * (more - less * cosine - slope), more + less * cosine + slope,
      -2 * (less + more * cosine), more + less * cosine - slope)
  }

  private mutating func set(
    _ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double
  ) {
    (self.b0, self.b1, self.b2) = (b0 / a0, b1 / a0, b2 / a0)
    (self.a1, self.a2) = (a1 / a0, a2 / a0)
  }

  /// The filter on the way from this one to another; as stable as both, for which `a1` and `a2` lie
  /// in a triangle.
  func mixed(with other: Biquad, _ share: Double) -> Biquad {
    var result = self
    result.b0 += (other.b0 - b0) * share
    result.b1 += (other.b1 - b1) * share
    result.b2 += (other.b2 - b2) * share
    result.a1 += (other.a1 - a1) * share
    result.a2 += (other.a2 - a2) * share
    return result
  }
}

/// What a filter remembers of one channel, in transposed direct form II.
struct BiquadState: Hashable, Sendable {
  private var first = 0.0
  private var second = 0.0

  /// Filters samples in place.
  mutating func run(_ samples: UnsafeMutableBufferPointer<Float>, _ filter: Biquad) {
    var (first, second) = (first, second)
    for index in 0..<samples.count {
      let x = Double(samples[index])
      let y = filter.b0 * x + first
      first = (filter.b1 * x + second) - filter.a1 * y
      second = filter.b2 * x - filter.a2 * y
      samples[index] = Float(y)
    }
    (self.first, self.second) = (first, second)
  }

  /// Filters samples in place while the filter changes along a line from one to another, which it
  /// reaches with the sample `length`; the first sample is the sample `start`.
  mutating func run(
    _ samples: UnsafeMutableBufferPointer<Float>, from filter: Biquad, to next: Biquad,
    start: Int, length: Int
  ) {
    for index in 0..<samples.count {
      let share = Double(start &+ index) / Double(length)
      run(
        UnsafeMutableBufferPointer(rebasing: samples[index..<index &+ 1]),
        filter.mixed(with: next, share))
    }
  }

  /// Forgets what has all but decayed.
  mutating func settle() {
    first = Sanity.settled(first)
    second = Sanity.settled(second)
  }
}
