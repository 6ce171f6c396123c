import Fonts
import Geometry

/// A place at which a command of path data ends, and which ways lead there and on from there.
package struct PathCorner: Hashable, Sendable {
  /// The place.
  package let place: Vector
  /// The way on which it is reached; nil where a contour begins there and is not closed.
  package internal(set) var into: Vector?
  /// The way on which it is left; nil where a contour ends there.
  package internal(set) var out: Vector?
}

extension PathData {
  /// A line through some places.
  package init(through places: [Vector], isClosed: Bool) {
    self.init(
      places.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) }
        + (isClosed && !places.isEmpty ? [.close] : []))
  }

  /// The places at which its commands end, where markers of SVG stand; the end of a closed contour
  /// is one more, where the contour begins.
  package var corners: [PathCorner] {
    var corners: [PathCorner] = []
    /// The first corner of the contour.
    var first = 0
    var start = Vector(0, 0)
    for command in commands {
      let place = corners.last?.place ?? start
      switch command {
      case .move(let point):
        (first, start) = (corners.count, point)
        corners.append(PathCorner(place: point))
      case .line(let point): corners.add([.line(point)], from: place)
      case .quadratic(let control, let point):
        corners.add([.quadratic(control, point)], from: place)
      case .cubic(let one, let other, let point):
        corners.add([.cubic(one, other, point)], from: place)
      case .arc(let arc, let point):
        corners.add(arc.segments(from: place, to: point), from: place)
      case .close:
        guard corners.indices.contains(first) else { continue }
        corners.add([.line(start)], from: place)
        let last = corners.count - 1
        corners[last].out = corners[first].out
        corners[first].into = corners[last].into
        first = last
      }
    }
    return corners
  }
}

extension [PathCorner] {
  /// Adds the end of a command that consists of some segments.
  fileprivate mutating func add(_ segments: [Outline.Segment], from start: Vector) {
    guard let last = segments.last else { return }
    var places = [start]
    for segment in segments {
      switch segment {
      case .move(let end), .line(let end): places.append(end)
      case .quadratic(let control, let end): places += [control, end]
      case .cubic(let one, let other, let end): places += [one, other, end]
      }
    }
    let end = last.end
    let ahead = places.first { $0 != start }.map { $0 - start }
    let behind = places.last { $0 != end }.map { end - $0 }
    if !isEmpty {
      let index = count - 1
      // A corner from which nothing led on yet, or where a closed contour goes on.
      self[index].out = ahead ?? self[index].out
    }
    append(PathCorner(place: end, into: behind))
  }
}
