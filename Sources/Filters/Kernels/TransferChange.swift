import Colors

/// The change that a conversion from one curve and gamut to another makes.
struct TransferChange: ColorChange, Hashable, Sendable {
  let source: LightCoding
  let target: LightCoding
  let sourceGamut: ColorGamut
  let targetGamut: ColorGamut
  /// What light is multiplied by.
  var gain = 1.0

  /// Whether no colour changes.
  var isIdentity: Bool { source == target && sourceGamut == targetGamut && gain == 1 }
  var cost: Int { 40 }

  func apply(to colors: RGBRow, scratch: Scratch) {
    source.decode(colors)
    let scale = ColorMatrix.scaled(SIMD3(repeating: source.unit / target.unit * gain))
    let change = MatrixRows(scale.after(ColorMatrix(sourceGamut.matrix(to: targetGamut))))
    change.apply(to: colors, scratch: scratch)
    target.encode(colors)
  }
}
