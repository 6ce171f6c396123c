import Timeline
import Y4M

/// A box filled with a gradient.
struct GradientLayer: LayerKind, AreaLayer {
  static let declaration = Declaration(
    name: "gradient",
    summary: "A box filled with a linear, radial or conic gradient, as large as the canvas unless "
      + "`size` says otherwise.",
    example: #"""
      { "type": "gradient", "stops": ["#ff512f", "#dd2476"], "angle": { "from": 0, "to": 90 },
        "opacity": 0.5, "duration": 3 }
      """#,
    parameters: GradientParameters.all)

  private let gradient: GradientPicture
  let motion: LayerMotion
  private let painter: PicturePainter

  init(_ layer: Layer, _ setting: LayerSetting) {
    gradient = GradientPicture(layer.arguments, setting)
    motion = LayerMotion(layer.arguments, setting, defaultSize: .canvas)
    painter = setting.painter()
  }

  var isStill: Bool { motion.isConstant && gradient.isStill }

  var hasStillBox: Bool { motion.isStill }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let moment = motion.moment(at: time, workspace)
    guard let unit = motion.placement(pictureWidth: 1, pictureHeight: 1, at: moment) else { return }
    try gradient.draw(
      with: painter, on: frame,
      .init(
        unit: unit, box: motion.boxSize(at: moment), opacity: motion.opacity(at: time),
        isStill: motion.isStill), at: time, workspace)
  }

  func release() {
    painter.release()
    gradient.release()
  }
}
