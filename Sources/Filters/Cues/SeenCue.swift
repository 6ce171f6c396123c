import Geometry

/// An event as it is seen at a moment.
struct SeenCue {
  let pictures: CuePictures
  let artwork: CuePictures.Artwork
  let shift: Vector
  let opacity: Double
  let region: PlacedRegion?
  var mask: CueMask?
  let isLasting: Bool
  /// How each atom is seen; empty when all are at rest.
  let states: [AtomState]
  /// Milliseconds since it appeared.
  let time: Double

  /// Whether the colours of the event of a script fade one by one, as in libass, so that its shadows
  /// and boxes are seen through its letters; where nothing lies beneath them, a fade of the picture
  /// is the same.
  var fadesApart: Bool {
    let block = artwork.block
    guard opacity > 0, opacity < 1, states.isEmpty, block.fadesApart else { return false }
    // Fills of what is sung that turn or are cut are drawn over the rest.
    return block.sung.isEmpty || block.turn == .identity && region == nil && mask == nil
  }
}
