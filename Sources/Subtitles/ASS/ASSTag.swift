/// An override tag of ASS with its value; nil stands for the value of the style.
///
/// Lengths are in the script's own pixels, angles in degrees, times in milliseconds from the
/// event's start.
package enum ASSTag: Hashable, Sendable {
  package enum Component: Int, Hashable, Sendable {
    case primary = 1
    case secondary, outline, shadow
  }

  package enum Size: Hashable, Sendable {
    case inherited
    case absolute(Double)
    /// Tenths by which the size grows: `\fs+5` is half as large again.
    case relative(Double)
  }

  package enum Axis: Hashable, Sendable { case x, y, z }

  package enum Karaoke: Hashable, Sendable {
    /// `\k`: the syllable is filled at once.
    case jump
    /// `\kf` and `\K`: it is filled from left to right.
    case sweep
    /// `\ko`: its outline appears at once.
    case outline
  }

  package enum Border: Hashable, Sendable { case both, x, y }

  package struct Rectangle: Hashable, Sendable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }
  }

  case bold(Int?)
  case italic(Bool?)
  case underline(Bool?)
  case strikeOut(Bool?)
  case fontName(String?)
  case fontSize(Size)
  /// In percent.
  case scale(Axis, Double?)
  case spacing(Double?)
  case rotation(Axis, Double?)
  case shear(Axis, Double)
  case color(Component, SubtitleColor?)
  /// An opacity; a nil component is all four.
  case opacity(Component?, UInt8?)
  case border(Border, Double?)
  case shadow(Border, Double?)
  case blur(Double)
  case edgeBlur(Double)
  case alignment(Int?)
  case position(x: Double, y: Double)
  case move(fromX: Double, fromY: Double, toX: Double, toY: Double, start: Double, end: Double)
  case origin(x: Double, y: Double)
  /// Three opacities from 0 to 255, and four times between which they change.
  case fade(opacities: [Double], times: [Double], isSimple: Bool)
  case transform(start: Double?, end: Double?, acceleration: Double, tags: [ASSTag])
  /// In hundredths of a second.
  case karaoke(Karaoke, Double)
  case karaokeStart(Double)
  case clip(Rectangle, isInverse: Bool)
  case clipDrawing(String, scale: Int, isInverse: Bool)
  case reset(String?)
  case wrap(Int?)
  case drawing(Int)
  case baseline(Double)
  /// `\fe`, which says nothing where all text is Unicode.
  case encoding
}
