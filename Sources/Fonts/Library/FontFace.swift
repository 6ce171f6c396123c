/// A face that the library knows, by what its file says of it.
package struct FontFace: Hashable, Sendable {
  /// The file; nil for the built-in font.
  package let path: String?
  /// The face's number in its file.
  package let index: Int
  /// What the table `name` calls it.
  package let names: FontNames
  /// At the default place of its design space.
  package private(set) var traits: FontTraits
  /// The axes along which it varies.
  package let axes: [VariationAxis]
  /// The places along them that have names, in the font's order.
  package let instances: [FontInstance]
  /// Where it is held because it was asked for by the name of that place.
  private var held: [Tag: Double]?
  /// Whether glyphs have colours of their own.
  package let hasColor: Bool
  /// All weights that it can be set to.
  package private(set) var weights: ClosedRange<Double>
  /// All widths, in percent.
  package private(set) var widths: ClosedRange<Double>
  /// Whether it can be upright, and whether it can lean.
  package private(set) var canStand: Bool
  /// Whether the file has a slanted design, or an axis that leads to one.
  package private(set) var canLean: Bool

  /// The family with all its styles.
  package var family: String { names.typographicFamily ?? names.family }
  /// The style within that family.
  package var style: String { names.typographicSubfamily ?? names.subfamily }

  init(
    path: String?, index: Int, names: FontNames, traits: FontTraits, axes: [VariationAxis],
    instances: [FontInstance] = [], hasColor: Bool
  ) {
    self.path = path
    self.index = index
    self.names = names
    self.traits = traits
    self.axes = axes
    self.instances = instances
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

  /// The face held at a named place, as if it were a file of its own.
  func held(at instance: FontInstance) -> FontFace {
    var face = self
    face.held = instance.values
    face.traits = traits.moved(to: instance.values)
    face.weights = face.traits.weight...face.traits.weight
    face.widths = face.traits.width...face.traits.width
    (face.canStand, face.canLean) = (!face.traits.isItalic, face.traits.isItalic)
    return face
  }

  /// The values of axes with which it comes as near to a request as it can.
  func variations(for request: FontRequest) -> [Tag: Double] {
    var values = held ?? [:]
    for axis in axes where held == nil {
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
