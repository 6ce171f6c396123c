/// Rows of places in a gradient, in loops of which the compiler makes vectors.
enum GradientLines {
  typealias Line = UnsafeMutablePointer<Double>
  /// Shares of a turn, of which 2^32 make one.
  typealias Turns = UnsafeMutablePointer<UInt32>

  /// Adding it leaves the nearest whole number in the low bits.
  private static let magic = 0x1.8p52

  /// The next whole number below, for magnitudes up to 2^51.
  @inline(__always)
  private static func floor(_ value: Double) -> Double {
    let nearest = (value + magic) - magic
    return nearest > value ? nearest - 1 : nearest
  }

  /// Turns distances along a line into shares of it, around its middle.
  static func line(_ places: Line, _ share: Double, _ down: Double, count: Int) {
    for x in 0..<count { places[x] = (places[x] * share + down) + 0.5 }
  }

  /// Turns distances into those from a centre.
  static func radii(_ places: Line, _ share: Double, _ down: Double, count: Int) {
    for x in 0..<count {
      let across = places[x] * share
      places[x] = (across * across + down * down).squareRoot()
    }
  }

  /// Writes the clockwise turns from above of distances across.
  ///
  /// The arctangent is the polynomial of Abramowitz and Stegun, 4.4.49, in single precision: its
  /// error is below a millionth of a turn.
  ///
  /// - Parameters:
  ///   - places: distances across; turns when it returns, -0.5 to 0.5.
  ///   - down: how far below the centre the row is.
  ///   - turns: their shares of a turn, in 32 bits.
  static func turns(_ places: Line, _ down: Double, to turns: Turns, count: Int) {
    let height = Float(down.magnitude)
    // For places above the centre, or below it.
    let (half, sign): (Float, Float) = down > 0 ? (0.5, -1) : (0, 1)
    for x in 0..<count {
      let across = Float(places[x])
      let width = across.magnitude
      let low = width < height ? width : height
      let high = width < height ? height : width
      let ratio = low / (high > 0 ? high : 1)
      let angle = eighth(ratio)
      let quarter = width < height ? angle : 0.25 - angle
      let turn = half + sign * quarter
      places[x] = Double(across < 0 ? 0 - turn : turn)
    }
    for x in 0..<count {
      turns[x] = UInt32(truncatingIfNeeded: (places[x] * 0x1p32 + magic).bitPattern)
    }
  }

  /// Finds shares of a turn from a start, 0 to 1, rounded to a millionth of a turn.
  ///
  /// - Parameter start: in turns from above.
  static func shares(_ turns: Turns, from start: Double, to places: Line, count: Int) {
    let part = start - start.rounded(.down)
    let offset = UInt32(truncatingIfNeeded: (part * 0x1p32 + magic).bitPattern)
    // Halfway to the next of 2^20 shares, and half a turn, as vectors convert numbers with a sign.
    let shift = 0x8000_0800 &- offset
    for x in 0..<count {
      let share = Int32(bitPattern: (turns[x] &+ shift) & 0xFFFF_F000)
      places[x] = Double(share) * 0x1p-32 + 0.5
    }
  }

  /// The turn whose tangent is a number from 0 to 1.
  @inline(__always)
  private static func eighth(_ tangent: Float) -> Float {
    let square = tangent * tangent
    // The polynomial's numbers, divided by a turn.
    let high: Float = 0.006829277 + square * (-0.0025728569 + square * 0.00045617399)
    let middle: Float = 0.016959971 + square * (-0.011982718 + square * high)
    let low: Float = 0.031820724 + square * (-0.022614166 + square * middle)
    return tangent * (0.15915494 + square * (-0.053051348 + square * low))
  }

  /// Turns places into shares of a ramp, and what lies beyond it into places on it.
  static func bound(
    _ places: Line, _ origin: Double, _ density: Double, _ spread: GradientSpread, count: Int
  ) {
    for x in 0..<count { places[x] = (places[x] - origin) * density }
    switch spread {
    case .pad: break
    case .repeat:
      for x in 0..<count { places[x] -= floor(places[x]) }
    case .reflect:
      for x in 0..<count {
        let cycle = places[x] - 2 * floor(places[x] / 2)
        places[x] = cycle > 1 ? 2 - cycle : cycle
      }
    }
  }

  /// Writes shares of `steps`, rounded, with halves upwards; from 0 to `steps`, whatever the shares
  /// are.
  static func index(
    _ shares: Line, of steps: Int, to indices: UnsafeMutablePointer<UInt64>, count: Int
  ) {
    let steps = Double(steps)
    for x in 0..<count {
      // Comparisons that no number but one in the range passes.
      let low = shares[x] > 0 ? shares[x] : 0
      let bounded = low < 1 ? low : 1
      indices[x] = (floor(bounded * steps + 0.5) + magic).bitPattern & 0xFFFF_FFFF
    }
  }
}
