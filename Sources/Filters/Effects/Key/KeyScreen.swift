import Timeline

/// The colour of a screen, as the colour-difference model sees it: one channel that stands out
/// above the two others.
///
/// Petro Vlahos' model: K(p) = s - (b x + (1 - b) y), where s is the screen's own channel and x and
/// y are the others, in the order red, green, blue. K of a mixture is the mixture of the Ks, and
/// most of what stands before a screen has a K of 0 or less.
struct KeyScreen: Sendable {
  let red: Float
  let green: Float
  let blue: Float
  var color: SIMD3<Float> { SIMD3(red, green, blue) }
  /// What K weighs the channels with.
  let weights: SIMD3<Float>
  /// What the difference of the two other channels weighs them with.
  let tint: SIMD3<Float>
  /// 1 for the screen's own channel, 0 for others.
  let own: SIMD3<Float>
  /// K of the screen.
  let strength: Float

  /// Nil for a colour in which no channel stands out.
  init?(_ color: Color, balance: Double) {
    let parts = SIMD3(Float(color.red), Float(color.green), Float(color.blue))
    let balance = Float(min(max(balance, 0), 1))
    (red, green, blue) = (parts.x, parts.y, parts.z)
    if parts.y >= parts.x, parts.y >= parts.z {
      (weights, tint, own) = (SIMD3(-balance, 1, balance - 1), SIMD3(1, 0, -1), SIMD3(0, 1, 0))
    } else if parts.z >= parts.x {
      (weights, tint, own) = (SIMD3(-balance, balance - 1, 1), SIMD3(1, -1, 0), SIMD3(0, 0, 1))
    } else {
      (weights, tint, own) = (SIMD3(1, -balance, balance - 1), SIMD3(0, 1, -1), SIMD3(1, 0, 0))
    }
    strength = (weights * parts).sum()
    if strength < 1 / 64 { return nil }
  }
}

/// The shares that a measure of unlikeness leaves: none up to a tolerance, all of it from there on
/// by the softness.
struct KeyLevels: Sendable {
  let low: Float
  let gain: Float

  init(tolerance: Double, softness: Double) {
    low = Float(min(max(tolerance, 0), 1))
    gain = 1 / Float(min(max(softness, 1.0 / 1024), 1))
  }

  /// Turns unlikeness into shares, in place.
  func apply(_ row: UnsafeMutablePointer<Float>, count: Int) {
    let (low, gain) = (low, gain)
    for x in 0..<count { row[x] = min(max((row[x] - low) * gain, 0), 1) }
  }
}
