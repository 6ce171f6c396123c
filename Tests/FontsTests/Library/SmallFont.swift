import Geometry

@testable import Fonts

/// Fonts of a few square glyphs, to choose between.
enum SmallFont {
  static func bytes(
    _ family: String, _ style: String = "Regular", weight: Int = 400, width: Int = 5,
    characters: String = "ab", isColored: Bool = false, axes: [(Tag, Double, Double, Double)] = []
  ) -> [UInt8] {
    let square = GlyphBytes([
      [(Vector(0, 0), true), (Vector(0, 500), true), (Vector(500, 500), true)]
    ])
    let scalars = characters.unicodeScalars.sorted()
    var extras: [(tag: Tag, bytes: [UInt8])] = []
    if isColored { extras.append(("COLR", [0, 0, 0, 0])) }
    if !axes.isEmpty { extras.append(("fvar", fvar(axes))) }
    let bytes = FontBytes(
      family: family, style: style, weight: weight,
      glyphs: (0...scalars.count).map { _ in .init(bytes: square, advance: 1200) },
      characters: scalars.enumerated().map { (Int($1.value), $0 + 1) }, extras: extras
    ).file()
    return patched(bytes, width: width, isItalic: style.contains("Italic"))
  }

  /// Sets what the writer has no parameter for: usWidthClass and fsSelection of OS/2.
  private static func patched(_ bytes: [UInt8], width: Int, isItalic: Bool) -> [UInt8] {
    var bytes = bytes
    let os2 = FontTable(bytes)
    for record in stride(from: 12, to: 12 + 16 * (os2.u16(4) ?? 0), by: 16) {
      guard os2.tag(record) == "OS/2", let offset = os2.u32(record + 8) else { continue }
      bytes[offset + 7] = UInt8(width)
      if isItalic { bytes[offset + 63] |= 1 }
    }
    return bytes
  }

  private static func fvar(_ axes: [(Tag, Double, Double, Double)]) -> [UInt8] {
    var table = TableBytes()
    table.u16([1, 0, 16, 2, axes.count, 20, 0, 0])
    for (tag, low, middle, high) in axes {
      table.tag(tag)
      for value in [low, middle, high] { table.u32(Int(value * 65536)) }
      table.u16([0, 1])
    }
    return table.bytes
  }
}
