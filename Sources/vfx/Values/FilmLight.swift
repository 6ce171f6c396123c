import Clips
import Filters
import Images

extension StreamLight {
  /// What the colours of a film are as light, as its file says; nil where it does not.
  ///
  /// What is missing is what goes with the rest: primaries and matrices of SDR with its transfer,
  /// and those of BT.2020 with PQ and HLG. P3 alone is SDR, as players take it (libplacebo's
  /// `pl_color_space_infer`); BT.2020 alone may be either.
  init?(_ film: MediaInfo) {
    // Samples that are no luma and chroma have no matrix.
    let matrix = film.isRGB ? nil : film.space.flatMap { Matrix(ffmpeg: $0) }
    let isOld = matrix.map { $0 != .bt2020 } ?? false
    let stated = film.primaries.flatMap { StreamPrimaries(ffmpeg: $0) }
    let isPlain = stated == .bt709 || stated == .p3D65 || (stated == nil && isOld)
    guard
      let transfer = film.transfer.flatMap({ StreamTransfer(ffmpeg: $0) })
        ?? (isPlain ? .bt709 : nil)
    else { return nil }
    let primaries =
      stated ?? (matrix == .bt2020 || (transfer.isHDR && !isOld) ? .bt2020 : .bt709)
    self.init(transfer: transfer, primaries: primaries)
  }
}

extension MediaInfo {
  /// What the film says of its colours that is read as something else; nil where all is as it says.
  var colorDoubt: String? {
    func doubt(_ what: String, _ name: String?, isRead: Bool) -> String? {
      guard let name, name != "unknown", name != "unspecified", !isRead else { return nil }
      return "its \(what) \(name)"
    }
    let doubts = [
      // RGB has no matrix.
      isRGB || space == "gbr"
        ? nil : doubt("matrix is", space, isRead: space.map { Self.readMatrices($0) } ?? true),
      doubt(
        "transfer is", transfer, isRead: transfer.flatMap { StreamTransfer(ffmpeg: $0) } != nil),
      doubt(
        "primaries are", primaries, isRead: primaries.flatMap { StreamPrimaries(ffmpeg: $0) } != nil
      ),
    ].compactMap(\.self)
    guard !doubts.isEmpty else { return nil }
    return doubts.joined(separator: ", ")
      + ", which is not read: colours may be wrong; convert the film with zscale of ffmpeg"
  }

  /// Whether a matrix is read as what it is. That of constant luminance is not.
  private static func readMatrices(_ name: String) -> Bool {
    name != "bt2020c" && Matrix(ffmpeg: name) != nil
  }
}

extension StreamLight {
  /// What a picture of a frame says of its colours (ITU-T H.273, tables 2 and 3); nil where they
  /// pass for those of sRGB.
  var codingPoints: CodingPoints? {
    guard primaries != .bt709 || transfer.isHDR || transfer == .linear else { return nil }
    let gamut: UInt8 =
      switch primaries {
      case .bt709: 1
      case .bt2020: 9
      case .p3D65: 12
      }
    let curve: UInt8 =
      switch transfer {
      case .bt709, .gamma24: 1
      case .gamma22: 4
      case .linear: 8
      case .srgb: 13
      case .pq: 16
      case .hlg: 18
      }
    return CodingPoints(primaries: gamut, transfer: curve)
  }
}

extension StreamTransfer {
  /// The transfer that libavutil calls `name` (av_color_transfer_name), as a display shows it; nil
  /// for cameras' and for what is not known.
  init?(ffmpeg name: String) {
    switch name {
    case "bt709", "smpte170m", "smpte240m", "bt2020-10", "bt2020-12", "iec61966-2-4", "bt1361e",
      "bt470bg":
      self = .bt709
    case "iec61966-2-1": self = .srgb
    case "bt470m": self = .gamma22
    case "linear": self = .linear
    case "smpte2084": self = .pq
    case "arib-std-b67": self = .hlg
    default: return nil
    }
  }

  /// The transfer of this name in ffmpeg; nil for what no stream can have here.
  init?(_ transfer: Transfer) { self.init(ffmpeg: transfer.rawValue) }

  /// What libavutil calls it. A display that is told BT.709 shows a power of 2.4.
  var ffmpeg: Transfer {
    switch self {
    case .bt709, .gamma24: .bt709
    case .srgb: .srgb
    case .gamma22: .gamma22
    case .linear: .linear
    case .pq: .perceptualQuantizer
    case .hlg: .hybridLogGamma
    }
  }
}

extension StreamPrimaries {
  /// The primaries that libavutil calls `name` (av_color_primaries_name); nil for what is none of
  /// these. Those of television before BT.709 are near enough.
  init?(ffmpeg name: String) {
    switch name {
    case "bt709", "smpte170m", "smpte240m", "bt470bg": self = .bt709
    case "bt2020": self = .bt2020
    case "smpte432": self = .p3D65
    default: return nil
    }
  }

  /// What libavutil calls them.
  var ffmpeg: String {
    switch self {
    case .bt709: "bt709"
    case .bt2020: "bt2020"
    case .p3D65: "smpte432"
    }
  }
}
