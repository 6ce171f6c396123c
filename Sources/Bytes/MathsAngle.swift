extension Maths {
  /// Half of pi in parts of 33 bits, whose products with a quadrant number below 2^20 are exact.
  private static let quarterTurn = (
    0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e000000p-69, 0x1.b839a252049c1p-104
  )

  /// The sine of an angle in radians.
  package static func sin(_ x: Double) -> Double {
    if x == 0 { return x }
    let (quadrant, rest) = reduced(x)
    let size = quadrant & 1 == 0 ? sine(rest) : cosine(rest)
    return quadrant & 2 == 0 ? size : -size
  }

  /// The cosine of an angle in radians.
  package static func cos(_ x: Double) -> Double {
    let (quadrant, rest) = reduced(x)
    let size = quadrant & 1 == 0 ? cosine(rest) : sine(rest)
    return (quadrant + 1) & 2 == 0 ? size : -size
  }

  /// The tangent of an angle in radians.
  package static func tan(_ x: Double) -> Double {
    if x == 0 { return x }
    let (quadrant, rest) = reduced(x)
    if quadrant & 1 == 0 { return sine(rest) / cosine(rest) }
    return -cosine(rest) / sine(rest)
  }

  /// The angle in radians, from -pi/2 to pi/2, whose sine is `x`.
  package static func asin(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    return atan2(x, ((1 - x) * (1 + x)).squareRoot())
  }

  /// The angle in radians, from 0 to pi, whose cosine is `x`.
  package static func acos(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    return atan2(((1 - x) * (1 + x)).squareRoot(), x)
  }

  /// The angle in radians, from -pi to pi, of the direction `(x, y)`.
  package static func atan2(_ y: Double, _ x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    let (width, height) = (x.magnitude, y.magnitude)
    var angle: Double
    if height == 0 {
      angle = 0
    } else if width.isInfinite && height.isInfinite {
      angle = .pi / 4
    } else if height <= width {
      angle = arctangent(height / width)
    } else {
      angle = .pi / 2 - (arctangent(width / height) - 0x1.1a62633145c07p-54)
    }
    if x.sign == .minus { angle = .pi - (angle - 0x1.1a62633145c07p-53) }
    return y.sign == .minus ? -angle : angle
  }

  /// The number of the nearest quadrant, modulo 4, and the angle from there.
  ///
  /// Beyond 2^51 neighbouring doubles are so far apart that an angle says nothing: it counts as 0.
  private static func reduced(_ x: Double) -> (quadrant: Int, rest: Twofold) {
    guard x.isFinite else { return (0, Twofold(.nan)) }
    guard x.magnitude < 0x1p51 else { return (0, Twofold(0)) }
    let count = nearest(x / (.pi / 2))
    guard x.magnitude < 1_048_576 else {
      let halfPi = Twofold(.pi / 2, 0x1.1a62633145c07p-54)
      return (Int(count) & 3, Twofold(x) + Twofold(-count) * halfPi)
    }
    let first = Twofold(sum: x - count * quarterTurn.0, -count * quarterTurn.1)
    let second = Twofold(sum: first.high, first.low - count * quarterTurn.2)
    let rest = Twofold(sum: second.high, second.low - count * quarterTurn.3)
    return (Int(count) & 3, rest)
  }

  /// The sine of an angle within an eighth of a turn, by its Taylor series.
  private static func sine(_ x: Twofold) -> Double {
    let square = x.high * x.high
    var sum = 1.0
    for n in stride(from: 18, through: 4, by: -2) { sum = 1 - square / Double(n * (n + 1)) * sum }
    let cubic = x.high * (square / 6) * sum
    return x.high - (cubic - x.low * (1 - square / 2))
  }

  /// The cosine of an angle within an eighth of a turn, by its Taylor series.
  private static func cosine(_ x: Twofold) -> Double {
    let square = x.high * x.high
    var sum = 1.0
    for n in stride(from: 17, through: 3, by: -2) { sum = 1 - square / Double(n * (n + 1)) * sum }
    return 1 - (square / 2 * sum + x.high * x.low)
  }

  /// The arctangents of 0, 1/8, 2/8 … 1.
  private static let arctangents: [Double] = [
    0x0.0p+0, 0x1.fd5ba9aac2f6ep-4, 0x1.f5b75f92c80ddp-3, 0x1.6f61941e4def1p-2,
    0x1.dac670561bb4fp-2, 0x1.1e00babdefeb4p-1, 0x1.4978fa3269ee1p-1, 0x1.700a7c5784634p-1,
    0x1.921fb54442d18p-1,
  ]

  /// The arctangent of a number from 0 to 1: that of the nearest eighth and a short series.
  private static func arctangent(_ x: Double) -> Double {
    let index = Int(nearest(x * 8))
    let nearest = Double(index) / 8
    let rest = (x - nearest) / (1 + x * nearest)
    let square = rest * rest
    var sum = 0.0
    for n in stride(from: 17, through: 3, by: -2) { sum = (1 / Double(n) - sum) * square }
    return arctangents[index] + (rest - rest * sum)
  }
}
