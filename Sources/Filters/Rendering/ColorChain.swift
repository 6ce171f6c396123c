import Timeline
import Y4M

/// Effects right above one another that are functions of a colour: a frame is read and written once
/// for all of them, and what one leads beyond white another may lead back.
struct ColorChain {
  private let run: ColorRun
  /// How many effects there are; none where the first is of another kind.
  let count: Int

  /// The chain that begins at the first of `effects`, which gives an effect and its own time for as
  /// long as there is one.
  init(_ effects: () -> (effect: any Effect, time: Time)?) {
    var run = ColorRun()
    var count = 0
    while let (effect, time) = effects(), let effect = effect as? any ColorEffect {
      effect.add(to: &run, at: time)
      count += 1
    }
    (self.run, self.count) = (run, count)
  }

  /// Draws the effects over all of `frame`, or over a part of it.
  ///
  /// Luma is changed in place. Chroma that lies elsewhere is read for it, so of that there is a copy.
  func draw(on frame: Frame, within limit: Box?, _ workspace: Workspace, _ layer: EffectLayer) {
    let canvas = Box(x: 0, y: 0, width: frame.format.width, height: frame.format.height)
    let box = limit?.intersection(canvas) ?? canvas
    if run.isIdentity || box.isEmpty { return }
    let job = EffectJob(
      source: frame, target: frame, box: box, includesAlpha: layer.includesAlpha,
      coding: layer.coding, workspace: workspace)
    let places = frame.format.planes
    if places.allSatisfy({ $0.map == places[0].map }) {
      workspace.scratch.scope { job.run(run) }
      return
    }
    workspace.withFrame(frame.format) { before in
      let read = box.grown(by: ColorRun.margin).intersection(canvas)
      before.copyRows(from: frame, of: read, where: { $0 == .blue || $0 == .red })
      workspace.scratch.scope { job.run(run, readingChroma: before) }
    }
  }
}
