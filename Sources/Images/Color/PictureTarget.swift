import Colors

/// What is to become of pictures whose light is brighter than white, as that of PQ and HLG is.
package struct PictureTarget: Hashable, Sendable {
  /// How light is written: PQ and HLG hold all of it, for others it is brought down.
  let curve: TransferCurve
  /// The colours of red, green and blue where all light is kept; else they are those of sRGB.
  let gamut: ColorGamut

  /// Pictures that are shown beside others of sRGB.
  package static let standard = PictureTarget(curve: .srgb, gamut: .bt709)

  /// - Parameter gamut: the colours of red, green and blue of PQ and HLG; for other curves it says
  ///   nothing.
  package init(curve: TransferCurve, gamut: ColorGamut) {
    (self.curve, self.gamut) = (curve, gamut)
  }

  /// Whether light stays that is brighter than white.
  var keepsLight: Bool { curve == .pq || curve == .hlg }
}
