import Bytes

/// Letters over a picture, as titles of editing programs have them.
struct CutText: Hashable, Sendable {
  /// What is shown; a newline starts a new line.
  var text: String
  /// The family; nil where it is not said.
  var font: String?
  /// The height of the letters in shares of the canvas's height; nil where it is not said.
  var size: Double?
  /// As a timeline writes it; nil is white.
  var color: String?
  /// `left`, `center` or `right`.
  var align: String?
  /// Whether the letters are heavy.
  var isBold = false
  /// Whether they slant.
  var isItalic = false

  /// A text whose letters are as usual.
  init(_ text: String) { self.text = text }
}
