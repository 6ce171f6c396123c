/// Loops over rows of 16-bit units that a gaussian blur is made of.
///
/// They work on sixteen values at once and run on to a multiple of that, so rows are taken with
/// ``row(_:_:)``, which leaves room. A mean of two rounds up.
enum GaussianRows {
  typealias Units = UnsafeMutablePointer<UInt16>
  typealias Lanes = SIMD16<UInt16>
  typealias Floats = SIMD16<Float>

  /// Values that may be read or written before the first and after the last of a row.
  static let slack = 64

  /// Memory for a row of `count` values.
  static func row<Value: BitwiseCopyable>(
    _ type: Value.Type, _ count: Int, _ scratch: Scratch
  ) -> UnsafeMutablePointer<Value> {
    scratch.take(type, count + 2 * slack) + slack
  }

  @inline(__always)
  static func load(_ units: Units) -> Lanes {
    UnsafeRawPointer(units).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  static func store(_ lanes: Lanes, _ target: UnsafeMutableRawPointer) {
    target.storeBytes(of: lanes, as: Lanes.self)
  }

  /// The means, rounded up: one instruction of most processors.
  @inline(__always)
  static func mean(_ a: Lanes, _ b: Lanes) -> Lanes {
    (a | b) &- ((a ^ b) &>> Lanes(repeating: 1))
  }

  /// The even samples of the cubic spline through coarse ones: (a + 6 b + c) / 8.
  @inline(__always)
  static func smooth(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes { mean(b, mean(b, mean(a, c))) }

  /// The even samples of the quintic spline: (3 a + 10 b + 3 c) / 16.
  @inline(__always)
  static func smoother(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
    let sides = mean(a, c)
    return mean(b, mean(sides, mean(sides, b)))
  }

  /// The odd samples of the quintic spline: (a + 15 b + 15 c + d) / 32.
  @inline(__always)
  static func between(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> Lanes {
    let middle = mean(b, c)
    return mean(middle, mean(middle, mean(middle, mean(middle, mean(a, d)))))
  }

  /// Halves a row that is given as its even and odd samples: (1 4 6 4 1) / 16 about each even one,
  /// as one of two halvings, or else (1 6 15 20 15 6 1) / 64.
  static func halve(
    even: Units, odd: Units, to target: Units, count: Int, isOneOfTwo: Bool
  ) {
    var i = 0
    while i < count {
      let (e, o) = (even + i, odd + i)
      let (a, b, c) = (load(e - 1), load(e), load(e + 1))
      let half =
        isOneOfTwo
        ? mean(mean(load(o - 1), load(o)), smooth(a, b, c))
        : mean(between(load(o - 2), load(o - 1), load(o), load(o + 1)), smoother(a, b, c))
      store(half, target + i)
      i &+= Lanes.scalarCount
    }
  }

  /// Doubles a row, by the cubic spline as one of two doublings, or else by the quintic.
  static func double(
    _ source: Units, toEven even: Units, odd: Units, count: Int, isOneOfTwo: Bool
  ) {
    var i = 0
    while i < count {
      let (a, b, c) = (load(source + i - 1), load(source + i), load(source + i + 1))
      store(isOneOfTwo ? smooth(a, b, c) : smoother(a, b, c), even + i)
      store(isOneOfTwo ? mean(b, c) : between(a, b, c, load(source + i + 2)), odd + i)
      i &+= Lanes.scalarCount
    }
  }

  /// Parts `2 * count` samples into the even and the odd ones.
  static func split(_ source: Units, toEven even: Units, odd: Units, count: Int) {
    let pairs = UnsafeRawPointer(source)
    for i in 0..<count {
      let pair = pairs.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self)
      even[i] = UInt16(truncatingIfNeeded: pair)
      odd[i] = UInt16(truncatingIfNeeded: pair &>> 16)
    }
  }

  /// Joins `count` even and odd samples.
  static func join(even: Units, odd: Units, to target: Units, count: Int) {
    let pairs = UnsafeMutableRawPointer(target)
    for i in 0..<count {
      let pair = UInt32(even[i]) | UInt32(odd[i]) &<< 16
      pairs.storeBytes(of: pair, toByteOffset: 4 &* i, as: UInt32.self)
    }
  }

  /// Adds up symmetrically weighted rows: those of `rows[radius]`, and of its neighbours on both
  /// sides.
  static func convolve(
    _ rows: UnsafeMutablePointer<UnsafePointer<Float>>, weights: UnsafePointer<Float>,
    radius: Int, to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    @inline(__always)
    func load(_ row: UnsafePointer<Float>, _ i: Int) -> Floats {
      UnsafeRawPointer(row + i).loadUnaligned(as: Floats.self)
    }
    // Two vectors at a time share the loads of pointers and weights.
    let width = Floats.scalarCount
    var i = 0
    while i < count {
      let middle = rows[radius]
      var sum = load(middle, i) * weights[0]
      var next = load(middle, i &+ width) * weights[0]
      for n in 1..<radius &+ 1 {
        let (a, b, weight) = (rows[radius &- n], rows[radius &+ n], weights[n])
        sum += (load(a, i) + load(b, i)) * weight
        next += (load(a, i &+ width) + load(b, i &+ width)) * weight
      }
      UnsafeMutableRawPointer(target + i).storeBytes(of: sum, as: Floats.self)
      UnsafeMutableRawPointer(target + (i &+ width)).storeBytes(of: next, as: Floats.self)
      i &+= 2 &* width
    }
  }

  /// Rounds to the nearest whole samples from 0 to `peak`.
  static func round<S: Sample>(
    _ source: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<S>, count: Int,
    peak: Int
  ) {
    let peak = Float(peak)
    for i in 0..<count {
      // Adding 2^23 leaves the nearest whole number in the low bits.
      let value = max(min(source[i], peak), 0) + 8_388_608
      target[i] = S(truncatingIfNeeded: value.bitPattern)
    }
  }
}
