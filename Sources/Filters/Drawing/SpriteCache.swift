import Bytes
import Geometry
import Timeline

/// What a sprite was made from: two equal keys give the same samples.
struct SpriteKey: Hashable {
  /// Which picture of the layer.
  let picture: PictureIdentity
  let domain: Placement.Domain
  /// Without the whole chroma cells by which the sprite is moved when it is drawn.
  let map: Affine
  /// The part that was made, when it was not all.
  let clip: Box?
  /// The part that may be seen, when that is limited.
  var region: PlacedRegion?
}

/// Sprites kept under a cap of bytes, the latest used last.
final class SpriteCache: Sendable {
  private struct Entry {
    let key: SpriteKey
    let sprite: Sprite
    /// Whether later frames are likely to need it.
    let isLasting: Bool
  }

  private struct State {
    var entries: [Entry] = []
    var bytes = 0
    /// Sprites that were drawn once, for their memory; some may still be drawn.
    var retired = Retired<Sprite>()

    mutating func remove(at index: Int) { bytes -= entries.remove(at: index).sprite.byteCount }
  }

  private let state = Mutex(State())
  private let byteCap: Int

  /// - Parameter byteCap: what the sprites may take together; one sprite is always kept.
  init(byteCap: Int) { self.byteCap = byteCap }

  /// The sprite for `key`, filled by `make` when it is not kept.
  ///
  /// With `isLasting`, others wait while it is made, so that work which many frames need is done
  /// once; without, frames that need different sprites do not wait for each other, and only the
  /// latest such sprite is kept, for a layer that comes to rest or moves by whole chroma cells; the
  /// memory of those before it is used again.
  /// What cannot be made is not kept either, so that every frame that needs it says so.
  func sprite(
    for key: SpriteKey, isLasting: Bool, make: (Sprite) throws(RenderError) -> Void
  ) throws(RenderError) -> Sprite {
    if isLasting {
      let result: Result<Sprite, RenderError> = state.withLock { state in
        Result { () throws(RenderError) in
          if let found = Self.find(key, in: &state) { return found }
          let made = Sprite()
          try make(made)
          Self.insert(Entry(key: key, sprite: made, isLasting: true), in: &state, byteCap: byteCap)
          return made
        }
      }
      return try result.get()
    }
    let (found, unused) = state.withLock { state in
      let found = Self.find(key, in: &state)
      return (found, found == nil ? state.retired.takeUnused() : nil)
    }
    if let found { return found }
    let made = unused ?? Sprite()
    try make(made)
    state.withLock { state in
      if let last = state.entries.firstIndex(where: { !$0.isLasting }) {
        state.retired.add(state.entries[last].sprite)
        state.remove(at: last)
      }
      Self.insert(Entry(key: key, sprite: made, isLasting: false), in: &state, byteCap: byteCap)
    }
    return made
  }

  /// Says that a sprite was drawn: under the lock, so that who finds it unused there knows that no
  /// one reads it any more.
  func finish(_ sprite: Sprite) { withExtendedLifetime(sprite) { state.withLock { _ in } } }

  /// Forgets all sprites.
  func removeAll() { state.withLock { $0 = State() } }

  private static func find(_ key: SpriteKey, in state: inout State) -> Sprite? {
    guard let index = state.entries.lastIndex(where: { $0.key == key }) else { return nil }
    let entry = state.entries[index]
    if index != state.entries.count - 1 {
      state.entries.remove(at: index)
      state.entries.append(entry)
    }
    return entry.sprite
  }

  private static func insert(_ entry: Entry, in state: inout State, byteCap: Int) {
    state.entries.append(entry)
    state.bytes += entry.sprite.byteCount
    while state.bytes > byteCap, state.entries.count > 1 { state.remove(at: 0) }
  }
}
