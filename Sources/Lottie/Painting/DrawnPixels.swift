import Bytes
import Fonts
import Geometry
import Plates
import Shapes

/// The pixels that what is drawn may touch: of curves, those around their control points.
struct DrawnPixels {
  private var low = Vector(.infinity, .infinity)
  private var high = Vector(-.infinity, -.infinity)
  /// Whether a place is no number, so that it may be anywhere.
  private var isEverywhere = false

  /// Adds a contour that is seen through a map, and all that lies less than a margin beside it, in
  /// units of the contour.
  mutating func add(_ contour: LottieContour, through map: Affine, margin: Double = 0) {
    let (across, down) = (
      margin * Maths.hypot(map.a, map.c), margin * Maths.hypot(map.b, map.d)
    )
    for point in contour.points {
      add(map(point.place), across, down)
      if point.isCorner { continue }
      add(map(point.place.plus(point.into)), across, down)
      add(map(point.place.plus(point.out)), across, down)
    }
  }

  private mutating func add(_ place: Vector, _ across: Double, _ down: Double) {
    let (left, top) = (place.x - across, place.y - down)
    let (right, bottom) = (place.x + across, place.y + down)
    guard left.isFinite, top.isFinite, right.isFinite, bottom.isFinite else {
      isEverywhere = true
      return
    }
    low = Vector(min(low.x, left), min(low.y, top))
    high = Vector(max(high.x, right), max(high.y, bottom))
  }

  /// Those of a box.
  func within(_ box: PixelBox) -> PixelBox {
    if isEverywhere { return box }
    guard low.x <= high.x else { return PixelBox(x: box.x, y: box.y, width: 0, height: 0) }
    func pixel(_ place: Double) -> Int { Int(min(max(place, -1e6), 1e6)) }
    let (left, top) = (pixel(low.x.rounded(.down)) - 1, pixel(low.y.rounded(.down)) - 1)
    let (right, bottom) = (pixel(high.x.rounded(.up)) + 1, pixel(high.y.rounded(.up)) + 1)
    return box.common(with: PixelBox(x: left, y: top, width: right - left, height: bottom - top))
  }
}

// What is drawn of shapes.
extension DrawnPixels {
  /// Adds outlines, with all by which they grow and the line along them.
  mutating func add(
    _ uses: [OutlineUse], line: StrokeStyle?, through map: Affine, _ budget: inout LottieBudget
  ) {
    for use in uses {
      let whole = map.after(use.map)
      budget.spend(LottieBudget.Cost.move)
      for contour in use.outline.contours {
        budget.spend(contour.points.count * LottieBudget.Cost.bound)
        if let line {
          // The line is as wide as it is in units of the style.
          add(contour.mapped(by: use.map), through: map, margin: line.reach)
        } else {
          // Corners of a line reach as far as its limit of miters, which is 4.
          add(contour, through: whole, margin: 4 * use.outline.growth.magnitude)
        }
      }
    }
  }

  /// Adds drawings as they stand at a frame.
  mutating func add(
    _ drawings: [LottieDrawing], at frame: Double, through map: Affine,
    _ budget: inout LottieBudget
  ) {
    for drawing in drawings where !budget.isSpent {
      switch drawing {
      case .style(let style, let uses):
        guard let line = style.line else {
          add(uses, line: nil, through: map, &budget)
          continue
        }
        if let look = line.look(at: frame) { add(uses, line: look, through: map, &budget) }
      case .group(let inner, let own, _):
        add(inner, at: frame, through: map.after(own), &budget)
      }
    }
  }
}

extension StrokeStyle {
  /// How far the line reaches from what it follows.
  fileprivate var reach: Double {
    let corner = join == .miter ? max(miterLimit, 1) : 1
    return width / 2 * max(corner, cap == .square ? 2.0.squareRoot() : 1)
  }
}
