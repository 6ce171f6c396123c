import Geometry
import Shapes

/// The letters of a text in their order, with what its elements say of each.
struct SVGText {
  /// A character.
  struct Letter {
    let scalar: Unicode.Scalar
    /// Its run, by its number.
    let run: Int
    /// Whether it is a blank that is left out at the end, and behind another.
    var isLoose = false
    /// Where it stands, and by how much it is moved, where an element says so.
    var x: Double?
    var y: Double?
    var dx: Double?
    var dy: Double?
    /// In degrees.
    var turn: Double?
    /// Whether it begins a piece that is placed by itself.
    var isFirst = false
  }

  /// Letters that stand right within one element.
  struct Run {
    let context: SVGBuilder.Context
    let fonts: TextFonts.Stack
    let lines: [Decoration]
    /// How far it is moved up, in user units.
    let rise: Double
    /// What it runs along, by its number.
    let path: Int?
  }

  /// A line along text, and the style of the element that asks for it.
  struct Decoration {
    enum Kind: String { case underline, overline, through = "line-through" }
    let kind: Kind
    let context: SVGBuilder.Context
  }

  /// A path along which letters run, and how far behind its start they begin.
  struct Way {
    let course: PathCourse
    let start: Double
  }

  /// A length that letters are to have together.
  struct Fitting {
    let letters: Range<Int>
    let length: Double
    let stretches: Bool
  }

  var letters: [Letter] = []
  var runs: [Run] = []
  var ways: [Way] = []
  /// Those of inner elements first.
  var fittings: [Fitting] = []
  /// Whether the next letter begins a piece.
  var isBroken = true

  /// Adds characters with blanks as CSS has them: one for many, and none at the start.
  mutating func add(_ text: String, run: Int, keepsBlanks: Bool, most: Int) {
    for scalar in text.unicodeScalars where letters.count < most {
      let isBlank = scalar == " " || scalar.value >= 9 && scalar.value <= 13
      if isBlank, !keepsBlanks, letters.isEmpty || letters.last?.scalar == " " { continue }
      // What ends lines elsewhere is a blank here.
      let isEnd = isBlank || ["\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
      letters.append(
        Letter(scalar: isEnd ? " " : scalar, run: run, isLoose: isBlank && !keepsBlanks))
      if isBroken { letters[letters.count - 1].isFirst = true }
      isBroken = false
    }
  }

  /// Leaves out a blank at the end.
  mutating func finish() {
    if letters.last?.isLoose ?? false { letters.removeLast() }
  }
}
