import Bytes

/// Takes a GIF file apart, block by block (GIF89a, section 14 to 27).
///
/// A fault before the first whole frame is an error; a later one ends the file, which keeps the
/// frames that are whole. Comments, plain text and unknown extensions are stepped over.
struct GIFParser {
  /// What a graphic control extension says about the frame that follows it.
  private struct Control {
    var delay = Rational.zero
    var disposal = FrameInfo.Disposal.keep
    var transparent: Int?
  }

  private let bytes: [UInt8]
  private let limits: ImageLimits
  private var cursor: ByteCursor
  private var width = 0
  private var height = 0
  private var globalPalette: Range<Int>?
  private var control = Control()
  private var plays: Int? = 1
  private var hasLoop = false
  private var oddities: [ImageOddity] = []
  private var frames: [GIFFile.Frame] = []

  /// Takes a file apart.
  static func parse(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> GIFFile {
    var parser = GIFParser(bytes, limits)
    return try parser.parse()
  }

  private init(_ bytes: [UInt8], _ limits: ImageLimits) {
    self.bytes = bytes
    self.limits = limits
    cursor = ByteCursor(bytes, in: 6..<bytes.count)
  }

  private mutating func parse() throws(ImageError) -> GIFFile {
    try readScreen()
    var damage: ImageError?
    do throws(ImageError) {
      while try readBlock() {}
    } catch {
      if frames.isEmpty { throw error }
      if case .unsupported(.frames, _) = error { throw error }
      damage = error
    }
    if frames.isEmpty { throw .malformed(.noFrames, at: .byte(cursor.position)) }
    return GIFFile(
      bytes: bytes, width: width, height: height, frames: frames, plays: plays, damage: damage,
      oddities: oddities)
  }

  /// Reads the logical screen descriptor and the global palette.
  private mutating func readScreen() throws(ImageError) {
    guard let width = cursor.littleEndian16(), let height = cursor.littleEndian16(),
      let flags = cursor.byte(), cursor.skip(2) != nil
    else { throw truncated }
    self.width = width
    self.height = height
    // Without a size the screen takes that of the first frame.
    if width > 0, height > 0 { try checkScreen() }
    globalPalette = try readPalette(flags)
  }

  private func checkScreen() throws(ImageError) {
    guard limits.allow(width: width, height: height, bytesPerPixel: 4) else {
      throw .unsupported(.size(width: width, height: height), at: .byte(6))
    }
  }

  private mutating func readPalette(_ flags: UInt8) throws(ImageError) -> Range<Int>? {
    guard flags & 0x80 != 0 else { return nil }
    guard let range = cursor.skip(3 << (Int(flags & 7) + 1)) else { throw truncated }
    return range
  }

  private var truncated: ImageError { .truncated(at: .byte(bytes.count)) }

  /// Reads a block; false at the end of the file.
  private mutating func readBlock() throws(ImageError) -> Bool {
    let start = cursor.position
    guard let introducer = cursor.byte() else { throw truncated }
    switch introducer {
    case 0x21: try readExtension()
    case 0x2C: try readFrame()
    case 0x3B: return false
    // Stray terminators between blocks are common, and every browser steps over them.
    case 0x00: break
    default:
      throw .malformed(.field("block introducer", Int(introducer)), at: .byte(start))
    }
    return true
  }

  private mutating func readExtension() throws(ImageError) {
    guard let label = cursor.byte() else { throw truncated }
    let start = cursor.position
    guard GIFBlocks.skip(&cursor) else { throw truncated }
    var block = ByteCursor(bytes, in: start..<cursor.position)
    switch label {
    case 0xF9: readControl(&block)
    case 0xFF: readApplication(&block)
    // Plain text is a picture of its own kind and uses up the control block before it.
    case 0x01: control = Control()
    default: break
    }
  }

  private mutating func readControl(_ block: inout ByteCursor) {
    guard let length = block.byte(), length >= 4, let flags = block.byte(),
      let delay = block.littleEndian16(), let transparent = block.byte()
    else { return }
    control.delay = Rational(reducing: Int128(delay), over: 100)
    // 4 to 7 are reserved, and treated as "not specified".
    control.disposal = [.keep, .keep, .clear, .restore][Int(flags >> 2 & 7) & 3]
    if flags >> 2 & 7 > 3 { control.disposal = .keep }
    control.transparent = flags & 1 == 1 ? Int(transparent) : nil
  }

  /// Reads how often to play: Netscape's extension counts the times after the first.
  private mutating func readApplication(_ block: inout ByteCursor) {
    guard let length = block.byte(), length == 11 else { return }
    let isLoop =
      block.starts(with: Array("NETSCAPE2.0".utf8))
      || block.starts(with: Array("ANIMEXTS1.0".utf8))
    guard isLoop, block.skip(11) != nil else { return }
    while let length = block.byte(), length > 0, let range = block.skip(Int(length)) {
      guard range.count >= 3, bytes[range.lowerBound] & 7 == 1 else { continue }
      let count = Int(bytes[range.lowerBound + 1]) | Int(bytes[range.lowerBound + 2]) << 8
      let plays = count == 0 ? nil : count + 1
      // Of several, browsers take the last.
      if hasLoop, plays != self.plays {
        oddities.note(
          ImageOddity(.repeated("the loop count"), at: range.lowerBound, .lastCounts))
      }
      (self.plays, hasLoop) = (plays, true)
      return
    }
  }

  private mutating func readFrame() throws(ImageError) {
    let start = cursor.position
    guard let x = cursor.littleEndian16(), let y = cursor.littleEndian16(),
      let width = cursor.littleEndian16(), let height = cursor.littleEndian16(),
      let flags = cursor.byte()
    else { throw truncated }
    let palette = try readPalette(flags) ?? globalPalette
    guard let codeBits = cursor.byte() else { throw truncated }
    let data = cursor.position
    guard GIFBlocks.skip(&cursor) else { throw truncated }
    if self.width == 0 || self.height == 0 {
      (self.width, self.height) = (x + width, y + height)
      guard width > 0, height > 0 else {
        throw .malformed(.size(width: width, height: height), at: .byte(start))
      }
      try checkScreen()
    }
    // Encoders use up to 8; with 11 the clear code still fits a code.
    guard (1...11).contains(codeBits) else {
      throw .malformed(.field("LZW code size", Int(codeBits)), at: .byte(data - 1))
    }
    // A frame may reach beyond the screen, but not hold more pixels than a screen could.
    guard width == 0 || height == 0 || limits.allow(width: width, height: height, bytesPerPixel: 1)
    else { throw .unsupported(.size(width: width, height: height), at: .byte(start)) }
    guard frames.count < limits.frames else {
      throw .unsupported(.frames(limits.frames), at: .byte(start))
    }
    frames.append(
      GIFFile.Frame(
        info: FrameInfo(
          rectangle: PixelRectangle(x: x, y: y, width: width, height: height),
          delay: control.delay, disposal: control.disposal, blend: .over),
        palette: palette, transparent: control.transparent, isInterlaced: flags & 0x40 != 0,
        codeBits: Int(codeBits), data: data))
    control = Control()
  }
}
