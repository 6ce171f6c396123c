/// The light of PQ, and what a display of ITU-R BT.1886 shows, for films of 8 and 10 bits: signals
/// lie within a tenth of a code of 10 bits of the exact ones, in half of the time of
/// ``TransferCurve``.
///
/// Loops are over single numbers, of which the compiler makes vectors as wide as the processor's
/// registers. Dividing takes as long as a dozen multiplications there, so three numbers that are
/// divided by are multiplied first, and roots are left out.
package enum DisplayTransfer {
  /// Light of one channel, colour after colour.
  package typealias Row = UnsafeMutablePointer<Float>

  /// Turns signals of PQ into light and mixes its channels, in place; beyond a signal of 1.5
  /// no light grows.
  ///
  /// - Parameters:
  ///   - mixed: the shares of red, green and blue light in each channel, where 1 is 10,000 cd/m².
  package static func decode(
    red: Row, green: Row, blue: Row, count: Int,
    mixed: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)
  ) {
    let (rr, rg, rb) = (mixed.red.x, mixed.red.y, mixed.red.z)
    let (gr, gg, gb) = (mixed.green.x, mixed.green.y, mixed.green.z)
    let (br, bg, bb) = (mixed.blue.x, mixed.blue.y, mixed.blue.z)
    for x in 0..<count {
      let (r, g, b) = (quotient(of: red[x]), quotient(of: green[x]), quotient(of: blue[x]))
      // One division for all three.
      let redGreen = r.below * g.below
      let share = 1 / (redGreen * b.below)
      let rest = share * b.below
      let redRoot = r.above * (rest * g.below)
      let greenRoot = g.above * (rest * r.below)
      let blueRoot = b.above * (share * redGreen)
      let redLight = redRoot * redRoot
      let greenLight = greenRoot * greenRoot
      let blueLight = blueRoot * blueRoot
      red[x] = rr * redLight + rg * greenLight + rb * blueLight
      green[x] = gr * redLight + gg * greenLight + gb * blueLight
      blue[x] = br * redLight + bg * greenLight + bb * blueLight
    }
  }

  /// The root of light as a quotient of polynomials in the signal of PQ.
  ///
  /// They were fitted to ``PerceptualCurve`` from a signal of 1/2500 on, with errors weighed as
  /// codes of a display: within 0.06 code of 10 bits, and 0.016 from 100 codes above black on. Of
  /// signals beyond 1.1, which stand for no light, it is within a hundredth. What is divided by lies
  /// between 1 and 99.
  @inline(__always)
  private static func quotient(of signal: Float) -> (above: Float, below: Float) {
    // The constant stands first: it is what becomes of no number.
    let low = 0 < signal ? signal : 0
    let held = low < 1.5 ? low : 1.5
    var above = held * 11.743_411 + 1.163_748_1
    above = above * held + 39.754_417
    above = above * held + 15.880_84
    above = (above * held + 0.075_632_773) * held
    var below = held * -15.335_476 + 182.392_43
    below = below * held - 499.701_75
    below = below * held + 400.263_85
    below = below * held + 1
    return (above, below)
  }

  /// Turns a row of light into signals of a power of 2.4, in place, within 0.08 code of 10 bits up
  /// to white; what is below 0 or no number becomes 0.
  ///
  /// - Parameter scale: what light is multiplied by before.
  package static func encode(_ row: Row, count: Int, scale: Float) {
    for x in 0..<count { row[x] = signal(ofLight: row[x] * scale) }
  }

  /// The power 5/12, as one of the mantissa, which is 1 to 2, and one of the power of 2.
  @inline(__always)
  private static func signal(ofLight light: Float) -> Float {
    let bits = Int32(bitPattern: (0 < light ? light : 0).bitPattern)
    let mantissa = Float(bitPattern: UInt32(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000))
    // By 2 to the power of -127 * 5/12, as powers of 2 are counted from -127 on.
    let k: Float = 0x1p-53 * 1.059_463_1
    var root = mantissa * (k * 0.024_787_955) - k * 0.178_059_69
    root = root * mantissa + k * 0.695_527_86
    root = root * mantissa + k * 0.457_817_42
    let power = Float(bits &>> 23) * (5 / 12)
    // 1.5 * 2^23: what is added to it is rounded to whole numbers, which stand in its low bits.
    let sum = power + 12_582_912
    let rest = power - (sum - 12_582_912)
    // Nearest where numbers are bright: the rest is one of twelve.
    var growth = rest * 0.057_701_06 + 0.241_993_51
    growth = growth * rest + 0.693_008_07
    growth = growth * rest + 0.999_975_32
    return Float(bitPattern: (root * growth).bitPattern &+ (sum.bitPattern &<< 23))
  }
}
