import Geometry
import Synchronization
import Timeline

/// What was made of a text, kept for the frames that show the same: its layout, its scene, and the
/// pictures of it.
final class TextPictures: Sendable {
  /// All that decides a scene.
  struct ArtworkKey: Hashable {
    let moment: TextContent.Moment
    let styles: [GlyphStyle]
    let background: GlyphStyle.Background?
  }

  /// A scene made ready.
  struct Artwork: Sendable {
    fileprivate let number: Int
    let laid: TextContent.Laid
    let artwork: TextArtwork
    let choreography: TextChoreography
  }

  /// A picture, and its number among those that are kept.
  struct Picture: Sendable {
    let painting: TextArtwork.Painting
    let number: Int?
  }

  private struct PictureKey: Hashable {
    let artwork: Int
    let map: Affine
    let states: [AtomState]
    let clip: Box
  }

  private struct Kept {
    var laid: (TextContent.Moment, TextContent.Laid)?
    var artworks: [(key: ArtworkKey, artwork: Artwork)] = []
    var pictures: [(key: PictureKey, picture: Picture?)] = []
    var bytes = 0
    /// Scenes and pictures made so far.
    var count = 0
    var scale: Double?
  }

  /// Frames on their way need different scenes and pictures at once, but not many.
  private static let mostKept = 8

  let byteCap: Int
  private let coding: ColorCoding
  private let kept = Mutex(Kept())

  init(coding: ColorCoding, byteCap: Int) {
    self.coding = coding
    self.byteCap = byteCap
  }

  /// The layout of a moment.
  func laid(
    _ moment: TextContent.Moment, _ make: () -> TextContent.Laid
  ) -> TextContent.Laid {
    if let found = kept.withLock({ $0.laid }), found.0 == moment { return found.1 }
    let made = make()
    kept.withLock { $0.laid = (moment, made) }
    return made
  }

  /// The scene of a moment, and how its letters move.
  func artwork(
    _ key: ArtworkKey, _ animators: [TextAnimator], _ make: () -> (TextContent.Laid, TextScene)
  ) -> Artwork {
    if let found = kept.withLock({ kept in kept.artworks.first { $0.key == key }?.artwork }) {
      return found
    }
    let (laid, scene) = make()
    let artwork = TextArtwork(scene, coding: coding, byteCap: byteCap / 4)
    let choreography = TextChoreography(
      animators, scene.atoms, isBlank: artwork.blankAtoms, size: laid.letters)
    return kept.withLock { kept in
      if let found = kept.artworks.first(where: { $0.key == key })?.artwork { return found }
      kept.count += 1
      let made = Artwork(
        number: kept.count, laid: laid, artwork: artwork, choreography: choreography)
      if kept.artworks.count >= Self.mostKept { kept.artworks.removeFirst() }
      kept.artworks.append((key, made))
      return made
    }
  }

  /// The picture of a scene; nil when nothing of it is seen.
  ///
  /// - Parameter isLasting: whether other frames need the same; they wait while it is made.
  func picture(
    _ artwork: Artwork, through map: Affine, _ states: [AtomState], clip: Box, isLasting: Bool,
    _ workspace: Workspace
  ) -> Picture? {
    guard isLasting else {
      return artwork.artwork.picture(through: map, states, clip: clip, workspace).map {
        Picture(painting: $0, number: nil)
      }
    }
    let key = PictureKey(artwork: artwork.number, map: map, states: states, clip: clip)
    return kept.withLock { kept in
      if let found = kept.pictures.first(where: { $0.key == key }) { return found.picture }
      let painting = artwork.artwork.picture(
        through: map, states, clip: clip, keeps: !states.isEmpty, workspace)
      kept.count += 1
      let number = kept.count
      let made = painting.map { Picture(painting: $0, number: number) }
      kept.pictures.append((key, made))
      kept.bytes += made?.byteCount ?? 0
      while kept.pictures.count > 1,
        kept.bytes > byteCap / 2 || kept.pictures.count > Self.mostKept
      {
        kept.bytes -= kept.pictures.removeFirst().picture?.byteCount ?? 0
      }
      return made
    }
  }

  /// The scale in which a moving text is painted.
  func scale(_ make: () -> Double) -> Double {
    if let found = kept.withLock({ $0.scale }) { return found }
    let made = make()
    kept.withLock { $0.scale = made }
    return made
  }

  /// Forgets everything.
  func release() { kept.withLock { $0 = Kept(count: $0.count) } }
}

extension TextPictures.Picture {
  fileprivate var byteCount: Int { painting.texture.byteCount }
}
