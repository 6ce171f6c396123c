import Bytes
import Geometry
import Images
import Timeline
import Y4M

/// A picture whose alpha or brightness is a mask.
struct MaskPicture: Sendable {
  let measure: Matte.Measure
  private let asset: ImageAsset
  private let schedule: FrameSchedule

  /// - Throws: what is wrong with the file.
  init(_ path: Path, _ measure: Matte.Measure, _ setting: LayerSetting) throws(RenderError) {
    self.measure = measure
    let setting = measure == .luma ? setting.forBrightness : setting
    asset = try setting.assets.image(path, at: path.place, setting)
    for warning in asset.warnings { setting.faults.warn(warning, at: path.place) }
    schedule = FrameSchedule(
      delays: asset.timing.delays, fileLoop: asset.timing.loopCount, loop: .file,
      speed: Rational(1), offset: .zero, minDelay: nil)
  }

  /// Whether it is not animated.
  var isStill: Bool { asset.timing.delays.count == 1 }

  /// The frame that shows at a time.
  func frame(at time: Time) -> Int { schedule.frame(at: time.value) }

  /// Draws a frame of it on a frame of layers, stretched to a size.
  ///
  /// - Parameter map: leads from the top left corner to the canvas.
  func draw(
    _ index: Int, on frame: Frame, size: Vector, through map: Affine, _ workspace: Workspace
  ) throws(RenderError) {
    let (width, height) = (Double(asset.width), Double(asset.height))
    let placement = Placement(
      domain: .init(left: 0, top: 0, right: width, bottom: height),
      map: map.after(.scale(size.x / width, size.y / height)), sampling: .bicubic)
    try asset.draw(
      index, on: frame, placement: placement, opacity: 65535, isStill: isStill, workspace)
  }

  /// Forgets what was kept for later frames.
  func release() { asset.release() }
}
