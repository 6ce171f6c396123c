import Bytes

/// A colour without its brightness: x and y of CIE 1931.
package struct Chromaticity: Hashable, Sendable {
  /// The share of X.
  package let x: Double
  /// The share of Y.
  package let y: Double

  /// A colour by its place; `y` is more than 0.
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// The white of BT.709, sRGB, BT.2020 and most cameras.
  static let d65 = Chromaticity(0.3127, 0.3290)
  /// The white of colour profiles, (0.9642, 1, 0.8249) in X, Y and Z (ICC.1:2022, 6.3.1).
  static let d50 = Chromaticity(0.9642 / 2.7891, 1 / 2.7891)
  /// The white of ACES.
  static let aces = Chromaticity(0.32168, 0.33767)

  /// X, Y and Z with a Y of 1.
  var tristimulus: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
}

extension Chromaticity {
  /// White light of a temperature in kelvins, 1000 to 25,000.
  ///
  /// From 4000 K on, daylight (CIE 015:2018, 4.1.2); up to 3000 K, what glows (Krystek 1985, within
  /// 10^-4 in u and v); between these, the way from one to the other without a step.
  ///
  /// - Parameter duv: how far the colour lies above the line of such light, towards green, in u and
  ///   v of CIE 1960.
  package static func white(temperature: Double, duv: Double = 0) -> Chromaticity {
    let kelvins = temperature > 1000 ? min(temperature, 25000) : 1000
    guard duv != 0 else { return light(kelvins) }
    // Along the line, from blue to red; a quarter turn to the left of that lies green.
    let (here, there) = (light(kelvins).uv, light(kelvins * 0.999).uv)
    let way = there - here
    let length = Maths.hypot(way.x, way.y)
    return Chromaticity(uv: here + SIMD2(-way.y, way.x) / length * duv)
  }

  private static func light(_ kelvins: Double) -> Chromaticity {
    if kelvins >= 4000 { return daylight(kelvins) }
    let glow = Chromaticity(uv: glowing(kelvins))
    if kelvins <= 3000 { return glow }
    let share = Maths.smoothstep((kelvins - 3000) / 1000)
    let day = daylight(kelvins)
    return Chromaticity(
      glow.x + (day.x - glow.x) * share, glow.y + (day.y - glow.y) * share)
  }

  private static func daylight(_ kelvins: Double) -> Chromaticity {
    let t = 1000 / kelvins
    let x =
      kelvins <= 7000
      ? ((-4.6070 * t + 2.9678) * t + 0.09911) * t + 0.244063
      : ((-2.0064 * t + 1.9018) * t + 0.24748) * t + 0.237040
    return Chromaticity(x, (-3 * x + 2.870) * x - 0.275)
  }

  /// u and v of a black body.
  private static func glowing(_ t: Double) -> SIMD2<Double> {
    SIMD2(
      ((1.28641212e-7 * t + 1.54118254e-4) * t + 0.860117757)
        / ((7.08145163e-7 * t + 8.42420235e-4) * t + 1),
      ((4.20481691e-8 * t + 4.22806245e-5) * t + 0.317398726)
        / ((1.61456053e-7 * t - 2.89741816e-5) * t + 1))
  }

  private var uv: SIMD2<Double> {
    let sum = -2 * x + 12 * y + 3
    return SIMD2(4 * x / sum, 6 * y / sum)
  }

  private init(uv: SIMD2<Double>) {
    let sum = 2 * uv.x - 8 * uv.y + 4
    self.init(3 * uv.x / sum, 2 * uv.y / sum)
  }
}

/// How colours are carried from one white to another.
package enum ChromaticAdaptation: String, CaseIterable, Hashable, Sendable {
  /// Lam 1985.
  case bradford
  /// Li and others 2017.
  case cat16

  /// What cones see of X, Y and Z.
  private var cones: LightMatrix {
    switch self {
    case .bradford:
      LightMatrix(
        SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367),
        SIMD3(0.0389, -0.0685, 1.0296))
    case .cat16:
      LightMatrix(
        SIMD3(0.401288, 0.650173, -0.051461), SIMD3(-0.250268, 1.204414, 0.045854),
        SIMD3(-0.002079, 0.048952, 0.953127))
    }
  }

  /// The matrix over X, Y and Z that takes one white to another.
  func matrix(from source: Chromaticity, to target: Chromaticity) -> LightMatrix {
    let (before, after) = (cones * source.tristimulus, cones * target.tristimulus)
    guard source != target, let back = cones.inverse else { return .identity }
    return back * LightMatrix.scaling(after / before) * cones
  }
}
