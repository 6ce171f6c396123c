/// The picture that the frames of an animation are drawn onto.
///
/// It begins transparent. `Sample` is `UInt8` or `UInt16`; a pixel is four samples, alpha straight.
struct Canvas<Sample: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  let width: Int
  let height: Int
  private(set) var samples: [Sample]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    samples = []
  }

  /// Fills the samples in when there are none yet.
  mutating func prepare() {
    if samples.isEmpty { samples = [Sample](repeating: 0, count: width * height * 4) }
  }

  /// Goes back to what the canvas held before.
  mutating func restore(_ samples: [Sample]) { self.samples = samples }

  /// Makes a rectangle transparent.
  mutating func clear(_ rectangle: PixelRectangle) {
    prepare()
    let visible = rectangle.clipped(toWidth: width, height: height)
    guard !visible.isEmpty else { return }
    let width = self.width
    var samples = self.samples.mutableSpan
    for row in visible.y..<visible.y + visible.height {
      let start = (row &* width &+ visible.x) &* 4
      for index in start..<start &+ visible.width &* 4 { samples[index] = 0 }
    }
  }

  /// Draws the pixels of a frame, which lies within the canvas.
  mutating func draw(_ pixels: [Sample], _ info: FrameInfo) {
    let rectangle = info.rectangle
    if info.blend == .source, rectangle.width == width, rectangle.height == height {
      samples = pixels
      return
    }
    prepare()
    let width = self.width
    var samples = self.samples.mutableSpan
    let count = rectangle.width &* 4
    for row in 0..<rectangle.height {
      let start = ((rectangle.y &+ row) &* width &+ rectangle.x) &* 4
      let source = pixels.span.extracting(row &* count..<(row &+ 1) &* count)
      if info.blend == .source {
        for index in source.indices { samples[start &+ index] = source[index] }
      } else {
        Self.layOver(source, &samples, at: start)
      }
    }
  }

  /// Lays pixels over those from `start` on, both with straight alpha, as the PNG specification
  /// does it (third edition, section 11.3.6.2, and section 13.16).
  ///
  /// The weights are whole numbers; the quotients are cut off, as in the reference tools.
  private static func layOver(
    _ source: Span<Sample>, _ target: inout MutableSpan<Sample>, at start: Int
  ) {
    let peak = UInt64(Sample.max)
    var index = 0
    while index < source.count {
      let place = start &+ index
      defer { index &+= 4 }
      let alpha = UInt64(source[index &+ 3])
      if alpha == 0 { continue }
      let below = UInt64(target[place &+ 3])
      if alpha == peak || below == 0 {
        for channel in 0..<4 { target[place &+ channel] = source[index &+ channel] }
        continue
      }
      let upper = alpha &* peak
      let lower = (peak &- alpha) &* below
      let sum = upper &+ lower
      for channel in 0..<3 {
        let mixed =
          UInt64(source[index &+ channel]) &* upper &+ UInt64(target[place &+ channel]) &* lower
        target[place &+ channel] = Sample(truncatingIfNeeded: mixed / sum)
      }
      target[place &+ 3] = Sample(truncatingIfNeeded: sum / peak)
    }
  }
}

extension Canvas<UInt8> {
  /// Lays the pixels of a WebP frame over what is there, as libwebp does, whose weights have eight
  /// bits.
  ///
  /// - Parameter bare: where nothing is there, and pixels are taken as they are.
  mutating func lay(_ pixels: [UInt8], over rectangle: PixelRectangle, bare: PixelRectangle?) {
    prepare()
    let width = self.width
    let bare = bare ?? PixelRectangle(x: 0, y: 0, width: 0, height: 0)
    var samples = self.samples.mutableSpan
    let source = pixels.span
    for row in 0..<rectangle.height {
      let isBareRow = rectangle.y + row >= bare.y && rectangle.y + row < bare.y + bare.height
      let start = ((rectangle.y &+ row) &* width &+ rectangle.x) &* 4
      for column in 0..<rectangle.width {
        let across = rectangle.x &+ column
        let isBare = isBareRow && across >= bare.x && across < bare.x &+ bare.width
        let (from, to) = (4 &* (row &* rectangle.width &+ column), start &+ 4 &* column)
        let alpha = UInt32(source[from &+ 3])
        if alpha == 255 || isBare {
          for channel in 0..<4 { samples[to &+ channel] = source[from &+ channel] }
        } else if alpha > 0 {
          let below = (UInt32(samples[to &+ 3]) &* (256 &- alpha)) &>> 8
          let sum = alpha &+ below
          let scale = (1 &<< 24) / sum
          for channel in 0..<3 {
            let mixed =
              UInt32(source[from &+ channel]) &* alpha &+ UInt32(samples[to &+ channel]) &* below
            samples[to &+ channel] = UInt8(truncatingIfNeeded: (mixed &* scale) &>> 24)
          }
          samples[to &+ 3] = UInt8(truncatingIfNeeded: sum)
        }
      }
    }
  }

  /// Draws the indices of a GIF frame; those whose colour is zero leave the canvas as it is.
  ///
  /// They come in the order of the file, and there may be fewer than pixels.
  mutating func draw(
    _ indices: [UInt8], _ colors: [UInt32], _ rectangle: PixelRectangle, isInterlaced: Bool
  ) {
    prepare()
    let visible = rectangle.clipped(toWidth: width, height: height)
    guard !visible.isEmpty else { return }
    let width = self.width
    // A table of masks in place of a test: among scattered transparent pixels a branch would
    // mostly be guessed wrong.
    let masks = colors.map { $0 == 0 ? UInt32.max : 0 }
    samples.withUnsafeMutableBytes { samples in
      samples.withMemoryRebound(to: UInt32.self) { pixels in
        indices.withUnsafeBufferPointer { indices in
          var start = 0
          for row in GIFRows(height: rectangle.height, isInterlaced: isInterlaced) {
            guard start < indices.count else { return }
            if row < visible.height {
              let count = Swift.min(visible.width, indices.count &- start)
              let target = (visible.y &+ row) &* width &+ visible.x
              Self.draw(
                UnsafeBufferPointer(rebasing: indices[start..<start &+ count]), colors, masks,
                UnsafeMutableBufferPointer(rebasing: pixels[target..<target &+ count]))
            }
            start &+= rectangle.width
          }
        }
      }
    }
  }

  private static func draw(
    _ indices: UnsafeBufferPointer<UInt8>, _ colors: [UInt32], _ masks: [UInt32],
    _ pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    colors.withUnsafeBufferPointer { colors in
      masks.withUnsafeBufferPointer { masks in
        for column in 0..<indices.count {
          let index = Int(indices[column])
          pixels[column] = colors[index] | pixels[column] & masks[index]
        }
      }
    }
  }
}
