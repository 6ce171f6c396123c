import Bytes
import Images
import Geometry
import Timeline
import Y4M

/// A picture from a file: PNG, APNG, GIF, JPEG or WebP, or what was made PNG.
struct ImageLayer: LayerKind, MovingLayer {
  static let source = Setting<Path>(
    "source", default: Path(""), required: true,
    "The file: PNG, APNG, GIF, JPEG, WebP, Lottie, SVG, or a picture of another kind, which ffmpeg converts to a still."
  )
  static let loop = Setting<Loop>(
    "loop", default: .file,
    "How often an animation plays; after that its last frame is held.")
  static let speed = Setting<Double>(
    "speed", default: 1, in: 0.01...100, "How fast an animation plays.")
  static let offset = Setting<Time>(
    "offset", default: .zero, unit: "s", "The time in the animation at which it starts.")
  static let minDelay = Setting<Time?>(
    "minDelay", default: nil, unit: "s", defaultText: "as browsers do",
    "The shortest time a frame is shown. Browsers, and so the default, show frames of 0.01 s "
      + "or less for 0.1 s; 0 plays them as written.")

  static let declaration = Declaration(
    name: "image",
    summary: "A picture from a file, still or animated.",
    discussion: """
      The contents of a file tell its kind, and whether it is animated. PNG, APNG, GIF, JPEG, WebP, Lottie and SVG are read \
      directly. TIFF, BMP, HEIC, AVIF and whatever else the installed ffmpeg \
      reads are converted to a still by it, unless `--no-exec` forbids that; PNG, JPEG, TIFF and WebP \
      are turned as their Exif data say. Pictures keep their own size unless `size` or `scale` says \
      otherwise, and SVG and Lottie are as sharp at any size up to 4096 pixels a side; their colours are taken as \
      sRGB and converted to the stream's matrix, range and chroma siting.
      """,
    example: #"""
      { "type": "image", "source": "cat.gif", "position": ["50%", "50%"], "anchor": "center",
        "loop": "forever", "rotation": { "from": -10, "to": 10, "duration": 0.5,
        "ease": "ease-in-out", "repeat": "forever", "autoreverse": true } }
      """#,
    parameters: [source, loop, speed, offset, minDelay, MarqueeParameters.marquee])

  private let asset: ImageAsset
  private let schedule: FrameSchedule
  let motion: LayerMotion

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    let path = layer.arguments[Self.source]
    asset = try setting.assets.image(path, at: path.place, setting)
    for warning in asset.warnings { setting.faults.warn(warning, at: path.place) }
    schedule = Self.schedule(asset.timing, layer.arguments)
    motion = LayerMotion(layer.arguments, setting, pixelWidth: setting.pixelWidth)
  }

  private static func schedule(
    _ timing: ImageAsset.Timing, _ arguments: Arguments
  ) -> FrameSchedule {
    let playing: FrameSchedule.Loop =
      switch arguments[loop] {
      case .forever: .forever
      case .file: .file
      case .count(let count): .count(count)
      }
    return FrameSchedule(
      delays: timing.delays, fileLoop: timing.loopCount, loop: playing,
      speed: Rational(approximating: arguments[speed]), offset: arguments[offset].value,
      minDelay: arguments[minDelay]?.value, areExact: timing.areExact)
  }

  var isStill: Bool { motion.isConstant && asset.timing.delays.count == 1 }

  var hasStillBox: Bool { motion.isStill }

  func bounds(at time: Time, placedAt moment: Time) -> Box {
    motion.bounds(
      pictureWidth: asset.width, pictureHeight: asset.height, at: time, placedAt: moment)
  }

  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)? {
    motion.box(pictureWidth: asset.width, pictureHeight: asset.height, at: moment)
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let placement = motion.placement(
      pictureWidth: asset.width, pictureHeight: asset.height,
      at: motion.moment(at: time, workspace))
    guard let placement else { return }
    try asset.draw(
      schedule.frame(at: time.value), on: frame, placement: placement,
      opacity: motion.opacity(at: time), isStill: motion.isStill, workspace)
  }

  func release() { asset.release() }
}
