import Geometry
import Timeline
import Y4M

/// Layers composed on their own and then treated as one picture.
struct GroupLayer: LayerKind, MovingLayer {
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

  private let layers: StackContent
  private let whole: IsolatedLayer
  let motion: LayerMotion
  private let canvas: (width: Int, height: Int)

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    guard var apart = setting.apart, let format = setting.layered else {
      throw RenderError(.tooLarge(.group), at: layer.place)
    }
    apart.motionBlur = setting.motionBlur(of: layer.arguments)
    apart.end = [setting.end, layer.range.end].compactMap { $0 }.min()
    layers = StackContent(
      stack: LayerStack(layer.children, index: layer.childIndex, apart), start: layer.range.start)
    motion = LayerMotion(layer.arguments, setting)
    canvas = setting.canvas
    whole = IsolatedLayer(layers, motion: motion, format, setting.painter())
  }

  var isQuick: Bool { false }
  var hasStillBox: Bool { motion.isStill }

  func bounds(at time: Time, placedAt moment: Time) -> Box {
    whole.bounds(at: time, placedAt: moment)
  }

  func innerTravel(at time: Time) -> Double { layers.travel(at: time) }

  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)? {
    motion.box(pictureWidth: canvas.width, pictureHeight: canvas.height, at: moment)
  }

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

  var histories: [HistoryUse] { layers.histories }

  func workingBytes(apartOn canvas: Int) -> Int { whole.workingBytes(apartOn: canvas) }
}
