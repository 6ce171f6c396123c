import Y4M

extension TransitionJob {
  /// A frame between the two pictures and the target, for the length of the call; its samples are
  /// whatever was left in it.
  var spare: Frame { workspace.frame(target.format, level: Workspace.Level.spare) }
}
