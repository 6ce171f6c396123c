import Geometry

/// A glyph of the built-in font in one weight: its contours and its advance, in thousandths of an
/// em.
struct LetterShape: Sendable {
  var contours: [Pen.Contour]
  var advance: Double
  /// The middle of the outline without its sides' room, under which accents stand.
  var middle: Double

  /// The advance of all figures in all weights, so that clocks stand still.
  static let figureAdvance = 568.0

  /// A glyph that only takes room.
  init(blank advance: Double) {
    contours = []
    self.advance = advance
    middle = advance / 2
  }

  /// Where the outline begins and ends across, its controls included.
  var extent: (low: Double, high: Double) {
    let xs = contours.joined().map(\.point.x)
    return (xs.min() ?? 0, xs.max() ?? 0)
  }

  init(_ drawing: LetterDrawing, weight: LetterWeight) {
    let place = LetterPlace(drawing, weight: weight)
    let pen = place.pen
    contours = drawing.strokes.flatMap { pen.contours(of: place.mapped($0)) }
    for dot in drawing.dots {
      let width = dot.width + weight.growth * 0.94
      contours.append(pen.dot(at: place.mapped(dot.center), width: width))
    }
    if let height = drawing.turningHeight {
      contours = contours.map { place.turned($0, height) }
    }
    let room = place.room
    advance = (room.left + place.width + room.right).rounded()
    middle = room.left + place.width / 2
    for index in contours.indices {
      for node in contours[index].indices { contours[index][node].point.x += room.left }
    }
  }
}

/// Where the points of a drawing come to lie in one weight.
///
/// Drawings are those of a pen without width. The map keeps the letter's edges where they are
/// drawn: it moves what lies at an edge inwards by half a pen, and stretches what is between.
private struct LetterPlace {
  let pen: Pen
  /// The width of the outline, in this weight.
  let width: Double
  private let drawing: LetterDrawing
  private let weight: LetterWeight
  private let knots: [(from: Double, to: Double)]

  init(_ drawing: LetterDrawing, weight: LetterWeight) {
    self.drawing = drawing
    self.weight = weight
    let thickness = weight.stem * drawing.letterCase.pen * drawing.pen
    let height = thickness * weight.flatness
    let edges = drawing.letterCase.edges
    pen = Pen(
      halfWidth: thickness / 2, halfHeight: height / 2,
      reach: Vector(thickness / 2, edges.isEmpty ? 0 : height / 2))
    let grown = drawing.width + drawing.growth * weight.growth
    width = drawing.letterCase == .mark ? 0 : max(grown, thickness)
    knots = edges.map { ($0.height, $0.height + ($0.isLower ? height : -height) / 2) }
  }

  /// The room at both sides.
  var room: (left: Double, right: Double) {
    if drawing.letterCase == .mark { return (0, 0) }
    if drawing.letterCase == .figure {
      let rest = LetterShape.figureAdvance - width
      // Numbers push a figure away from its middle.
      guard case .room(let push) = drawing.left else { return (rest / 2, rest / 2) }
      return ((rest / 2 + push).rounded(), rest / 2 - push)
    }
    return (room(drawing.left), room(drawing.right))
  }

  private func room(_ side: LetterDrawing.Side) -> Double {
    switch side {
    case .room(let room): return room
    case .named(let letter):
      let isUpper = drawing.letterCase == .upper
      let room: Double =
        switch letter {
        case 0x53: isUpper ? 88 : 76  // S
        case 0x52: isUpper ? 48 : 44  // R
        case 0x4F: isUpper ? 36 : 34  // O
        default: isUpper ? 20 : 17  // D
        }
      // What leans sticks out a little more the thicker it is.
      return letter == 0x44 ? room : room * weight.bearing
    }
  }

  func mapped(_ point: Vector) -> Vector { Vector(x(point.x), y(point.y)) }

  func mapped(_ skeleton: Skeleton) -> Skeleton {
    var result = skeleton
    for index in result.segments.indices {
      let segment = result.segments[index]
      result.segments[index].start = mapped(segment.start)
      result.segments[index].end = mapped(segment.end)
      result.segments[index].controls = segment.controls.map { (mapped($0.0), mapped($0.1)) }
    }
    if let first = result.segments.first, skeleton.ends.first == .apex {
      result.segments[0].start.y += first.start.y < first.end.y ? -pen.reach.y : pen.reach.y
    }
    if let last = result.segments.last, skeleton.ends.last == .apex {
      result.segments[result.segments.count - 1].end.y +=
        last.end.y < last.start.y ? -pen.reach.y : pen.reach.y
    }
    return result
  }

  /// A contour turned upside down about the middle of its figure.
  func turned(_ contour: Pen.Contour, _ height: Double) -> Pen.Contour {
    contour.map { (Vector(width - $0.point.x, height - $0.point.y), $0.isNode) }
  }

  private func x(_ x: Double) -> Double {
    if drawing.letterCase == .mark { return x }
    guard drawing.width > 0 else { return pen.halfWidth + x }
    return pen.halfWidth + x * (width - 2 * pen.halfWidth) / drawing.width
  }

  private func y(_ y: Double) -> Double {
    guard let first = knots.first, let last = knots.last else { return y }
    if y <= first.from { return y + first.to - first.from }
    if y >= last.from { return y + last.to - last.from }
    for index in 1..<knots.count where y <= knots[index].from {
      let (low, high) = (knots[index - 1], knots[index])
      return low.to + (y - low.from) / (high.from - low.from) * (high.to - low.to)
    }
    return y
  }
}
