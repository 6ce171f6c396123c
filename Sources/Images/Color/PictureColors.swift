import Bytes
import Colors

/// What the samples of a picture are as light, where they are not those of sRGB.
struct PictureColors: Hashable, Sendable {
  /// Those of red, green and blue.
  let curves: [SampleCurve]
  /// The matrix from the light of these to that of BT.709.
  let matrix: LightMatrix
  /// Whether black is at 16 and white at 235 of 8 bits.
  var isNarrow = false
  /// Whether samples are multiplied by alpha.
  var isMultiplied = false
  /// The gamut from which light is brought down.
  var wideGamut: ColorGamut?

  /// What is to become of light that is brighter than white.
  var target = PictureTarget.standard

  /// Whether such light stays.
  var keepsLight: Bool { (dynamics != nil || isScene && !keepsNumbers) && target.keepsLight }

  /// Whether it is light as a scene has it, of which 1 is white.
  var isScene: Bool { curves[0] == .scene }

  /// Whether the light of a scene is written as it was in the file, up to 1.
  private(set) var keepsNumbers = false

  /// What gives the numbers that a file has; nil where these are the samples.
  var asNumbers: PictureColors? {
    guard isScene else { return nil }
    var colors = PictureColors(.scene, .identity)
    (colors.isMultiplied, colors.keepsNumbers) = (isMultiplied, true)
    return colors
  }

  /// The matrix to the light of what they become.
  var way: LightMatrix {
    keepsLight ? ColorGamut.bt709.matrix(to: target.gamut) * matrix : matrix
  }

  /// Whether samples are what they are to become.
  var isTarget: Bool {
    guard keepsLight, dynamics == target.curve, !isNarrow else { return false }
    let (way, same) = (way.rows, LightMatrix.identity.rows)
    let parts = [way.0 - same.0, way.1 - same.1, way.2 - same.2]
    return parts.allSatisfy { ($0 * $0).sum() < 1e-12 }
  }

  /// Whether light is brighter than white, and how it is counted.
  var dynamics: TransferCurve? {
    switch curves[0] {
    case .transfer(.pq): .pq
    case .transfer(.hlg): .hlg
    default: nil
    }
  }

  /// The colours of code points; nil where these are not read.
  init?(_ points: CodingPoints, isGray: Bool, isNarrow: Bool) {
    guard let curve = points.curve, let gamut = points.gamut, let matrix = gamut.toSRGB else {
      return nil
    }
    curves = [curve, curve, curve]
    self.matrix = isGray ? .identity : matrix
    self.isNarrow = isNarrow
    wideGamut = points.wideGamut
  }

  /// The colours of a picture by the profile in its file.
  init(ofProfile bytes: [UInt8], isGray: Bool) throws(ProfileFault) {
    guard let colors = PictureColors(try ICCProfile(bytes), isGray: isGray) else {
      throw .malformed(isGray ? "it is of colours, and the picture is grey" : "it is of grey")
    }
    self = colors
  }

  /// The colours of a profile; nil where its kind is not that of the picture.
  init?(_ profile: ICCProfile, isGray: Bool) {
    guard (profile.colorants == nil) == isGray else { return nil }
    curves = isGray ? Array(repeating: profile.curves[0], count: 3) : profile.curves
    // Colorants are adapted to D50 already, and a light of D50 is white (ICC.1:2022, 9.2.46).
    matrix = profile.colorants.map { LightMatrix.profileToSRGB * $0 } ?? .identity
  }

  /// The colours of one curve and, unless the picture is grey, a matrix.
  init(_ curve: SampleCurve, _ matrix: LightMatrix) {
    curves = [curve, curve, curve]
    self.matrix = matrix
  }

  /// Whether no colour of 8 bits moves by more than a code: it is sRGB, however
  /// that is written.
  var isSRGB: Bool {
    guard !isNarrow, dynamics == nil, !isScene else { return false }
    let steps = 8
    for index in 0..<(steps + 1) * (steps + 1) * (steps + 1) {
      let place = (index % (steps + 1), index / (steps + 1) % (steps + 1), index / 81)
      let color = SIMD3(Double(place.0), Double(place.1), Double(place.2)) / Double(steps)
      if !isSame(color) { return false }
    }
    return (0...64).allSatisfy { isSame(SIMD3(repeating: Double($0) / 64)) }
  }

  private func isSame(_ color: SIMD3<Double>) -> Bool {
    let light =
      matrix
      * SIMD3(
        curves[0].light(color.x), curves[1].light(color.y), curves[2].light(color.z))
    for channel in 0..<3 {
      let signal = TransferCurve.srgb.encode(min(max(light[channel], 0), 1))
      if (signal - color[channel]).magnitude * 255 > 1.5 { return false }
    }
    return true
  }
}
