import Bytes
import Fonts
import Geometry
import Images
import Timeline
import Y4M

/// A picture file, with what was made of it for drawing.
///
/// Layers that show the same file share its decoded pictures and its sprites. When the last of them
/// is over, everything but the file's measures is forgotten.
final class ImageAsset: Sendable {
  /// When the pictures of the file change.
  struct Timing: Sendable {
    let delays: [Rational]
    let loopCount: Int?
    /// Whether its pictures are drawn as they are shown.
    let areExact: Bool
  }

  /// How wide it is shown, in pixels of the output: those of a file are square.
  let width: Int
  let height: Int
  /// The pixels of a row.
  private let columns: Int
  let timing: Timing
  /// What is broken or odd in the file and can be lived with.
  let warnings: [String]
  private let path: Path
  private let place: Range<Int>
  private let loader: AssetLoader
  private let fonts: FontLibrary
  /// Draws the pictures of a file of lines and areas; nil for a file of pixels.
  private let drawing: (any DrawnAnimation)?
  private let unpacked: UnpackedFile
  private let coding: ColorCoding
  private let painter: PicturePainter
  private let byteCap: Int
  private let state = Mutex(State())
  private static let decoding = Mutex(())
  private let users = Mutex(1)

  private struct State {
    var sequence: PictureSequence?
    var textures: [(index: Int, texture: Texture)] = []
    /// Opaque pictures as frames; nil for those that are not opaque.
    var frames: [(index: Int, target: PixelFormat, frame: SharedFrame?)] = []
    /// The pictures that are known to be opaque, or not to be.
    var opacities: [(index: Int, isOpaque: Bool)] = []
    var bytes = 0

    /// Whether a picture is opaque, as far as is known.
    func isOpaque(_ index: Int) -> Bool? {
      opacities.first { $0.index == index }?.isOpaque
        ?? frames.first { $0.index == index }.map { $0.frame != nil }
    }
  }

  /// Opens the file for one layer, which asks for it at `place`.
  init(
    _ path: Path, at place: Range<Int>, _ setting: LayerSetting
  ) throws(RenderError) {
    self.path = path
    self.place = place
    loader = setting.loader
    fonts = setting.fonts
    unpacked = setting.assets.unpacked
    coding = setting.coding
    painter = setting.painter()
    byteCap = setting.budget.bytes
    let remark = setting.loader.remark(on: path)
    let size = try setting.loader.size(of: path, at: place)
    if !setting.isThorough, let size {
      (columns, height) = size
      width = Self.shown(columns, setting)
      drawing = nil
      timing = Timing(delays: [.zero], loopCount: 1, areExact: false)
      warnings = setting.loader.doubts(about: path) + [remark].compactMap(\.self)
      return
    }
    let file = try Self.open(path, at: place, setting.loader, setting.coding, setting.fonts)
    columns = file.width
    width = Self.shown(columns, setting)
    height = file.height
    drawing = file.drawing
    timing = Timing(
      delays: file.delays, loopCount: file.loopCount, areExact: file.drawing != nil)
    let found = try Self.unpack(file, path, at: place, setting)
    let count = counted(file.frameCount, "whole picture")
    let damage =
      file.damage.map { "\($0); \(count) will be shown" }
      ?? found.broken.map { "\($0); the picture before it is kept" }
    // Of a PNG that another program has made, places say nothing. Of a file that breaks off, all is
    // said.
    let flaw = file.oddities.contains { $0.losesParts } ? nil : found.flaw
    let oddities = size == nil ? (file.oddities + [flaw].compactMap(\.self)).map(\.description) : []
    warnings =
      (oddities + [damage].compactMap(\.self)).map { "\(path.text): \($0)" }
      + (size == nil ? [] : setting.loader.doubts(about: path)) + [remark].compactMap(\.self)
  }

  /// How many pixels of the output so many of a file are as wide as.
  private static func shown(_ columns: Int, _ setting: LayerSetting) -> Int {
    if setting.pixelWidth == 1 { return columns }
    let width = (Double(columns) / setting.pixelWidth).rounded()
    return Int(min(max(width, 1), Double(PixelFormat.largestSide)))
  }

  /// Unpacks the first picture of a file where that is quickly done, and all where everything is to
  /// be looked at.
  ///
  /// - Returns: what is wrong with a picture that can be left out, and with one that is shown all
  ///   the same.
  private static func unpack(
    _ file: ImageFile, _ path: Path, at place: Range<Int>, _ setting: LayerSetting
  ) throws(RenderError) -> (broken: ImageError?, flaw: ImageOddity?) {
    // What is drawn has no pictures that could be broken.
    guard file.drawing == nil,
      setting.assets.isQuick(file.bytesPerFrame) || setting.isThorough
    else { return (nil, nil) }
    let sequence = PictureSequence(file, keeping: setting.isThorough ? 0 : setting.budget.bytes)
    do throws(ImageError) {
      for index in 0..<(setting.isThorough ? file.frameCount : 1) {
        _ = try sequence.picture(index)
      }
    } catch {
      throw RenderError(.picture(path.text, error), at: place)
    }
    if setting.isThorough { return (sequence.damage, sequence.flaw) }
    setting.assets.unpacked.keep(sequence, of: path)
    return (nil, sequence.flaw)
  }

