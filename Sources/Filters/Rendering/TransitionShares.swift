import Timeline
import Y4M

/// How much of two pictures a transition shows in each place: what it makes of a black one and a
/// white one, for mixing their light.
struct TransitionShares: Sendable {
  private let transition: any Transition
  /// Samples of 16 bits without colour.
  private let format: PixelFormat
  private let coding: ColorCoding

  /// Nil where code values are mixed: everywhere but in streams without alpha that ask for light,
  /// and by transitions that move the pictures.
  ///
  /// - Throws: what is wrong with the files that the transition names.
  init?(
    _ use: TransitionUse, _ type: any Transition.Type, _ format: PixelFormat, _ coding: ColorCoding,
    _ loader: AssetLoader
  ) throws(RenderError) {
    let shares = PixelFormat(
      width: format.width, height: format.height, depth: 16, chroma: .none, hasAlpha: false)
    guard coding.mixing != nil, type.keepsPlaces, !format.hasAlpha, let shares else { return nil }
    self.format = shares
    self.coding = coding
    transition = try type.init(
      use.type,
      TransitionSetting(
        arguments: use.arguments, format: shares, coding: coding.with(depth: 16),
        background: .black,
        includesAlpha: false, loader: loader, faults: nil, place: use.place))
  }

  /// Mixes the light of a job's pictures where its target holds a mix of their code values.
  func mix(_ job: TransitionJob, progress: Double, at time: Time) {
    let workspace = job.workspace
    let whole = Box(x: 0, y: 0, width: format.width, height: format.height)
    workspace.withFrame(format) { shares in
      workspace.withFrame(format) { white in
        white.fill(plane: 0, units: 65535)
        transition.draw(
          TransitionJob(
            from: workspace.clearFrame(format), to: SharedFrame(white), target: shares,
            workspace: workspace), progress: progress, at: time)
      }
      workspace.withFrame(job.target.format) { from in
        from.copy(from: job.from)
        workspace.withFrame(job.target.format) { to in
          to.copy(from: job.to)
          Compositor(job.target, workspace).mix(to, over: from, within: whole, coding) {
            [shares] y, columns, line in
            let row = shares.samples16(shares.format.planes[0]) + y * shares.format.width
            var any: UInt16 = 0
            for x in columns {
              any |= row[x]
              line[x - columns.lowerBound] = Float(row[x]) * (1 / 65535)
            }
            return any != 0
          }
        }
      }
    }
  }

  func release() { transition.release() }
}
