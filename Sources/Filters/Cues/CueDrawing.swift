import Fonts
import Geometry
import Subtitles

/// Reads the drawing commands of ASS (`\p`): `m n l b s p c` and coordinates.
enum CueDrawing {
  /// The most points of a drawing.
  private static let most = 100_000

  /// The drawing with coordinates divided by 2^(scale - 1), `y` down.
  static func outline(_ text: String, scale: Int) -> Outline {
    let factor = 1 / Double(1 << min(max(scale - 1, 0), 29))
    var segments: [Outline.Segment] = []
    var command: Character = " "
    var points: [Vector] = []
    var pending: Double?
    func midpoint(_ a: Vector, _ b: Vector, _ share: Double) -> Vector {
      Vector(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
    }
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      guard segments.count < most else { break }
      if let letter = word.first, word.count == 1, letter.isLetter {
        command = letter
        points = []
        pending = nil
        continue
      }
      guard let number = Double(word), number.isFinite else { continue }
      guard let x = pending else {
        pending = number * factor
        continue
      }
      pending = nil
      points.append(Vector(x, number * factor))
      switch command {
      case "m", "n": segments.append(.move(points[0]))
      case "l": if !segments.isEmpty { segments.append(.line(points[0])) }
      case "b":
        guard points.count == 3 else { continue }
        if !segments.isEmpty { segments.append(.cubic(points[0], points[1], points[2])) }
      case "s", "p":
        // A uniform cubic B-spline: three points from before and one more make a curve.
        guard points.count >= 3 else { continue }
        let (a, b, c) = (
          points[points.count - 3], points[points.count - 2], points[points.count - 1]
        )
        guard !segments.isEmpty else { continue }
        let (first, second) = (midpoint(a, b, 1.0 / 3), midpoint(a, b, 2.0 / 3))
        let end = midpoint(second, midpoint(b, c, 1.0 / 3), 0.5)
        segments.append(.cubic(first, second, end))
        continue
      default: break
      }
      points = []
    }
    return Outline(segments)
  }
}

extension Outline {
  /// The outline with each of its points moved.
  func mapped(_ map: (Vector) -> Vector) -> Outline {
    Outline(
      segments.map { segment in
        switch segment {
        case .move(let point): .move(map(point))
        case .line(let point): .line(map(point))
        case .quadratic(let control, let point): .quadratic(map(control), map(point))
        case .cubic(let first, let second, let point):
          .cubic(map(first), map(second), map(point))
        }
      })
  }

  /// The box around all points; nil without any.
  var pointBounds: Bounds? {
    var bounds: Bounds?
    func include(_ point: Vector) {
      if bounds == nil { bounds = Bounds(point) }
      bounds?.include(point)
    }
    for segment in segments {
      switch segment {
      case .move(let point), .line(let point): include(point)
      case .quadratic(let control, let point):
        include(control)
        include(point)
      case .cubic(let first, let second, let point):
        include(first)
        include(second)
        include(point)
      }
    }
    return bounds
  }
}
