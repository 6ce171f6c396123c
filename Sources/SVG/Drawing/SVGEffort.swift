import Fonts
import Geometry
import Shapes

/// How much drawing a picture asks for, without drawing it.
struct SVGEffort {
  /// How many times all pixels of the picture are filled on plates of their own, at most.
  private(set) var plates = 0
  /// How many items are drawn.
  private(set) var draws = 0
  /// Of about how many pieces outlines are, and lines at most.
  private(set) var pieces = 0.0

  /// Of how many pieces the line along a piece of a path is, and that of a dash, if both are round.
  private static let piecesOfLine = 16.0

  /// What a picture asks for; counting ends where it is more than is drawn.
  init(_ group: SVGGroup) { add(group) }

  /// Whether a picture of so many pixels may be left out in part.
  func mayStop(at pixels: Int) -> Bool {
    let (whole, isOver) = plates.multipliedReportingOverflow(by: pixels)
    return isOver || whole > SVGLimits.pixels || draws > SVGLimits.draws
      || pieces >= Double(SVGLimits.pieces)
  }

  private mutating func add(_ group: SVGGroup) {
    guard draws <= SVGLimits.draws else { return }
    if group.isApart { plates += 1 + group.clips.count + group.masks.count }
    for item in group.items {
      draws += 1
      switch item {
      case .group(let inner): add(inner)
      case .shape(let shape):
        add(shape)
        if case .pattern(let pattern) = shape.paint {
          plates += 1
          add(pattern.group)
        }
      case .picture, .room: break
      }
    }
    for clip in group.clips { add(clip.group) }
    for mask in group.masks { add(mask.group) }
    for step in group.filters.flatMap(\.steps) {
      plates += step.kind.work
      if case .image(let shown) = step.kind { add(shown) }
    }
  }

  private mutating func add(_ shape: SVGShape) {
    let count = Double(shape.path.contours.reduce(0) { $0 + $1.segments.count + 1 })
    guard let line = shape.line else {
      pieces += count
      return
    }
    let dashes = line.dashes.map { shape.path.dashes(of: $0) } ?? 0
    pieces += (count + min(dashes, Double(ShapePath.mostDashes))) * Self.piecesOfLine
  }
}
