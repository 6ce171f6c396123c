import Timeline
import Y4M

/// Effects right above one another that are functions of a colour: a frame is read and written once
/// for all of them, and what one leads beyond white another may lead back.
///
/// All of them change all of the picture, or the same region. Each is mixed in as far as it says; a
/// region's soft edge mixes what all of them make.
struct ColorChain {
  /// What they make of colours.
  let run: ColorRun
  private let region: Region?
  /// How many effects there are; none where the first is of another kind.
  let count: Int

  /// The chain that begins at the first of `layers`, which gives an effect and its own time for as
  /// long as there is one.
  init(_ layers: () -> (layer: EffectLayer, time: Time)?) {
    var run = ColorRun()
    var region: Region?
    var count = 0
    while let (layer, time) = layers(), let link = layer.link(at: time) {
      if count == 0 { region = link.region } else if link.region != region { break }
      count += 1
      if link.mix >= 1 {
        link.colors.add(to: &run, at: time)
      } else if link.mix > 0 {
        var part = ColorRun()
        link.colors.add(to: &part, at: time)
        run.append(part, amount: link.mix)
      }
    }
    (self.run, self.region, self.count) = (run, region, count)
  }

  /// What they make of colours, if they are as many as those of another time.
  func run(as other: Self) -> ColorRun? { count == other.count ? run : nil }

  /// Draws the effects over `frame`, or over a part of it.
  ///
  /// Luma is changed in place. Chroma that lies elsewhere is read for it, so of that there is a
  /// copy.
  ///
  /// - Parameters:
  ///   - layer: the first of them.
  ///   - motion: what they make of colours around their time.
  func draw(
    on frame: Frame, within limit: Box?, _ workspace: Workspace, _ layer: EffectLayer,
    _ motion: () -> ColorMotion?
  ) {
    let canvas = Box(x: 0, y: 0, width: frame.format.width, height: frame.format.height)
    let box = limit?.intersection(canvas) ?? canvas
    if run.isIdentity || box.isEmpty { return }
    if let region { return layer.draw(run, in: region, on: frame, within: box, workspace, motion) }
    let job = EffectJob(
      source: frame, target: frame, box: box, includesAlpha: layer.includesAlpha,
      coding: layer.coding, workspace: workspace)
    let places = frame.format.planes
    if places.allSatisfy({ $0.map == places[0].map }) {
      workspace.scratch.scope { job.run(run, motion) }
      return
    }
    workspace.withFrame(frame.format) { before in
      let read = box.grown(by: ColorRun.margin).intersection(canvas)
      before.copyRows(from: frame, of: read, where: { $0 == .blue || $0 == .red })
      workspace.scratch.scope { job.run(run, readingChroma: before, motion) }
    }
  }
}
