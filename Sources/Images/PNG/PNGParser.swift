import Bytes

/// Takes a PNG file apart, chunk by chunk.
///
/// Chunks that no picture depends on are stepped over unread. A fault before the first whole
/// picture is an error; so is any fault in a file that is not animated. In an animated file a later
/// fault ends the animation, which keeps the frames that are whole; without one, what stands
/// outside the animation is the picture.
struct PNGParser {
  private let bytes: [UInt8]
  private let limits: ImageLimits
  private var cursor: ByteCursor
  private let header: PNGHeader

  private var palette: [UInt8]?
  private var transparency: [UInt8]?
  private var imageData: [Range<Int>] = []
  private var imageIsOver = false
  private var animation: PNGAnimation?
  /// Beginnings of frames that stand before that of the animation.
  private var earlyFrames: [PNGChunk] = []
  /// What ended the animation before the file did.
  private var frameDamage: ImageError?
  private var colors: PNGColors
  private var turn: PictureTurn?
  private var oddities: [ImageOddity] = []

  /// Takes a file apart.
  static func parse(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> PNGFile {
    var parser = try PNGParser(bytes, limits)
    return try parser.parse()
  }

  private init(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) {
    self.bytes = bytes
    self.limits = limits
    cursor = ByteCursor(bytes, in: PNGChunk.signature.count..<bytes.count)
    let first = try PNGChunk(parsing: &cursor)
    header = try PNGHeader(first, in: bytes, limits: limits)
    colors = PNGColors(header, bytes)
  }

  private mutating func parse() throws(ImageError) -> PNGFile {
    var damage: ImageError?
    do throws(ImageError) {
      while true {
        let chunk = try PNGChunk(parsing: &cursor)
        if chunk.name.isCritical, !chunk.hasRightChecksum(in: bytes) {
          throw .malformed(.checksum(chunk.name.text), at: .byte(chunk.start))
        }
        if chunk.name == .end { break }
        try take(chunk)
      }
    } catch {
      if case .unsupported(.frames, _) = error { throw error }
      damage = error
    }
    var file = try finished(damage)
    if let turn { file.turn(turn) }
    return file
  }

  private mutating func take(_ chunk: PNGChunk) throws(ImageError) {
    if chunk.name != .data, !imageData.isEmpty { imageIsOver = true }
    switch chunk.name {
    case .header: throw chunk.misplaced
    case .palette: try takePalette(chunk)
    case .transparency: takeTransparency(chunk)
    case .data:
      if imageIsOver { throw chunk.misplaced }
      if header.colorType == .indexed, palette == nil {
        throw .malformed(.chunk("PLTE"), at: .byte(chunk.start))
      }
      imageData.append(chunk.data)
    case .animation:
      takeAnimation(chunk)
      let frames = earlyFrames
      earlyFrames = []
      for frame in frames { try takeFrame(frame) }
    case .frame, .frameData: try takeFrame(chunk)
    case .exif: takeExif(chunk)
    case let name where PNGColors.holds(name):
      colors.take(chunk, isLate: palette != nil || !imageData.isEmpty, &oddities)
    default:
      if chunk.name.isCritical {
        throw .unsupported(.criticalChunk(chunk.name.text), at: .byte(chunk.start))
      }
    }
  }

  /// Takes the beginning of an animation, which stands once, before the picture (section 11.3.6.1);
  /// like libpng and browsers, any other is left out.
  private mutating func takeAnimation(_ chunk: PNGChunk) {
    guard animation == nil else {
      return oddities.note(
        ImageOddity(.repeated("chunk acTL"), at: chunk.start, .firstCounts))
    }
    guard chunk.hasRightChecksum(in: bytes) else {
      return oddities.note(ImageOddity(.checksum("acTL"), at: chunk.start))
    }
    if imageData.isEmpty { animation = PNGAnimation(chunk, bytes, header, limits) }
    if animation == nil { oddities.note(ImageOddity(.chunk("acTL"), at: chunk.start)) }
  }

  /// Takes a part of a frame; without the beginning of an animation it is none. That may stand
  /// behind the beginning of the first frame: both stand before the picture.
  private mutating func takeFrame(_ chunk: PNGChunk) throws(ImageError) {
    guard animation != nil else {
      if chunk.name == .frame, imageData.isEmpty, earlyFrames.isEmpty {
        earlyFrames.append(chunk)
      } else {
        noteFrame(chunk)
      }
      return
    }
    guard frameDamage == nil else { return }
    let isBehind = !imageData.isEmpty
    do throws(ImageError) {
      if chunk.name == .frame {
        try animation?.takeControl(chunk, bytes, afterImage: isBehind)
      } else {
        try animation?.takeData(chunk, bytes, afterImage: isBehind)
      }
    } catch {
      if case .unsupported(.frames, _) = error { throw error }
      frameDamage = error
    }
  }

  /// Notes a part of a frame of no animation; the first of them stands for all.
  private mutating func noteFrame(_ chunk: PNGChunk) {
    if oddities.isEmpty { oddities.note(ImageOddity(.chunk("acTL"), at: chunk.start)) }
  }

  /// Takes how the picture is turned (section 11.3.4.6); the first chunk counts, and one that can't
  /// be read says nothing.
  private mutating func takeExif(_ chunk: PNGChunk) {
    guard turn == nil, chunk.hasRightChecksum(in: bytes) else { return }
    turn = PictureTurn(tiffIn: chunk.data, of: bytes)
  }

  /// Takes the palette of an indexed picture; that of another is only a suggestion.
  private mutating func takePalette(_ chunk: PNGChunk) throws(ImageError) {
    guard header.colorType == .indexed else { return }
    let length = chunk.data.count
    guard palette == nil, imageData.isEmpty, length % 3 == 0, (1...256).contains(length / 3) else {
      throw chunk.misplaced
    }
    palette = Array(bytes[chunk.data])
  }

  /// Takes transparency that is where it should be, and no longer than the palette.
  private mutating func takeTransparency(_ chunk: PNGChunk) {
    let fits =
      switch header.colorType {
      case .gray: chunk.data.count == 2
      case .rgb: chunk.data.count == 6
      case .indexed: chunk.data.count * 3 <= (palette ?? []).count
      case .grayAlpha, .rgba: false
      }
    guard chunk.hasRightChecksum(in: bytes) else {
      return oddities.note(ImageOddity(.checksum("tRNS"), at: chunk.start))
    }
    guard transparency == nil else {
      return oddities.note(ImageOddity(.repeated("chunk tRNS"), at: chunk.start, .firstCounts))
    }
    guard fits, imageData.isEmpty else {
      return oddities.note(ImageOddity(.chunk("tRNS"), at: chunk.start))
    }
    transparency = Array(bytes[chunk.data])
  }

  private mutating func finished(_ fileDamage: ImageError?) throws(ImageError) -> PNGFile {
    let damage = frameDamage ?? fileDamage
    if animation == nil, let early = earlyFrames.first { noteFrame(early) }
    let still = PNGFile.Frame(
      info: FrameInfo(
        rectangle: PixelRectangle(x: 0, y: 0, width: header.width, height: header.height),
        delay: .zero, disposal: .keep, blend: .source),
      data: imageData)
    if imageData.isEmpty {
      throw fileDamage ?? damage ?? .malformed(.chunk("IDAT"), at: .byte(cursor.position))
    }
    let found = colors.colors(&oddities)
    var file = PNGFile(
      bytes: bytes, header: header,
      layout: PNGLayout(header, palette: palette ?? [], transparency: transparency),
      colors: found, frames: [still], plays: animation.map(\.plays) ?? 1, damage: damage,
      oddities: oddities)
    guard var animation else {
      if let damage { throw damage }
      return file
    }
    animation.end(imageData: imageData)
    file.frames = animation.frames
    file.damage = damage ?? animation.damage
    if !animation.beginsWithImage, !file.frames.isEmpty, let fault = fault(file, 0) {
      file.frames = []
      file.damage = fault
    }
    try dropUnfinished(of: &file, still)
    return file
  }

  /// Removes a last frame that was cut off; without any frame, the still picture stands in.
  ///
  /// Only a file that breaks needs the look: whether the frame before the break is whole is
  /// known only by unpacking it.
  private func dropUnfinished(
    of file: inout PNGFile, _ still: PNGFile.Frame
  ) throws(ImageError) {
    guard let damage = file.damage else { return }
    if !file.frames.isEmpty, fault(file, file.frames.count - 1) != nil { file.frames.removeLast() }
    guard file.frames.isEmpty else { return }
    file.frames = [still]
    if fault(file, 0) != nil { throw damage }
  }

  /// Why a frame can't be unpacked; nil for one that is whole.
  private func fault(_ file: PNGFile, _ index: Int) -> ImageError? {
    do throws(ImageError) {
      if header.depth == 16 {
        _ = try file.wordPixels(of: index)
      } else {
        _ = try file.bytePixels(of: index)
      }
      return nil
    } catch {
      return error
    }
  }
}
