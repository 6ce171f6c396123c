import Options
import Shell

/// Where commands look for fonts.
enum FontOptions {
  static let fonts = Option<[String]>(
    "fonts", repeating: .file("DIR"),
    "Look for fonts in this folder before those of the system. VFX_FONT_PATH, folders apart by "
      + "colons, takes the place of the system's.")
}
