import Timeline
import Y4M

/// Draws the frames of a timeline.
///
/// A renderer is made once for a stream and never changes in a way that shows: what it draws is a
/// function of the source frame and the time, so any number of workers draw at once and the result
/// does not depend on how many they are.
package final class Renderer: Sendable {
  /// The format of the frames that come in.
  package let input: PixelFormat
  /// The format of the frames that go out.
  package let output: PixelFormat
  private let stage: CanvasStage?
  private let stack: LayerStack

  /// Prepares everything that can be prepared before the first frame, and looks at every file that
  /// the timeline names.
  ///
  /// - Parameters:
  ///   - keptBytes: the memory that each layer may keep for later frames.
  package init(
    _ document: Document, input: PixelFormat, range: ColorRange, matrix: Matrix,
    loader: AssetLoader, keptBytes: Int = 24 << 20
  ) throws(RenderError) {
    let coding = ColorCoding(matrix: matrix, range: range, depth: input.depth)
    self.input = input
    stage = try CanvasParameters.stage(document.canvas, input: input, coding: coding)
    output = stage?.output ?? input
    stack = try LayerStack(
      document.layers, index: document.index,
      LayerSetting(
        format: output, coding: coding, loader: loader, keptBytes: keptBytes,
        includesAlpha: false))
  }

  /// Whether frames are redrawn on a canvas, so that none leaves as it came.
  package var changesCanvas: Bool { stage != nil }

  /// Whether any layer is on at `time`.
  package func isActive(at time: Time) -> Bool { stack.isActive(at: time) }

  /// The samples of the output that layers may change at `time`.
  package func bounds(at time: Time) -> Box { stack.bounds(at: time) }

  /// Draws the frame that is seen at `time`.
  ///
  /// - Parameters:
  ///   - source: the input frame.
  ///   - target: the output frame; the source itself when the canvas is not changed.
  package func draw(
    _ source: Frame, to target: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    if let stage {
      stage.draw(source, to: target)
    } else if source !== target {
      target.copy(from: source)
    }
    try stack.draw(on: target, at: time, workspace, level: 0)
  }
}
