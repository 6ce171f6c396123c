import Bytes

/// The weighting of ITU-R BS.1770-4: a high shelf for the head, then a high pass.
///
/// The standard has coefficients for 48 kHz alone. These come from the analogue filters that give
/// them, whose frequencies and qualities are those of libebur128 and of pyloudnorm's "DeMan"
/// filter, so that they hold at any rate.
struct KWeighting: Sendable {
  let shelf: Biquad
  let pass: Biquad

  init(rate: Int) {
    shelf = Self.shelf(rate: Double(rate))
    pass = Self.pass(rate: Double(rate))
  }

  /// The tangent that maps a frequency of the analogue filter; a rate that cannot hold the
  /// frequency gets the nearest that it can.
  private static func warp(_ frequency: Double, _ rate: Double) -> Double {
    Maths.tan(.pi * min(frequency / rate, 0.49))
  }

  private static func shelf(rate: Double) -> Biquad {
    let (k, q) = (warp(1681.974450955533, rate), 0.7071752369554196)
    let high = Decibels.factor(3.999843853973347)
    let middle = Maths.pow(high, 0.4996667741545416)
    let a0 = 1 + k / q + k * k
    var filter = Biquad()
    filter.b0 = (high + middle * k / q + k * k) / a0
    filter.b1 = 2 * (k * k - high) / a0
    filter.b2 = (high - middle * k / q + k * k) / a0
    filter.a1 = 2 * (k * k - 1) / a0
    filter.a2 = (1 - k / q + k * k) / a0
    return filter
  }

  private static func pass(rate: Double) -> Biquad {
    let (k, q) = (warp(38.13547087602444, rate), 0.5003270373238773)
    let a0 = 1 + k / q + k * k
    var filter = Biquad()
    // As in the standard, the gain of this filter is left a little above 1.
    (filter.b0, filter.b1, filter.b2) = (1, -2, 1)
    filter.a1 = 2 * (k * k - 1) / a0
    filter.a2 = (1 - k / q + k * k) / a0
    return filter
  }
}

/// What the weighting remembers of a channel.
struct KWeightingState: Sendable {
  private var a = 0.0
  private var b = 0.0
  private var c = 0.0
  private var d = 0.0

  /// The sum of the squares of the weighted samples.
  mutating func energy(_ samples: UnsafeBufferPointer<Float>, _ weighting: KWeighting) -> Double {
    let (shelf, pass) = (weighting.shelf, weighting.pass)
    var (a, b, c, d) = (a, b, c, d)
    var sum = 0.0
    for index in 0..<samples.count {
      let x = Double(samples[index])
      let y = shelf.b0 * x + a
      a = (shelf.b1 * x + b) - shelf.a1 * y
      b = shelf.b2 * x - shelf.a2 * y
      let z = y + c
      c = (d - 2 * y) - pass.a1 * z
      d = y - pass.a2 * z
      sum += z * z
    }
    self = KWeightingState(a: a, b: b, c: c, d: d)
    return sum
  }

  init() {}

  private init(a: Double, b: Double, c: Double, d: Double) {
    self.a = Sanity.settled(a)
    self.b = Sanity.settled(b)
    self.c = Sanity.settled(c)
    self.d = Sanity.settled(d)
  }
}
