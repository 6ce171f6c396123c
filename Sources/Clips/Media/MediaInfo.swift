import Bytes
import Timeline
import Y4M

/// What is known of a movie before any of its frames: a file that only ffmpeg can read.
package struct MediaInfo: Hashable, Sendable {
  /// ffprobe's name of it, such as `h264`.
  package let codec: String
  /// The size of the pictures as they are shown, turned as the file says.
  package let width: Int
  /// Their rows as they are shown.
  package let height: Int
  /// The shape of a pixel as it is shown.
  package let aspect: PixelAspect
  /// Whether ffmpeg finds every moment of this container by an index; else it guesses.
  let hasIndex: Bool
  /// Frames per second; nil if the frame rate is variable.
  package let rate: FrameRate?
  /// How long there are pictures, from the start of the file.
  package let length: Time
  /// ffmpeg's name of the layout of samples, such as `yuv420p`.
  package let pixels: String
  /// ffmpeg's name of the colours' matrix, such as `bt709`; nil where the file does not say.
  package let space: String?
  /// ffmpeg's name of the transfer curve, such as `smpte2084`; nil if the file does not state it.
  package let transfer: String?
  /// ffmpeg's name of the colours of red, green and blue, such as `bt2020`; nil if the file does
  /// not state them.
  package let primaries: String?
  /// The range of samples, as the file says or its layout implies; nil where neither does.
  package let statedRange: ColorRange?
  /// Where chroma of 4:2:0 lies in the frames that ``MediaReader`` gives.
  package internal(set) var siting: Siting
  /// How the lines of a picture follow in time, as the file says.
  var interlacing = Interlacing.unknown

  /// The decoder that reads the alpha of its pictures, where ffmpeg's own leaves it out; nil where
  /// that is not so, or no such decoder is there.
  var alphaDecoder: String?

  /// Ticks a second of the file's clock, by which frames are told apart that follow no even grid:
  /// those of a variable rate, and those that begin late and off their grid. Nil for all others.
  var ticks: FrameRate?

  /// When the file begins, by its own clock.
  var fileStart = Rational.zero
  /// How long after the file's start the pictures begin, in a container where ffmpeg counts from
  /// what it decodes (AVFMT_TS_DISCONT); else 0.
  var late = Rational.zero
  /// How much later than they are shown ffmpeg gives pictures, in a container that has only the
  /// times at which they are decoded.
  var lag = Rational.zero

  /// The rate of the grid on which frames are counted: ticks, the file's own, or else `canvasRate`.
  func gridRate(canvasRate: FrameRate) -> FrameRate { ticks ?? rate ?? canvasRate }

  /// Whether its pictures have alpha, by ffmpeg's names of layouts.
  package var hasAlpha: Bool {
    alphaDecoder != nil
      || ["yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya8", "ya16", "pal8"]
        .contains { pixels.hasPrefix($0) }
  }

  /// Whether samples are no luma and chroma, so that ffmpeg has to convert them.
  package var isRGB: Bool {
    hasColorPlanes
      || ["rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "pal8", "mono", "xyz", "bayer"]
        .contains { pixels.hasPrefix($0) }
  }

  /// Whether its planes are green, blue and red, though ffmpeg calls them luma and chroma, as those
  /// of AV1 whose curve is not sRGB's.
  var hasColorPlanes: Bool {
    space == "gbr" && pixels.hasPrefix("yuv444p") && Self.knowsColorPlanes(codec)
  }

  /// Whether a codec that says `gbr` means it. ProRes has the same number for a matrix that is not
  /// known (SMPTE RDD 36).
  static func knowsColorPlanes(_ codec: String) -> Bool { codec != "prores" }

  /// The range of the samples that ``MediaReader`` gives.
  package var range: ColorRange { isRGB ? .limited : statedRange ?? .limited }

  /// The layout that ffmpeg must convert such samples to first, since what it makes of them at once
  /// has other colours or another range; nil for most.
  var layoutBetween: String? {
    if pixels == "pal8" { return "rgba" }
    return pixels.hasPrefix("mono") ? "rgb24" : nil
  }

  /// The matrix of the samples that ``MediaReader`` gives, in ffmpeg's words; nil where the file
  /// does not say.
  package var matrix: String? { isRGB ? "bt709" : space }

  /// The depth and subsampling of the file's own samples, for a canvas that is to be like them.
  package var format: PixelFormat? {
    let chroma = isRGB ? .planes(x: 0, y: 0) : chroma ?? .planes(x: 1, y: 1)
    return PixelFormat(
      width: width, height: height, depth: depth, chroma: chroma,
      siting: chroma == .planes(x: 1, y: 1) ? siting : .left)
  }

  /// The bits of its samples.
  var depth: Int { Self.depth(of: pixels) }

  /// The bits of the samples of a layout of ffmpeg's.
  static func depth(of pixels: String) -> Int {
    if let wide = packedDepths.first(where: { pixels.hasPrefix($0.key) }) { return wide.value }
    // yuv420p10le, gray12be, p010le.
    let digits = ["p", "gray", "p0", "p2", "p4", "ya"]
    return [16, 14, 12, 10, 9].first { depth in
      digits.contains { start in
        start == "p" ? pixels.contains("p\(depth)") : pixels.hasPrefix("\(start)\(depth)")
      }
    } ?? 8
  }

  /// The bits of layouts that say how many a pixel has, or nothing.
  private static let packedDepths = [
    "rgb48": 16, "bgr48": 16, "rgba64": 16, "bgra64": 16, "ayuv64": 16, "x2rgb10": 10,
    "x2bgr10": 10,
    "y210": 10, "y212": 12, "xv30": 10, "xv36": 12, "v30x": 10, "nv20": 10, "xyz12": 12,
  ]

  /// How its chroma is subsampled where Y4M has that; nil for grey, for RGB and for all else.
  var chroma: Chroma? {
    if isRGB { return nil }
    func begins(_ names: String...) -> Bool { names.contains { pixels.hasPrefix($0) } }
    if pixels.contains("444") || begins("nv24", "nv42", "p4", "xv3", "v30x", "vuya", "vuyx", "ayuv")
    {
      return .planes(x: 0, y: 0)
    }
    if pixels.contains("422") || begins("nv16", "nv20", "p2", "y21") { return .planes(x: 1, y: 0) }
    if pixels.contains("411") { return depth == 8 ? .planes(x: 2, y: 0) : .planes(x: 0, y: 0) }
    // Y4M has only halves of both sides, or none.
    if pixels.contains("440") { return .planes(x: 0, y: 0) }
    return pixels.contains("420") || begins("nv12", "nv21", "p0") ? .planes(x: 1, y: 1) : nil
  }

  /// The length in frames of the grid, at least 1.
  package func frameCount(rate: FrameRate) -> Int {
    max(1, Int(clamping: (length.value * rate.exact).rounded))
  }
}
