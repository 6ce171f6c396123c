import Bytes
import Images
import Synchronization
import Timeline
import Y4M

/// A picture from a file: PNG, APNG or GIF.
struct ImageLayer: LayerKind {
  static let source = Setting<Path>(
    "source", default: Path(""), required: true,
    "The file: PNG, APNG or GIF, told apart by their contents.")
  static let loop = Setting<Loop>(
    "loop", default: .file,
    "How often an animation plays; after that its last picture stays.")
  static let speed = Setting<Double>(
    "speed", default: 1, in: 0.01...100, "How fast an animation plays.")
  static let offset = Setting<Time>(
    "offset", default: .zero, unit: "s", "How far into its animation the picture starts.")
  static let minDelay = Setting<Time?>(
    "minDelay", default: nil, unit: "s", defaultText: "as browsers do",
    "The shortest time a picture stays. Browsers, and so the default, show GIF pictures of 0.01 s "
      + "or less for 0.1 s; 0 plays them as written.")

  static let declaration = Declaration(
    name: "image",
    summary: "A picture from a PNG, APNG or GIF file, still or animated.",
    discussion: """
      Whether a file is animated is found in the file. Pictures keep their own size unless `size` \
      or `scale` says otherwise; their colours are taken as sRGB and enter the stream with its own \
      matrix, range and chroma siting.
      """,
    example: #"""
      { "type": "image", "source": "cat.gif", "position": ["50%", "50%"], "anchor": "center",
        "loop": "forever", "rotation": { "from": -10, "to": 10, "duration": 0.5,
        "ease": "ease-in-out", "repeat": "forever", "autoreverse": true } }
      """#,
    parameters: [source, loop, speed, offset, minDelay])

  private let path: Path
  private let place: Range<Int>
  private let loader: AssetLoader
  private let width: Int
  private let height: Int
  private let schedule: FrameSchedule
  private let motion: LayerMotion
  private let painter: PicturePainter
  private let coding: ColorCoding
  private let pictures: PictureStore

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    path = layer.arguments[Self.source]
    place = layer.place
    loader = setting.loader
    let file = try Self.open(path, place, loader)
    if let damage = file.damage {
      let count = "\(file.frameCount) whole \(file.frameCount == 1 ? "picture" : "pictures")"
      setting.faults.warn("\(path.text): \(damage); \(count) will be shown", at: place)
    }
    width = file.width
    height = file.height
    schedule = Self.schedule(file, layer.arguments)
    motion = LayerMotion(layer.arguments, canvas: setting.canvas)
    painter = setting.painter()
    coding = setting.coding
    pictures = PictureStore(byteCap: setting.keptBytes)
  }

  private static func open(
    _ path: Path, _ place: Range<Int>, _ loader: AssetLoader
  ) throws(RenderError) -> ImageFile {
    let bytes = try loader.load(path, at: place)
    do throws(ImageError) {
      return try ImageFile(parsing: bytes)
    } catch {
      throw RenderError(message: "\(path.text): \(error)", place: place)
    }
  }

  private static func schedule(_ file: ImageFile, _ arguments: Arguments) -> FrameSchedule {
    let playing: FrameSchedule.Loop =
      switch arguments[loop] {
      case .forever: .forever
      case .file: .file
      case .count(let count): .count(count)
      }
    return FrameSchedule(
      file, loop: playing, speed: Rational(approximating: arguments[speed]),
      offset: arguments[offset].value,
      minDelay: arguments[minDelay]?.value)
  }

  func bounds(at time: Time) -> Box {
    motion.bounds(pictureWidth: width, pictureHeight: height, at: time)
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace, level: Int
  ) throws(RenderError) {
    let placement = motion.placement(pictureWidth: width, pictureHeight: height, at: time)
    guard let placement else { return }
    let index = schedule.frame(at: time.value)
    var failure: RenderError?
    painter.draw(
      on: frame, picture: .frame(index), placement: placement,
      opacity: motion.opacity(at: time), isLasting: motion.isStill
    ) {
      do throws(RenderError) {
        return try rows(index)
      } catch {
        failure = error
        return ColorRows(.transparent, coding: coding)
      }
    }
    if let failure { throw failure }
  }

  /// The rows of a frame of the file: from a converted copy where it is drawn again and again.
  private func rows(_ index: Int) throws(RenderError) -> any RowSource {
    try pictures.rows(index, isMoving: !motion.isStill, coding: coding) { () throws(RenderError) in
      try Self.open(path, place, loader)
    } explain: { error in
      RenderError(message: "\(path.text): \(error)", place: place)
    }
  }

  func release() {
    painter.release()
    pictures.removeAll()
  }
}

/// The decoded pictures of one file, loaded when they are first needed.
private final class PictureStore: Sendable {
  private struct State {
    var sequence: PictureSequence?
    var textures: [(index: Int, texture: Texture)] = []
    var bytes = 0
  }

  private let state = Mutex(State())
  private let byteCap: Int

  init(byteCap: Int) { self.byteCap = byteCap }

  func rows(
    _ index: Int, isMoving: Bool, coding: ColorCoding,
    open: () throws(RenderError) -> ImageFile, explain: (ImageError) -> RenderError
  ) throws(RenderError) -> any RowSource {
    let result: Result<any RowSource, RenderError> = state.withLock { state in
      Result { () throws(RenderError) in
        if let found = state.textures.first(where: { $0.index == index }) { return found.texture }
        let sequence: PictureSequence
        if let loaded = state.sequence {
          sequence = loaded
        } else {
          sequence = PictureSequence(try open(), keeping: byteCap)
          state.sequence = sequence
        }
        let rows: ImageRows
        do throws(ImageError) {
          rows = ImageRows(try sequence.picture(index), coding: coding)
        } catch {
          throw explain(error)
        }
        let isStill = sequence.file.frameCount == 1
        if isStill { state.sequence = nil }
        guard isMoving else { return rows }
        let texture = Texture(rows)
        if state.bytes + texture.byteCount <= byteCap || isStill {
          state.textures.append((index, texture))
          state.bytes += texture.byteCount
        }
        return texture
      }
    }
    return try result.get()
  }

  func removeAll() { state.withLock { $0 = State() } }
}
