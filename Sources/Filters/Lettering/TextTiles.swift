import Bytes
import Geometry
import Y4M

/// Draws texts whose letters come one after the other, tile by tile, and keeps the tiles in which
/// nothing moves.
final class TextTiles: Sendable {
  /// A text as it stands at a moment.
  struct Scene {
    /// Another number for every other artwork.
    let number: Int
    let artwork: TextArtwork
    let map: Affine
    let states: [AtomState]
    /// The size of its letters, in samples.
    let letters: Double
    let region: PlacedRegion?
    let sampling: Sampling
    let opacity: UInt16
  }

  private struct Key: Hashable {
    /// As in ``SpriteKey``.
    let isApart: Bool
    let artwork: Int
    let x: Int
    let y: Int
    let content: TextTiling.Content
  }

  private struct State {
    var tiles: BoundedCache<Key, Sprite>
    /// Sprites that are not kept, for their memory; some may still be drawn.
    var retired = Retired<Sprite>()
  }

  private let coding: ColorCoding
  private let canvas: Box
  private let budget: CacheBudget
  private let state: Mutex<State>

  /// - Parameter budget: what kept tiles may take together.
  init(_ setting: LayerSetting, _ budget: CacheBudget) {
    coding = setting.coding
    canvas = Box(x: 0, y: 0, width: setting.format.width, height: setting.format.height)
    self.budget = budget
    state = Mutex(State(tiles: BoundedCache(budget)))
  }

  func draw(_ scene: Scene, on frame: Frame, _ workspace: Workspace) {
    let tiling = TextTiling(
      scene.artwork, through: scene.map, scene.states, canvas: canvas,
      side: TextTiling.side(letters: scene.letters))
    let compositor = Compositor(frame, workspace)
    for tile in tiling.still {
      let sprite = still(tile, scene, for: frame.format, workspace)
      compositor.draw(sprite, x: 0, y: 0, opacity: scene.opacity)
    }
    for box in tiling.moving {
      let sprite = state.withLock { $0.retired.takeUnused() } ?? Sprite()
      paint(sprite, box, scene, for: frame.format, isLasting: false, workspace)
      compositor.draw(sprite, x: 0, y: 0, opacity: scene.opacity)
      state.withLock { $0.retired.add(sprite) }
    }
  }

  /// A tile in which nothing moves; others wait while it is made, so that frames which need the
  /// same make it once.
  private func still(
    _ tile: TextTiling.Tile, _ scene: Scene, for format: PixelFormat, _ workspace: Workspace
  ) -> Sprite {
    let key = Key(
      isApart: format.isPremultiplied, artwork: scene.number, x: tile.box.x, y: tile.box.y,
      content: tile.content)
    return state.withLock { state in
      if let found = state.tiles.find(key) { return found }
      let sprite = state.retired.takeUnused() ?? Sprite()
      paint(sprite, tile.box, scene, for: format, isLasting: true, workspace)
      state.tiles.insert(sprite, for: key, bytes: sprite.byteCount)
      return sprite
    }
  }

  private func paint(
    _ sprite: Sprite, _ box: Box, _ scene: Scene, for format: PixelFormat, isLasting: Bool,
    _ workspace: Workspace
  ) {
    let wanted = box.grown(by: TextTiling.margin).intersection(canvas)
    guard
      let painting = scene.artwork.picture(
        through: scene.map, scene.states, clip: wanted, keptFor: canvas, keepsShadows: true,
        workspace)
    else { return sprite.clear(planeCount: format.planes.count) }
    let texture = painting.texture
    let placement = Placement(
      domain: .init(
        left: 0, top: 0, right: Double(texture.width), bottom: Double(texture.height)),
      map: .translation(Double(painting.x), Double(painting.y)), sampling: scene.sampling)
    SpriteBuilder(format: format, coding: coding).build(
      sprite, texture, placement, clip: canvas, part: box, region: scene.region,
      isLasting: isLasting, workspace)
  }

  /// Forgets all tiles.
  func release() { state.withLock { $0 = State(tiles: BoundedCache(budget)) } }
}
