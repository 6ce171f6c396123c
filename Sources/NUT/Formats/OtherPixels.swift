import Y4M

/// The formats of raw pictures that are not drawn on, by the names that ffmpeg gives them in NUT.
enum OtherPixels {
  /// Names, what they stand for, and the format of those that are drawn on that loses least.
  private static let words: [(tag: String, name: String, instead: String)] = [
    ("NV12", "nv12", "yuv420p"), ("NV21", "nv21", "yuv420p"), ("YV12", "yv12", "yuv420p"),
    ("YUY2", "yuyv422", "yuv422p"), ("UYVY", "uyvy422", "yuv422p"), ("YVYU", "yvyu422", "yuv422p"),
    ("ARGB", "argb", "yuva444p"), ("RGBA", "rgba", "yuva444p"), ("ABGR", "abgr", "yuva444p"),
    ("BGRA", "bgra", "yuva444p"), ("RGB\0", "rgb0", "yuv444p"), ("BGR\0", "bgr0", "yuv444p"),
    ("\0RGB", "0rgb", "yuv444p"), ("\0BGR", "0bgr", "yuv444p"), ("RGB\u{18}", "rgb24", "yuv444p"),
    ("BGR\u{18}", "bgr24", "yuv444p"), ("RGB\u{8}", "rgb8", "yuv444p"),
    ("BGR\u{8}", "bgr8", "yuv444p"), ("RGB\u{4}", "rgb4", "yuv444p"),
    ("BGR\u{4}", "bgr4", "yuv444p"),
    ("R4BY", "bgr4_byte", "yuv444p"), ("B4BY", "rgb4_byte", "yuv444p"), ("B1W0", "monow", "gray"),
    ("B0W1", "monob", "gray"), ("PAL\u{8}", "pal8", "yuva444p"), ("Y2\0\u{8}", "ya8", "yuva444p"),
    ("RGB0", "rgb48le", "yuv444p16le"), ("0RGB", "rgb48be", "yuv444p16le"),
    ("BGR0", "bgr48le", "yuv444p16le"), ("0BGR", "bgr48be", "yuv444p16le"),
    ("RBA@", "rgba64le", "yuva444p"), ("@RBA", "rgba64be", "yuva444p"),
    ("BRA@", "bgra64le", "yuva444p"), ("@BRA", "bgra64be", "yuva444p"),
    // ffmpeg writes this for every format that it has no name for, and reads it as what it is.
    ("RGB\u{F}", "rgb555le, or p010le or another that NUT has no name for", "yuv420p10le"),
  ]

  /// The formats of samples of more than a byte; the names stand the other way round where the
  /// highest byte comes first.
  private static let wideWords: [(tag: String, name: String, instead: String)] = [
    ("RGB\u{C}", "rgb444", "yuv444p"), ("BGR\u{C}", "bgr444", "yuv444p"),
    ("RGB\u{F}", "rgb555", "yuv444p"), ("BGR\u{F}", "bgr555", "yuv444p"),
    ("RGB\u{10}", "rgb565", "yuv444p"), ("BGR\u{10}", "bgr565", "yuv444p"),
    ("XYZ$", "xyz12", "yuv444p12le"),
  ]

  /// What pictures of this name are, and what to ask for instead; nil where nothing is known of it.
  static func named(_ tag: [UInt8]) -> (name: String, instead: String)? {
    if let word = words.first(where: { $0.tag.utf8.elementsEqual(tag) }) {
      return (word.name, word.instead)
    }
    let turned = Array(tag.reversed())
    for (tag, order) in [(tag, "le"), (turned, "be")] {
      if let word = wideWords.first(where: { $0.tag.utf8.elementsEqual(tag) }) {
        return (word.name + order, word.instead)
      }
      if let planar = planarRGB(tag, order) { return planar }
    }
    guard let format = RawPixels.format(of: turned, width: 16, height: 16), format.depth > 8 else {
      return nil
    }
    let name = self.name(format)
    return (name + "be", name + "le")
  }

  /// Planes of green, blue and red, as in `G3[0][10]`.
  private static func planarRGB(
    _ tag: [UInt8], _ order: String
  ) -> (name: String, instead: String)? {
    guard tag.count == 4, tag.starts(with: "G3\0".utf8) || tag.starts(with: "G4\0".utf8),
      (8...16).contains(tag[3])
    else { return nil }
    let bits = tag[3] == 8 ? "" : "\(tag[3])"
    let name = bits.isEmpty ? "" : bits + order
    // Layers are not drawn on deep alpha.
    return tag[1] == UInt8(ascii: "4")
      ? ("gbrap" + name, "yuva444p")
      : ("gbrp" + name, "yuv444p" + (bits.isEmpty ? "" : bits + "le"))
  }

  /// ffmpeg's name for a format that is drawn on, without the order of its bytes.
  private static func name(_ format: PixelFormat) -> String {
    let bits = format.depth > 8 ? "\(format.depth)" : ""
    let start = format.hasAlpha ? "yuva" : "yuv"
    switch format.chroma {
    case .none: return "gray" + bits
    case .planes(x: 1, y: 1): return start + "420p" + bits
    case .planes(x: 1, y: _): return start + "422p" + bits
    case .planes: return start + "444p" + bits
    }
  }
}
