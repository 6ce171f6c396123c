import Timeline
import Y4M

/// Layers composed on their own and then treated as one picture.
struct GroupLayer: LayerKind {
  static let declaration = Declaration(
    name: "group",
    summary: "Layers composed on their own and then treated as one picture of the canvas's size.",
    discussion: """
      The group's `layers` are drawn on a transparent canvas, effects among them change only the \
      group, and the result is placed by the group's own geometry and opacity. Times inside count \
      from the group's start.
      """,
    example: #"""
      { "type": "group", "opacity": { "from": 0, "to": 1, "duration": 0.5 },
        "rotation": { "from": -5, "to": 5 }, "duration": 4,
        "layers": [
          { "type": "color", "color": "#000a", "size": [400, 120], "position": [40, 40] },
          { "type": "image", "source": "logo.png", "position": [60, 60] } ] }
      """#,
    parameters: [])

  private let layers: GroupContent
  private let whole: IsolatedLayer

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    guard let apart = setting.apart, let format = setting.layered else {
      throw RenderError(.tooLarge(.group), at: layer.place)
    }
    layers = GroupContent(
      stack: LayerStack(layer.children, index: layer.childIndex, apart), start: layer.range.start)
    whole = IsolatedLayer(
      layers, motion: LayerMotion(layer.arguments, canvas: setting.canvas), format,
      setting.painter())
  }

  func bounds(at time: Time) -> Box { whole.bounds(at: time) }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    try whole.draw(on: frame, at: time, workspace)
  }

  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    try whole.drawApart(on: &canvas, clearing: box, at: time, workspace)
  }

  func release() {
    whole.release()
    layers.release()
  }

  var workingBytes: Int { whole.workingBytes }

  func workingBytes(apartOn canvas: Int) -> Int { whole.workingBytes(apartOn: canvas) }
}

/// The layers of a group, in the time that counts from the group's start.
private struct GroupContent: LayerContent {
  let stack: LayerStack
  let start: Time

  func bounds(at time: Time) -> Box { stack.bounds(at: start + time) }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    try stack.draw(on: frame, at: start + time, workspace)
  }

  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    try stack.drawApart(on: &canvas, clearing: box, at: start + time, workspace)
  }

  func release() { stack.release() }

  func workingBytes(apartOn canvas: Int) -> Int { stack.workingBytes(apartOn: canvas) }
}
