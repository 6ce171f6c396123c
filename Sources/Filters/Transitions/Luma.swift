import Bytes
import Images
import Timeline
import Y4M

/// A wipe whose way is a picture: its dark places change first, its bright ones last.
struct Luma: Transition {
  static let source = Setting<Path>(
    "source", default: Path(""), required: true,
    "The picture, of any size; of colours, their brightness counts. Films, GIF, APNG and WebP give their first "
      + "picture.")
  static let softness = TransitionParameters.softness(0.1)
  static let invert = Setting<Bool>(
    "invert", default: false, "Whether the bright places change first.")

  static let variants = [
    TransitionVariant(
      "luma", "A wipe that follows a picture: its dark places change first, its bright ones last.",
      discussion: """
        The picture is stretched to the frame. A place of brightness b, 0 to 1, begins to change at \
        progress `b / (1 + softness)` and has changed `softness / (1 + softness)` later.
        """,
      example: #""source": "clouds.png", "softness": 0.2"#,
      [source, softness, invert])
  ]
  static let keepsPlaces = true

  private let softness: Animated<Double>
  private let map: WipeMap

  init(_ variant: String, _ setting: TransitionSetting) throws(RenderError) {
    softness = setting.arguments[Self.softness]
    map = try WipeMap(
      setting.arguments[Self.source], isInverted: setting.arguments[Self.invert], setting)
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    // Of a sharp edge, neighbouring levels of a picture of 10 bits may still mix.
    let softness = min(max(softness.value(at: time), 1.0 / 1024), 1)
    let gain = 1 / (softness * 65535)
    let edge = progress * (1 + softness) * 65535
    job.run(MapWipe(map: map.planes, edge: Float(edge), gain: Float(gain)))
  }

  func release() { map.release() }
}

/// The kernel: the share of each sample follows from its brightness in the map.
private struct MapWipe: TransitionKernel {
  let map: PicturePlanes
  /// The brightness that begins to change just now.
  let edge: Float
  /// Shares a step of brightness.
  let gain: Float

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    guard let samples = map.samples(of: planes.layout) else { return }
    let width = planes.layout.width
    let shares = scratch.take(UInt16.self, width)
    for y in rows {
      let brightness = samples.base + y * width
      for x in 0..<width { shares[x] = Share.of((edge - Float(brightness[x])) * gain) }
      for plane in planes {
        mixRows(
          plane.target.row(y), plane.from.row(y), plane.to.row(y), shares: shares, count: width)
      }
    }
  }
}

/// A picture made a map for the planes of a format, when it is first drawn by.
private final class WipeMap: Sendable {
  private let file: PictureFile
  private let format: PixelFormat
  private let isInverted: Bool
  private let made = Mutex<PicturePlanes?>(nil)

  init(_ path: Path, isInverted: Bool, _ setting: TransitionSetting) throws(RenderError) {
    file = try PictureFile(path, in: setting.place, setting.loader, setting.faults)
    format = setting.format
    self.isInverted = isInverted
  }

  /// The brightness of every sample's part of the picture; a file that has gone since is all of one
  /// brightness.
  var planes: PicturePlanes {
    made.withLock { made in
      if let made { return made }
      let rows = BrightnessRows(file.picture(), isInverted: isInverted)
      let planes = PicturePlanes(rows, channels: 1, of: format)
      made = planes
      return planes
    }
  }

  func release() { made.withLock { $0 = nil } }
}

/// The brightness of a picture, in the first channel.
private struct BrightnessRows: RowSource {
  private let picture: Picture
  private let isInverted: Bool

  init(_ picture: Picture, isInverted: Bool) {
    self.picture = picture
    self.isInverted = isInverted
  }

  var width: Int { picture.width }
  var height: Int { picture.height }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    picture.readRow(y, columns) { x, pixel in
      let luma = Picture.luma(pixel.r, pixel.g, pixel.b)
      row.y[x] = UInt16(truncatingIfNeeded: isInverted ? 65535 &- luma : luma)
    }
  }
}
