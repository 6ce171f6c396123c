import Bytes

/// The font that is drawn for this project, so that text needs no file and looks the same
/// everywhere.
package enum BuiltInFont {
  /// What timelines call it, and what its name table says.
  package static let family = "Vfx Sans"

  /// The bytes of an OpenType font of a weight between 300 and 800; others are taken as the
  /// nearest.
  package static func data(weight: Double = 400) -> [UInt8] {
    let weight = LetterWeight(weight.rounded())
    let set = GlyphSet(weight)
    let marks = MarkPlaces(set)
    let positions = PositioningTable.bytes(
      kerning: KerningClasses(set).subtable(), marks: marks.subtable(),
      stacking: marks.stacking())
    return FontBytes(
      family: family, style: style(of: weight), weight: Int(weight.value), glyphs: set.glyphs,
      characters: set.characters, extras: [("GDEF", marks.definitions()), ("GPOS", positions)]
    ).file()
  }

  /// The font in a weight between 300 and 800, made when it is first asked for.
  ///
  /// - Throws: nothing, as tests open every weight; but a font is opened here like any other.
  package static func font(weight: Double = 400) throws(FontError) -> Font {
    let weight = LetterWeight(weight.isFinite ? weight.rounded() : 400)
    if let font = made.withLock({ $0[weight.value] }) { return font }
    let font = try Font(data(weight: weight.value))
    return made.withLock { made in
      // Another thread may have been faster, and its font is in use.
      if let first = made[weight.value] { return first }
      made[weight.value] = font
      return font
    }
  }

  /// Whether a font is the built-in one, in any weight.
  static func has(_ font: Font) -> Bool {
    made.withLock { $0.values.contains { $0 === font } }
  }

  /// The fonts that were drawn so far, by weight.
  static let made = Mutex<[Double: Font]>([:])

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
