/// How a colour is mixed with the one behind it, where both are seen.
///
/// The modes of W3C Compositing and Blending Level 1 and 2, and those that picture editors have
/// beyond them, by the names that CSS and editors give them. The formulas are those of
/// ``BlendFormula``.
package enum BlendMode: String, CaseIterable, Sendable {
  case normal
  case dissolve
  case darken, multiply
  case colorBurn = "color-burn"
  case linearBurn = "linear-burn"
  case darkerColor = "darker-color"
  case lighten, screen
  case colorDodge = "color-dodge"
  case linearDodge = "linear-dodge"
  case lighterColor = "lighter-color"
  case overlay
  case softLight = "soft-light"
  case hardLight = "hard-light"
  case vividLight = "vivid-light"
  case linearLight = "linear-light"
  case pinLight = "pin-light"
  case hardMix = "hard-mix"
  case difference, exclusion, subtract, divide
  case hue, saturation, color, luminosity
  case plusLighter = "plus-lighter"
  case plusDarker = "plus-darker"
  case average, negation, phoenix, reflect, glow
  case grainExtract = "grain-extract"
  case grainMerge = "grain-merge"

}
