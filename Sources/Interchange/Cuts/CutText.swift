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
  /// `left`, `center`, `right` or `justify`.
  var align: String?
  /// Whether the letters are heavy.
  var isBold = false
  /// Whether they slant.
  var isItalic = false
  /// Whether a line runs under them.
  var isUnderlined = false
  /// The colour of a box behind each line, as a timeline writes it; nil is none.
  var background: String?
  /// Pieces whose letters differ, which are ``text`` together; empty where all are the same.
  var spans: [CutText] = []
  /// The edge of the picture at which it stands, as captions do; nil is its look's place.
  var edge: Edge?

  /// An edge of the picture.
  enum Edge: String, Sendable {
    case top
    case bottom
    case left
    case right
  }

  /// A text whose letters are as usual.
  init(_ text: String) { self.text = text }
}