  private static func open(
    _ path: Path, at place: Range<Int>, _ loader: AssetLoader, _ coding: ColorCoding,
    _ fonts: FontLibrary
  ) throws(RenderError) -> ImageFile {
    let bytes = try loader.load(path, at: place)
    do throws(ImageError) {
      return try ImageFile(
        reading: bytes, target: coding.light.pictures, fonts: fonts
      ) { name in
        // Pictures of an animation lie beside it or deeper.
        guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
        let folder = path.text.lastIndex(of: "/").map { path.text[...$0] } ?? ""
        return try? loader.data(Path(folder + name), at: place)
      }
    } catch {
      throw RenderError(.picture(path.text, error), at: place)
    }
  }

  /// The sizes in which its pictures can be had.
  private var levels: PictureLevels {
    PictureLevels(width: columns, height: height, shownWidth: width)
  }

  /// When its pictures are shown, as the file says it.
  var schedule: FrameSchedule {
    FrameSchedule(
      delays: timing.delays, fileLoop: timing.loopCount, areExact: timing.areExact)
  }

  /// Counts one more layer that shows the file.
  func retain() { users.withLock { $0 += 1 } }

  /// Counts one layer less.
  func release() {
    let isUnused = users.withLock { users in
      users -= 1
      return users <= 0
    }
    guard isUnused else { return }
    _ = unpacked.take(path)
    painter.release()
    state.withLock { $0 = State() }
  }

  /// Draws picture number `index` of the file.
  ///
  /// - Parameter isStill: whether later frames show the picture in the same place.
  func draw(
    _ index: Int, on frame: Frame, placement: Placement, opacity: UInt16, isStill: Bool,
    region: PlacedRegion? = nil, _ workspace: Workspace
  ) throws(RenderError) {
    let level = drawing == nil ? 0 : levels.level(placement)
    let number = drawing == nil ? index : levels.number(index, at: level)
    let isOwn = level == 0 && columns == width
    let sharp = isOwn ? placement : levels.resized(placement, to: level)
    try painter.draw(
      on: frame, picture: .frame(number), placement: sharp, opacity: opacity,
      isLasting: isStill, region: region, workspace
    ) { () throws(RenderError) in try rows(number, isStill: isStill) }
  }

  /// The rows of a picture as they are at hand.
  private enum Rows: RowSource {
    case decoded(ImageRows)
    case converted(Texture)

    var width: Int {
      switch self {
      case .decoded(let rows): rows.width
      case .converted(let texture): texture.width
      }
    }

    var height: Int {
      switch self {
      case .decoded(let rows): rows.height
      case .converted(let texture): texture.height
      }
    }

    var texture: Texture? {
      if case .converted(let texture) = self { return texture }
      return nil
    }

    func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
      fill(row, y: y, columns: columns, .all)
    }

