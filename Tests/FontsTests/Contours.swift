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
      if case .line(let end)? = contour.last, contour.count > 1, end == self.end(of: contour[0]) {
        contour.removeLast()
      }
      if contour.count > 1 { all += contour }
      contour = []
    }
    for segment in segments {
      if case .move = segment { finish() }
      if case .line(let point) = segment, contour.last.map({ end(of: $0) }) == point { continue }
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

  private static func end(of segment: Segment) -> Vector? { points(of: segment).points.last }

  /// Reads paths such as `M1,2 L3,4 Q1,2 3,4 C1,2 3,4 5,6 Z`, with blanks anywhere.
  static func parse(_ path: String) -> [Segment] {
    var segments: [Segment] = []
    var letter: Character = "M"
    var numbers: [Double] = []
    func finish() {
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
        Vector(numbers[$0], numbers[$0 + 1])
      }
      switch (letter.lowercased(), points.count) {
      case ("m", 1...): segments.append(.move(points[0]))
      case ("l", 1...): segments.append(.line(points[0]))
      case ("q", 2...): segments.append(.quadratic(points[0], points[1]))
      case ("c", 3...): segments.append(.cubic(points[0], points[1], points[2]))
      default: break
      }
      numbers = []
    }
    var word = ""
    func endWord() {
      if let number = Double(word) { numbers.append(number) }
      word = ""
    }
    for character in path {
      if character.isLetter {
        endWord()
        finish()
        letter = character
      } else if character == "," || character == " " || character == "\n" {
        endWord()
      } else {
        word.append(character)
      }
    }
    endWord()
    finish()
    return segments
  }
}
