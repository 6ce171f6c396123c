/// A rectangle of whole samples, `x` right and `y` down.
package struct Box: Hashable, Sendable {
  /// The left column; may be negative.
  package var x: Int
  /// The upper row; may be negative.
  package var y: Int
  /// Columns, at least 0.
  package var width: Int
  /// Rows, at least 0.
  package var height: Int

  /// A rectangle; negative sides are taken as 0.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// No samples, at the origin.
  package static let empty = Box(x: 0, y: 0, width: 0, height: 0)

  /// Whether there is no sample in it.
  package var isEmpty: Bool { width == 0 || height == 0 }
  /// The column after the last.
  package var maxX: Int { x + width }
  /// The row after the last.
  package var maxY: Int { y + height }

  /// The samples that are in both boxes.
  package func intersection(_ other: Box) -> Box {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Box(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The smallest box around both boxes; an empty one adds nothing.
  package func union(_ other: Box) -> Box {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Box(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The box moved by whole samples.
  package func moved(x dx: Int, y dy: Int) -> Box {
    Box(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The box grown by `margin` samples on each side.
  package func grown(by margin: Int) -> Box {
    Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
