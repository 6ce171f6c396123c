import Bytes

/// The frames of an animated PNG file, as its chunks tell them one by one
/// (PNG, third edition, section 11.3.6).
struct PNGAnimation {
  private let header: PNGHeader
  private let limits: ImageLimits
  private let frameCount: Int
  /// How often the animation plays; `nil` is forever.
  let plays: Int?
  private(set) var frames: [PNGFile.Frame] = []
  private(set) var damage: ImageError?
  private var sequence = 0
  /// Whether the picture outside the animation's own chunks is its first frame.
  private(set) var beginsWithImage = false

  /// Reads `acTL`; `nil` when it is of no use, and the file a still picture.
  init?(_ chunk: PNGChunk, _ bytes: [UInt8], _ header: PNGHeader, _ limits: ImageLimits) {
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard chunk.data.count == 8, let count = cursor.bigEndian32(), count > 0,
      let plays = cursor.bigEndian32()
    else { return nil }
    self.header = header
    self.limits = limits
    frameCount = Int(count)
    self.plays = plays == 0 ? nil : Int(plays)
  }

  /// Reads `fcTL`, which begins a frame.
  mutating func takeControl(
    _ chunk: PNGChunk, _ bytes: [UInt8], afterImage: Bool
  ) throws(ImageError) {
    try check(chunk, bytes)
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard chunk.data.count == 26 else { throw chunk.misplaced }
    try takeSequence(&cursor, chunk)
    if frames.count == frameCount {
      throw .malformed(.field("number of frames", frameCount), at: .byte(chunk.start))
    }
    guard frames.count < limits.frames else {
      throw .unsupported(.frames(limits.frames), at: .byte(chunk.start))
    }
    if let last = frames.last, last.data.isEmpty, !(beginsWithImage && frames.count == 1) {
      throw chunk.misplaced
    }
    let info = try frameInfo(&cursor, chunk)
    if !afterImage {
      let rectangle = info.rectangle
      guard frames.isEmpty, rectangle.width == header.width, rectangle.height == header.height
      else { throw chunk.misplaced }
      beginsWithImage = true
    }
    frames.append(PNGFile.Frame(info: info, data: []))
  }

  /// Reads `fdAT`, a piece of a frame's pixels behind a sequence number.
  mutating func takeData(
    _ chunk: PNGChunk, _ bytes: [UInt8], afterImage: Bool
  ) throws(ImageError) {
    try check(chunk, bytes)
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard chunk.data.count >= 4, afterImage, let last = frames.indices.last,
      !(beginsWithImage && last == 0)
    else { throw chunk.misplaced }
    try takeSequence(&cursor, chunk)
    frames[last].data.append(chunk.data.lowerBound + 4..<chunk.data.upperBound)
  }

  /// Gives the first frame its pixels when they are those of the still picture, and looks whether
  /// all frames came.
  mutating func end(imageData: [Range<Int>]) {
    if beginsWithImage, !frames.isEmpty { frames[0].data = imageData }
    if let last = frames.last, last.data.isEmpty { frames.removeLast() }
    if frames.count < frameCount {
      damage = .malformed(.field("number of frames", frameCount), at: .frame(frames.count))
    }
  }

  private func check(_ chunk: PNGChunk, _ bytes: [UInt8]) throws(ImageError) {
    guard chunk.hasRightChecksum(in: bytes) else {
      throw .malformed(.checksum(chunk.name.text), at: .byte(chunk.start))
    }
  }

  private mutating func takeSequence(
    _ cursor: inout ByteCursor, _ chunk: PNGChunk
  ) throws(ImageError) {
    guard let number = cursor.bigEndian32() else { throw chunk.misplaced }
    guard Int(number) == sequence else {
      throw .malformed(.sequence(Int(number), expected: sequence), at: .byte(chunk.start))
    }
    sequence += 1
  }

  private func frameInfo(
    _ cursor: inout ByteCursor, _ chunk: PNGChunk
  ) throws(ImageError) -> FrameInfo {
    guard let width = cursor.bigEndian32(), let height = cursor.bigEndian32(),
      let x = cursor.bigEndian32(), let y = cursor.bigEndian32(),
      let numerator = cursor.bigEndian16(), let denominator = cursor.bigEndian16(),
      let dispose = cursor.byte(), let blend = cursor.byte()
    else { throw chunk.misplaced }
    let rectangle = PixelRectangle(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    guard !rectangle.isEmpty else {
      throw .malformed(
        .size(width: rectangle.width, height: rectangle.height), at: .byte(chunk.start))
    }
    guard rectangle.x + rectangle.width <= header.width,
      rectangle.y + rectangle.height <= header.height
    else { throw .malformed(.frameOutside, at: .byte(chunk.start)) }
    guard dispose <= 2 else {
      throw .malformed(.field("dispose_op", Int(dispose)), at: .byte(chunk.start))
    }
    guard blend <= 1 else {
      throw .malformed(.field("blend_op", Int(blend)), at: .byte(chunk.start))
    }
    return FrameInfo(
      rectangle: rectangle,
      // A denominator of zero means hundredths.
      delay: Rational(
        reducing: Int128(numerator), over: denominator == 0 ? 100 : Int128(denominator)),
      disposal: dispose == 0 ? .keep : dispose == 1 ? .clear : .restore,
      blend: blend == 0 ? .source : .over)
  }
}
