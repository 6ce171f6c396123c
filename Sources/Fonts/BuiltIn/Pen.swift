import Bytes
import Geometry

/// An oval pen that is drawn along skeletons: what it covers is the letter.
struct Pen: Sendable {
  /// Half of its width and of its height.
  var halfWidth: Double
  var halfHeight: Double
  /// How far ends on the letter's edge reach beyond the skeleton's last point, across and up.
  var reach: Vector

  /// A contour of quadratic curves: two controls in turn have a node halfway between them.
  typealias Contour = [(point: Vector, isNode: Bool)]

  /// The contours of a stroke, all turning the same way, so that overlaps stay filled.
  func contours(of skeleton: Skeleton) -> [Contour] {
    guard let first = skeleton.segments.first, let last = skeleton.segments.last else { return [] }
    var left: Contour = []
    var right: Contour = []
    for (index, segment) in skeleton.segments.enumerated() {
      if index > 0 { turn(from: skeleton.segments[index - 1], to: segment, &left, &right) }
      trace(segment, left: &left, right: &right)
    }
    if skeleton.isClosed {
      // The last node lies on the first one.
      if left.last?.isNode == true { left.removeLast() }
      if right.last?.isNode == true { right.removeLast() }
      return [left, reversed(right, closed: true)]
    }
    let headings = (backwards(direction(of: first, at: 0)), direction(of: last, at: 1))
    trim(&left, &right, at: 0, heading: headings.0, skeleton.ends.first)
    trim(&left, &right, at: left.count - 1, heading: headings.1, skeleton.ends.last)
    return [left + reversed(right, closed: false)]
  }

  /// A dot, or an oval that is as flat as the pen.
  func dot(at center: Vector, width: Double) -> Contour {
    let radius = Vector(width / 2, width / 2)
    // Eight arcs, clockwise; the controls are on the octagon around them.
    let near = 0.414_213_562_373_095_1
    let corner = 0.707_106_781_186_547_5
    let turns: [(Double, Double, Bool)] = [
      (0, 1, true), (near, 1, false), (corner, corner, true), (1, near, false), (1, 0, true),
      (1, -near, false), (corner, -corner, true), (near, -1, false), (0, -1, true),
      (-near, -1, false), (-corner, -corner, true), (-1, -near, false), (-1, 0, true),
      (-1, near, false), (-corner, corner, true), (-near, 1, false),
    ]
    return turns.map { x, y, isNode in
      (Vector(center.x + x * radius.x, center.y + y * radius.y), isNode)
    }
  }

  // MARK: - The two sides

  private func trace(
    _ segment: Skeleton.Segment, left: inout Contour, right: inout Contour
  ) {
    let pieces = segment.controls == nil ? 1 : pieces(of: segment)
    for index in 0...pieces {
      let time = Double(index) / Double(pieces)
      let sides = sides(of: segment, at: time)
      if index > 0, segment.controls != nil {
        let before = Double(index - 1) / Double(pieces)
        let old = self.sides(of: segment, at: before)
        bend(&left, from: old.left, to: sides.left, segment, before, time, side: 1)
        bend(&right, from: old.right, to: sides.right, segment, before, time, side: -1)
      }
      if index == 0, !left.isEmpty { continue }
      left.append((sides.left, true))
      right.append((sides.right, true))
    }
  }

  /// Moves the last nodes to where the sides of two lines meet.
  private func turn(
    from first: Skeleton.Segment, to second: Skeleton.Segment, _ left: inout Contour,
    _ right: inout Contour
  ) {
    let (before, after) = (direction(of: first, at: 1), direction(of: second, at: 0))
    let cross = before.x * after.y - before.y * after.x
    guard cross.magnitude > 0.1, let last = left.indices.last else { return }
    let next = sides(of: second, at: 0)
    func corner(_ start: Vector, _ goal: Vector) -> Vector {
      let way = Vector(goal.x - start.x, goal.y - start.y)
      let distance = (way.x * after.y - way.y * after.x) / cross
      return Vector(start.x + before.x * distance, start.y + before.y * distance)
    }
    left[last].point = corner(left[last].point, next.left)
    right[last].point = corner(right[last].point, next.right)
  }

  /// Adds the control between two nodes of a side: where its tangents meet.
  private func bend(
    _ contour: inout Contour, from start: Vector, to end: Vector, _ segment: Skeleton.Segment,
    _ before: Double, _ after: Double, side: Double
  ) {
    let first = tangent(of: segment, at: before, side: side)
    let second = tangent(of: segment, at: after, side: side)
    let chord = Vector(end.x - start.x, end.y - start.y)
    let cross = first.x * second.y - first.y * second.x
    let along = (chord.x * second.y - chord.y * second.x)
    guard cross.magnitude > 0.02, along / cross > 0, along / cross < 2 * chord.length else {
      return contour.append((Vector((start.x + end.x) / 2, (start.y + end.y) / 2), false))
    }
    let distance = along / cross
    contour.append(
      (Vector(start.x + first.x * distance, start.y + first.y * distance), false))
  }

