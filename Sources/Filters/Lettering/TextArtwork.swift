import Bytes
import Fonts
import Geometry
import Timeline

/// Paints a scene of letters.
///
/// Backgrounds lie lowest, then the shadows of all letters, their strokes outside, their fills, and
/// last strokes that lie over fills: no letter's shadow or stroke falls on another's fill.
final class TextArtwork: Sendable {
  let scene: TextScene
  let forms: TextForms
  /// What letters in motion cover.
  let stamps: LetterStamps
  private let inks: FillInks

  /// A picture of letters, and the place of its first sample.
  struct Painting: Sendable {
    let texture: Texture
    let x: Int
    let y: Int
  }

  /// - Parameters:
  ///   - budget: the memory that may be kept for later pictures.
  ///   - inks: what is shared with other texts; with it, letters at rest are placed on its grid.
  init(
    _ scene: TextScene, _ setting: InkSetting, _ budget: CacheBudget, inks: GlyphInks? = nil
  ) {
    self.scene = scene
    self.inks = FillInks(setting)
    forms = TextForms(scene.shapes, coding: setting.coding, budget, inks: inks)
    stamps = LetterStamps(budget * 2)
  }

  /// - Parameter other: paints the same shapes, in other styles perhaps; what it knows of them is
  ///   shared.
  init(_ scene: TextScene, like other: TextArtwork) {
    self.scene = scene
    inks = other.inks
    forms = other.forms
    stamps = other.stamps
  }

  /// Which atoms have nothing to be seen.
  var blankAtoms: [Bool] {
    var blanks = [Bool](repeating: true, count: scene.atoms.count)
    for (shape, bounds) in zip(scene.shapes, forms.bounds) where bounds != nil {
      blanks[shape.atom] = false
    }
    return blanks
  }

  /// Forgets what was made for later pictures.
  func release() {
    forms.release()
    stamps.release()
    inks.release()
  }

  /// The box of all that may be painted.
  ///
  /// - Parameters:
  ///   - map: from the text's space to samples.
  ///   - states: of each atom; empty when all are at rest.
  func bounds(through map: Affine, _ states: [AtomState] = []) -> Box {
    var box = Box.empty
    for backing in scene.backings where !backing.fill.isNone {
      box = box.union(backing.box.mapped(by: map).samples)
    }
    for index in scene.shapes.indices {
      let reach = scene.styles[scene.shapes[index].style].reach
      box = box.union(samples(of: index, map, states, grown: reach))
    }
    return box.isEmpty ? box : box.grown(by: 1)
  }

  /// The box of what is seen of a shape, with so much around it, in pixels of the text's space.
  func samples(
    of index: Int, _ map: Affine, _ states: [AtomState], grown: Double
  ) -> Box {
    guard let bounds = forms.bounds[index] else { return .empty }
    let shape = scene.shapes[index]
    guard !states.isEmpty else { return bounds.grown(by: grown).mapped(by: map).samples }
    let state = states[shape.atom]
    if state.opacity <= 0 { return .empty }
    return bounds.grown(by: grown + 3.5 * state.blur).mapped(by: map.after(state.map)).samples
  }

  /// Paints what of the scene lies within `clip`; nil when there is nothing.
  ///
  /// - Parameters:
  ///   - map: from the text's space to samples.
  ///   - states: of each atom; empty when all are at rest.
  ///   - canvas: where later pictures are likely to need the same coverage; nil where none are.
  ///   - keepsShadows: whether they are likely to need the same shadows too.
  func picture(
    through map: Affine, _ states: [AtomState] = [], clip: Box, keptFor canvas: Box? = nil,
    keepsShadows: Bool = false, _ workspace: Workspace
  ) -> Painting? {
    let box = bounds(through: map, states).intersection(clip)
    guard !box.isEmpty else { return nil }
    let texture = Texture(width: box.width, height: box.height)
    texture.clear()
    var brush = TextBrush(
      artwork: self, map: map, states: states, box: box,
      keptClip: canvas.map { keptClip(map, $0) },
      keepsShadows: keepsShadows && canvas != nil && self.keepsShadows(through: map),
      texture: texture, scratch: workspace.scratch)
    brush.paint()
    return Painting(texture: texture, x: box.x, y: box.y)
  }

  /// What of shapes is kept: all that any picture within `clip` can need.
  private func keptClip(_ map: Affine, _ clip: Box) -> Box {
    let reach = scene.styles.reduce(0) { max($0, $1.reach) } * map.size
    return clip.grown(by: 64 + Int(min(max(reach.isNaN ? 0 : reach, 0), 4000)))
  }

  /// What colours a shape that is seen through `map`; nil when that is nothing.
  func ink(_ fill: Fill, _ map: Affine) -> Ink? { inks.ink(fill, map, box: scene.size) }
}

extension Double {
  /// A share from 0 to 1 as a weight from 0 to 65,535.
  var weight: UInt16 { UInt16((min(max(isNaN ? 0 : self, 0), 1) * 65535).rounded()) }
}
