import Geometry

/// A glyph as the `glyf` table holds it (OpenType, "glyf - Glyph Data").
struct GlyphBytes {
  struct Box {
    var minX = 0
    var minY = 0
    var maxX = 0
    var maxY = 0

    func moved(_ x: Int, _ y: Int) -> Box {
      Box(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
    }

    func union(_ other: Box) -> Box {
      Box(
        minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
        maxY: max(maxY, other.maxY))
    }
  }

  /// A part of a composite glyph.
  struct Component {
    var glyph: Int
    var x: Int
    var y: Int
    /// Whether the composite's advance is this part's.
    var givesMetrics: Bool
  }

  var bytes: [UInt8] = []
  var box = Box()
  var pointCount = 0
  var contourCount = 0

  /// Units of the font for each thousandth of an em.
  static let scale = 2.0

  /// Takes the contours of a drawing.
  init(_ contours: [Pen.Contour]) {
    let grid = contours.map { Self.rounded($0) }.filter { $0.count > 2 }
    guard !grid.isEmpty else { return }
    box = Self.box(of: grid)
    contourCount = grid.count
    var table = TableBytes()
    header(&table, contours: grid.count)
    for contour in grid {
      pointCount += contour.count
      table.u16(pointCount - 1)
    }
    table.u16(0)  // No instructions.
    writePoints(grid, &table)
    bytes = table.bytes
  }

  /// Puts glyphs together.
  init(_ components: [Component], box: Box) {
    self.box = box
    var table = TableBytes()
    header(&table, contours: -1)
    for (index, part) in components.enumerated() {
      // Words, offsets in units, and that parts may overlap.
      var flags = 0x0001 | 0x0002
      if index == 0 { flags |= 0x0400 }
      if part.givesMetrics { flags |= 0x0200 }
      if index + 1 < components.count { flags |= 0x0020 }
      table.u16([flags, part.glyph, part.x, part.y])
    }
    bytes = table.bytes
  }

  private func header(_ table: inout TableBytes, contours: Int) {
    table.u16([contours, box.minX, box.minY, box.maxX, box.maxY])
  }

  // MARK: - Points

  private struct GridPoint {
    var x: Int
    var y: Int
    var isNode: Bool
  }

  /// On the font's grid, without points that fall on their predecessor.
  private static func rounded(_ contour: Pen.Contour) -> [GridPoint] {
    var result: [GridPoint] = []
    for (point, isNode) in contour {
      let x = Int(min(max((point.x * scale).rounded(), -16_000), 16_000))
      let y = Int(min(max((point.y * scale).rounded(), -16_000), 16_000))
      if let last = result.last, last.x == x, last.y == y, last.isNode == isNode { continue }
      result.append(GridPoint(x: x, y: y, isNode: isNode))
    }
    return result
  }

  /// Flags, and the steps from point to point in one byte or two.
  private func writePoints(_ contours: [[GridPoint]], _ table: inout TableBytes) {
    var xs = TableBytes()
    var ys = TableBytes()
    var last = GridPoint(x: 0, y: 0, isNode: true)
    var isFirst = true
    for point in contours.joined() {
      var flags = point.isNode ? 0x01 : 0
      // Contours overlap.
      if isFirst { flags |= 0x40 }
      isFirst = false
      flags |= Self.step(point.x - last.x, short: 0x02, same: 0x10, &xs)
      flags |= Self.step(point.y - last.y, short: 0x04, same: 0x20, &ys)
      table.u8(flags)
      last = point
    }
    table.append(xs.bytes)
    table.append(ys.bytes)
  }

  private static func step(
    _ step: Int, short: Int, same: Int, _ table: inout TableBytes
  ) -> Int {
    if step == 0 { return same }
    guard step.magnitude < 256 else {
      table.u16(step)
      return 0
    }
    table.u8(Int(step.magnitude))
    return step > 0 ? short | same : short
  }

  // MARK: - The box

  /// The box of the curves, not of their controls.
  private static func box(of contours: [[GridPoint]]) -> Box {
    var low = Vector(.infinity, .infinity)
    var high = Vector(-.infinity, -.infinity)
    func include(_ x: Double, _ y: Double) {
      low = Vector(min(low.x, x), min(low.y, y))
      high = Vector(max(high.x, x), max(high.y, y))
    }
    for contour in contours {
      for (index, point) in contour.enumerated() {
        guard !point.isNode else {
          include(Double(point.x), Double(point.y))
          continue
        }
        let before = neighbour(contour[(index + contour.count - 1) % contour.count], of: point)
        let after = neighbour(contour[(index + 1) % contour.count], of: point)
        include(
          turning(before.x, Double(point.x), after.x), turning(before.y, Double(point.y), after.y))
      }
    }
    return Box(
      minX: Int(low.x.rounded(.down)), minY: Int(low.y.rounded(.down)),
      maxX: Int(high.x.rounded(.up)), maxY: Int(high.y.rounded(.up)))
  }

  /// Where the curve of a control meets what is beside it: a node, or halfway to another control.
  private static func neighbour(_ other: GridPoint, of point: GridPoint) -> Vector {
    other.isNode
      ? Vector(Double(other.x), Double(other.y))
      : Vector(Double(other.x + point.x) / 2, Double(other.y + point.y) / 2)
  }

  /// The extreme of a quadratic curve in one direction, or its start when an end is the extreme.
  private static func turning(_ start: Double, _ control: Double, _ end: Double) -> Double {
    let bend = start - 2 * control + end
    guard bend != 0 else { return start }
    let time = (start - control) / bend
    guard time > 0, time < 1 else { return start }
    return start + time * (control - start)
  }
}
