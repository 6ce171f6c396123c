/// An override tag of ASS with its value; nil stands for the value of the style.
///
/// Lengths are in the script's own pixels, angles in degrees, times in milliseconds from the
/// event's start.
package enum ASSTag: Hashable, Sendable {
  /// Which of a style's colours is meant; the number is that of `\1c` to `\4c`.
  package enum Component: Int, Hashable, Sendable {
    case primary = 1
    case secondary, outline, shadow
  }

  /// What a size in a tag is measured against.
  package enum Size: Hashable, Sendable {
    case inherited
    case absolute(Double)
    /// Tenths by which the size grows: `\fs+5` is half as large again.
    case relative(Double)
  }

  /// The axis of a turn, a scale or a shear: the last letter of the tag.
  package enum Axis: Hashable, Sendable { case x, y, z }

  /// How the filling of a syllable looks.
  package enum Karaoke: Hashable, Sendable {
    /// `\k`: the syllable is filled at once.
    case jump
    /// `\kf` and `\K`: it is filled from left to right.
    case sweep
    /// `\ko`: its outline appears at once.
    case outline
  }

  /// The directions that `\bord`, `\xbord` and `\ybord` set, or `\shad` and its kin.
  package enum Border: Hashable, Sendable { case both, x, y }

  /// What `\clip` and `\iclip` keep or leave out.
  package struct Rectangle: Hashable, Sendable {
    /// The left edge, in the script's pixels.
    package var left: Double
    /// The upper edge, in the script's pixels.
    package var top: Double
    /// The right edge, in the script's pixels.
    package var right: Double
    /// The lower edge, in the script's pixels.
    package var bottom: Double

    /// The edges as the tag gives them, in whatever order they stand.
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
  case shear(Axis, Double?)
  case color(Component, SubtitleColor?)
  /// How much is seen through, of which the lowest byte counts when it is reached: 255 is all; a
  /// nil component is all four.
  case transparency(Component?, Int?)
  case border(Border, Double?)
  case shadow(Border, Double?)
  case blur(Double?)
  case edgeBlur(Double?)
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
  /// `\fe`, of which -1 alone means something, as in a style.
  case encoding(Int?)
}
