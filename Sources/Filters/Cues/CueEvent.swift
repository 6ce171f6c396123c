import Bytes
import Subtitles

/// Something that is shown for a time, of whatever format it was.
struct CueEvent: Sendable {
  enum Piece: Sendable {
    case text(String, MarkupStyle)
    case script(ASSPiece)
  }

  /// Where text stands that has no `\pos`.
  struct Place: Hashable, Sendable {
    /// What is left free at the sides, in the script's pixels.
    var left: Double
    var right: Double
    var vertical: Double
    /// Nil where blocks are stacked.
    var line: Line?
    /// Which region of the file it belongs to, whose blocks push each other up (WebVTT).
    var region: Int?
  }

  /// What is left free at the sides, and above or below, in the script's pixels.
  struct Margins: Hashable, Sendable {
    var left: Double
    var right: Double
    var vertical: Double

    /// These where they are not zero, and others where they are.
    func over(_ others: Margins) -> Margins {
      Margins(
        left: left != 0 ? left : others.left, right: right != 0 ? right : others.right,
        vertical: vertical != 0 ? vertical : others.vertical)
    }
  }

  /// A height at which a block is put.
  struct Line: Hashable, Sendable {
    /// In the script's pixels.
    var y: Double
    /// The share of the block that is to stand there.
    var share: Double
    var moves = Moves.never
  }

  /// How a block with a height of its own comes to stand within the picture and clear of others
  /// (WebVTT 7.2, "adjust the positions of boxes").
  enum Moves: Hashable, Sendable {
    case never
    /// In steps of so many of the script's pixels, down or, if negative, up; the other way where
    /// steps lead out of the picture.
    case steps(Double)
    /// To the nearest place.
    case nearest
  }

  var start: Rational
  var end: Rational
  var layer = 0
  var pieces: [Piece]
  var style: CueStyle
  /// As on a numeric keypad.
  var alignment = 2
  var place: Place
  /// What an event of a script says of its margins itself.
  var ownMargins: Margins?
  /// Whether it changes in any way while it is shown.
  let changes: Changes
  /// Whether it has a `\t`, be it one without tags.
  let transforms: Bool
  /// What leads it through the picture (the field Effect of ASS).
  let effect: ASSEffect?

  struct Changes: OptionSet {
    let rawValue: Int
    /// `\move`
    static let move = Changes(rawValue: 1)
    /// `\fad` and `\fade`
    static let fade = Changes(rawValue: 2)
    /// `\t`
    static let transform = Changes(rawValue: 4)
    /// `\k` and its like, and times of words
    static let karaoke = Changes(rawValue: 8)
    /// The field Effect
    static let scroll = Changes(rawValue: 16)
  }

  init(
    start: Rational, end: Rational, pieces: [Piece], style: CueStyle, place: Place,
    effect: ASSEffect? = nil
  ) {
    self.start = start
    self.end = end
    self.pieces = pieces
    self.style = style
    self.place = place
    self.effect = effect
    var changes: Changes = effect == nil ? [] : .scroll
    var transforms = false
    for piece in pieces {
      switch piece {
      case .script(.tag(.move)): changes.insert(.move)
      case .script(.tag(.fade)): changes.insert(.fade)
      case .script(.tag(.transform(_, _, _, let tags))):
        transforms = true
        if !tags.isEmpty { changes.insert(.transform) }
      case .script(.tag(.karaoke)): changes.insert(.karaoke)
      case .text(_, let span) where span.time != nil: changes.insert(.karaoke)
      default: break
      }
    }
    self.changes = changes
    self.transforms = transforms
  }
}
