import Geometry

/// What a node of a colour glyph's graph does: the paint tables of "COLR" version 1, with their
/// children as offsets, so that a graph is read only as far as it is walked.
enum GlyphPaint {
  /// Paints of the list of layers, one over another.
  case layers(first: Int, count: Int)
  case solid(PaletteEntry)
  case gradient(Gradient)
  /// A paint within the shape of a glyph.
  case glyph(GlyphID, child: Int)
  /// Another colour glyph.
  case colorGlyph(GlyphID)
  case transform(Affine, child: Int)
  case composite(PaintComposite, source: Int, backdrop: Int)
}

/// Colours along a line, and beyond its ends.
struct ColorLine {
  enum Extend: Int {
    case pad, `repeat`, reflect
  }

  struct Stop {
    var offset: Double
    var entry: PaletteEntry
  }

  /// The most stops that are read.
  static let mostStops = 1024

  var extend: Extend
  /// In the order of their offsets.
  var stops: [Stop]
}

/// A paint whose colour differs from place to place, in the glyph's units with `y` up.
struct Gradient {
  enum Shape {
    /// From one point to another, in stripes along the line from the first to the third.
    case linear(Vector, Vector, Vector)
    /// From one circle to another.
    case radial(Vector, Double, Vector, Double)
    /// Around a point, from one angle to another, in degrees counterclockwise from the right.
    case sweep(Vector, Double, Double)
  }

  var shape: Shape
  var line: ColorLine
}
