import Y4M

/// Where layers are drawn over frames with alpha that no layer can be drawn on: on a canvas of
/// layers, from which what has changed is taken back.
struct AlphaCanvas: Sendable {
  /// The format of the canvas.
  let format: PixelFormat
  private let texture: SampleConversion

  /// Nil where layers are drawn on the frames themselves.
  init?(_ stream: PixelFormat, _ coding: ColorCoding) {
    guard stream.hasAlpha, stream.depth > 8 || stream.chroma != .planes(x: 0, y: 0),
      let format = stream.layered
    else { return nil }
    self.format = format
    texture = SampleConversion(from: coding, to: coding, hasColor: true)
  }

  /// Draws on `target` what `body` draws on a canvas.
  ///
  /// - Parameter box: where that may draw.
  func draw<Failure: Error>(
    on target: Frame, in box: Box, _ workspace: Workspace,
    _ body: (Frame) throws(Failure) -> Void
  ) throws(Failure) {
    try workspace.withFrame(format) { (canvas) throws(Failure) in
      fill(canvas, with: target, workspace)
      try workspace.withFrame(format) { (before) throws(Failure) in
        before.copy(from: canvas)
        try body(canvas)
        target.take(canvas, drawnOver: before, in: box, workspace)
      }
    }
  }

  /// Fills a canvas with a frame of the stream.
  func fill(_ canvas: Frame, with frame: Frame, _ workspace: Workspace) {
    FrameTexture(source: FrameSource(SharedFrame(frame)), conversion: texture).fill(
      canvas, workspace)
  }

  /// The bytes that a worker takes.
  var workingBytes: Int { 2 * format.frameBytes }
}
