import Timeline
import Y4M

/// Effects on one layer, as if it stood in a group with them: on what it shows, alpha included.
///
/// Where effects say how far around a sample they read, or what part of the canvas they change, work
/// and memory are those of the layer's box, grown by that; where one may read from anywhere, those
/// of the canvas.
struct EffectsStage: LayerStage {
  /// The effects, in the layer's own time.
  private let effects: LayerStack
  private let canvas: Box

  var order: StageOrder { .effects }

  /// - Parameter setting: that of layers drawn apart.
  init(_ layer: Layer, _ setting: LayerSetting) {
    effects = LayerStack(layer.effects, index: layer.effectIndex, setting)
    canvas = Box(x: 0, y: 0, width: setting.canvas.width, height: setting.canvas.height)
  }

  func isOn(at time: Time) -> Bool { effects.isActive(at: time) }

  func bounds(of box: Box, at time: Time) -> Box {
    guard !box.isEmpty || !histories.isEmpty else { return box }
    return effects.change(of: box, at: time)?.box.intersection(canvas) ?? canvas
  }

  func apply(
    to picture: inout IsolatedPicture, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let ground = workspace.ground
    workspace.ground = nil
    guard !picture.seen.isEmpty else { return }
    let seen = picture.seen
    let change = effects.change(of: seen, at: time)
    let changed = change?.box.intersection(canvas) ?? canvas
    let read = change.map { changed.grown(by: $0.margin).intersection(canvas) } ?? canvas
    picture.frame.clear(read, around: seen)
    try effects.draw(on: picture.frame, at: time, within: changed, over: ground, workspace)
    picture.seen = changed
  }

  func release() { effects.release() }

  var workingBytes: Int { effects.heaviest?.bytes ?? 0 }

  var histories: [HistoryUse] { effects.histories }
}

extension Frame {
  /// Clears what of a box lies around another one within it.
  func clear(_ box: Box, around inner: Box) {
    let middle = inner.intersection(box)
    guard !middle.isEmpty else { return clear(box) }
    clear(Box(x: box.x, y: box.y, width: box.width, height: middle.y - box.y))
    clear(Box(x: box.x, y: middle.maxY, width: box.width, height: box.maxY - middle.maxY))
    clear(Box(x: box.x, y: middle.y, width: middle.x - box.x, height: middle.height))
    clear(Box(x: middle.maxX, y: middle.y, width: box.maxX - middle.maxX, height: middle.height))
  }
}
