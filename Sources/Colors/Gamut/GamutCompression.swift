/// Leads light that lies beyond a gamut into it, with a curve that begins within.
///
/// After the ACES Reference Gamut Compression: how far a channel lies below the greatest one, of
/// that, is bent from 0.8 on so that the farthest colour comes to 1. The greatest channel stays, and
/// so does whatever is paler.
package struct GamutCompression: Hashable, Sendable {
  /// From where on distances are bent.
  private static let start: Float = 0.8

  /// How much each channel is bent: 0 where nothing lies outside.
  private let bends: SIMD3<Float>

  /// The way of light of one gamut, given in another, into that one; nil where all lies within.
  package init?(from source: ColorGamut, to target: ColorGamut) {
    let far = Self.distances(source.matrix(to: target))
    let start = Double(Self.start)
    var bends = SIMD3<Float>.zero
    for channel in 0..<3 where far[channel] > 1 + 1e-6 {
      bends[channel] = Float((far[channel] - 1) / ((far[channel] - start) * (1 - start)))
    }
    if bends == .zero { return nil }
    self.bends = bends
  }

  /// How far the farthest colours lie, which are mixtures of two primaries.
  private static func distances(_ matrix: LightMatrix) -> SIMD3<Double> {
    let steps = 256
    var far = SIMD3<Double>.zero
    for (one, other) in [(0, 1), (1, 2), (2, 0)] {
      for step in 0...steps {
        var light = SIMD3<Double>.zero
        light[one] = Double(steps - step) / Double(steps)
        light[other] = Double(step) / Double(steps)
        let found = matrix * light
        let most = found.max()
        guard most > 1e-3 else { continue }
        far.replace(with: (most - found) / most, where: (most - found) / most .> far)
      }
    }
    return far
  }

  /// Leads rows of light into the gamut, in place.
  package func apply(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, count: Int
  ) {
    let bends = bends
    for x in 0..<count {
      let most = max(red[x], max(green[x], blue[x]))
      guard most > 0 else { continue }
      red[x] = bent(red[x], most, bends.x)
      green[x] = bent(green[x], most, bends.y)
      blue[x] = bent(blue[x], most, bends.z)
    }
  }

  @inline(__always)
  private func bent(_ light: Float, _ most: Float, _ bend: Float) -> Float {
    let beyond = max(0, (most - light) / most - Self.start)
    // 1 / (1 + bend * beyond) of what lies beyond the start, as a difference: pale colours stay.
    return light + most * beyond * (1 - 1 / (1 + bend * beyond))
  }
}
