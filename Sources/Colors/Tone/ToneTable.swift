import Bytes

/// A tone curve as a table, for rows of light in cd/m²: within 10^-3 of it, of what it makes.
package struct ToneTable: Sendable {
  /// What light is multiplied by, over the fourth root of its share of the peak.
  private let factors: [Float]
  private let peak: Float

  private static let steps = 4096

  /// The table of a curve from black and a peak to black and a white, both 1 to 10,000 cd/m².
  package init(_ curve: ToneCurve, from peak: Double, to white: Double) {
    let peak = peak > 1 ? min(peak, 10000) : 1
    let mapping = ToneMapping(curve, from: 0...peak, to: 0...(white > 1 ? min(white, 10000) : 1))
    self.peak = Float(peak)
    factors = (0...Self.steps).map { step in
      // No light stays none; its factor is that of the least light there is.
      let root = max(Double(step), 0.5) / Double(Self.steps)
      let light = peak * root * root * root * root
      return Float(mapping.value(light) / light)
    }
  }

  /// Brings rows of light of red, green and blue into the smaller range, in place.
  ///
  /// The greatest channel takes the curve's value, and the others follow it. What is below 0 stays.
  ///
  /// - Parameter desaturation: how far they go to where the curve would lead each by itself, which
  ///   makes bright colours paler: 0 to 1.
  package func apply(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, count: Int, desaturation: Float
  ) {
    factors.withUnsafeBufferPointer { factors in
      for x in 0..<count {
        let (r, g, b) = (red[x], green[x], blue[x])
        let all = factor(factors, max(r, max(g, b)))
        guard desaturation > 0 else {
          (red[x], green[x], blue[x]) = (r * all, g * all, b * all)
          continue
        }
        let (forRed, forGreen, forBlue) = (
          factor(factors, r), factor(factors, g), factor(factors, b)
        )
        red[x] = r * (all + (forRed - all) * desaturation)
        green[x] = g * (all + (forGreen - all) * desaturation)
        blue[x] = b * (all + (forBlue - all) * desaturation)
      }
    }
  }

  /// What a light is multiplied by; what is not a number counts as none.
  @inline(__always)
  private func factor(_ factors: UnsafeBufferPointer<Float>, _ light: Float) -> Float {
    // The constants stand first: they are what becomes of no number.
    let held = min(peak, max(0, light))
    let place = (held / peak).squareRoot().squareRoot() * Float(Self.steps)
    let first = min(Int(truncatingIfNeeded: Int32(place)), Self.steps &- 1)
    let (low, high) = (factors[first], factors[first &+ 1])
    let factor = low + (high - low) * (place - Float(first))
    return light > peak ? factor * peak / light : factor
  }
}
