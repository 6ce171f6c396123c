/// The font that is drawn for this project, so that text needs no file and looks the same
/// everywhere.
package enum BuiltInFont {
  package static let family = "Vfx Sans"

  /// The bytes of an OpenType font of a weight between 300 and 800; others are taken as the nearest.
  package static func data(weight: Double = 400) -> [UInt8] {
    let weight = LetterWeight(weight.rounded())
    let set = GlyphSet(weight)
    return FontBytes(
      family: family, style: style(of: weight), weight: Int(weight.value), glyphs: set.glyphs,
      characters: set.characters, extras: [("GPOS", Kerning(set, weight).table())]
    ).file()
  }

  private static func style(of weight: LetterWeight) -> String {
    switch weight.value {
    case 300: "Light"
    case 400: "Regular"
    case 500: "Medium"
    case 600: "Semibold"
    case 700: "Bold"
    case 800: "Extra Bold"
    default: "\(Int(weight.value))"
    }
  }
}
