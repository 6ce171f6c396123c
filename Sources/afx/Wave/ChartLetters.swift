import Fonts

/// The letters of charts: those of the built-in font, by their lengths.
struct ChartLetters {
  let font = try? BuiltInFont.font(weight: 500)

  func glyphs(of text: String) -> [GlyphID] {
    text.unicodeScalars.map { font?.glyph(for: $0) ?? 0 }
  }

  /// The pixels that a line takes.
  func length(of text: String, size: Double) -> Double {
    guard let font else { return 0 }
    let scale = size / Double(font.unitsPerEm)
    return glyphs(of: text).reduce(0) { $0 + font.advance(of: $1) * scale }
  }

  /// The text, or as much of its start as `room` pixels take, with an ellipsis.
  func shortened(_ text: String, to room: Double, size: Double) -> String {
    // No chart has room for more letters than these.
    var start = text.prefix(4096)
    guard start.count < text.count || length(of: text, size: size) > room else { return text }
    while !start.isEmpty, length(of: String(start) + "…", size: size) > room { start.removeLast() }
    return String(start) + "…"
  }
}
