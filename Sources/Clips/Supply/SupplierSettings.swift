import Bytes
import Y4M

extension Supplier {
  /// What does not depend on the feeds.
  package struct Settings: Sendable {
    /// The programs that read what is not Y4M.
    package var tools: MediaTools
    /// Where frames that are needed again are kept.
    package var spool: SpoolSettings
    /// The format that movies are decoded to, but for their size.
    package var canvas: PixelFormat
    /// Frames a second of the output.
    package var rate: FrameRate
    /// The output frames that are asked for.
    package var frames: Range<Int>
    /// Whether output frames are ticks at ``rate``, of which only those are made where the stream
    /// has a frame.
    package var followsStream = false

    /// All frames of the output, with standard tools, unless stated otherwise.
    package init(
      tools: MediaTools = MediaTools(), spool: SpoolSettings = SpoolSettings(),
      canvas: PixelFormat, rate: FrameRate, frames: Range<Int> = 0..<Int.max
    ) {
      self.tools = tools
      self.spool = spool
      self.canvas = canvas
      self.rate = rate
      self.frames = frames
    }
  }
}

extension PixelFormat {
  /// The format in which films with alpha are read: 4:4:4, of 8 bits, or of 10 or 12 where so many
  /// are wanted. With 16, colours are multiplied by their alpha, as in layers.
  func withAlpha(bits: Int) -> PixelFormat {
    PixelFormat(
      width: width, height: height, depth: bits > 10 ? 12 : bits > 8 ? 10 : 8,
      chroma: .planes(x: 0, y: 0), hasAlpha: true, siting: siting) ?? self
  }

  /// The format with so many bits at least; with alpha, as it is.
  func deepened(to bits: Int) -> PixelFormat {
    guard bits > depth, !hasAlpha else { return self }
    return PixelFormat(
      width: width, height: height, depth: bits, chroma: chroma, siting: siting) ?? self
  }
}
