import Bytes

/// A picture file of any known format, still or animated, parsed but not decoded.
///
/// Every sequence of bytes either makes an image file or throws; no bytes make it trap, loop for
/// ever or take memory beyond its limits.
package struct ImageFile: Sendable {
  enum Content: Sendable {
    case png(PNGFile)
    case gif(GIFFile)
    case jpeg(JPEGFile)
    case webp(WebPFile)
    case drawn(any DrawnAnimation)
  }

  let content: Content
  /// Which of the formats the bytes are in, whatever the file's name says.
  package let format: ImageFormat
  /// The width in pixels, at least 1.
  package let width: Int
  /// The height in pixels, at least 1.
  package let height: Int
  /// How long each frame is shown, in seconds, as the file says it; one for each frame.
  ///
  /// A picture that does not move has one frame, most often with a delay of zero.
  package let delays: [Rational]
  /// How often the animation plays in all, at least once; `nil` is forever.
  ///
  /// APNG and WebP say this number. GIF says how often to repeat, which is one less, or nothing:
  /// then the animation plays once.
  package let loopCount: Int?
  /// Why there are fewer frames than the file promises, when it is broken or cut off.
  ///
  /// A file that breaks after some whole frames keeps them. Without a whole frame it is an error,
  /// and so is any fault in a PNG or WebP file that is not animated. What is left of a JPEG file is
  /// shown, and what is missing is one of the ``oddities``.
  package let damage: ImageError?
  /// Misplaced parts that were skipped; the first few.
  package let oddities: [ImageOddity]

  init(
    content: Content, format: ImageFormat, size: (width: Int, height: Int), delays: [Rational],
    loopCount: Int?, damage: ImageError? = nil, oddities: [ImageOddity]
  ) {
    (self.content, self.format, self.delays) = (content, format, delays)
    (width, height) = size
    (self.loopCount, self.damage, self.oddities) = (loopCount, damage, oddities)
  }

  /// Parses a file of pixels, whose format is recognised by its first bytes.
  ///
  /// - Parameters:
  ///   - convertingColors: whether pictures become sRGB where the file says that they are not; else
  ///     samples are what is stored.
  ///   - target: what becomes of pictures of PQ and HLG instead.
  /// - Throws: ``ImageError`` when the format is not known, when the picture is larger than
  ///   `limits`, and when there is not one whole frame.
  package init(
    parsing bytes: [UInt8], limits: ImageLimits = ImageLimits(), convertingColors: Bool = true,
    target: PictureTarget = .standard
  ) throws(ImageError) {
    guard !bytes.isEmpty else { throw .truncated(at: .byte(0)) }
    guard let format = ImageFormat(of: bytes) else { throw .unsupported(.format, at: .byte(0)) }
    switch format {
    case .lottie, .svg: throw .unsupported(.format, at: .byte(0))
    case .png:
      var file = try PNGParser.parse(bytes, limits)
      if !convertingColors { file.colors = file.colors?.asNumbers }
      file.colors?.target = target
      self.init(
        content: .png(file), format: format, size: file.size,
        delays: file.frames.map(\.info.delay), loopCount: file.plays, damage: file.damage,
        oddities: file.oddities)
    case .gif:
      let file = try GIFParser.parse(bytes, limits)
      self.init(
        content: .gif(file), format: format, size: (file.width, file.height),
        delays: file.frames.map(\.info.delay), loopCount: file.plays, damage: file.damage,
        oddities: file.oddities)
    case .jpeg:
      var file = try JPEGParser.parse(bytes, limits)
      if !convertingColors { file.colors = nil }
      file.colors?.target = target
      self.init(
        content: .jpeg(file), format: format, size: file.size, delays: [.zero], loopCount: 1,
        oddities: file.oddities)
    case .webp:
      var file = try WebPParser.parse(bytes, limits)
      if !convertingColors { file.colors = nil }
      file.colors?.target = target
      self.init(
        content: .webp(file), format: format, size: file.size,
        delays: file.frames.map(\.info.delay), loopCount: file.plays, damage: file.damage,
        oddities: file.oddities)
    }
  }

  /// How many frames there are, at least 1.
  package var frameCount: Int { delays.count }

  /// The memory that one decoded frame takes.
  package var bytesPerFrame: Int {
    if case .png(let file) = content { return width * height * file.header.bytesPerPicturePixel }
    return width * height * 4
  }

  /// Whether pictures hold light that is brighter than white.
  var keepsLight: Bool {
    if case .png(let file) = content { return file.colors?.keepsLight ?? false }
    return false
  }

  func info(of index: Int) -> FrameInfo {
    switch content {
    case .png(let file): file.frames[index].info
    case .gif(let file): file.frames[index].info
    case .jpeg(let file): file.info
    case .webp(let file): file.frames[index].info
    case .drawn:
      FrameInfo(
        rectangle: PixelRectangle(x: 0, y: 0, width: width, height: height), delay: delays[index],
        disposal: .keep, blend: .source)
    }
  }

  /// Whether the canvas is empty when a frame is drawn.
  func beginsClear(_ index: Int) -> Bool {
    if index == 0 { return true }
    let before = info(of: index - 1)
    return before.disposal == .clear && covers(before.rectangle)
  }

  /// Whether a frame covers the whole canvas and hides all that was there.
  func hidesAll(_ index: Int) -> Bool {
    let info = info(of: index)
    return info.blend == .source && covers(info.rectangle)
  }

  private func covers(_ rectangle: PixelRectangle) -> Bool {
    rectangle.x == 0 && rectangle.y == 0 && rectangle.width >= width && rectangle.height >= height
  }
}
