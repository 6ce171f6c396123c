import Timeline
import Y4M

/// A list of layers, in the time that counts from the start of the layer that holds it.
struct StackContent: LayerContent {
  let stack: LayerStack
  /// When that layer starts, in the time of the list.
  let start: Time
  /// When it is drawn, in the time of the list; nil where that is not known.
  var span: TimeRange?

  var isStill: Bool { span.map { stack.isStill(during: $0) } ?? false }

  /// How far something in it moves while the shutter is open, in pixels.
  func travel(at time: Time) -> Double { stack.travel(at: start + time) }

  func bounds(at time: Time) -> Box { stack.bounds(at: start + time) }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    try stack.draw(on: frame, at: start + time, workspace)
  }

  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    try stack.drawApart(
      on: &canvas, clearing: box, at: start + time, from: start, workspace)
  }

  func release() { stack.release() }

  func workingBytes(apartOn canvas: Int) -> Int { stack.workingBytes(apartOn: canvas) }

  var histories: [HistoryUse] {
    let limit = span.map { TimeRange(start: .zero, end: $0.duration) } ?? .whole
    return stack.histories.compactMap { $0.moved(to: -start, within: limit) }
  }
}

extension StackContent: LayeredContent {}
