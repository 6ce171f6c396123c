import Bytes
import Fonts
import Geometry
import Subtitles

/// Reads the drawing commands of ASS (`\p`): `m n l b s p c` and coordinates, as libass does
/// (`ass_drawing.c`): blanks are needed between numbers alone, and what is no command is left out.
struct CueDrawing {
  /// The most points of a drawing.
  private static let most = 100_000

  private enum Kind {
    case move
    /// A move that ends no contour: within one, it is none.
    case step
    case line
    case cubic
    case spline
  }

  private var nodes: [(kind: Kind, point: Vector)] = []
  /// The place of the point before the spline that is not closed yet.
  private var splineStart: Int?

  /// Reads commands; coordinates are divided by 2^(scale - 1), and `y` is down.
  init(_ text: String, scale: Int) {
    read(Array(text.utf8), 1 / Double(1 << min(max(scale - 1, 0), 29)))
  }

  private mutating func read(_ text: [UInt8], _ factor: Double) {
    var kind: Kind?
    var pending: Double?
    var place = 0
    while place < text.count, nodes.count < Self.most {
      if let number = Self.number(text, &place) {
        guard let x = pending else {
          pending = number * factor
          continue
        }
        pending = nil
        if let kind { add(kind, Vector(x, number * factor)) }
        continue
      }
      // A number without a second one says nothing.
      pending = nil
      switch text[place] {
      case UInt8(ascii: "m"): kind = .move
      case UInt8(ascii: "n"): kind = .step
      case UInt8(ascii: "l"): kind = .line
      case UInt8(ascii: "b"): kind = .cubic
      // What `p` adds to a spline goes on as the spline does.
      case UInt8(ascii: "s"): kind = .spline
      case UInt8(ascii: "c"): closeSpline()
      default: break
      }
      place += 1
    }
  }

  /// Takes a number and the blanks before it.
  private static func number(_ text: [UInt8], _ place: inout Int) -> Double? {
    func isDigit(_ place: Int) -> Bool {
      place < text.count && text[place].isDigit
    }
    func isSign(_ place: Int) -> Bool {
      place < text.count && (text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-"))
    }
    var start = place
    while start < text.count, text[start] == 0x20 || (0x09...0x0D).contains(text[start]) {
      start += 1
    }
    var end = isSign(start) ? start + 1 : start
    let digits = end
    while isDigit(end) { end += 1 }
    var count = end - digits
    if end < text.count, text[end] == UInt8(ascii: "."), count > 0 || isDigit(end + 1) {
      end += 1
      while isDigit(end) {
        end += 1
        count += 1
      }
    }
    guard count > 0 else { return nil }
    if end < text.count, text[end] | 0x20 == UInt8(ascii: "e") {
      let power = isSign(end + 1) ? end + 2 : end + 1
      if isDigit(power) {
        end = power
        while isDigit(end) { end += 1 }
      }
    }
    place = end
    let value = Double(String(decoding: text[start..<end], as: UTF8.self)) ?? 0
    return value.isFinite ? value : 0
  }

  private mutating func add(_ kind: Kind, _ point: Vector) {
    if kind == .spline, splineStart == nil, !nodes.isEmpty { splineStart = nodes.count - 1 }
    nodes.append((kind, point))
  }

  /// Repeats the first three points of a spline, so that it ends as it begins.
  private mutating func closeSpline() {
    guard let start = splineStart, isRow(start + 1, 2, .spline) else { return }
    for place in start..<start + 3 { nodes.append((.spline, nodes[place].point)) }
    splineStart = nil
  }

  /// Whether so many nodes from a place on are of a kind.
  private func isRow(_ place: Int, _ count: Int, _ kind: Kind) -> Bool {
    place + count <= nodes.count && nodes[place..<place + count].allSatisfy { $0.kind == kind }
  }

  /// What is drawn.
  var outline: Outline {
    var segments: [Outline.Segment] = []
    var pen = Vector(0, 0)
    var isOpen = false
    func begin(_ point: Vector) {
      if !isOpen { segments.append(.move(point)) }
      isOpen = true
    }
    var place = 0
    while place < nodes.count {
      let (kind, point) = nodes[place]
      switch kind {
      case .move:
        pen = point
        isOpen = false
      case .step: pen = point
      case .line:
        begin(pen)
        segments.append(.line(point))
      case .cubic where place > 0 && isRow(place, 3, .cubic):
        begin(nodes[place - 1].point)
        segments.append(.cubic(point, nodes[place + 1].point, nodes[place + 2].point))
        place += 2
      case .spline where place > 0 && isRow(place, 3, .spline):
        // A uniform cubic B-spline: the point before and three more make a curve.
        let points = (place - 1...place + 2).map { nodes[$0].point }
        func step(_ from: Int) -> Vector {
          Vector(
            (points[from + 1].x - points[from].x) / 3, (points[from + 1].y - points[from].y) / 3)
        }
        let (before, between, after) = (step(0), step(1), step(2))
        begin(
          Vector(
            points[1].x + (between.x - before.x) / 2, points[1].y + (between.y - before.y) / 2))
        segments.append(
          .cubic(
            Vector(points[1].x + between.x, points[1].y + between.y),
            Vector(points[2].x - between.x, points[2].y - between.y),
            Vector(
              points[2].x + (after.x - between.x) / 2, points[2].y + (after.y - between.y) / 2)))
      case .cubic, .spline: break
      }
      place += 1
    }
    return Outline(segments)
  }

  /// The box around all points, those of splines and moves too, which is what the drawing takes of
  /// its line; nil without any.
  var bounds: Bounds? {
    guard let first = nodes.first else { return nil }
    var bounds = Bounds(first.point)
    for node in nodes { bounds.include(node.point) }
    return bounds
  }
}

extension Outline {
  /// The least x of all points; nil without any.
  var left: Double? { points.map(\.x).min() }

  /// The greatest x of all points; nil without any.
  var right: Double? { points.map(\.x).max() }

  private var points: [Vector] {
    segments.flatMap { segment in
      switch segment {
      case .move(let point), .line(let point): [point]
      case .quadratic(let control, let point): [control, point]
      case .cubic(let first, let second, let point): [first, second, point]
      }
    }
  }
}
