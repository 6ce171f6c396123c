import Bytes

/// What a file of items says of its picture's colours, in code points of ITU-T H.273.
///
/// It takes precedence over what the picture's own data say (ISO/IEC 14496-12, 12.1.5.1), which is
/// all that ffmpeg looks at in AVIF.
struct ItemColors: Hashable {
  private let primaries: Int
  private let transfer: Int
  private let matrix: Int
  private let isFull: Bool

  /// Those of an AVIF or HEIC file; nil for other kinds, and where it says nothing.
  init?(ofFile path: String, kind: String) {
    guard kind == "AVIF" || kind == "HEIC",
      let found = PictureParts.reading(path, { $0.itemColors })
    else { return nil }
    self = found
  }

  fileprivate init?(_ bytes: [UInt8]) {
    guard bytes.count == 7 else { return nil }
    let numbers = [0, 2, 4].map { TIFFDirectory.number(bytes[$0..<$0 + 2], isBig: true) }
    (primaries, transfer, matrix) = (numbers[0], numbers[1], numbers[2])
    isFull = bytes[6] & 128 != 0
  }

  /// ffmpeg's words (libavutil/pixdesc.c); what is not here, such as 2, says nothing.
  private static let primaryWords = [
    1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020",
    11: "smpte431", 12: "smpte432",
  ]
  private static let transferWords = [
    1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 8: "linear", 13: "iec61966-2-1",
    14: "bt2020-10", 15: "bt2020-12", 16: "smpte2084", 18: "arib-std-b67",
  ]
  private static let matrixWords = [
    0: "gbr", 1: "bt709", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 9: "bt2020nc",
    10: "bt2020c",
  ]

  /// What ffprobe writes of a picture, with the file's words in the place of the data's.
  ///
  /// Samples that ffmpeg calls red, green and blue stay that, in their own range.
  func applied(to text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let isLuma = lines.contains { $0.hasPrefix("pix_fmt=yuv") || $0.hasPrefix("pix_fmt=gray") }
    var words = [
      "color_primaries": Self.primaryWords[primaries],
      "color_transfer": Self.transferWords[transfer],
    ]
    if isLuma {
      words["color_space"] = Self.matrixWords[matrix]
      words["color_range"] = isFull ? "pc" : "tv"
    }
    return lines.map { line in
      let key = line.prefix { $0 != "=" }
      return words[String(key)].flatMap { $0 }.map { "\(key)=\($0)" } ?? line
    }.joined(separator: "\n")
  }

  /// The filter that tells ffmpeg the matrix and the range of a text; none where those of another,
  /// which it knows, are the same.
  static func labels(_ text: String, over known: String) -> [String] {
    func words(_ text: String) -> [String: Substring] {
      var words: [String: Substring] = [:]
      for line in text.split(whereSeparator: \.isNewline) {
        guard let sign = line.firstIndex(of: "=") else { continue }
        words[String(line[..<sign])] = line[line.index(after: sign)...]
      }
      return words
    }
    let (new, old) = (words(text), words(known))
    let labels = [("color_range", "range"), ("color_space", "colorspace")].compactMap { key, name in
      // Planes of colours are told by their layout.
      new[key] != old[key] && new[key] != "gbr" ? new[key].map { "\(name)=\($0)" } : nil
    }
    return labels.isEmpty ? [] : ["setparams=" + labels.joined(separator: ":")]
  }
}

extension PictureParts {
  /// The colours of the first picture, by its property `colr` of the kind `nclx`.
  fileprivate var itemColors: ItemColors? {
    let colors = primaryProperties.first { property in
      property.name == "colr" && property.content.count >= 11
        && read(4, property.content.lowerBound)?.elementsEqual("nclx".utf8) == true
    }
    return colors.flatMap { read(7, $0.content.lowerBound + 4) }.flatMap(ItemColors.init)
  }
}
