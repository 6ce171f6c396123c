import Colors

/// What is to become of pictures whose light is brighter than white, as that of PQ and HLG is.
package struct PictureTarget: Hashable, Sendable {
  /// How light is written: PQ and HLG hold all of it, for others it is brought down.
  let curve: TransferCurve
  /// The colours of red, green and blue where all light is kept; else they are those of sRGB.
  let gamut: ColorGamut
  /// Where the light of a scene's white stands in PQ and HLG, in cd/m².
  let white: Double

  /// Pictures that are shown beside others of sRGB.
  package static let standard = PictureTarget(curve: .srgb, gamut: .bt709)

  /// - Parameters:
  ///   - gamut: the colours of red, green and blue of PQ and HLG; for other curves it says nothing.
  ///   - white: where the light of a scene's white stands in PQ and HLG, in cd/m²: by itself at
  ///     that of graphics (ITU-R BT.2408).
  package init(curve: TransferCurve, gamut: ColorGamut, white: Double = 203) {
    (self.curve, self.gamut, self.white) = (curve, gamut, white)
  }

  /// Whether light stays that is brighter than white.
  var keepsLight: Bool { curve == .pq || curve == .hlg }
}
