import Geometry

/// The middle line of one stroke, open or closed, with the pen's width at its nodes.
struct Skeleton: Sendable {
  /// How a stroke ends.
  enum End: Sendable {
    /// Straight across.
    case blunt
    /// On the edge of the letter: level, or upright where the stroke is level.
    case flush
    /// Level at the very edge, where two strokes meet in a point.
    case apex
    /// Level through its point.
    case level
    /// Upright through its point.
    case upright
  }

  struct Segment: Sendable {
    var start: Vector
    /// Nil for a straight line.
    var controls: (Vector, Vector)?
    var end: Vector
    /// The pen's width at both ends, as a part of the full one.
    var startWidth: Double
    var endWidth: Double
  }

  var segments: [Segment] = []
  var isClosed = false
  var ends: (first: End, last: End) = (.blunt, .blunt)
}

/// A drawn glyph as its line of the tables says it, in thousandths of an em.
///
/// A line is `name case width left right strokes`. The name is the character itself; the case a
/// letter of ``LetterCase``; the width that of the regular outline; left and right are the room at
/// its sides, as numbers or as S (upright stem), R (round), O (open), D (diagonal). Strokes are
/// apart by `;` and made of
///
///     M x y             begins at a point
///     L x y             a straight line
///     H x y             a quarter of an oval that sets out level and comes in upright
///     V x y             one that sets out upright and comes in level
///     C x y x y x y     a Bézier curve
///     Z                 closes the stroke
///     O x y d           a dot with its middle and its width
///
/// A point may be followed by `*0.8`, the pen's width there; `~`, the width of a joint; `!`, an end
/// straight across; `_`, an end on the letter's edge; `^`, one where two strokes meet at the edge;
/// `=` and `|`, a level and an upright cut through the point. Lines end on the edge by themselves,
/// curves straight across; where lines meet at an angle, their corner is pointed.
///
/// Before the strokes may stand `@0.5`, how much of the weight's growth the width takes part in;
/// `&0.8`, the pen's width in all of the glyph; `%700`, a glyph to be turned about the middle of
/// that height.
///
/// `y` is that of the edge where the letter has one (see ``LetterCase/edges``), and `x` runs from
/// the left edge to the right edge; `120+.3g` is 120, and so much of ``LetterWeight/growth`` more
/// in heavier weights.
struct LetterDrawing: Sendable {
  var character: Unicode.Scalar
  var letterCase: LetterCase
  var width: Double
  var growth: Double
  /// The pen's width as a part of the full one.
  var pen: Double
  var left: Side
  var right: Side
  var strokes: [Skeleton]
  var dots: [(center: Vector, width: Double)]
  /// The height about whose middle the glyph is turned upside down.
  var turningHeight: Double?

  enum Side: Sendable {
    case named(UInt8)
    case room(Double)
  }
}
