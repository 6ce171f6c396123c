import Bytes

/// What an animation says about one of its frames.
struct FrameInfo: Hashable, Sendable {
  /// What becomes of the canvas after a frame has been shown.
  enum Disposal: Sendable {
    /// It stays as it is.
    case keep
    /// The frame's rectangle becomes transparent.
    case clear
    /// It becomes what it was before the frame was drawn.
    case restore
  }

  /// How a frame is drawn onto the canvas.
  enum Blend: Sendable {
    /// It takes the place of what is there, transparency included.
    case source
    /// It lies over what is there.
    case over
  }

  var rectangle: PixelRectangle
  /// How long the frame is shown, in seconds, as the file says it.
  var delay: Rational
  var disposal: Disposal
  var blend: Blend
}

/// A rectangle of pixels; origin top left.
struct PixelRectangle: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The part of the rectangle that lies within a picture of this size; may be empty.
  func clipped(toWidth limitWidth: Int, height limitHeight: Int) -> PixelRectangle {
    let left = Swift.min(x, limitWidth)
    let top = Swift.min(y, limitHeight)
    return PixelRectangle(
      x: left, y: top, width: Swift.min(width, limitWidth - left),
      height: Swift.min(height, limitHeight - top))
  }

  var isEmpty: Bool { width <= 0 || height <= 0 }
}
