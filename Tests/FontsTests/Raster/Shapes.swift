import Geometry
import TestNumbers

@testable import Fonts

/// Outlines to draw in tests.
enum Shapes {
  static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, reversed: Bool = false
  ) -> Outline {
    polygon(
      reversed
        ? [(x, y), (x, y + height), (x + width, y + height), (x + width, y)]
        : [(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
  }

  static func polygon(_ points: [(Double, Double)]) -> Outline {
    Outline(
      points.enumerated().map { index, point in
        index == 0
          ? .move(Vector(point.0, point.1)) : .line(Vector(point.0, point.1))
      })
  }

  /// A circle of four cubic curves, within a thousandth of its radius.
  static func circle(_ x: Double, _ y: Double, radius r: Double) -> Outline {
    let k = 0.552_284_75 * r
    func at(_ dx: Double, _ dy: Double) -> Vector { Vector(x + dx, y + dy) }
    return Outline([
      .move(at(r, 0)), .cubic(at(r, k), at(k, r), at(0, r)),
      .cubic(at(-k, r), at(-r, k), at(-r, 0)), .cubic(at(-r, -k), at(-k, -r), at(0, -r)),
      .cubic(at(k, -r), at(r, -k), at(r, 0)),
    ])
  }

  static func joined(_ outlines: Outline...) -> Outline {
    Outline(outlines.flatMap(\.segments))
  }

  /// Closed polygons with corners anywhere, some of which cross themselves.
  static func random(
    _ source: inout SeededNumbers, corners: Int, contours: Int, side: Double
  ) -> Outline {
    var segments: [Outline.Segment] = []
    for _ in 0..<contours {
      for corner in 0..<corners {
        let point = Vector(source.part() * side, source.part() * side)
        segments.append(corner == 0 ? .move(point) : .line(point))
      }
    }
    return Outline(segments)
  }
}

extension Coverage {
  /// The coverage of a pixel, zero outside.
  func at(_ column: Int, _ row: Int) -> Int {
    guard column >= x, row >= y, column < x + width, row < y + height else { return 0 }
    return Int(bytes[(row - y) * width + column - x])
  }

  /// The area covered, in pixels.
  var area: Double { Double(bytes.reduce(0) { $0 + Int($1) }) / 255 }
}

/// The coverage of a polygon by counting winding numbers at many points of each pixel.
func countedCoverage(of polygon: Outline, width: Int, height: Int, points: Int) -> [Double] {
  var edges: [(Vector, Vector)] = []
  var (start, last) = (Vector(0, 0), Vector(0, 0))
  for segment in polygon.segments {
    if case .move(let point) = segment {
      edges.append((last, start))
      start = point
    } else {
      edges.append((last, segment.end))
    }
    last = segment.end
  }
  edges.append((last, start))
  var counts = [Double](repeating: 0, count: width * height)
  for line in 0..<height * points {
    let y = (Double(line) + 0.5) / Double(points)
    var crossings: [(x: Double, winding: Int)] = []
    for (from, to) in edges where (from.y <= y) != (to.y <= y) {
      let x = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)
      crossings.append((x, from.y < to.y ? 1 : -1))
    }
    crossings.sort { $0.x < $1.x }
    var winding = 0
    for (crossing, following) in zip(crossings, crossings.dropFirst()) {
      winding += crossing.winding
      if winding == 0 { continue }
      for column in max(Int(crossing.x), 0)..<max(min(Int(following.x) + 1, width), 0)
      where column < width {
        let low = max(crossing.x, Double(column))
        let high = min(following.x, Double(column + 1))
        if high > low { counts[line / points * width + column] += (high - low) / Double(points) }
      }
    }
  }
  return counts
}
