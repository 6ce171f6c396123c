import Timeline
import Y4M

/// A box filled with a gradient.
struct GradientLayer: LayerKind {
  static let shape = Setting<GradientShape>(
    "shape", default: .linear,
    "Along a line, outwards from a point, or around it.")
  static let stops = Setting<GradientStops>(
    "stops", default: GradientStops(even: [.black, .white]),
    "The colours and where they stand, from 0 to 1; mixed premultiplied, as CSS does.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 180), unit: "degrees",
    defaultText: "180 for a line, 0 for a turn",
    "Where a linear gradient runs to and where a conic one starts: 0 is up, 90 right, as in CSS.")
  static let center = Parameter<Anchor>(
    "center", default: .center, "The middle of a radial or conic gradient, as shares of the box.")
  static let spread = Setting<GradientSpread>(
    "spread", default: .pad, "What comes before the first stop and after the last.")

  static let declaration = Declaration(
    name: "gradient",
    summary: "A box filled with a linear, radial or conic gradient, as large as the canvas unless "
      + "`size` says otherwise.",
    example: #"""
      { "type": "gradient", "stops": ["#ff512f", "#dd2476"], "angle": { "from": 0, "to": 90 },
        "opacity": 0.5, "duration": 3 }
      """#,
    parameters: [shape, stops, angle, center, spread])

  private let gradient: GradientPicture
  private let motion: LayerMotion
  private let painter: PicturePainter

  init(_ layer: Layer, _ setting: LayerSetting) {
    gradient = GradientPicture(layer.arguments, setting)
    motion = LayerMotion(layer.arguments, canvas: setting.canvas, defaultSize: .canvas)
    painter = setting.painter()
  }

  func bounds(at time: Time) -> Box { motion.bounds(pictureWidth: 1, pictureHeight: 1, at: time) }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace, level: Int
  ) throws(RenderError) {
    guard let unit = motion.placement(pictureWidth: 1, pictureHeight: 1, at: time) else { return }
    try gradient.draw(
      with: painter, on: frame,
      .init(
        unit: unit, box: motion.boxSize(at: time), opacity: motion.opacity(at: time),
        isStill: motion.isStill), at: time, workspace)
  }

  func release() {
    painter.release()
    gradient.release()
  }
}
