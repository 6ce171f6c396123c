/// A face that the library knows, by what its file says of it.
package struct FontFace: Hashable, Sendable {
  /// The file; nil for the built-in font.
  package let path: String?
  /// The face's number in its file.
  package let index: Int
  /// What the table `name` calls it.
  package let names: FontNames
  /// At the default place of its design space.
  package let traits: FontTraits
  /// The axes along which it varies.
  package let axes: [VariationAxis]
  /// Whether glyphs have colours of their own.
  package let hasColor: Bool
  /// All weights that it can be set to.
  package let weights: ClosedRange<Double>
  /// All widths, in percent.
  package let widths: ClosedRange<Double>
  /// Whether it can be upright, and whether it can lean.
  package let canStand: Bool
  /// Whether the file has a slanted design, or an axis that leads to one.
  package let canLean: Bool

  /// The family with all its styles.
  package var family: String { names.typographicFamily ?? names.family }
  /// The style within that family.
  package var style: String { names.typographicSubfamily ?? names.subfamily }

  init(
    path: String?, index: Int, names: FontNames, traits: FontTraits, axes: [VariationAxis],
    hasColor: Bool
  ) {
    self.path = path
    self.index = index
    self.names = names
    self.traits = traits
    self.axes = axes
    self.hasColor = hasColor
    func range(_ tag: Tag, _ value: Double) -> ClosedRange<Double> {
      guard let axis = axes.first(where: { $0.tag == tag }), axis.minimum <= axis.maximum else {
        return value...value
      }
      return axis.minimum...axis.maximum
    }
    weights = range("wght", traits.weight)
    widths = range("wdth", traits.width)
    let slant = axes.first { $0.tag == "slnt" }
    let italic = axes.first { $0.tag == "ital" }
    let leans = italic.map { $0.maximum >= 1 } ?? slant.map { $0.minimum < 0 }
    let stands = italic.map { $0.minimum <= 0 } ?? slant.map { $0.maximum >= 0 }
    canLean = leans ?? traits.isItalic
    canStand = stands ?? !traits.isItalic
  }

  /// The font that is built in, which can be drawn in any of these weights.
  static let builtIn = FontFace(
    path: nil, index: 0,
    names: FontNames(
      family: BuiltInFont.family, subfamily: "Regular", fullName: BuiltInFont.family,
      postScriptName: "VfxSans-Regular"),
    traits: FontTraits(),
    axes: [
      VariationAxis(tag: "wght", name: "Weight", minimum: 300, default: 400, maximum: 800)
    ], hasColor: false)

  /// The values of axes with which it comes as near to a request as it can.
  func variations(for request: FontRequest) -> [Tag: Double] {
    var values: [Tag: Double] = [:]
    for axis in axes {
      switch axis.tag {
      case "wght": values[axis.tag] = min(max(request.weight, axis.minimum), axis.maximum)
      case "wdth": values[axis.tag] = min(max(request.width, axis.minimum), axis.maximum)
      case "ital": values[axis.tag] = request.isItalic ? min(1, axis.maximum) : max(0, axis.minimum)
      case "slnt" where request.isItalic:
        let hasItalic = axes.contains { $0.tag == "ital" }
        let lean = max(-FontSynthesis.slantDegrees, axis.minimum)
        values[axis.tag] = hasItalic ? axis.default : lean
      case "slnt": values[axis.tag] = min(max(0, axis.minimum), axis.maximum)
      default: break
      }
    }
    for variation in request.variations { values[variation.axis] = variation.value }
    return values
  }
}
