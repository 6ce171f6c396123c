import Timeline
import Y4M

/// A kind of layer that is a box filled with a computed picture, as large as the canvas unless
/// `size` says otherwise.
protocol BoxLayer: AreaLayer {
  associatedtype Picture: BoxPicture

  /// What draws it.
  var content: BoxContent<Picture> { get }

  init(_ content: BoxContent<Picture>)
}

/// A computed picture, and where its box is over time.
struct BoxContent<Picture: BoxPicture>: Sendable {
  let picture: BoxPainter<Picture>
  let motion: LayerMotion
  let painter: PicturePainter

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    picture = try BoxPainter(layer.arguments, setting)
    motion = LayerMotion(layer.arguments, setting, defaultSize: .canvas)
    painter = setting.painter()
  }
}

extension BoxLayer {
  static var declaration: Declaration { Picture.declaration }

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    self.init(try BoxContent(layer, setting))
  }

  var isStill: Bool { content.motion.isConstant && content.picture.isStill }

  var hasStillBox: Bool { motion.isStill }

  var motion: LayerMotion { content.motion }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    let moment = motion.moment(at: time, workspace)
    guard let unit = motion.placement(pictureWidth: 1, pictureHeight: 1, at: moment) else { return }
    try content.picture.draw(
      with: content.painter, on: frame,
      BoxPlace(
        unit: unit, box: motion.boxSize(at: moment), opacity: motion.opacity(at: time),
        isStill: motion.isStill), at: time, workspace)
  }

  func release() {
    content.painter.release()
    content.picture.release()
  }
}
