import Fonts
import Geometry

/// Outlines in one form, so that those of two programs can be compared: contours without their
/// closing lines, lines of no length left out, empty contours left out.
enum Contours {
  typealias Segment = Outline.Segment

  static func normalized(_ segments: [Segment]) -> [Segment] {
    var all: [Segment] = []
    var contour: [Segment] = []
    func finish() {
      if case .line(let end)? = contour.last, contour.count > 1, isNear(end, contour[0]) {
        contour.removeLast()
      }
      if contour.count > 1 { all += contour }
      contour = []
    }
    for segment in segments {
      if case .move = segment { finish() }
      if case .line(let point) = segment, let last = contour.last, isNear(point, last) { continue }
      contour.append(segment)
    }
    finish()
    return all
  }

  /// The same contours in an order that does not depend on the one they are in.
  static func sorted(_ segments: [Segment]) -> [Segment] {
    var contours: [[Segment]] = []
    for segment in segments {
      if case .move = segment { contours.append([]) }
      if !contours.isEmpty { contours[contours.count - 1].append(segment) }
    }
    return contours.sorted { first, second in
      guard let one = end(of: first[0]), let other = end(of: second[0]) else { return false }
      return (one.x, one.y) < (other.x, other.y)
    }.flatMap { $0 }
  }

  /// The largest distance along an axis between the points of two outlines; nil when they are not
  /// made of the same segments.
  static func distance(_ first: [Segment], _ second: [Segment]) -> Double? {
    guard first.count == second.count else { return nil }
    var largest = 0.0
    for (one, other) in zip(first, second) {
      let (ours, theirs) = (points(of: one), points(of: other))
      guard ours.kind == theirs.kind else { return nil }
      for (a, b) in zip(ours.points, theirs.points) {
        largest = max(largest, (a.x - b.x).magnitude, (a.y - b.y).magnitude)
      }
    }
    return largest
  }

  static func points(of segment: Segment) -> (kind: Int, points: [Vector]) {
    switch segment {
    case .move(let point): (0, [point])
    case .line(let point): (1, [point])
    case .quadratic(let control, let point): (2, [control, point])
    case .cubic(let first, let second, let point): (3, [first, second, point])
    }
  }

  /// Whether a segment ends at a point, but for what sums are rounded by.
  private static func isNear(_ point: Vector, _ segment: Segment) -> Bool {
    guard let end = end(of: segment) else { return false }
    return (end.x - point.x).magnitude < 1e-3 && (end.y - point.y).magnitude < 1e-3
  }

  private static func end(of segment: Segment) -> Vector? { points(of: segment).points.last }

  /// Reads paths such as `M1,2 L3,4 Q1,2 3,4 C1,2 3,4 5,6 Z`, with blanks anywhere.
  static func parse(_ path: String) -> [Segment] {
    var segments: [Segment] = []
    var letter = UInt8(ascii: "M")
    var numbers: [Double] = []
    var points: [Vector] {
      stride(from: 0, to: numbers.count - 1, by: 2).map { Vector(numbers[$0], numbers[$0 + 1]) }
    }
    func finish() {
      let points = points
      switch (letter | 0x20, points.count) {
      case (UInt8(ascii: "m"), 1...): segments.append(.move(points[0]))
      case (UInt8(ascii: "l"), 1...): segments.append(.line(points[0]))
      case (UInt8(ascii: "q"), 2...): segments.append(.quadratic(points[0], points[1]))
      case (UInt8(ascii: "c"), 3...): segments.append(.cubic(points[0], points[1], points[2]))
      default: break
      }
      numbers.removeAll(keepingCapacity: true)
    }
    var word: [UInt8] = []
    func endWord() {
      guard !word.isEmpty else { return }
      if let number = Double(String(decoding: word, as: UTF8.self)) { numbers.append(number) }
      word.removeAll(keepingCapacity: true)
    }
    for byte in path.utf8 {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A:
        endWord()
        finish()
        letter = byte
      case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\n"): endWord()
      default: word.append(byte)
      }
    }
    endWord()
    finish()
    return segments
  }
}
