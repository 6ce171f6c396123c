import Geometry

/// The contours of an outline as straight edges in pixels, without those that a clip box hides.
struct EdgeList {
  /// Places beyond this many pixels are moved to it.
  static let farthest = 16_777_216.0
  /// How far an edge may stand from its curve, in pixels.
  static let tolerance = 1.0 / 128
  /// The most edges that one curve becomes.
  static let mostPieces = 512.0

  private(set) var edges: [Edge] = []
  /// How many edges were looked at, those that a clip box hides too.
  private(set) var lines = 0
  /// The box around all points, also the hidden ones.
  private(set) var low = Vector(.infinity, .infinity)
  private(set) var high = Vector(-.infinity, -.infinity)
  private var clipLow = Vector(0, 0)
  private var clipHigh = Vector(0, 0)
  /// Whether a point was no number; then the outline has no inside.
  private(set) var isBroken = false

  /// Takes the edges of `outline` seen through `map`, closing what is open.
  mutating func fill(with outline: Outline, through map: Affine, clip: PixelBox) {
    edges.removeAll(keepingCapacity: true)
    lines = 0
    isBroken = false
    low = Vector(.infinity, .infinity)
    high = Vector(-.infinity, -.infinity)
    clipLow = Vector(Double(clip.x), Double(clip.y))
    clipHigh = Vector(Double(clip.x &+ clip.width), Double(clip.y &+ clip.height))
    var start = Vector(0, 0)
    var last = Vector(0, 0)
    var hasPoint = false
    for segment in outline.segments {
      if case .move(let point) = segment {
        if hasPoint { line(last, start) }
        start = place(map(point))
        last = start
        hasPoint = true
        continue
      }
      // A curve that no move begins starts at its own end.
      if !hasPoint {
        start = place(map(segment.end))
        last = start
        hasPoint = true
      }
      last = add(segment, from: last, through: map)
    }
    if hasPoint { line(last, start) }
  }

  private mutating func add(_ segment: Outline.Segment, from last: Vector, through map: Affine)
    -> Vector
  {
    let end = place(map(segment.end))
    switch segment {
    case .move: break
    case .line: line(last, end)
    case .quadratic(let control, _): quadratic(last, place(map(control)), end)
    case .cubic(let first, let second, _):
      cubic(last, place(map(first)), place(map(second)), end)
    }
    return end
  }

  /// A point on the grid and within bounds.
  private mutating func place(_ point: Vector) -> Vector {
    guard point.x.magnitude <= Self.farthest, point.y.magnitude <= Self.farthest else {
      if point.x.isNaN || point.y.isNaN {
        isBroken = true
        return Vector(0, 0)
      }
      return Vector(
        min(max(point.x, -Self.farthest), Self.farthest),
        min(max(point.y, -Self.farthest), Self.farthest))
    }
    return Vector(Grid.snapped(point.x), Grid.snapped(point.y))
  }

  private mutating func grow(_ point: Vector) {
    low = Vector(min(low.x, point.x), min(low.y, point.y))
    high = Vector(max(high.x, point.x), max(high.y, point.y))
  }

  private mutating func line(_ from: Vector, _ to: Vector) {
    lines &+= 1
    grow(from)
    grow(to)
    let isDown = from.y < to.y
    let (top, bottom) = isDown ? (from, to) : (to, from)
    // A level line bounds no area to its right; nor does what lies beside, above and below.
    guard top.y < bottom.y, bottom.y > clipLow.y, top.y < clipHigh.y,
      min(top.x, bottom.x) < clipHigh.x
    else { return }
    edges.append(
      Edge(x0: top.x, y0: top.y, x1: bottom.x, y1: bottom.y, winding: isDown ? 1 : -1))
  }

  /// Whether a curve within the box of these points can be drawn as one line, because all of it is
  /// hidden; grows the box of the outline by them if so.
  private mutating func hides(_ first: Vector, _ second: Vector, _ third: Vector, _ last: Vector)
    -> Bool
  {
    let lowX = min(min(first.x, second.x), min(third.x, last.x))
    let lowY = min(min(first.y, second.y), min(third.y, last.y))
    let highX = max(max(first.x, second.x), max(third.x, last.x))
    let highY = max(max(first.y, second.y), max(third.y, last.y))
    guard
      lowX >= clipHigh.x || highX <= clipLow.x || lowY >= clipHigh.y || highY <= clipLow.y
    else { return false }
    grow(Vector(lowX, lowY))
    grow(Vector(highX, highY))
    return true
  }

  /// How many pieces keep the tolerance: a parabola leaves its chord by an eighth of its second
  /// difference, which falls with the square of the number of pieces.
  private func pieces(_ bend: Double) -> Int {
    let count = (bend / Self.tolerance).squareRoot().rounded(.up)
    return count <= 1 ? 1 : Int(min(count, Self.mostPieces))
  }

  private mutating func quadratic(_ start: Vector, _ control: Vector, _ end: Vector) {
    if hides(start, control, control, end) { return line(start, end) }
    let bend = Vector(start.x - 2 * control.x + end.x, start.y - 2 * control.y + end.y)
    let count = pieces(bend.length / 4)
    var last = start
    for index in 1..<max(count, 1) {
      let t = Double(index) / Double(count)
      let point = place(Bezier.point(start, control, end, at: t))
      line(last, point)
      last = point
    }
    line(last, end)
  }

  private mutating func cubic(_ start: Vector, _ first: Vector, _ second: Vector, _ end: Vector) {
    if hides(start, first, second, end) { return line(start, end) }
    let bend = max(
      Vector(start.x - 2 * first.x + second.x, start.y - 2 * first.y + second.y).length,
      Vector(first.x - 2 * second.x + end.x, first.y - 2 * second.y + end.y).length)
    let count = pieces(bend * 0.75)
    var last = start
    for index in 1..<max(count, 1) {
      let t = Double(index) / Double(count)
      let point = place(Bezier.point(start, first, second, end, at: t))
      line(last, point)
      last = point
    }
    line(last, end)
  }

  /// Sorts edges from the top.
  mutating func sort() { edges.sort() }

  /// The heights of all edges together, as far as they lie within the rows of a box.
  func height(within box: PixelBox) -> Double {
    let (top, bottom) = (Double(box.y), Double(box.y &+ box.height))
    return edges.reduce(0) { $0 + max(min($1.y1, bottom) - max($1.y0, top), 0) }
  }

  /// Adds all edges to a band whose cells are counted from a pixel.
  func add(to band: CellBand, x: Int, y: Int) {
    let (x, y) = (Double(x), Double(y))
    edges.withUnsafeBufferPointer { edges in
      for edge in edges { band.add(edge.moved(x, y)) }
    }
  }
}
