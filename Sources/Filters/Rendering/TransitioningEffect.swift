import Timeline
import Y4M

/// An effect that comes or goes: the transition leads from what is below it without the effect to
/// what is below it with the effect, or back.
///
/// It plays on the whole canvas; where it uncovers the effect only, nothing changes beyond the
/// effect's own bounds.
struct TransitioningEffect: IndirectContent {
  private let effect: any LayerKind
  private let passages: [(passage: Passage, stage: TransitionStage, room: TransitionRoom)]
  private let format: PixelFormat

  init(
    _ passages: [Passage], _ effect: any LayerKind, _ setting: LayerSetting
  ) throws(RenderError) {
    self.effect = effect
    format = setting.format
    // Frames that layers are drawn onto are of 16 bits, whatever the stream is.
    let coding = setting.coding.with(depth: format.depth)
    var made: [(Passage, TransitionStage, TransitionRoom)] = []
    for passage in passages {
      let stage = try TransitionStage(
        passage.use, format: format, coding: coding, includesAlpha: setting.includesAlpha,
        loader: setting.loader, faults: setting.faults)
      made.append((passage, stage, TransitionStage.room(of: passage.use)))
    }
    self.passages = made
  }

  func isOn(at time: Time) -> Bool { passages.contains { $0.passage.share(at: time) != nil } }

  func bounds(at time: Time) -> Box {
    let canvas = Box(x: 0, y: 0, width: format.width, height: format.height)
    let isBent = passages.contains { $0.passage.share(at: time) != nil && $0.room != .box }
    return isBent ? canvas : effect.bounds(at: time)
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    for (passage, stage, _) in passages {
      guard let share = passage.share(at: time) else { continue }
      let box = bounds(at: time)
      try workspace.withFrame(format) { (before) throws(RenderError) in
        before.copy(from: frame)
        try effect.draw(on: frame, at: time, workspace)
        workspace.withFrame(format) { target in
          stage.draw(
            from: SharedFrame(passage.isExit ? frame : before),
            to: SharedFrame(passage.isExit ? before : frame),
            target: target, at: share, time: time - passage.start, workspace)
          frame.copy(from: target, within: box)
        }
      }
      return
    }
  }

  var workingBytes: Int { 2 * format.frameBytes + effect.workingBytes }

  /// The effect itself lets go with the layer.
  func release() { for passage in passages { passage.stage.release() } }
}
