/// Complex numbers in eight lanes.
struct ComplexLanes {
  var re: SIMD8<Float>
  var im: SIMD8<Float>

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(re: a.re + b.re, im: a.im + b.im) }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(re: a.re - b.re, im: a.im - b.im) }

  @inline(__always)
  static func * (a: Self, b: Float) -> Self { Self(re: a.re * b, im: a.im * b) }

  /// By -i.
  @inline(__always)
  var turned: Self { Self(re: im, im: -re) }

  @inline(__always)
  func times(_ c: SIMD8<Float>, _ s: SIMD8<Float>) -> Self {
    Self(re: re * c - im * s, im: re * s + im * c)
  }
}

/// A short Fourier transform, the same in all lanes: `y[j]` is the sum of `x[k] exp(-2 pi i jk/r)`.
protocol Butterfly {
  static var radix: Int { get }
  static func apply(_ x: (Int) -> ComplexLanes, _ y: (Int, ComplexLanes) -> Void)
}

enum Butterfly2: Butterfly {
  static var radix: Int { 2 }

  @inline(__always)
  static func apply(_ x: (Int) -> ComplexLanes, _ y: (Int, ComplexLanes) -> Void) {
    let (a, b) = (x(0), x(1))
    y(0, a + b)
    y(1, a - b)
  }
}

enum Butterfly3: Butterfly {
  static var radix: Int { 3 }

  @inline(__always)
  static func apply(_ x: (Int) -> ComplexLanes, _ y: (Int, ComplexLanes) -> Void) {
    let (a, b, c) = (x(0), x(1), x(2))
    let sum = b + c
    let middle = a - sum * 0.5
    let turned = (b - c).turned * 0.866_025_403_8
    y(0, a + sum)
    y(1, middle + turned)
    y(2, middle - turned)
  }
}

enum Butterfly4: Butterfly {
  static var radix: Int { 4 }

  @inline(__always)
  static func apply(_ x: (Int) -> ComplexLanes, _ y: (Int, ComplexLanes) -> Void) {
    let (a, b, c, d) = (x(0), x(1), x(2), x(3))
    let (even, difference) = (a + c, a - c)
    let (odd, turned) = (b + d, (b - d).turned)
    y(0, even + odd)
    y(1, difference + turned)
    y(2, even - odd)
    y(3, difference - turned)
  }
}

enum Butterfly5: Butterfly {
  static var radix: Int { 5 }

  @inline(__always)
  static func apply(_ x: (Int) -> ComplexLanes, _ y: (Int, ComplexLanes) -> Void) {
    // Cosines and sines of one and two fifths of a turn.
    let (c1, c2): (Float, Float) = (0.309_016_994_4, -0.809_016_994_4)
    let (s1, s2): (Float, Float) = (0.951_056_516_3, 0.587_785_252_3)
    let (a, b, c, d, e) = (x(0), x(1), x(2), x(3), x(4))
    let (sum1, sum2) = (b + e, c + d)
    let (turn1, turn2) = ((b - e).turned, (c - d).turned)
    y(0, a + (sum1 + sum2))
    let (even1, odd1) = (a + (sum1 * c1 + sum2 * c2), turn1 * s1 + turn2 * s2)
    y(1, even1 + odd1)
    y(4, even1 - odd1)
    let (even2, odd2) = (a + (sum1 * c2 + sum2 * c1), turn1 * s2 - turn2 * s1)
    y(2, even2 + odd2)
    y(3, even2 - odd2)
  }
}

enum Butterfly7: Butterfly {
  static var radix: Int { 7 }

  @inline(__always)
  static func apply(_ x: (Int) -> ComplexLanes, _ y: (Int, ComplexLanes) -> Void) {
    // Cosines and sines of one, two and three sevenths of a turn.
    let (c1, c2): (Float, Float) = (0.623_489_801_9, -0.222_520_933_9)
    let c3: Float = -0.900_968_867_9
    let (s1, s2): (Float, Float) = (0.781_831_482_5, 0.974_927_912_2)
    let s3: Float = 0.433_883_739_1
    let (a, b, c, d, e, f, g) = (x(0), x(1), x(2), x(3), x(4), x(5), x(6))
    let (sum1, sum2, sum3) = (b + g, c + f, d + e)
    let (turn1, turn2, turn3) = ((b - g).turned, (c - f).turned, (d - e).turned)
    y(0, a + (sum1 + sum2 + sum3))
    let even1 = a + (sum1 * c1 + sum2 * c2 + sum3 * c3)
    let odd1 = turn1 * s1 + turn2 * s2 + turn3 * s3
    y(1, even1 + odd1)
    y(6, even1 - odd1)
    let even2 = a + (sum1 * c2 + sum2 * c3 + sum3 * c1)
    let odd2 = turn1 * s2 - turn2 * s3 - turn3 * s1
    y(2, even2 + odd2)
    y(5, even2 - odd2)
    let even3 = a + (sum1 * c3 + sum2 * c1 + sum3 * c2)
    let odd3 = turn1 * s3 - turn2 * s1 + turn3 * s2
    y(3, even3 + odd3)
    y(4, even3 - odd3)
  }
}

enum Butterfly8: Butterfly {
  static var radix: Int { 8 }

  @inline(__always)
  static func apply(_ x: (Int) -> ComplexLanes, _ y: (Int, ComplexLanes) -> Void) {
    let half: Float = 0.707_106_781_2
    let (p, q) = (x(0) + x(4), x(0) - x(4))
    let (r, s) = (x(2) + x(6), (x(2) - x(6)).turned)
    let (even0, even1, even2, even3) = (p + r, q + s, p - r, q - s)
    let (t, u) = (x(1) + x(5), x(1) - x(5))
    let (v, w) = (x(3) + x(7), (x(3) - x(7)).turned)
    let (odd1, odd3) = (u + w, u - w)
    let (odd0, odd2) = (t + v, (t - v).turned)
    // By an eighth of a turn, and by three.
    let first = (odd1 + odd1.turned) * half
    let third = (odd3.turned - odd3) * half
    y(0, even0 + odd0)
    y(4, even0 - odd0)
    y(1, even1 + first)
    y(5, even1 - first)
    y(2, even2 + odd2)
    y(6, even2 - odd2)
    y(3, even3 + third)
    y(7, even3 - third)
  }
}
