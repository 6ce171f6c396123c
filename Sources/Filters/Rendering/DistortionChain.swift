import Timeline
import Y4M

/// Effects right above one another that do nothing but distort: one resampling in place of several
/// is faster, and sharper.
struct DistortionChain {
  /// How far errors of an upper distortion may be drawn apart by those below.
  private static let mostStretch = 8.0
  /// As ``DistortionKernel/tolerance``, for all of the chain: coordinates between two distortions
  /// are rounded to 1/256 sample, which ``mostStretch`` makes up to 1/64 more.
  private static let tolerance = 1.0 / 24

  /// The effects from the lowest up, each with its own time.
  private let links: [(effect: any DistortionEffect, time: Time)]
  private let edges: DistortionEdges

  /// The chain that begins at the first of `effects`, which gives an effect and its own time for as
  /// long as there is one; nil when that is no chain.
  init?(_ effects: () -> (effect: any DistortionEffect, time: Time)?) {
    guard let first = effects() else { return nil }
    let edges = first.effect.edges(at: first.time)
    guard edges.canJoin else { return nil }
    var links = [first]
    while let next = effects(), next.effect.sampling == first.effect.sampling,
      next.effect.edges(at: next.time) == edges
    {
      links.append(next)
    }
    guard links.count > 1 else { return nil }
    self.links = links
    self.edges = edges
  }

  /// Draws as many of the effects as are exact enough together.
  ///
  /// - Returns: how many that are; below 2, nothing was drawn.
  func draw(
    on frame: Frame, within limit: Box?, _ workspace: Workspace, includesAlpha: Bool
  ) -> Int {
    let format = frame.format
    return workspace.scratch.scope {
      let (distortions, count) = prepare(format, workspace)
      guard count > 1, let lowest = distortions.last else { return 0 }
      let canvas = Box(x: 0, y: 0, width: format.width, height: format.height)
      let box = distortions.reduce(lowest.reach) { $0.union($1.reach) }
        .intersection(limit?.intersection(canvas) ?? canvas)
      guard !box.isEmpty else { return count }
      let kernel = DistortionKernel(
        distortions: distortions, sampling: links[0].effect.sampling, edges: edges,
        picture: (format.width, format.height))
      workspace.withFrame(format) { before in
        before.copyRows(from: frame, of: margin(format).map { box.grown(by: $0) } ?? canvas)
        before.run(kernel, to: frame, box: box, includesAlpha: includesAlpha, workspace)
      }
      return count
    }
  }

  /// How far beyond what is changed all of the effects together read; nil for anywhere.
  private func margin(_ format: PixelFormat) -> Int? {
    var sum = 0
    for link in links {
      let margin = link.effect.margin(at: link.time, width: format.width, height: format.height)
      guard let margin else { return nil }
      sum += margin
    }
    return sum
  }

  /// How many of the effects are drawn together; below 2 where none are.
  func count(for format: PixelFormat, _ workspace: Workspace) -> Int {
    workspace.scratch.scope { prepare(format, workspace).count }
  }

  /// The distortions from the topmost down, and how many effects they are: those that move nothing
  /// just now count too.
  private func prepare(
    _ format: PixelFormat, _ workspace: Workspace
  ) -> (distortions: [any Distortion], count: Int) {
    var distortions: [any Distortion] = []
    var stretch = 1.0
    var count = 0
    let share = Self.tolerance / Double(links.count)
    for link in links {
      guard stretch <= Self.mostStretch else { break }
      let distortion = link.effect.distortion(
        at: link.time, width: format.width, height: format.height, tolerance: share / stretch,
        workspace)
      if let distortion {
        distortions.append(distortion)
        stretch *= distortion.stretch
      }
      count += 1
    }
    return (distortions.reversed(), count)
  }
}
