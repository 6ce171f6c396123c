import Foundation
import Fonts
import TestFiles
import TestSupport
import Y4M

/// Texts in a font whose letters are squares of one em: four fifths above the baseline.
enum SquareFont {
  static let library: FontLibrary = {
    let bytes = (try? Checkout.bytes("fonts/outlines/ahem.ttf")) ?? []
    return FontLibrary(files: FontFiles(["ahem.ttf": bytes]))
  }()

  /// A timeline's layers, which may use the family "Ahem".
  static func film(
    _ layers: String, _ format: PixelFormat = .named("mono", 60, 40), range: ColorRange = .full
  ) throws -> Film {
    let isWhole = layers.contains("\"version\"")
    return try Film(isWhole ? layers : "[\(layers)]", format, range: range, fonts: library)
  }

  /// A text layer of squares of ten pixels, unless `more` says otherwise.
  static func text(_ text: String, _ more: String = "") -> String {
    let size = more.contains("\"size\"") ? "" : "\"size\": 10, "
    let rest = more.isEmpty ? "" : ", " + more
    return #"{ "type": "text", "font": "Ahem", \#(size)"text": "\#(text)"\#(rest) }"#
  }

  /// A box of one colour.
  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ more: String = "")
    -> String
  {
    #"{ "type": "color", "color": "white", "position": [\#(x), \#(y)], "size": [\#(width), \#(height)]\#(more.isEmpty ? "" : ", " + more) }"#
  }
}
