/// One place of a variable font's design space, and what changes there.
struct Variation: Sendable {
  /// The values of the axes in their own units.
  let values: [Tag: Double]
  /// The place, -1 to 1 along each axis, bent by `avar`.
  let coordinates: [Double]
  let metrics: MetricsVariation

  init(values: [Tag: Double], coordinates: [Double], directory: FontDirectory) {
    self.values = values
    self.coordinates = coordinates
    metrics = MetricsVariation(directory, coordinates: coordinates)
  }

  /// The traits of a font at this place.
  func applied(to traits: FontTraits) -> FontTraits { traits.moved(to: values) }
}

extension FontTraits {
  /// Moved to a place on the axes that they are named after.
  func moved(to values: [Tag: Double]) -> FontTraits {
    var changed = self
    if let weight = values["wght"] { changed.weight = min(max(weight, 1), 1000) }
    if let width = values["wdth"] { changed.width = width }
    if let slant = values["slnt"] { changed.isItalic = slant != 0 }
    if let italic = values["ital"] { changed.isItalic = italic >= 0.5 }
    return changed
  }
}