    func fill(_ row: PictureRow, y: Int, columns: Range<Int>, _ channels: Channels) {
      switch self {
      case .decoded(let rows): rows.fill(row, y: y, columns: columns, channels)
      case .converted(let texture): texture.fill(row, y: y, columns: columns)
      }
    }
  }

  /// The rows of a picture: from a converted copy where it is resampled for every frame.
  private func rows(_ index: Int, isStill: Bool) throws(RenderError) -> Rows {
    if let drawing { return drawnRows(index, drawing, isStill: isStill) }
    let result: Result<Rows, RenderError> = state.withLock { state in
      Result { () throws(RenderError) in
        if let found = state.textures.first(where: { $0.index == index }) {
          return .converted(found.texture)
        }
        let rows = ImageRows(try picture(index, &state), coding: coding)
        return isStill ? .decoded(rows) : .converted(keep(Texture(rows), index, &state))
      }
    }
    return try result.get()
  }

  /// The rows of a picture that is drawn, by several threads at once.
  private func drawnRows(
    _ number: Int, _ drawing: any DrawnAnimation, isStill: Bool
  ) -> Rows {
    let found = state.withLock { state in state.textures.first { $0.index == number }?.texture }
    if let found { return .converted(found) }
    let rows = ImageRows(levels.picture(number, drawing), coding: coding)
    if isStill { return .decoded(rows) }
    let texture = Texture(rows)
    return .converted(state.withLock { keep(texture, number, &$0) })
  }

  /// Picture number `index` as a frame with the chroma of the frames that are drawn on, of 8 bits
  /// where those are, else of 16 in picture units; nil when it is not opaque.
  ///
  /// - Parameters:
  ///   - target: the frames that are drawn on.
  ///   - scale: how large it is ever drawn; no more of it is kept than that shows.
  ///
  /// Pictures of lines and areas are drawn as they are needed.
  ///
  /// Frames that other workers still draw when all layers are over are made once more, and not
  /// kept.
  func frame(
    _ index: Int, for target: PixelFormat, scale: Double, _ workspace: Workspace
  ) throws(RenderError) -> SharedFrame? {
    if drawing != nil { return nil }
    let isKept = users.withLock { $0 > 0 }
    func side(_ side: Int) -> Int {
      min(side, max(1, Int((Double(side) * min(max(scale, 0), 1)).rounded(.up))))
    }
    let (width, height) = (side(columns), side(self.height))
    let result: Result<SharedFrame?, RenderError> = state.withLock { state in
      Result { () throws(RenderError) in
        let found = state.frames.first { kept in
          guard kept.index == index, let frame = kept.frame else { return kept.index == index }
          return frame.format.width == width && kept.target == target
        }
        if let found { return found.frame }
        let deep = PixelFormat(
          width: width, height: height, depth: 16, chroma: target.chroma, siting: target.siting)
        let fine = try decoded(index, &state) { picture -> Frame? in
          guard let deep, picture.isOpaque else { return nil }
          let made = Frame(deep)
          ImageRows(picture, coding: coding, isOpaque: true).fill(made, workspace)
          return made
        }
        // The picture is gone by now, which takes most.
        let frame = (target.depth == 8 ? fine?.roundedToBytes : fine).map { SharedFrame($0) }
        let bytes = frame?.format.frameBytes ?? 0
        if !isKept {
          state.sequence = nil
        } else if state.bytes + bytes <= byteCap || state.frames.isEmpty {
          state.frames.append((index, target, frame))
          state.bytes += bytes
        }
        return frame
      }
    }
    return try result.get()
  }

  /// Whether picture number `index` is opaque; nil when it has not been unpacked.
  func isKnownOpaque(_ index: Int) -> Bool? {
    drawing == nil ? state.withLock { $0.isOpaque(index) } : false
  }

  /// Whether picture number `index` is opaque; what is drawn counts as if it never were.
  func isOpaque(_ index: Int) throws(RenderError) -> Bool {
    if drawing != nil { return false }
    let result: Result<Bool, RenderError> = state.withLock { state in
      Result { () throws(RenderError) in
        if let known = state.isOpaque(index) { return known }
        let isOpaque = try picture(index, &state, isLast: false).isOpaque
        state.opacities.append((index, isOpaque))
        return isOpaque
      }
    }
    return try result.get()
  }

  /// Decodes a picture and makes something of it, while no other file is decoded: a picture
  /// unpacked takes much more memory than what is kept of it.
  private func decoded<Made: Sendable>(
    _ index: Int, _ state: inout State, _ make: (Picture) -> Made
  ) throws(RenderError) -> Made {
    let result: Result<Made, RenderError> = Self.decoding.withLock { _ in
      Result { () throws(RenderError) in make(try picture(index, &state)) }
    }
    return try result.get()
  }

  /// Decodes a picture, and the file before if need be.
  ///
  /// - Parameter isLast: whether the picture of a still file is not asked for again soon.
  private func picture(
    _ index: Int, _ state: inout State, isLast: Bool = true
  ) throws(RenderError) -> Picture {
    let sequence: PictureSequence
    if let loaded = state.sequence ?? unpacked.take(path) {
      sequence = loaded
    } else {
      sequence = PictureSequence(
        try Self.open(path, at: place, loader, coding, fonts), keeping: byteCap)
    }
    // The one picture of a still file is needed again only where its sprites are not.
    state.sequence = timing.delays.count > 1 ? sequence : nil
    if !isLast, state.sequence == nil { unpacked.keep(sequence, of: path) }
    do throws(ImageError) {
      return try sequence.picture(index)
    } catch {
      throw RenderError(.picture(path.text, error), at: place)
    }
  }

  private func keep(_ texture: Texture, _ index: Int, _ state: inout State) -> Texture {
    if state.textures.isEmpty || state.bytes + texture.byteCount <= byteCap {
      state.textures.append((index, texture))
      state.bytes += texture.byteCount
    }
    return texture
  }
}

extension Frame {
  /// The same picture of 8 bits, of a frame in picture units of 8 bits.
  fileprivate var roundedToBytes: Frame? {
    let bytes = PixelFormat(
      width: format.width, height: format.height, chroma: format.chroma, siting: format.siting)
    guard let bytes else { return nil }
    let made = Frame(bytes)
    let samples = self.bytes.bindMemory(to: UInt16.self)
    for index in 0..<min(samples.count, made.bytes.count) {
      made.bytes[index] = UInt8(truncatingIfNeeded: min((UInt32(samples[index]) &+ 128) &>> 8, 255))
    }
    return made
  }
}
