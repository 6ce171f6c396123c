import Bytes
import Geometry
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
    let number: Int
    let laid: TextContent.Laid
    let artwork: TextArtwork
    let choreography: TextChoreography
  }

  private struct PictureKey: Hashable {
    let artwork: Int
    let map: Affine
    let states: [AtomState]
  }

  private struct Kept {
    var laid: (TextContent.Moment, TextContent.Laid)?
    var artworks: BoundedCache<ArtworkKey, Artwork>
    /// The key of the one that was made last.
    var latest: ArtworkKey?
    /// The artwork of a text which never changes.
    var still: Artwork?
    var numbers: BoundedCache<PictureKey, Int>
    /// The picture of a text that is only placed anew.
    var whole: (artwork: Int, painting: TextArtwork.Painting?)?
    /// Scenes and pictures met so far.
    var count = 0
    var scale: Double?

    init(_ budget: CacheBudget, count: Int = 0) {
      // What artworks keep counts as theirs.
      artworks = BoundedCache(CacheBudget(bytes: budget.bytes))
      numbers = BoundedCache(budget / 64)
      self.count = count
    }
  }

  /// Frames on their way need different scenes at once, but not many.
  private static let mostKept = 8

  let budget: CacheBudget
  private let setting: InkSetting
  private let kept: Mutex<Kept>

  init(_ setting: InkSetting, _ budget: CacheBudget) {
    self.setting = setting
    self.budget = budget
    kept = Mutex(Kept(budget))
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
    if let found = kept.withLock({ $0.artworks.find(key) }) { return found }
    let (laid, scene) = make()
    // In other colours, letters have the same shapes.
    let like = kept.withLock { kept in
      kept.latest.flatMap { $0.moment == key.moment ? kept.artworks.find($0)?.artwork : nil }
    }
    let artwork =
      like.map { TextArtwork(scene, like: $0) }
      ?? TextArtwork(scene, setting, budget / 4)
    let choreography = TextChoreography(
      animators, scene.atoms, isBlank: artwork.blankAtoms, size: laid.letters)
    return kept.withLock { kept in
      if let found = kept.artworks.find(key) { return found }
      kept.count += 1
      let made = Artwork(
        number: kept.count, laid: laid, artwork: artwork, choreography: choreography)
      kept.artworks.insert(made, for: key, bytes: budget.bytes / Self.mostKept)
      kept.latest = key
      return made
    }
  }

  /// The scene of a text that never changes, made once.
  func still(_ make: () -> Artwork) -> Artwork {
    if let found = kept.withLock({ $0.still }) { return found }
    let made = make()
    kept.withLock { $0.still = made }
    return made
  }

  /// The number by which a picture is known: the same for the same picture.
  func number(
    _ artwork: Artwork, through map: Affine, _ states: [AtomState]
  ) -> Int {
    kept.withLock { kept in
      let key = PictureKey(artwork: artwork.number, map: map, states: states)
      if let found = kept.numbers.find(key) { return found }
      kept.count += 1
      kept.numbers.insert(
        kept.count, for: key, bytes: states.count * MemoryLayout<AtomState>.stride)
      return kept.count
    }
  }

  /// The picture of a whole scene at rest, painted once; nil when nothing of it is seen.
  func whole(
    _ artwork: Artwork, through map: Affine, _ box: Box, _ workspace: Workspace
  ) -> TextArtwork.Painting? {
    kept.withLock { kept in
      if let whole = kept.whole, whole.artwork == artwork.number { return whole.painting }
      let painting = artwork.artwork.picture(through: map, clip: box, workspace)
      kept.whole = (artwork.number, painting)
      return painting
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
  func release() { kept.withLock { $0 = Kept(budget, count: $0.count) } }
}
