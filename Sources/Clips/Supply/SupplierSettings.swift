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
    /// Whether output frames are ticks at ``rate``, of which only those are made where the stream has a
    /// frame.
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
  /// The format with alpha that ffmpeg's Y4M has: 4:4:4, of 8 bits.
  var withAlpha: PixelFormat {
    PixelFormat(
      width: width, height: height, chroma: .planes(x: 0, y: 0), hasAlpha: true, siting: siting)
      ?? self
  }

  /// The format with so many bits at least; with alpha, ffmpeg's Y4M has 8.
  func deepened(to bits: Int) -> PixelFormat {
    guard bits > depth, !hasAlpha else { return self }
    return PixelFormat(
      width: width, height: height, depth: bits, chroma: chroma, siting: siting) ?? self
  }
}
