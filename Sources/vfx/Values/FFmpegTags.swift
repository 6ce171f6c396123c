import Filters
import Y4M

/// The ffmpeg flags for what a stream of Y4M or NUT cannot state, or what ffmpeg does not take from it.
struct FFmpegTags {
  /// Flags for the ffmpeg that writes into the pipe.
  let decode: String
  /// Flags for the ffmpeg that reads from the pipe.
  let encode: String

  /// The transfer among them; nil if it is not known and is not named.
  let transfer: Transfer?

  /// Gives nil where ffmpeg has no such Y4M streams: C410 and C440.
  ///
  /// - Parameters:
  ///   - isNUT: whether the pipe is NUT, which has more formats, and sounds beside the pictures.
  ///   - transfer: nil for the one that goes with the matrix, if only one does.
  ///   - primaries: nil for those that go with the matrix.
  init?(
    _ format: PixelFormat, colorspace: Colorspace, matrix: Matrix, range: ColorRange,
    isNUT: Bool = false, transfer: Transfer? = nil, primaries: StreamPrimaries? = nil
  ) {
    guard let name = Self.pixelFormat(colorspace, range, isNUT: isNUT) else { return nil }
    if isNUT {
      decode = "-c:v rawvideo -pix_fmt \(name) -c:a copy -f nut"
    } else {
      // -strict -1 lets ffmpeg write C tags that the manual of 2004 does not have.
      let strict = colorspace.depth > 8 || colorspace.hasAlpha ? " -strict -1" : ""
      decode = "-pix_fmt \(name)\(strict) -f yuv4mpegpipe"
    }

    // setparams puts labels on frames. The output option -colorspace does so too up to ffmpeg 6;
    // from ffmpeg 7 on it converts the samples.
    let labels = Self.labels(matrix, lines: format.height)
    self.transfer = transfer ?? labels.transfer
    let trc = self.transfer.map { ":color_trc=\($0.rawValue)" } ?? ""
    let siting = Self.siting(colorspace).map { " -chroma_sample_location \($0)" } ?? ""
    encode =
      "-vf setparams=colorspace=\(labels.matrix):color_primaries=\(primaries?.ffmpeg ?? labels.primaries)"
      + "\(trc):range=\(range == .full ? "full" : "limited")" + siting
  }

  /// The name of the pixel format in libavutil.
  private static func pixelFormat(
    _ colorspace: Colorspace, _ range: ColorRange, isNUT: Bool
  ) -> String? {
    let deep = colorspace.depth > 8 ? "\(colorspace.depth)le" : ""
    // Up to ffmpeg 6, full range at 8 bits is a format of its own, and yuv420p would squeeze it.
    let full = range == .full && colorspace.depth == 8 && !colorspace.hasAlpha ? "j" : ""
    let alpha = colorspace.hasAlpha ? "a" : ""
    switch colorspace.chroma {
    case .none: return "gray\(deep)"
    case .planes(0, 0): return "yuv\(alpha)\(full)444p\(deep)"
    case .planes(1, 0): return "yuv\(alpha)\(full)422p\(deep)"
    case .planes(1, 1): return "yuv\(alpha)\(full)420p\(deep)"
    case .planes(2, 0): return "yuv\(full)411p"
    case .planes(0, 1) where isNUT: return "yuv\(full)440p\(deep)"
    case .planes(2, 2) where isNUT: return "yuv410p"
    default: return nil
    }
  }

  /// Where chroma lies; only 4:2:0 has a choice.
  private static func siting(_ colorspace: Colorspace) -> String? {
    guard colorspace.chroma == .planes(x: 1, y: 1) else { return nil }
    return switch colorspace.siting {
    case .center: "center"
    case .left: "left"
    case .palDV: "topleft"
    }
  }

  /// The matrix, and the primaries and transfer that go with it (ITU-T H.273, tables 2 to 4).
  ///
  /// BT.2020 goes with a transfer of its own and, more often, with PQ and HLG.
  private static func labels(
    _ matrix: Matrix, lines: Int
  ) -> (matrix: String, primaries: String, transfer: Transfer?) {
    switch matrix {
    case .bt709: ("bt709", "bt709", .bt709)
    case .bt2020: ("bt2020nc", "bt2020", nil)
    case .smpte240m: ("smpte240m", "smpte240m", .smpte240m)
    case .fcc: ("fcc", "bt470m", .gamma22)
    // 576 lines and their half are those of PAL.
    case .bt601 where lines == 576 || lines == 288: ("bt470bg", "bt470bg", .smpte170m)
    case .bt601: ("smpte170m", "smpte170m", .smpte170m)
    }
  }
}

extension Matrix {
  /// The matrix that libavutil calls `name` (av_color_space_name); nil for any other.
  init?(ffmpeg name: String) {
    switch name {
    case "bt709": self = .bt709
    case "smpte170m", "bt470bg": self = .bt601
    case "bt2020nc", "bt2020c": self = .bt2020
    case "smpte240m": self = .smpte240m
    case "fcc": self = .fcc
    default: return nil
    }
  }
}
