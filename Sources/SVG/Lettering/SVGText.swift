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
    /// How far above the baseline the middle of letters is, in user units.
    let middle: Double
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
  /// Whether there are letters for which there is no room.
  var isCut = false
  /// Whether the next letter begins a piece.
  var isBroken = true

  /// Adds characters with blanks as CSS has them: one for many, and none at the start.
  mutating func add(_ text: String, run: Int, keepsBlanks: Bool, most: Int) {
    for scalar in text.unicodeScalars {
      let isBlank = scalar == " " || scalar.value >= 9 && scalar.value <= 13
      if isBlank, !keepsBlanks, letters.isEmpty || letters.last?.scalar == " " { continue }
      guard letters.count < most else {
        if !isBlank { isCut = true }
        continue
      }
      // What ends lines elsewhere is a blank here.
      let isEnd = isBlank || ["\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
      letters.append(
        Letter(scalar: isEnd ? " " : scalar, run: run, isLoose: isBlank && !keepsBlanks))
      if isBroken { letters[letters.count - 1].isFirst = true }
      isBroken = false
    }
  }

  /// Leaves out a blank at the end, and what is said of places of characters that are parts of
  /// others, as marks and the halves of flags are: SVG 2, section 11.5.
  mutating func finish() {
    if letters.last?.isLoose ?? false { letters.removeLast() }
    guard letters.contains(where: { !$0.scalar.isASCII }) else { return }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: letters.map(\.scalar))
    var next = 0
    for character in String(scalars) {
      let parts = next..<next + character.unicodeScalars.count
      for index in parts.dropFirst() {
        (letters[index].x, letters[index].y) = (nil, nil)
        (letters[index].dx, letters[index].dy, letters[index].turn) = (nil, nil, nil)
      }
      next = parts.upperBound
    }
  }
}
