import Bytes
import Timeline
import Y4M

/// A movie that has been probed.
package struct MediaFile: Sendable {
  /// As it is opened: relative to the current folder, or absolute.
  package let path: String
  /// What ffprobe says of it.
  package let info: MediaInfo
}

/// A source of the timeline, probed but not yet read.
package enum Source: Sendable {
  /// The stream on standard input, with this header.
  case stdin(StreamHeader)
  case y4m(Y4MFile)
  case movie(MediaFile)
  /// A still or animated picture, which is not drawn from frames: PNG, GIF, JPEG, WebP, Lottie,
  /// SVG, or what ``StillConverter`` turns into PNG.
  case picture(SourceKind)

  /// Whether ``rate(canvasRate:)`` counts ticks of its clock, as its frames follow no even grid.
  package var countsTicks: Bool {
    switch self {
    case .stdin(let header): header.clock != nil
    case .movie(let file): file.info.ticks != nil
    case .y4m, .picture: false
    }
  }

  /// The rate at which its frames are counted, or the ticks that tell them apart; nil for a
  /// picture.
  package func rate(canvasRate: FrameRate) -> FrameRate? {
    switch self {
    case .stdin(let header): header.clock?.ticks ?? header.rate ?? canvasRate
    case .y4m(let file): file.header.rate ?? canvasRate
    case .movie(let file): file.info.gridRate(canvasRate: canvasRate)
    case .picture: nil
    }
  }

  /// How long it lasts; nil for standard input and for pictures.
  package func length(canvasRate: FrameRate) -> Time? {
    switch self {
    case .stdin, .picture: nil
    case .y4m(let file): file.length(canvasRate: canvasRate)
    case .movie(let file): file.info.length
    }
  }

  /// The size, depth and subsampling of its pictures, for a canvas that is to be like them; nil for
  /// pictures.
  package var format: PixelFormat? {
    switch self {
    case .stdin(let header): header.format
    case .y4m(let file): file.header.format
    case .movie(let file): file.info.format
    case .picture: nil
    }
  }

  /// The format of its frames, whose alpha is kept; nil for pictures.
  package var formatWithAlpha: PixelFormat? {
    if case .movie(let file) = self, file.info.hasAlpha { return format?.withAlpha(bits: 8) }
    return format
  }

  /// Its own rate; nil where it has none.
  package var ownRate: FrameRate? {
    switch self {
    case .stdin(let header): header.rate
    case .y4m(let file): file.header.rate
    case .movie(let file): file.info.rate
    case .picture: nil
    }
  }

  /// The interlacing of its frames, as it states it; nil for a picture.
  package var interlacing: Interlacing? {
    switch self {
    case .stdin(let header): header.interlacing
    case .y4m(let file): file.header.interlacing
    case .movie(let file): file.info.interlacing
    case .picture: nil
    }
  }

  /// The range of the samples of its frames, as it says; nil where it does not.
  package var range: ColorRange? {
    switch self {
    case .stdin(let header): header.statedRange
    case .y4m(let file): file.header.statedRange
    case .movie(let file): file.info.range
    case .picture: nil
    }
  }

  /// The matrix of the samples of its frames, in ffmpeg's words, such as `bt709` or `smpte170m`;
  /// nil where it does not say.
  package var matrix: String? {
    if case .movie(let file) = self { return file.info.matrix }
    return nil
  }
}

extension Source {
  /// Whether it is standard input.
  var isStdin: Bool {
    if case .stdin = self { return true }
    return false
  }
}
