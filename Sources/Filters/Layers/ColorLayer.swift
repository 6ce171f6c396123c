import Timeline
import Y4M

/// A box of one colour.
struct ColorLayer: LayerKind, AreaLayer {
  static let color = Parameter<Color>("color", default: .black, "The colour, with its alpha.")

  static let declaration = Declaration(
    name: "color",
    summary: "A box of one colour, as large as the canvas unless `size` says otherwise.",
    example: #"""
      { "type": "color", "color": "rgb(16 16 24 / 60%)", "size": ["100%", 120], "start": 2, "end": 5 }
      """#,
    parameters: [color])

  private let color: Animated<Color>
  let motion: LayerMotion
  private let painter: PicturePainter
  private let coding: ColorCoding

  init(_ layer: Layer, _ setting: LayerSetting) {
    color = layer.arguments[Self.color]
    motion = LayerMotion(layer.arguments, setting, defaultSize: .canvas)
    painter = setting.painter()
    coding = setting.coding
  }

  var isStill: Bool { motion.isConstant && color.constantValue != nil }

  var hasStillBox: Bool { motion.isStill }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let moment = motion.moment(at: time, workspace)
    guard let placement = motion.placement(pictureWidth: 1, pictureHeight: 1, at: moment) else {
      return
    }
    let rows = ColorRows(color.value(at: time), coding: coding)
    // Animated colours are told apart by their samples, so that equal ones share a sprite.
    try painter.draw(
      on: frame, picture: rows.identity, placement: placement, opacity: motion.opacity(at: time),
      isLasting: motion.isStill && color.constantValue != nil, workspace
    ) { rows }
  }

  func release() { painter.release() }
}

extension Extent {
  /// The whole canvas.
  static let canvas = Extent(width: Length(fraction: 1), height: Length(fraction: 1))
}
