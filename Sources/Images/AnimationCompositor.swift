/// Draws the frames of a file one after another.
///
/// After each frame the canvas holds what is to be seen; what the frame leaves behind is settled
/// when the next one is drawn.
struct AnimationCompositor: Sendable {
  /// The canvas in either depth, and what it was before the last frame.
  private struct Layers<Sample: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    var canvas: Canvas<Sample>
    var before: [Sample] = []

    init(_ file: ImageFile) {
      canvas = Canvas(width: file.width, height: file.height)
    }

    /// Does what the last frame asks for after it has been shown, and keeps what the next one will
    /// want back.
    mutating func turn(from last: FrameInfo?, to next: FrameInfo) {
      switch last?.disposal {
      case .clear:
        if let last { canvas.clear(last.rectangle) }
      case .restore: canvas.restore(before)
      case .keep, nil: break
      }
      before = next.disposal == .restore ? canvas.samples : []
    }
  }

  private let file: ImageFile
  private var bytes: Layers<UInt8>
  private var words: Layers<UInt16>
  /// The frame that ``advance()`` draws.
  private(set) var next = 0
  private var last: FrameInfo?
  /// What is wrong with data of a frame that was drawn all the same; the first that was found.
  private(set) var flaw: ImageError?

  init(_ file: ImageFile) {
    self.file = file
    bytes = Layers(file)
    words = Layers(file)
  }

  /// Draws the next frame, and says what is wrong with it: a frame whose data are broken leaves
  /// the canvas as it is.
  ///
  /// - Precondition: there is one.
  mutating func advance() -> ImageError? {
    let info = file.info(of: next)
    if isWide { words.turn(from: last, to: info) } else { bytes.turn(from: last, to: info) }
    defer {
      last = info
      next += 1
    }
    do throws(ImageError) {
      try draw(info)
      return nil
    } catch {
      // A frame that hides all that was there needs no canvas before; none at all shows nothing.
      if isWide { words.canvas.prepare() } else { bytes.canvas.prepare() }
      return error
    }
  }

  private var isWide: Bool {
    if case .png(let png) = file.content { return png.header.depth == 16 }
    return false
  }

  private mutating func draw(_ info: FrameInfo) throws(ImageError) {
    switch file.content {
    case .png(let png) where png.header.depth == 16:
      words.canvas.draw(try png.wordPixels(of: next), info)
    case .png(let png):
      bytes.canvas.draw(try png.bytePixels(of: next), info)
    case .drawn(let drawing):
      let picture = drawing.picture(next, width: file.width, height: file.height)
      if case .eight(let samples) = picture.samples { bytes.canvas.restore(samples) }
    case .gif(let gif):
      let frame = gif.frames[next]
      bytes.canvas.draw(
        try gif.indices(of: next), gif.colors(of: frame), info.rectangle,
        isInterlaced: frame.isInterlaced)
    case .jpeg(let jpeg):
      let decoded = jpeg.decoded()
      flaw = flaw ?? decoded.flaw
      bytes.canvas.draw(decoded.pixels, info)
    case .webp(let webp):
      let pixels = try webp.pixels(of: next)
      if info.blend == .over {
        bytes.canvas.lay(pixels, over: info.rectangle, bare: webp.frames[next].bare)
      } else {
        bytes.canvas.draw(pixels, info)
      }
    }
  }

  /// What is to be seen since the last frame was drawn.
  ///
  /// - Precondition: one was.
  var picture: Picture {
    Picture(
      width: file.width, height: file.height,
      samples: isWide ? .sixteen(words.canvas.samples) : .eight(bytes.canvas.samples),
      keepsLight: file.keepsLight)
  }

  /// Goes to a frame that does not depend on those before it.
  mutating func restart(at index: Int) {
    self = AnimationCompositor(file)
    next = index
  }

  /// Goes to the frame behind `index`, of which this is the finished picture.
  ///
  /// - Precondition: the frame's disposal is not ``FrameInfo/Disposal/restore``.
  mutating func resume(behind index: Int, _ picture: Picture) {
    self = AnimationCompositor(file)
    next = index + 1
    last = file.info(of: index)
    switch picture.samples {
    case .eight(let samples): bytes.canvas.restore(samples)
    case .sixteen(let samples): words.canvas.restore(samples)
    }
  }
}
