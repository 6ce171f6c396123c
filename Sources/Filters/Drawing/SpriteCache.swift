import Synchronization
import Timeline

/// Which of a layer's pictures is drawn.
enum PictureIdentity: Hashable {
  /// The frame of a file, or the only picture there is.
  case frame(Int)
  /// A colour by its samples.
  case color(SIMD4<UInt16>)
  /// A picture that is there at this time alone.
  case moment(Time)
}

/// What a sprite was made from: two equal keys give the same samples.
struct SpriteKey: Hashable {
  /// Which picture of the layer.
  let picture: PictureIdentity
  let domain: Placement.Domain
  /// Without the whole chroma cells by which the sprite is moved when it is drawn.
  let map: Affine
  /// The part that was made, when it was not all.
  let clip: Box?
}

/// The sprites of one layer, kept under a cap of bytes, the latest used last.
final class SpriteCache: Sendable {
  private struct State {
    var entries: [(key: SpriteKey, sprite: Sprite)] = []
    var bytes = 0
  }

  private let state = Mutex(State())
  private let byteCap: Int

  /// - Parameter byteCap: what the sprites may take together; one sprite is always kept.
  init(byteCap: Int) { self.byteCap = byteCap }

  /// The sprite for `key`, made by `make` when it is not kept.
  ///
  /// With `isShared`, others wait while it is made, so that work which many frames need is done
  /// once; without, frames that need different sprites do not wait for each other, and only the
  /// latest is kept, for a layer that comes to rest or moves by whole chroma cells.
  func sprite(for key: SpriteKey, isShared: Bool, make: () -> Sprite) -> Sprite {
    if isShared {
      return state.withLock { state in
        if let found = Self.find(key, in: &state) { return found }
        let made = make()
        Self.insert(made, for: key, in: &state, byteCap: byteCap)
        return made
      }
    }
    if let found = state.withLock({ Self.find(key, in: &$0) }) { return found }
    let made = make()
    state.withLock { state in
      state = State()
      Self.insert(made, for: key, in: &state, byteCap: byteCap)
    }
    return made
  }

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

  private static func insert(
    _ sprite: Sprite, for key: SpriteKey, in state: inout State, byteCap: Int
  ) {
    state.entries.append((key, sprite))
    state.bytes += sprite.byteCount
    while state.bytes > byteCap, state.entries.count > 1 {
      state.bytes -= state.entries.removeFirst().sprite.byteCount
    }
  }
}
