/// What the generic names of CSS stand for: well-known families, the first that is installed.
enum GenericFamilies {
  /// The families of a generic name; nil for any other name.
  static func families(of name: String) -> [String]? {
    switch FontIndex.key(name) {
    case "sansserif", "sans", "systemui", "uisansserif", "default": sans
    case "serif", "uiserif": serif
    case "monospace", "mono", "uimonospace": monospace
    case "cursive", "fantasy": cursive
    case "emoji": emoji
    case "math": ["Noto Sans Math", "STIX Two Math", "Cambria Math", "Latin Modern Math"]
    default: nil
    }
  }

  /// The names themselves, to guess what a wrong one means.
  static let names = ["sans-serif", "serif", "monospace", "cursive", "emoji", "system-ui"]

  private static let sans = [
    "Noto Sans", "DejaVu Sans", "Liberation Sans", "Helvetica Neue", "Helvetica", "Arial",
  ]
  private static let serif = [
    "Noto Serif", "DejaVu Serif", "Liberation Serif", "Times New Roman", "Times", "Georgia",
  ]
  private static let monospace = [
    "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "Menlo", "Courier New",
  ]
  private static let cursive = [
    "Comic Neue", "Comic Sans MS", "Snell Roundhand", "Apple Chancery", "Z003",
  ]
  /// Families of emoji in colour.
  static let emoji = [
    "Noto Color Emoji", "Apple Color Emoji", "Twemoji", "Twitter Color Emoji", "Twemoji Mozilla",
    "Segoe UI Emoji", "JoyPixels", "EmojiOne Color", "OpenMoji", "Blobmoji",
  ]
}
