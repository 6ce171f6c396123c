import Timeline
import Y4M

/// What a timeline with clips shows that is a clip or a layer itself, as frames of its own canvas.
protocol FilmPicture: Sendable {
  /// The format of its canvas, which has the samples of the film's.
  var format: PixelFormat { get }
  /// What its samples mean.
  var colors: SourceColors { get }
  /// The bytes of the frames that drawing takes beside those that it is drawn on.
  var workingBytes: Int { get }

  /// Draws the frame of a moment over all of `target`, which has its format.
  func draw(to target: Frame, at moment: Time, _ workspace: Workspace) throws(RenderError)

  /// Forgets what was kept.
  func release()
}

extension FilmPicture {
  /// Calls `body` with the frame of a moment, and with what its samples mean.
  func withPicture(
    at moment: Time, _ workspace: Workspace,
    _ body: (FrameSource, SourceColors) throws(RenderError) -> Void
  ) throws(RenderError) {
    try workspace.withFrame(format) { (frame) throws(RenderError) in
      try draw(to: frame, at: moment, workspace)
      try body(FrameSource(SharedFrame(frame)), colors)
    }
  }
}
