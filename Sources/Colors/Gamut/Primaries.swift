/// The colours of red, green, blue and white of a picture or a stream.
package struct Primaries: Hashable, Sendable {
  /// The chromaticity of red.
  package let red: Chromaticity
  /// That of green.
  package let green: Chromaticity
  /// That of blue.
  package let blue: Chromaticity
  /// That of white.
  package let white: Chromaticity

  /// Any four chromaticities; not all are the primaries of something.
  package init(
    red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity
  ) {
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
  }

  /// Those of ITU-R BT.709 and sRGB.
  package static let bt709 = Primaries(
    red: Chromaticity(0.64, 0.33), green: Chromaticity(0.3, 0.6), blue: Chromaticity(0.15, 0.06),
    white: .d65)

  /// The matrix from light of red, green and blue to X, Y and Z, white having a Y of 1 (SMPTE RP
  /// 177); nil where they are no primaries.
  var toTristimulus: LightMatrix? {
    let all = [red, green, blue, white]
    guard all.allSatisfy({ $0.y.magnitude > 1e-6 && $0.y.isFinite && $0.x.isFinite }) else {
      return nil
    }
    let (r, g, b) = (red.tristimulus, green.tristimulus, blue.tristimulus)
    let columns = LightMatrix(SIMD3(r.x, g.x, b.x), SIMD3(r.y, g.y, b.y), SIMD3(r.z, g.z, b.z))
    guard let inverse = columns.inverse else { return nil }
    return columns * LightMatrix.scaling(inverse * white.tristimulus)
  }

  /// The matrix from their light to that of sRGB, in which white is white; nil where they are no
  /// primaries.
  package var toSRGB: LightMatrix? {
    guard self != .bt709 else { return .identity }
    guard let there = toTristimulus, there.inverse != nil,
      let back = Primaries.bt709.toTristimulus?.inverse
    else { return nil }
    return back * ChromaticAdaptation.bradford.matrix(from: white, to: .d65) * there
  }
}

extension LightMatrix {
  /// The matrix from X, Y and Z of colour profiles, whose white is D50, to light of sRGB.
  package static let profileToSRGB: LightMatrix = {
    let adaptation = ChromaticAdaptation.bradford.matrix(from: .d50, to: .d65)
    return (Primaries.bt709.toTristimulus?.inverse ?? .identity) * adaptation
  }()
}
