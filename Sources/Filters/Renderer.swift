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
  /// What is wrong with the timeline's files and can be lived with.
  package let warnings: [RenderError]
  private let stage: CanvasStage?
  private let stack: LayerStack

  /// Prepares everything that can be prepared before the first frame, and looks at every file that
  /// the timeline names.
  ///
  /// - Parameter keptBytes: the memory that each layer may keep for later frames.
  /// - Throws: all faults of all layers together.
  package init(
    _ document: Document, input: PixelFormat, range: ColorRange, matrix: Matrix,
    loader: AssetLoader, keptBytes: Int = 24 << 20
  ) throws(RenderFaults) {
    let coding = ColorCoding(matrix: matrix, range: range, depth: input.depth)
    self.input = input
    let faults = FaultLog()
    var stage: CanvasStage?
    do {
      stage = try CanvasParameters.stage(document.canvas, input: input, coding: coding)
    } catch {
      faults.add(error)
    }
    self.stage = stage
    output = stage?.output ?? input
    stack = LayerStack(
      document.layers, index: document.index,
      LayerSetting(
        format: output, coding: coding, loader: loader, keptBytes: keptBytes,
        includesAlpha: false, faults: faults))
    warnings = faults.warnings
    if !faults.errors.isEmpty {
      throw RenderFaults(faults: faults.errors, warnings: faults.warnings)
    }
  }

  /// Whether frames are redrawn on a canvas, so that none leaves as it came.
  package var changesCanvas: Bool { stage != nil }

  /// Whether any layer is on at `time`.
  package func isActive(at time: Time) -> Bool { stack.isActive(at: time) }

  /// The samples of the output that each layer may change at `time`, bottom to top.
  package func boxes(at time: Time) -> [Box] { stack.boxes(at: time) }

  /// The samples that the layer number `index` of the document may change at `time`, whether or not
  /// it is on.
  package func box(ofLayer index: Int, at time: Time) -> Box { stack.box(of: index, at: time) }

  /// Draws the frame that is seen at `time`.
  ///
  /// - Parameters:
  ///   - source: the input frame.
  ///   - target: the output frame; the source itself when the canvas is not changed.
  package func draw(
    _ source: Frame, to target: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    if let stage {
      stage.draw(source, to: target, workspace)
    } else if source !== target {
      target.copy(from: source)
    }
    try stack.draw(on: target, at: time, workspace, level: 0)
  }
}
