/// Columns of a row of pixels, into which its edges are cut.
///
/// Each is closed: between two of them stand upright edges that bound what is inside, and those of
/// the two sides cancel.
struct RowColumns {
  private let row: Int
  private let left: Double
  /// How wide each is, in whole pixels.
  private let width: Double
  private let count: Int

  /// So many columns or a few less from one place to another, both at the sides of pixels.
  init(of row: Int, from left: Double, to right: Double, count: Int) {
    self.row = row
    self.left = left
    width = max(((right - left) / Double(max(count, 1))).rounded(.up), 1)
    self.count = max(Int(((right - left) / width).rounded(.up)), 1)
  }

  /// Where the columns begin and end.
  func sides(of column: Int) -> (left: Double, right: Double) {
    (place(column), place(column &+ 1))
  }

  private func place(_ column: Int) -> Double { left + Double(column) * width }

  /// What of a row's edges lies in each column, from the left; the first and the last hold also
  /// what lies beyond.
  func parts(of edges: [Edge], _ rule: FillRule) -> [[Edge]] {
    var parts = [[Edge]](repeating: [], count: count)
    for edge in edges { add(within(edge), to: &parts) }
    for column in 1..<max(count, 1) {
      let seam = seam(of: parts[column &- 1], at: place(column), rule)
      parts[column &- 1] += seam.map(\.reversed)
      parts[column] += seam
    }
    return parts
  }

  private func column(at x: Double) -> Int {
    Int(min(max((x - left) / width, 0), Double(count &- 1)))
  }

  /// Adds an edge to the columns that it crosses.
  private func add(_ edge: Edge, to parts: inout [[Edge]]) {
    var rest = edge
    let end = column(at: edge.x1)
    var at = column(at: edge.x0)
    while at != end {
      let place = place(edge.x0 < edge.x1 ? at &+ 1 : at)
      let share = (place - edge.x0) / (edge.x1 - edge.x0)
      let height = Grid.snapped(edge.y0 + (edge.y1 - edge.y0) * share)
      // A part without a height bounds nothing.
      if height >= rest.y1 { break }
      if height > rest.y0 {
        var upper = rest
        (upper.x1, upper.y1) = (place, height)
        parts[at].append(upper)
        (rest.x0, rest.y0) = (place, height)
      }
      at = edge.x0 < edge.x1 ? at &+ 1 : at &- 1
    }
    parts[at].append(rest)
  }

  /// The part of an edge that lies in the row.
  private func within(_ edge: Edge) -> Edge {
    let (top, bottom) = (Double(row), Double(row &+ 1))
    if edge.y0 >= top, edge.y1 <= bottom { return edge }
    let slope = edge.slope
    var part = edge
    (part.y0, part.y1) = (max(edge.y0, top), min(edge.y1, bottom))
    (part.x0, part.x1) = (edge.x(at: part.y0, slope: slope), edge.x(at: part.y1, slope: slope))
    return part
  }

  /// The upright edges that wind as often as all of these do together, height by height.
  private func seam(of edges: [Edge], at place: Double, _ rule: FillRule) -> [Edge] {
    var steps: [(y: Double, winding: Int64)] = []
    steps.reserveCapacity(edges.count &* 2)
    for edge in edges {
      steps.append((edge.y0, edge.winding))
      steps.append((edge.y1, 0 &- edge.winding))
    }
    steps.sort { $0.y < $1.y }
    var seam: [Edge] = []
    var (start, sum) = (Double(row), Int64(0))
    for step in steps {
      let winding = rule == .evenOdd ? sum & 1 : sum
      if step.y > start, winding != 0 {
        if let last = seam.last, last.y1 == start, last.winding == winding {
          seam[seam.count &- 1].y1 = step.y
        } else {
          seam.append(Edge(x0: place, y0: start, x1: place, y1: step.y, winding: winding))
        }
      }
      start = max(start, step.y)
      sum &+= step.winding
    }
    return seam
  }
}

extension Edge {
  /// The edge as the contour runs the other way.
  fileprivate var reversed: Edge { Edge(x0: x0, y0: y0, x1: x1, y1: y1, winding: 0 &- winding) }
}
