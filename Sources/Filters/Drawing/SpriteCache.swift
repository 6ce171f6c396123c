import Bytes
import Geometry
import Timeline

/// What a sprite was made from: two equal keys give the same samples.
struct SpriteKey: Hashable {
  /// Which picture of the layer.
  let picture: PictureIdentity
  /// Whether it is for frames on which layers are drawn apart, not for those of the stream.
  let isApart: Bool
  let domain: Placement.Domain
  /// Without the whole chroma cells by which the sprite is moved when it is drawn.
  let map: Affine
  /// The part that was made, when it was not all.
  let clip: Box?
  /// The part that may be seen, when that is limited.
  var region: PlacedRegion?
}

/// Sprites kept for later frames.
final class SpriteCache: Sendable {
  private struct State {
    var sprites: BoundedCache<SpriteKey, Sprite>
    /// The key of the one that later frames are not likely to need.
    var passing: SpriteKey?
    /// The key that was asked for last without a sprite.
    var latest: SpriteKey?
    /// Sprites that were drawn once, for their memory; some may still be drawn.
    var retired = Retired<Sprite>()

    /// Gives up the one that later frames are not likely to need, for its memory.
    mutating func retirePassing() {
      if let last = passing.flatMap({ sprites.remove($0) }) { retired.add(last) }
      passing = nil
    }
  }

  private let budget: CacheBudget
  private let state: Mutex<State>

  /// - Parameter budget: what the sprites may take together.
  init(_ budget: CacheBudget) {
    self.budget = budget
    state = Mutex(State(sprites: BoundedCache(budget)))
  }

  /// The sprite for `key`, filled by `make` when it is not kept.
  ///
  /// With `isLasting`, others wait while it is made, so that work which many frames need is done
  /// once; without, frames that need different sprites do not wait for each other, and only the
  /// latest such sprite is kept, for a layer that comes to rest or moves by whole chroma cells,
  /// until another one is made; its memory is then used again. What cannot be made is not kept
  /// either, so that every frame that needs it says so.
  func sprite(
    for key: SpriteKey, isLasting: Bool, make: (Sprite) throws(RenderError) -> Void
  ) throws(RenderError) -> Sprite {
    if isLasting {
      let result: Result<Sprite, RenderError> = state.withLock { state in
        Result { () throws(RenderError) in
          if let found = state.sprites.find(key) { return found }
          let made = Sprite()
          try make(made)
          state.sprites.insert(made, for: key, bytes: made.byteCount)
          return made
        }
      }
      return try result.get()
    }
    let (found, unused) = state.withLock { state -> (Sprite?, Sprite?) in
      if let found = state.sprites.find(key) { return (found, nil) }
      state.retirePassing()
      return (nil, state.retired.takeUnused())
    }
    if let found { return found }
    let made = unused ?? Sprite()
    try make(made)
    state.withLock { state in
      state.retirePassing()
      state.sprites.insert(made, for: key, bytes: made.byteCount)
      state.passing = key
    }
    return made
  }

  /// Whether there is no sprite for `key`, and none was needed the last time either: what is drawn
  /// once needs none.
  func isNew(_ key: SpriteKey) -> Bool {
    state.withLock { state in
      if state.latest == key || state.sprites.find(key) != nil { return false }
      state.latest = key
      return true
    }
  }

  /// Says that a sprite was drawn: under the lock, so that who finds it unused there knows that no
  /// one reads it any more.
  func finish(_ sprite: Sprite) { withExtendedLifetime(sprite) { state.withLock { _ in } } }

  /// Forgets all sprites.
  func removeAll() { state.withLock { $0 = State(sprites: BoundedCache(budget)) } }
}
