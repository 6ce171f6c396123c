/// A value of an axis of a variable font, in the axis's own unit.
package struct FontVariation: Hashable, Sendable {
  /// The axis that is set, such as `wght`.
  package var axis: Tag
  /// Where to on the axis; a font holds it within its own range.
  package var value: Double

  /// Sets `axis` to `value`.
  package init(_ axis: Tag, _ value: Double) {
    self.axis = axis
    self.value = value
  }
}

/// Which fonts a text wants.
package struct FontRequest: Hashable, Sendable {
  /// Families, full names, PostScript names, names of instances of variable fonts, generic names of
  /// CSS or paths; the first one that has a character is taken. The built-in font stands behind
  /// them all.
  package var names: [String]
  /// 1 to 1000; 400 is regular, 700 bold.
  package var weight: Double
  /// Whether italic or oblique faces are wanted.
  package var isItalic: Bool
  /// Percent of the normal width.
  package var width: Double
  /// Overrules what weight, width and italics set, in this order.
  package var variations: [FontVariation]

  /// A regular upright font, but for what is given; without names, the built-in one.
  package init(
    names: [String] = [], weight: Double = 400, isItalic: Bool = false, width: Double = 100,
    variations: [FontVariation] = []
  ) {
    self.names = names
    self.weight = weight
    self.isItalic = isItalic
    self.width = width
    self.variations = variations
  }
}

/// The fonts of a request, in the order in which they are tried.
package struct FontStack: Sendable {
  /// At least one: the built-in font is the last.
  package let fonts: FontChain
  /// What was asked for and is not there, as sentences for the user.
  package let warnings: [String]
}

/// What a font lacks of a request, to be made up for when its glyphs are drawn (CSS Fonts 4, 2.9,
/// `font-synthesis`).
package struct FontSynthesis: Hashable, Sendable {
  /// When and how strokes are made thicker.
  package enum Emboldening: Hashable, Sendable {
    /// Where a weight from 600 on was asked for and the face has less: by 1/64 em on every side, as
    /// Skia does it at large sizes.
    case web
    /// Where a weight of more than 150 above that of the face was asked for: by 1/64 em in all, to
    /// the right and upwards, as libass has FreeType do it.
    case script
  }

  /// How far the outline of a glyph grows on every side, in ems.
  package let growth: Double
  /// How far the outline that has grown goes to the right and upwards, in ems.
  package let shift: Double
  /// Whether glyphs are to lean.
  package let slants: Bool

  /// How far glyphs lean, in degrees (CSS Fonts 4, 2.4: 14 degrees).
  package static let slantDegrees = 14.0

  /// What makes up for the weight and the slant that a request asks for and `font` does not have.
  ///
  /// Nothing for fonts whose glyphs are pictures: these stay as they are.
  package init(of font: Font, for request: FontRequest, _ emboldening: Emboldening = .web) {
    let isLight =
      switch emboldening {
      case .web: request.weight >= 600 && font.traits.weight < 600
      case .script: request.weight > font.traits.weight + 150
      }
    let isUpright = request.isItalic && !font.traits.isItalic
    let isPictures =
      (isLight || isUpright)
      && ["CBDT", "sbix", "COLR", "SVG "].contains { (tag: Tag) in font.table(tag) != nil }
    growth = !isLight || isPictures ? 0 : emboldening == .web ? 1.0 / 64 : 1.0 / 128
    shift = emboldening == .web ? 0 : growth
    slants = isUpright && !isPictures
  }
}
