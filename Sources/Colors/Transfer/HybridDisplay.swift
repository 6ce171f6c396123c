import Bytes

/// What a display makes of the light of an HLG scene: ITU-R BT.2100-2, table 5, its black being 0.
///
/// Channels below black, which the table does not have, count as none in the luminance: else what
/// lies a little below would lead a dark colour to black or to many times its light.
package struct HybridDisplay: Hashable, Sendable {
  /// The display's white in cd/m².
  package let peak: Double
  /// How much steeper bright colours become.
  package let gamma: Double

  /// A display of so many cd/m², more than 0.
  package init(peak: Double = 1000) {
    self.peak = peak
    gamma = 1.2 + 0.42 * Maths.log2(peak / 1000) / Maths.log2(10)
  }

  private static let luminance = SIMD3(0.2627, 0.678, 0.0593)

  private static func luminance(of light: SIMD3<Double>) -> Double {
    (light.replacing(with: 0, where: light .< 0) * luminance).sum()
  }

  /// The light of a display in cd/m² for the light of a scene, red, green and blue of BT.2020.
  package func light(ofScene scene: SIMD3<Double>) -> SIMD3<Double> {
    let luminance = Self.luminance(of: scene)
    guard luminance > 0 else { return .zero }
    return scene * (peak * Maths.pow(luminance, gamma - 1))
  }

  /// The light of the scene with which a display gives this light.
  package func scene(ofLight light: SIMD3<Double>) -> SIMD3<Double> {
    let luminance = Self.luminance(of: light) / peak
    guard luminance > 0 else { return .zero }
    return light / (peak * Maths.pow(luminance, 1 - 1 / gamma))
  }
}

extension HybridDisplay {
  /// Eight numbers of each channel.
  private typealias Colors = (red: Maths.Lanes, green: Maths.Lanes, blue: Maths.Lanes)
  /// Light of one channel, colour after colour.
  package typealias Row = UnsafeMutablePointer<Float>

  /// Puts a display's light in place of a scene's, as ``light(ofScene:)`` has it, within 3 * 10^-6
  /// of it.
  ///
  /// - Parameter unit: the light of a display that counts as 1, in cd/m².
  package func show(red: Row, green: Row, blue: Row, count: Int, unit: Double = 1) {
    let (power, scale) = (Float(gamma - 1), Float(peak / unit))
    Self.change((red, green, blue), count) { Maths.power(Self.luminance(of: $0), power) * scale }
  }

  /// Puts a scene's light in place of a display's, as ``scene(ofLight:)`` has it, within 3 * 10^-6
  /// of it.
  ///
  /// - Parameter unit: the light of a display that counts as 1, in cd/m².
  package func take(red: Row, green: Row, blue: Row, count: Int, unit: Double = 1) {
    let (power, scale) = (Float(1 / gamma - 1), Float(unit / peak))
    Self.change((red, green, blue), count) {
      Maths.power(Self.luminance(of: $0) * scale, power) * scale
    }
  }

  @inline(__always)
  private static func luminance(of colors: Colors) -> Maths.Lanes {
    let (red, green) = (colors.red.atLeast(0), colors.green.atLeast(0))
    return red * Float(luminance.x) + green * Float(luminance.y)
      + colors.blue.atLeast(0) * Float(luminance.z)
  }

  /// Multiplies colours by a factor that depends on them.
  @inline(__always)
  private static func change(
    _ rows: (Row, Row, Row), _ count: Int, _ factor: (Colors) -> Maths.Lanes
  ) {
    let (red, green, blue) = rows
    var x = 0
    while x < count & ~7 {
      let colors = (red.lanes(x), green.lanes(x), blue.lanes(x))
      let factor = factor(colors)
      (red + x).store(colors.0 * factor)
      (green + x).store(colors.1 * factor)
      (blue + x).store(colors.2 * factor)
      x &+= 8
    }
    if x == count { return }
    var colors = (Maths.Lanes(), Maths.Lanes(), Maths.Lanes())
    for lane in 0..<(count - x) {
      colors.0[lane] = red[x + lane]
      colors.1[lane] = green[x + lane]
      colors.2[lane] = blue[x + lane]
    }
    let factor = factor(colors)
    for lane in 0..<(count - x) {
      red[x + lane] *= factor[lane]
      green[x + lane] *= factor[lane]
      blue[x + lane] *= factor[lane]
    }
  }
}
