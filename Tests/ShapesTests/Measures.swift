import Fonts
import Geometry
import Shapes

/// The area that a coverage tells of, in pixels.
func area(_ coverage: Coverage) -> Double {
  coverage.bytes.reduce(0) { $0 + Double($1) } / 255
}

/// The area of a path on a canvas of 200 pixels.
func area(_ path: ShapePath, _ rule: FillRule = .nonzero) -> Double {
  var rasterizer = ShapeRasterizer()
  return area(rasterizer.coverage(of: path, rule: rule, in: canvas))
}

/// The area of a line on a canvas of 200 pixels.
func area(_ path: ShapePath, _ style: StrokeStyle) -> Double {
  var rasterizer = ShapeRasterizer()
  return area(rasterizer.coverage(ofStroke: style, along: path, of: path, in: canvas))
}

let canvas = PixelBox(x: 0, y: 0, width: 200, height: 200)

/// A path that is known to be well spelt.
func path(_ data: String) throws -> ShapePath { try PathData(parsing: data).path }

/// Where a path's contours begin and end, and what leads there.
func spelt(_ path: ShapePath) -> String {
  func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
  func place(_ point: Vector) -> String { "\(number(point.x)),\(number(point.y))" }
  return path.contours.map { contour in
    let steps = contour.segments.map { segment in
      switch segment {
      case .move(let end): "M" + place(end)
      case .line(let end): "L" + place(end)
      case .quadratic(let control, let end): "Q" + place(control) + " " + place(end)
      case .cubic(let first, let second, let end):
        "C" + place(first) + " " + place(second) + " " + place(end)
      }
    }
    return (["M" + place(contour.start)] + steps + (contour.isClosed ? ["Z"] : []))
      .joined(separator: " ")
  }.joined(separator: " ")
}
