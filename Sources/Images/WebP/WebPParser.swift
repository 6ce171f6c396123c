import Bytes

/// Takes a WebP file apart, chunk by chunk (RFC 9649, section 2).
///
/// Chunks that no picture depends on are stepped over unread. A fault before the first whole frame
/// is an error; so is any fault in a file that is not animated. In an animated file a later fault
/// ends the animation, which keeps the frames that are whole.
struct WebPParser {
  /// How long the names and sizes at the beginning are.
  private static let headLength = 12

  private let bytes: [UInt8]
  private let limits: ImageLimits
  private var cursor: ByteCursor
  /// What is missing where the file is shorter than it says.
  private var missing: ImageError?
  private var width = 0
  private var height = 0
  /// What the file says of all of it; nil for a file of one picture and nothing else.
  private var extended: (isAnimated: Bool, hasAlpha: Bool)?
  private var hasAnimation = false
  private var plays: Int?
  private var frames: [WebPFile.Frame] = []
  /// The alpha of a picture that has not come yet.
  private var alpha: Range<Int>?
  private var profile: WebPChunk?
  private var turn: PictureTurn?
  private var oddities: [ImageOddity] = []

  /// Takes a file apart.
  static func parse(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> WebPFile {
    var parser = try WebPParser(bytes, limits)
    return try parser.parse()
  }

  private init(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) {
    self.bytes = bytes
    self.limits = limits
    var head = ByteCursor(bytes, in: 4..<bytes.count)
    guard let low = head.littleEndian16(), let high = head.littleEndian16() else {
      throw .truncated(at: .byte(bytes.count))
    }
    let end = 8 + (low | high << 16)
    guard end >= Self.headLength else {
      throw .malformed(.field("the size of the file", end - 8), at: .byte(4))
    }
    if end > bytes.count { missing = .truncated(at: .byte(bytes.count)) }
    // What stands behind is none of the file.
    cursor = ByteCursor(bytes, in: Self.headLength..<Swift.min(end, bytes.count))
  }

  private mutating func parse() throws(ImageError) -> WebPFile {
    var damage: ImageError?
    do throws(ImageError) {
      while cursor.remaining > 0 { try take(try WebPChunk(parsing: &cursor)) }
      if let missing { throw missing }
    } catch {
      guard extended?.isAnimated == true, !frames.isEmpty else { throw error }
      if case .unsupported(.frames, _) = error { throw error }
      damage = error
    }
    if frames.isEmpty { throw .malformed(.noFrames, at: .byte(cursor.position)) }
    settleBlending()
    var file = WebPFile(
      bytes: bytes, width: width, height: height, colors: colors(), frames: frames,
      plays: extended?.isAnimated == true ? plays : 1, damage: damage, oddities: oddities)
    if let turn { file.turn(turn) }
    return file
  }

  private mutating func take(_ chunk: WebPChunk) throws(ImageError) {
    switch chunk.name {
    case .extended: try takeExtended(chunk)
    case .alpha:
      guard let extended, !extended.isAnimated, frames.isEmpty else { throw chunk.misplaced }
      if alpha == nil { alpha = chunk.data }
    case .lossy, .lossless: try takeStill(chunk)
    case .animation: try takeAnimation(chunk)
    case .frame: try takeFrame(chunk)
    case .profile:
      if profile == nil {
        profile = chunk
      } else {
        oddities.note(
          ImageOddity(.repeated("chunk ICCP"), at: chunk.start, .firstCounts))
      }
    case .exif: takeExif(chunk)
    default:
      // A file that begins with something else is none.
      if extended == nil, frames.isEmpty { throw chunk.misplaced }
    }
  }

  /// Takes what the file says of all of it (section 2.7).
  private mutating func takeExtended(_ chunk: WebPChunk) throws(ImageError) {
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard extended == nil, frames.isEmpty, let flags = cursor.byte(), cursor.skip(3) != nil,
      let width = cursor.littleEndian24(), let height = cursor.littleEndian24()
    else { throw chunk.misplaced }
    (self.width, self.height) = (width + 1, height + 1)
    extended = (isAnimated: flags & 2 != 0, hasAlpha: flags & 0x10 != 0)
    try checkSize(chunk)
  }

  private func checkSize(_ chunk: WebPChunk) throws(ImageError) {
    guard limits.allow(width: width, height: height, bytesPerPixel: 4) else {
      throw .unsupported(.size(width: width, height: height), at: .byte(chunk.data.lowerBound))
    }
  }

  // MARK: - Pictures

  /// Takes the picture of a file that is not animated.
  private mutating func takeStill(_ chunk: WebPChunk) throws(ImageError) {
    guard frames.isEmpty else { throw chunk.repeated }
    var frame = try frame(chunk, alpha)
    let size = frame.info.rectangle
    if let extended {
      guard !extended.isAnimated else { throw chunk.misplaced }
      guard size.width == width, size.height == height else {
        throw .malformed(
          .size(width: size.width, height: size.height), at: .byte(chunk.data.lowerBound))
      }
      frame.isOpaque = !extended.hasAlpha
    } else {
      (width, height) = (size.width, size.height)
      try checkSize(chunk)
      frame.isOpaque = !frame.hasAlpha
    }
    frames.append(frame)
  }

  /// A frame of the size of the picture in a chunk.
  private func frame(
    _ chunk: WebPChunk, _ alpha: Range<Int>?
  ) throws(ImageError) -> WebPFile.Frame {
    let isLossless = chunk.name == .lossless
    var rectangle = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
    var hasAlpha = alpha != nil
    if isLossless {
      // Such a picture has alpha of its own.
      guard alpha == nil else { throw chunk.misplaced }
      let header = try LosslessPicture.Header(bytes, in: chunk.data)
      (rectangle.width, rectangle.height) = (header.width, header.height)
      hasAlpha = header.hasAlpha
    } else {
      (rectangle.width, rectangle.height) = try VP8Header.size(bytes, in: chunk.data)
    }
    return WebPFile.Frame(
      info: FrameInfo(rectangle: rectangle, delay: .zero, disposal: .keep, blend: .source),
      image: chunk.data, isLossless: isLossless, alpha: alpha, hasAlpha: hasAlpha)
  }

  /// Takes how often the animation plays (section 2.7.1.1); what it says of a background is for
  /// others.
  private mutating func takeAnimation(_ chunk: WebPChunk) throws(ImageError) {
    guard !hasAnimation else {
      return oddities.note(
        ImageOddity(.repeated("chunk ANIM"), at: chunk.start, .firstCounts))
    }
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard cursor.skip(4) != nil, let plays = cursor.littleEndian16() else {
      throw chunk.misplaced
    }
    hasAnimation = true
    self.plays = plays == 0 ? nil : plays
  }

  /// Takes a frame of the animation (section 2.7.1.1).
  private mutating func takeFrame(_ chunk: WebPChunk) throws(ImageError) {
    guard hasAnimation, let extended else { throw chunk.misplaced }
    guard extended.isAnimated else {
      return oddities.note(ImageOddity(.chunk("ANMF"), at: chunk.start))
    }
    guard frames.count < limits.frames else {
      throw .unsupported(.frames(limits.frames), at: .byte(chunk.start))
    }
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard let x = cursor.littleEndian24(), let y = cursor.littleEndian24(),
      cursor.skip(6) != nil, let duration = cursor.littleEndian24(), let flags = cursor.byte()
    else { throw chunk.misplaced }
    var frame = try frame(&cursor, chunk)
    frame.info.rectangle.x = 2 * x
    frame.info.rectangle.y = 2 * y
    let rectangle = frame.info.rectangle
    guard rectangle.x + rectangle.width <= width, rectangle.y + rectangle.height <= height else {
      throw .malformed(.frameOutside, at: .byte(chunk.start))
    }
    frame.info.delay = Rational(reducing: Int128(duration), over: 1000)
    frame.info.disposal = flags & 1 == 0 ? .keep : .clear
    frame.info.blend = flags & 2 == 0 ? .over : .source
    frames.append(frame)
  }

  /// The picture among the chunks of a frame, whose size is that of its pixels.
  private func frame(
    _ cursor: inout ByteCursor, _ chunk: WebPChunk
  ) throws(ImageError) -> WebPFile.Frame {
    var alpha: Range<Int>?
    while cursor.remaining > 0 {
      let part = try WebPChunk(parsing: &cursor)
      switch part.name {
      case .alpha: if alpha == nil { alpha = part.data }
      case .lossy, .lossless: return try frame(part, alpha)
      default: break
      }
    }
    throw chunk.misplaced
  }

  /// Says of frames that are laid over what is there where that is nothing: there they are as they
  /// are stored, as libwebp has it, whose sums of alpha would change them.
  private mutating func settleBlending() {
    var isBare = true
    var before: WebPFile.Frame?
    func covers(_ frame: WebPFile.Frame) -> Bool {
      frame.info.rectangle.width == width && frame.info.rectangle.height == height
    }
    for index in frames.indices {
      let frame = frames[index]
      if let before {
        let isCleared = before.info.disposal == .clear
        isBare = isCleared && (covers(before) || isBare)
        if covers(frame), !frame.hasAlpha || frame.info.blend == .source { isBare = true }
        if isCleared { frames[index].bare = before.info.rectangle }
      }
      if isBare { frames[index].info.blend = .source }
      before = frame
    }
  }

  // MARK: - Beside them

  /// Takes how the picture is turned; the first chunk counts, and one that can't be read says
  /// nothing.
  private mutating func takeExif(_ chunk: WebPChunk) {
    guard turn == nil else { return }
    var cursor = ByteCursor(bytes, in: chunk.data)
    // Some programs write the name that JPEG has there.
    if cursor.starts(with: Array("Exif\0\0".utf8)) { _ = cursor.skip(6) }
    turn = PictureTurn(tiffIn: cursor.position..<cursor.end, of: bytes)
  }

  /// What the colours are; nil where they are sRGB, or where the profile can't be used.
  private mutating func colors() -> PictureColors? {
    guard let profile else { return nil }
    do throws(ProfileFault) {
      guard profile.data.count <= ICCProfile.mostBytes else {
        throw .unsupported("tables of colours")
      }
      let colors = try PictureColors(ofProfile: Array(bytes[profile.data]), isGray: false)
      return colors.isSRGB ? nil : colors
    } catch {
      oddities.note(ImageOddity(ImageError(error, at: profile.start), .asSRGB))
      return nil
    }
  }
}
