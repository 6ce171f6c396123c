/// The colours that red, green, blue and white of a stream or a camera stand for.
package enum ColorGamut: String, CaseIterable, Hashable, Sendable {
  case bt709
  /// Those of N-Log, F-Log, F-Log2 and Apple Log too.
  case bt2020
  case p3D65 = "p3-d65"
  case sGamut3 = "s-gamut3"
  case sGamut3Cine = "s-gamut3-cine"
  case arri3 = "arri-wide-gamut-3"
  case arri4 = "arri-wide-gamut-4"
  case vGamut = "v-gamut"
  case cinema = "cinema-gamut"
  case dGamut = "d-gamut"
  case red = "red-wide-gamut"
  case davinci = "davinci-wide-gamut"
  /// The primaries of ACEScg and ACEScct, AP1.
  case aces = "aces-ap1"

  /// The chromaticity of white.
  package var white: Chromaticity { self == .aces ? .aces : .d65 }

  /// Those of red, green, blue and white.
  private var primaries: Primaries {
    func make(
      _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double)
    ) -> Primaries {
      Primaries(
        red: Chromaticity(red.0, red.1), green: Chromaticity(green.0, green.1),
        blue: Chromaticity(blue.0, blue.1), white: white)
    }
    return switch self {
    case .bt709: make((0.64, 0.33), (0.3, 0.6), (0.15, 0.06))
    case .bt2020: make((0.708, 0.292), (0.17, 0.797), (0.131, 0.046))
    case .p3D65: make((0.68, 0.32), (0.265, 0.69), (0.15, 0.06))
    case .sGamut3: make((0.73, 0.28), (0.14, 0.855), (0.1, -0.05))
    case .sGamut3Cine: make((0.766, 0.275), (0.225, 0.8), (0.089, -0.087))
    case .arri3: make((0.684, 0.313), (0.221, 0.848), (0.0861, -0.102))
    case .arri4: make((0.7347, 0.2653), (0.1424, 0.8576), (0.0991, -0.0308))
    case .vGamut: make((0.73, 0.28), (0.165, 0.84), (0.1, -0.03))
    case .cinema: make((0.74, 0.27), (0.17, 1.14), (0.08, -0.1))
    case .dGamut: make((0.71, 0.31), (0.21, 0.88), (0.09, -0.08))
    case .red: make((0.780308, 0.304253), (0.121595, 1.493994), (0.095612, -0.084589))
    case .davinci: make((0.8, 0.313), (0.1682, 0.9877), (0.079, -0.1155))
    case .aces: make((0.713, 0.293), (0.165, 0.83), (0.128, 0.044))
    }
  }

  /// The matrix from light of red, green and blue to X, Y and Z, white having a Y of 1.
  var toTristimulus: LightMatrix { primaries.toTristimulus ?? .identity }

  /// The chromaticity of light of red, green and blue; that of white for none.
  package func chromaticity(of light: SIMD3<Double>) -> Chromaticity {
    let tristimulus = toTristimulus * light
    let sum = tristimulus.sum()
    return sum > 0 ? Chromaticity(tristimulus.x / sum, tristimulus.y / sum) : white
  }

  /// The matrix from light in this gamut to light in another, in which white is white.
  package func matrix(
    to target: ColorGamut, _ adaptation: ChromaticAdaptation = .bradford
  ) -> LightMatrix {
    guard self != target, let back = target.toTristimulus.inverse else { return .identity }
    return back * adaptation.matrix(from: white, to: target.white) * toTristimulus
  }

  /// The matrix over light of this gamut that makes what is white in one light white in another.
  package func whiteBalance(
    from source: Chromaticity, to target: Chromaticity, _ adaptation: ChromaticAdaptation
  ) -> LightMatrix {
    guard source != target, let back = toTristimulus.inverse else { return .identity }
    return back * adaptation.matrix(from: source, to: target) * toTristimulus
  }
}
