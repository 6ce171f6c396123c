/// The colours and sizes of a drawing.
struct ScopeStyle {
  static let background = ScopeInk(0x14171C)
  static let plot = ScopeInk(0x05070A)
  static let line = ScopeInk(0x20262F)
  static let strongLine = ScopeInk(0x46505E)
  static let label = ScopeInk(0x8E99A8)
  static let title = ScopeInk(0xD6DCE4)
  static let luma = ScopeInk(0xC6F0D2)
  static let illegal = ScopeInk(0xFF9C5A)
  static let skin = ScopeInk(0x8A6A4A)
  /// Red, green and blue.
  static let channels = [ScopeInk(0xFF4A40), ScopeInk(0x3FDC62), ScopeInk(0x4C86FF)]
  /// Red, green and blue that give grey together.
  static let bars = [ScopeInk(0xFF2828), ScopeInk(0x28E028), ScopeInk(0x3C50FF)]
  static let code = ScopeInk(0x6A7482)

  /// The size of letters.
  let letters: Double

  /// The size of letters of a picture, such that they can be read.
  init(width: Int, height: Int) {
    letters = min(max(min(Double(width) / 110, Double(height) / 62).rounded(), 10), 22)
  }

  /// The distance between parts.
  var gap: Int { Int(letters * 0.7) }
  /// The height of a line of letters.
  var line: Int { Int(letters * 1.7) }
}
