import Timeline
import Y4M

/// What is drawn on a frame at times of its own: a layer, the layers of a group, a layer that is
/// drawn apart.
protocol LayerContent: Sendable {
  /// The samples of the picture that it may touch at `time`; empty when it is not seen.
  ///
  /// Drawing touches nothing outside, in any plane, but samples whose footprints meet the box.
  func bounds(at time: Time) -> Box

  /// Whether it looks the same, opacity included, at all times.
  var isStill: Bool { get }

  /// Whether drawing it once more is as quick as taking what was drawn apart.
  var isQuick: Bool { get }

  /// Draws it as it is at `time`, counted from the layer's start: on a frame of the stream or of
  /// the group that it stands in, and on one of ``PixelFormat/layered`` where it is drawn apart.
  ///
  /// Called from several threads at once, each with a frame and a workspace of its own.
  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError)

  /// Draws it on a frame of layers, of which `box` is to be clear at first.
  ///
  /// The frame may be exchanged for another one of its format.
  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError)

  /// Forgets what was kept for later frames; the layer's time is over.
  func release()

  /// The bytes of the frames that drawing it takes beside the one that it is drawn on.
  var workingBytes: Int { get }

  /// The bytes of the frames that drawing it apart takes, together with its canvas of so many.
  func workingBytes(apartOn canvas: Int) -> Int

  /// The effects in it that read frames before their own, in its own time.
  var histories: [HistoryUse] { get }
}

extension LayerContent {
  var isStill: Bool { false }
  var isQuick: Bool { true }

  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    canvas.clear(box)
    try draw(on: canvas, at: time, workspace)
  }

  var workingBytes: Int { 0 }

  func workingBytes(apartOn canvas: Int) -> Int { canvas + workingBytes }

  var histories: [HistoryUse] { [] }
}

/// What draws a layer in its stead at some times, and the layer itself at all others.
protocol IndirectContent: LayerContent {
  /// Whether it draws at `time`; at other times nothing else of it may be asked for.
  func isOn(at time: Time) -> Bool
}
