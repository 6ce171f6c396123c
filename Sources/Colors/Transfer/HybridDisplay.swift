import Bytes

/// What a display makes of the light of an HLG scene: ITU-R BT.2100-2, table 5, its black being 0.
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

  /// The light of a display in cd/m² for the light of a scene, red, green and blue of BT.2020.
  package func light(ofScene scene: SIMD3<Double>) -> SIMD3<Double> {
    let luminance = (scene * Self.luminance).sum()
    guard luminance > 0 else { return .zero }
    return scene * (peak * Maths.pow(luminance, gamma - 1))
  }

  /// The light of the scene with which a display gives this light.
  package func scene(ofLight light: SIMD3<Double>) -> SIMD3<Double> {
    let luminance = (light * Self.luminance).sum() / peak
    guard luminance > 0 else { return .zero }
    return light / (peak * Maths.pow(luminance, 1 - 1 / gamma))
  }
}
