import Colors

/// Code points of a picture's colours (ITU-T H.273), as the chunk `cICP` has them.
package struct CodingPoints: Hashable, Sendable {
  let primaries: UInt8
  let transfer: UInt8

  /// Those of these numbers, whether or not they stand for anything.
  package init(primaries: UInt8, transfer: UInt8) {
    (self.primaries, self.transfer) = (primaries, transfer)
  }

  /// How samples stand for light; nil for code points that are not read.
  ///
  /// A signal of BT.709, BT.601 and BT.2020 counts as one of sRGB: so it does in streams, and a
  /// frame that was saved as a picture comes back as it was.
  var curve: SampleCurve? {
    switch transfer {
    case 1, 6, 13, 14, 15: .transfer(.srgb)
    case 4: .power(2.2)
    case 5: .power(2.8)
    case 8: .power(1)
    case 16: .transfer(.pq)
    case 18: .transfer(.hlg)
    default: nil
    }
  }

  /// The chromaticities of red, green, blue and white (H.273, table 2); nil for code points that
  /// are not read.
  var gamut: Primaries? {
    let d65 = Chromaticity(0.3127, 0.3290)
    return switch primaries {
    case 1: Primaries.bt709
    case 4:
      Primaries(
        red: Chromaticity(0.67, 0.33), green: Chromaticity(0.21, 0.71),
        blue: Chromaticity(0.14, 0.08), white: Chromaticity(0.310, 0.316))
    case 5:
      Primaries(
        red: Chromaticity(0.64, 0.33), green: Chromaticity(0.29, 0.60),
        blue: Chromaticity(0.15, 0.06), white: d65)
    case 6, 7:
      Primaries(
        red: Chromaticity(0.630, 0.340), green: Chromaticity(0.310, 0.595),
        blue: Chromaticity(0.155, 0.070), white: d65)
    case 8:
      Primaries(
        red: Chromaticity(0.681, 0.319), green: Chromaticity(0.243, 0.692),
        blue: Chromaticity(0.145, 0.049), white: Chromaticity(0.310, 0.316))
    case 9:
      Primaries(
        red: Chromaticity(0.708, 0.292), green: Chromaticity(0.170, 0.797),
        blue: Chromaticity(0.131, 0.046), white: d65)
    case 11, 12:
      Primaries(
        red: Chromaticity(0.680, 0.320), green: Chromaticity(0.265, 0.690),
        blue: Chromaticity(0.150, 0.060),
        white: primaries == 12 ? d65 : Chromaticity(0.314, 0.351))
    case 22:
      Primaries(
        red: Chromaticity(0.630, 0.340), green: Chromaticity(0.295, 0.605),
        blue: Chromaticity(0.155, 0.077), white: d65)
    default: nil
    }
  }

  /// The gamut whose strongest colours are softened where light is brought down.
  var wideGamut: ColorGamut? {
    switch primaries {
    case 9: .bt2020
    case 12: .p3D65
    default: nil
    }
  }
}
