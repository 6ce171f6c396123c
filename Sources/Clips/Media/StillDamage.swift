import Pipes

extension StillStore.Still {
  /// The matrix of its colours where that is one that ffmpeg takes for another without a word; nil
  /// for others.
  var unreadMatrix: String? {
    guard kind == "AVIF" || kind == "HEIC" else { return nil }
    return PictureParts.reading(path) { $0.itemMatrix }.flatMap { Self.unreadMatrices[$0] }
  }

  /// Matrices that swscale has not, by their code points (ITU-T H.273, table 4).
  private static let unreadMatrices = [
    8: "YCgCo", 11: "Y'D'zD'x", 12: "that of its primaries", 13: "that of its primaries",
    14: "ICtCp", 15: "IPT-C2", 16: "YCgCo-Re", 17: "YCgCo-Ro",
  ]

  /// The same by ffprobe's words (libavutil/pixdesc.c).
  fileprivate static let unreadSpaces = [
    "ycgco": "YCgCo", "bt2020c": "that of BT.2020 with constant luminance",
    "smpte2085": "Y'D'zD'x", "chroma-derived-nc": "that of its primaries",
    "chroma-derived-c": "that of its primaries", "ictcp": "ICtCp", "ipt-c2": "IPT-C2",
    "ycgco-re": "YCgCo-Re", "ycgco-ro": "YCgCo-Ro",
  ]

  /// Whether its file has alpha beside the picture.
  var hasAlphaItem: Bool {
    (kind == "AVIF" || kind == "HEIC")
      && PictureParts.reading(path) { $0.hasAlphaItem } == true
  }

  /// Whether its file has alpha beside the picture, which the PNG that ffmpeg made of it has not.
  func losesAlpha(in png: [UInt8]) -> Bool {
    // Of the types of colour (PNG 3, 11.2.1), 4 and 6 have alpha.
    hasAlphaItem && StillSize(png: png) != nil && png.count > 25 && png[25] & 4 == 0
  }
}

extension StillStore {
  /// The matrix of a picture's colours, or of a film's, where that is one that ffmpeg takes for
  /// another without a word; nil for others.
  package func unreadMatrix(_ still: Still, _ tools: MediaTools) -> String? {
    guard still.kind == Self.movie else { return still.unreadMatrix }
    guard tools.isAllowed else { return nil }
    return StillConverter.space(ofFilm: still.path, tools).flatMap { Still.unreadSpaces[$0] }
  }

  /// Whether a picture was made without the alpha that its file has.
  package func losesAlpha(_ still: Still, _ tools: MediaTools) -> Bool {
    guard still.hasAlphaItem, let png = try? png(of: still, tools, isAsked: false) else {
      return false
    }
    return still.losesAlpha(in: png)
  }
}

extension PictureParts {
  /// Whether a file of items has one of alpha (ISO/IEC 23008-12, 6.5.8).
  fileprivate var hasAlphaItem: Bool {
    guard let container = itemProperties else { return false }
    let names = [
      "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", "urn:mpeg:hevc:2015:auxid:1\0",
    ]
    // A version and flags stand first.
    return boxes("auxC", in: container).contains { box in
      names.contains { name in
        box.count >= 4 + name.utf8.count
          && read(name.utf8.count, box.lowerBound + 4)?.elementsEqual(name.utf8) == true
      }
    }
  }

  /// The matrix that is said of a file's first picture, as a code point (ISO/IEC 14496-12, 12.1.5);
  /// nil where none is. Where nothing is said of that picture's colours it is the first of any item,
  /// for tiles may have that of their picture.
  fileprivate var itemMatrix: Int? {
    let own = primaryProperties.filter { $0.name == "colr" }.map(\.content)
    guard own.isEmpty else { return matrix(among: own) }
    return itemProperties.flatMap { matrix(among: boxes("colr", in: $0)) }
  }

  /// The first matrix among boxes of colours; profiles have none.
  private func matrix(among colors: [Range<Int>]) -> Int? {
    // A kind, primaries, a transfer and the matrix.
    let points = colors.first { color in
      color.count >= 10 && read(4, color.lowerBound)?.elementsEqual("nclx".utf8) == true
    }
    return points.flatMap { number(2, $0.lowerBound + 8) }
  }
}