  /// How many quadratic curves follow a cubic one closely: one for every 30 degrees or so.
  private func pieces(of segment: Skeleton.Segment) -> Int {
    let from = direction(of: segment, at: 0)
    let middle = direction(of: segment, at: 0.5)
    let to = direction(of: segment, at: 1)
    let bend = (from.x * middle.x + from.y * middle.y, middle.x * to.x + middle.y * to.y)
    let least = min(bend.0, bend.1)
    // Cosines of 10, 30 and 50 degrees for each half.
    let count = least > 0.985 ? 2 : least > 0.866 ? 3 : least > 0.64 ? 4 : 6
    return segment.startWidth == segment.endWidth ? count : max(count, 4)
  }

  private func sides(
    of segment: Skeleton.Segment, at time: Double
  ) -> (left: Vector, right: Vector) {
    let middle = point(of: segment, at: time)
    let offset = offset(along: direction(of: segment, at: time), width(of: segment, at: time))
    return (
      Vector(middle.x + offset.x, middle.y + offset.y),
      Vector(middle.x - offset.x, middle.y - offset.y)
    )
  }

  /// The pen's farthest point to the left of a direction.
  private func offset(along direction: Vector, _ width: Double) -> Vector {
    let normal = Vector(-direction.y, direction.x)
    let across = halfWidth * halfWidth * normal.x
    let up = halfHeight * halfHeight * normal.y
    let length = (across * normal.x + up * normal.y).squareRoot()
    return length > 0 ? Vector(across / length * width, up / length * width) : Vector(0, 0)
  }

  private func width(of segment: Skeleton.Segment, at time: Double) -> Double {
    let part = segment.controls == nil ? time : Maths.smoothstep(time)
    return segment.startWidth + (segment.endWidth - segment.startWidth) * part
  }

  private func point(of segment: Skeleton.Segment, at time: Double) -> Vector {
    let rest = 1 - time
    guard let (first, second) = segment.controls else {
      return Vector(
        segment.start.x * rest + segment.end.x * time,
        segment.start.y * rest + segment.end.y * time)
    }
    let parts = (
      rest * rest * rest, 3 * rest * rest * time, 3 * rest * time * time, time * time * time
    )
    return Vector(
      segment.start.x * parts.0 + first.x * parts.1 + second.x * parts.2
        + segment.end.x * parts.3,
      segment.start.y * parts.0 + first.y * parts.1 + second.y * parts.2
        + segment.end.y * parts.3)
  }

  /// The unit vector of a direction.
  private func direction(of segment: Skeleton.Segment, at time: Double) -> Vector {
    guard let (first, second) = segment.controls else {
      return unit(
        Vector(segment.end.x - segment.start.x, segment.end.y - segment.start.y))
    }
    let rest = 1 - time
    let parts = (rest * rest, 2 * rest * time, time * time)
    func slope(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      (b - a) * parts.0 + (c - b) * parts.1 + (d - c) * parts.2
    }
    return unit(
      Vector(
        slope(segment.start.x, first.x, second.x, segment.end.x),
        slope(segment.start.y, first.y, second.y, segment.end.y)))
  }

  /// The direction of a side of the stroke, which differs from the skeleton's as the width changes.
  private func tangent(of segment: Skeleton.Segment, at time: Double, side: Double) -> Vector {
    let step = 1.0 / 1024
    guard segment.startWidth != segment.endWidth, time > step, time < 1 - step else {
      return direction(of: segment, at: time)
    }
    let (before, after) = (sides(of: segment, at: time - step), sides(of: segment, at: time + step))
    return side > 0
      ? unit(Vector(after.left.x - before.left.x, after.left.y - before.left.y))
      : unit(Vector(after.right.x - before.right.x, after.right.y - before.right.y))
  }

  private func unit(_ vector: Vector) -> Vector {
    let length = vector.length
    return length > 0 ? Vector(vector.x / length, vector.y / length) : Vector(0, 0)
  }

  private func backwards(_ vector: Vector) -> Vector { Vector(-vector.x, -vector.y) }

  // MARK: - Ends

  /// Moves both sides' ends along `heading` to where the stroke is cut off.
  private func trim(
    _ left: inout Contour, _ right: inout Contour, at index: Int, heading: Vector,
    _ end: Skeleton.End
  ) {
    guard end != .blunt, left.indices.contains(index), right.indices.contains(index),
      heading.x != 0 || heading.y != 0
    else { return }
    let middle = Vector(
      (left[index].point.x + right[index].point.x) / 2,
      (left[index].point.y + right[index].point.y) / 2)
    let isUpright = end == .upright || (end == .flush && heading.y.magnitude < 0.01)
    var goal = isUpright ? middle.x : middle.y
    if end == .flush {
      let reach = isUpright ? reach.x : reach.y
      goal += (isUpright ? heading.x : heading.y) < 0 ? -reach : reach
    }
    func moved(_ point: Vector) -> Vector {
      let distance = isUpright ? (goal - point.x) / heading.x : (goal - point.y) / heading.y
      return Vector(point.x + heading.x * distance, point.y + heading.y * distance)
    }
    left[index].point = moved(left[index].point)
    right[index].point = moved(right[index].point)
  }

  private func reversed(_ contour: Contour, closed: Bool) -> Contour {
    guard closed, let first = contour.first else { return contour.reversed() }
    return [first] + contour.dropFirst().reversed()
  }
}
