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
    /// A height at which the block is put, in the script's pixels, and the share of the block that
    /// is to stand there; nil where blocks are stacked.
    var line: (y: Double, share: Double)?

    static func == (first: Place, second: Place) -> Bool {
      first.left == second.left && first.right == second.right
        && first.vertical == second.vertical && first.line?.y == second.line?.y
        && first.line?.share == second.line?.share
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(left)
      hasher.combine(vertical)
    }
  }

  var start: Rational
  var end: Rational
  var layer = 0
  var pieces: [Piece]
  var style: CueStyle
  /// As on a numeric keypad.
  var alignment = 2
  var place: Place
  /// Whether it changes in any way while it is shown.
  let changes: Changes

  struct Changes: OptionSet {
    let rawValue: Int
    /// `\move`
    static let move = Changes(rawValue: 1)
    /// `\fad` and `\fade`
    static let fade = Changes(rawValue: 2)
    /// `\t`
    static let transform = Changes(rawValue: 4)
    /// `\k` and its like
    static let karaoke = Changes(rawValue: 8)
  }

  init(
    start: Rational, end: Rational, pieces: [Piece], style: CueStyle, place: Place
  ) {
    self.start = start
    self.end = end
    self.pieces = pieces
    self.style = style
    self.place = place
    var changes = Changes()
    for case .script(.tag(let tag)) in pieces {
      switch tag {
      case .move: changes.insert(.move)
      case .fade: changes.insert(.fade)
      case .transform: changes.insert(.transform)
      case .karaoke: changes.insert(.karaoke)
      default: break
      }
    }
    self.changes = changes
  }
}
