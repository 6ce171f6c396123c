import Timeline
import Y4M

/// A transition as a timeline asks for it: what all transitions have in common, and the one that
/// is meant.
package struct TransitionStage: Sendable {
  /// A picture that is seen alone.
  package enum End: Sendable {
    case from
    case to
  }

  private let transition: any Transition
  private let ease: Easing
  private let isReversed: Bool
  private let isCut: Bool
  private let isPremultiplied: Bool
  /// Says how much of both pictures is seen, where their light is mixed.
  private let shares: TransitionShares?

  /// - Parameters:
  ///   - format: of all three frames.
  ///   - background: the canvas's, where that is a colour.
  ///   - includesAlpha: whether the frames are premultiplied 4:4:4 ones with alpha.
  /// - Throws: what is wrong with the files that the transition names.
  package init(
    _ use: TransitionUse, format: PixelFormat, coding: ColorCoding, background: Color = .black,
    includesAlpha: Bool = false, loader: AssetLoader
  ) throws(RenderError) {
    try self.init(
      use, format: format, coding: coding, background: background, includesAlpha: includesAlpha,
      loader: loader, faults: nil)
  }

  /// - Parameter faults: takes what is to be said of the transition's files.
  init(
    _ use: TransitionUse, format: PixelFormat, coding: ColorCoding, background: Color = .black,
    includesAlpha: Bool = false, loader: AssetLoader, faults: FaultLog?
  ) throws(RenderError) {
    guard let type = Registry.transition(named: use.type) else {
      throw RenderError(.unknown(.transition, use.type), at: use.place)
    }
    transition = try type.init(
      use.type,
      TransitionSetting(
        arguments: use.arguments, format: format, coding: coding, background: background,
        includesAlpha: includesAlpha, loader: loader, faults: faults, place: use.place))
    shares =
      includesAlpha
      ? nil : try TransitionShares(use, type, format, coding, loader)
    ease = use.ease
    isReversed = use.isReversed
    isCut = type.isCut
    isPremultiplied = includesAlpha
  }

  /// Where it plays when a layer comes or goes by it.
  static func room(of use: TransitionUse) -> TransitionRoom {
    Registry.transition(named: use.type).map { $0.room } ?? .box
  }

  /// The picture that is seen alone at a share of the transition's time; nil when both are.
  package func end(at share: Double) -> End? {
    if isCut { return share < (isReversed ? 1 : 0) ? .from : .to }
    let progress = ease(share)
    if progress >= 1 { return .to }
    return progress > 0 ? nil : .from
  }

  /// Draws what is seen at a share of the transition's time.
  ///
  /// Where the easing has not left its start or has come to its end, that is one of the pictures,
  /// bit for bit.
  ///
  /// - Parameters:
  ///   - target: neither of the others.
  ///   - share: of the transition's time, from 0 to 1, before the easing.
  ///   - time: since the transition's start.
  package func draw(
    from: SharedFrame, to: SharedFrame, target: Frame, at share: Double, time: Time,
    _ workspace: Workspace
  ) {
    switch end(at: share) {
    case .from: target.copy(from: from)
    case .to: target.copy(from: to)
    case nil:
      let progress = ease(share)
      let job = TransitionJob(
        from: isReversed ? to : from, to: isReversed ? from : to, target: target,
        workspace: workspace, isPremultiplied: isPremultiplied)
      workspace.scratch.scope {
        transition.draw(job, progress: isReversed ? 1 - progress : progress, at: time)
        shares?.mix(job, progress: isReversed ? 1 - progress : progress, at: time)
      }
    }
  }

  /// Forgets what was kept for later frames; the transition is over.
  package func release() {
    transition.release()
    shares?.release()
  }
}
