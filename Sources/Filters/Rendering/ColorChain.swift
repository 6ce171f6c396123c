import Timeline
import Y4M

/// Effects right above one another that are functions of a colour: a frame is read and written once
/// for all of them, and what one leads beyond white another may lead back.
struct ColorChain {
  private let run: ColorRun
  private let count: Int

  /// The chain that begins at the first of `effects`, which gives an effect and its own time for as
  /// long as there is one; nil when that is no chain.
  init?(_ effects: () -> (effect: any Effect, time: Time)?) {
    var run = ColorRun()
    var count = 0
    while let (effect, time) = effects(), let effect = effect as? any ColorEffect {
      effect.add(to: &run, at: time)
      count += 1
    }
    guard count > 1 else { return nil }
    (self.run, self.count) = (run, count)
  }

  /// Draws the effects over all of `frame`, or over a part of it, and gives how many they are.
  func draw(
    on frame: Frame, within limit: Box?, _ workspace: Workspace, _ layer: EffectLayer
  ) -> Int {
    let canvas = Box(x: 0, y: 0, width: frame.format.width, height: frame.format.height)
    let box = limit?.intersection(canvas) ?? canvas
    if run.isIdentity || box.isEmpty { return count }
    workspace.withFrame(frame.format) { before in
      before.copyRows(from: frame, of: box.grown(by: ColorRun.margin).intersection(canvas))
      let job = EffectJob(
        source: before, target: frame, box: box, includesAlpha: layer.includesAlpha,
        coding: layer.coding, workspace: workspace)
      workspace.scratch.scope { job.run(run) }
    }
    return count
  }
}
