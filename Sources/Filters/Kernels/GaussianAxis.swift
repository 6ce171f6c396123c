import Bytes

/// How a gaussian blur goes along one axis: halvings first, then a convolution on what is left.
///
/// A blurred picture has no fine detail, so most of the work is done on a grid of every second,
/// fourth, ... sample. Making the grid and leading back from it blur a little themselves; the
/// convolution does what they leave to be done. docs/notes/gaussian-blur.md has the reasons.
struct GaussianAxis: BitwiseCopyable {
  /// The least sigma, in steps of the coarsest grid, for an even and for an odd number of halvings:
  /// the aliasing of that grid is then about a tenth of an 8-bit level.
  private static let leastSigma = (even: 1.75, odd: 1.4)
  /// Weights never reach further, at any sigma.
  static let largestRadius = 16
  /// Samples of a transfer function from 0 to half the sampling rate.
  private static let frequencies = 32

  /// How often the axis is halved before the convolution.
  let levels: Int
  /// How far the convolution reaches on the coarsest grid.
  let radius: Int
  /// `radius + 1` weights from the middle outwards; all of them, on both sides, add up to one.
  let weights: UnsafePointer<Float>

  /// Prepares a blur of `sigma` samples; its weights are taken from `scratch`.
  init(sigma: Double, _ scratch: Scratch) {
    (levels, radius) = Self.extent(sigma: sigma)
    let steps = sigma / Double(1 << levels)
    let weights = scratch.take(Float.self, radius + 1)
    if radius == 0 {
      weights[0] = 1
    } else if levels == 0 {
      Self.fill(weights, radius) { Maths.exp(-Double($0 * $0) / (2 * steps * steps)) }
    } else {
      let transfer = Self.transfer(of: steps, levels: levels, scratch)
      Self.fill(weights, radius) { n in
        var sum = 0.0
        for m in 0...Self.frequencies {
          sum += transfer[m] * Self.cosines[n * m % (2 * Self.frequencies)]
        }
        return sum
      }
    }
    self.weights = UnsafePointer(weights)
  }

  /// An axis that is halved `levels` times, and no more than that.
  static func halving(_ levels: Int, _ scratch: Scratch) -> GaussianAxis {
    let weights = scratch.take(Float.self, 1)
    weights[0] = 1
    return GaussianAxis(levels: levels, radius: 0, weights: UnsafePointer(weights))
  }

  /// How often the axis is halved for a blur of `sigma` samples, and how far its convolution
  /// reaches then.
  private static func extent(sigma: Double) -> (levels: Int, radius: Int) {
    guard sigma > 0 else { return (0, 0) }
    var levels = 0
    while levels < 12 {
      let least = levels % 2 == 0 ? leastSigma.odd : leastSigma.even
      guard sigma >= least * Double(2 << levels) else { break }
      levels += 1
    }
    // What halvings both ways take from the variance, in steps of the coarsest grid.
    var halvings = 0.0
    for halving in 0..<levels {
      halvings += Double(order(halving, of: levels)) / Double(8 << (2 * halving))
    }
    let steps = sigma / Double(1 << levels)
    // What lies beyond four sigma is a sixteen-thousandth part.
    let far = (4 * (steps * steps - halvings).squareRoot() - 0.5).rounded(.up)
    return (levels, Int(min(max(far, 1), Double(largestRadius))))
  }

  /// How many means of two neighbours make up a halving, the coarsest being the first: two halvings
  /// at once have four, one alone has six.
  private static func order(_ halving: Int, of levels: Int) -> Int {
    halving == 0 && levels % 2 == 1 ? 6 : 4
  }

  private init(levels: Int, radius: Int, weights: UnsafePointer<Float>) {
    self.levels = levels
    self.radius = radius
    self.weights = weights
  }

  /// Halvings that are done at once: two, or what is left.
  var step: Int { min(levels, 2) }

  /// What remains to be done after a ``step``.
  var inner: GaussianAxis {
    GaussianAxis(levels: levels - step, radius: radius, weights: weights)
  }

  /// How far, in samples, the blur reads around a sample.
  var reach: Int { Self.reach(levels: levels, radius: radius) }

  /// How far, in samples, a blur of `sigma` samples reads around a sample.
  static func reach(sigma: Double) -> Int {
    let (levels, radius) = extent(sigma: sigma)
    return reach(levels: levels, radius: radius)
  }

  private static func reach(levels: Int, radius: Int) -> Int {
    if levels == 0 { return radius }
    let step = min(levels, 2)
    return (2 + reach(levels: levels - step, radius: radius)) << step + ring(step)
  }

  /// How far the weights reach that make a grid coarser by a step.
  private static func ring(_ step: Int) -> Int { 3 * step }

  /// The coarse samples that `range` is interpolated from.
  func coarse(for range: Range<Int>) -> Range<Int> {
    if step == 0 { return range }
    return range.lowerBound >> step - 1..<(range.upperBound - 1) >> step + 3
  }

  /// The coarse samples that make a difference when `range` is all there is: those beyond are like
  /// the first and the last of them.
  func coarse(of range: Range<Int>) -> Range<Int> {
    if step == 0 { return range }
    let ring = Self.ring(step)
    let last = range.upperBound - 1 + ring
    return (range.lowerBound - ring) >> step..<(last + 1 << step - 1) >> step + 1
  }

  /// Normalizes weights in double precision.
  private static func fill(
    _ weights: UnsafeMutablePointer<Float>, _ radius: Int, _ weight: (Int) -> Double
  ) {
    var sum = weight(0)
    for n in 1...radius { sum += 2 * weight(n) }
    var rest = 1.0
    for n in 1...radius {
      weights[n] = Float(weight(n) / sum)
      rest -= 2 * Double(weights[n])
    }
    weights[0] = Float(rest)
  }

  /// What is to be done on a grid that was halved `levels` times and will be led back: the
  /// gaussian's transfer function, divided by that of both ways.
  ///
  /// The mean of two neighbours has the cosine of half the frequency for its transfer function. A
  /// halving consists of four or six of them, and so does the way back.
  private static func transfer(
    of sigma: Double, levels: Int, _ scratch: Scratch
  ) -> UnsafeMutablePointer<Double> {
    let transfer = scratch.take(Double.self, frequencies + 1)
    let exponent = (sigma * .pi / Double(frequencies)) * (sigma * .pi / Double(frequencies)) / 2
    for m in 0...frequencies {
      // Of half the angle: on the finer grid, a frequency is half of what it is on this one.
      var cosine = ((1 + cosines[m]) / 2).squareRoot()
      var product = 1.0
      for halving in 0..<levels {
        cosine = ((1 + cosine) / 2).squareRoot()
        product *= order(halving, of: levels) == 6 ? cosine * cosine * cosine : cosine * cosine
      }
      let square = product * product
      let value = Maths.exp(-exponent * Double(m * m)) / (square * square)
      transfer[m] = m == 0 || m == frequencies ? value / 2 : value
    }
    return transfer
  }

  /// The cosines of a whole turn.
  private static let cosines = (0..<2 * frequencies).map {
    Maths.cos(Double($0) * .pi / Double(frequencies))
  }
}
