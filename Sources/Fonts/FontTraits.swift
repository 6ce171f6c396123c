/// How heavy, wide and slanted a font is, to choose it by.
package struct FontTraits: Hashable, Sendable {
  /// 1 to 1000; 400 is regular, 700 bold.
  package var weight: Double
  /// Percent of the normal width, 50 to 200.
  package var width: Double
  /// Whether it is italic or oblique.
  package var isItalic: Bool
  /// Whether all letters are equally wide.
  package var isMonospaced: Bool

  /// A regular upright font, but for what is given.
  package init(
    weight: Double = 400, width: Double = 100, isItalic: Bool = false, isMonospaced: Bool = false
  ) {
    self.weight = weight
    self.width = width
    self.isItalic = isItalic
    self.isMonospaced = isMonospaced
  }

  init(_ header: FontHeader) {
    var weight = Double(header.os2?.u16(4) ?? (header.isBold ? 700 : 400))
    // Old fonts count from 1 to 9.
    if weight < 10 { weight *= 100 }
    if weight == 0 { weight = header.isBold ? 700 : 400 }
    // OpenType 1.9, OS/2, usWidthClass.
    let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
    let number = (header.os2?.u16(6) ?? 5) - 1
    self.init(
      weight: min(max(weight, 1), 1000),
      width: widths.indices.contains(number) ? widths[number] : 100,
      isItalic: header.isSlanted, isMonospaced: header.isFixedPitch)
  }
}
