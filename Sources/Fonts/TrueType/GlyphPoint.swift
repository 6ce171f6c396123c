import Geometry

/// One point of a TrueType glyph.
struct GlyphPoint: Hashable, Sendable {
  var x: Double
  var y: Double
  /// Whether the contour goes through it, rather than being drawn towards it.
  var isOnCurve = true
  /// Whether it is one of the two control points of a cubic curve.
  var isCubic = false
  /// Whether it is the last one of its contour.
  var endsContour = false

  var vector: Vector { Vector(x, y) }
}

/// The two points that tell where a glyph's advance begins and ends ("phantom points").
///
/// Those above and below the glyph take part in nothing here.
struct PhantomPoints: Hashable, Sendable {
  var left = 0.0
  var right = 0.0
}

extension Outline {
  /// The contours that points describe: between two control points of quadratic curves in
  /// sequence lies an implied point on the curve (TrueType Reference Manual, chapter 1).
  init(_ points: [GlyphPoint]) {
    self.init()
    segments.reserveCapacity(points.count)
    var first = 0
    for index in points.indices where points[index].endsContour {
      append(contour: points[first...index])
      first = index + 1
    }
  }

  private mutating func append(contour points: ArraySlice<GlyphPoint>) {
    guard let head = points.first, let tail = points.last, points.count > 1 else { return }
    var rest = points
    if head.isCubic || tail.isCubic, let start = points.firstIndex(where: \.isOnCurve) {
      // A pair of control points must not be torn apart.
      rest = points[start...] + points[..<start]
      return append(contour: rest, from: rest.removeFirst().vector)
    }
    let start: Vector
    if head.isOnCurve {
      start = head.vector
      rest = points.dropFirst()
    } else if tail.isOnCurve {
      start = tail.vector
      rest = points.dropLast()
    } else {
      start = middle(head.vector, tail.vector)
    }
    append(contour: rest, from: start)
  }

  private mutating func append(contour points: ArraySlice<GlyphPoint>, from start: Vector) {
    segments.append(.move(start))
    var pending: [Vector] = []
    for point in points {
      if point.isOnCurve {
        append(curve: pending, to: point.vector)
        pending.removeAll(keepingCapacity: true)
      } else {
        if let last = pending.last, !point.isCubic || pending.count == 2 {
          let between = middle(last, point.vector)
          append(curve: pending, to: between)
          pending.removeAll(keepingCapacity: true)
        }
        pending.append(point.vector)
      }
    }
    if !pending.isEmpty { append(curve: pending, to: start) }
  }

  private mutating func append(curve controls: [Vector], to end: Vector) {
    switch controls.count {
    case 0: segments.append(.line(end))
    case 1: segments.append(.quadratic(controls[0], end))
    default: segments.append(.cubic(controls[0], controls[1], end))
    }
  }

  private func middle(_ first: Vector, _ second: Vector) -> Vector {
    Vector((first.x + second.x) / 2, (first.y + second.y) / 2)
  }
}
