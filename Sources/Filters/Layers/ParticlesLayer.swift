import Geometry
import Timeline
import Y4M

/// Snow, rain, confetti, sparks, dust, bubbles, petals, or many of any picture.
struct ParticlesLayer: LayerKind, AreaLayer {
  static var declaration: Declaration { ParticleField.declaration }

  private let field: ParticleField
  let motion: LayerMotion
  private let painter: PicturePainter

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    motion = LayerMotion(layer.arguments, setting, defaultSize: .canvas)
    field = try ParticleField(layer.arguments, setting, shutter: motion.shutter)
    painter = setting.painter()
  }

  func innerTravel(at time: Time) -> Double {
    guard let shutter = motion.shutter else { return 0 }
    let map = motion.box(pictureWidth: 1, pictureHeight: 1, at: time).map
    return field.fastest * shutter.seconds * map.stretch
  }

  var movesByItself: Bool { field.hasPicture }

  var isQuick: Bool { false }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    let moment = motion.moment(at: time, workspace)
    guard let unit = motion.placement(pictureWidth: 1, pictureHeight: 1, at: moment) else { return }
    try field.draw(
      with: painter, on: frame,
      BoxPlace(
        unit: unit, box: motion.boxSize(at: moment), opacity: motion.opacity(at: time),
        isStill: motion.isStill), at: time, seenAt: workspace.exposure == nil ? nil : moment,
      workspace)
  }

  func release() {
    painter.release()
    field.release()
  }
}
