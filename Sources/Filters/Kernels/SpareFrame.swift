import Y4M

extension TransitionJob {
  /// A frame between the two pictures and the target, for the length of the call; its samples are
  /// whatever was left in it.
  var spare: Frame { workspace.frame(target.format, level: Workspace.transitionLevel) }
}

extension Workspace {
  /// The level of frames that transitions work with. They draw nothing that is nested, so one is
  /// enough.
  static let transitionLevel = -1
}
