/// Keeps of overlapping contours what bounds their inside by a fill rule.
///
/// Each row is cut at the ends of its edges and where they cross. In a slice edges stand in an
/// order from the left, and the winding number grows edge by edge; only those at which it leaves or
/// reaches zero are added to the cells, or all of them by the even-odd rule. Edges that cross
/// inside others are left crossing. Rows with many edges are cut across, too, into parts with
/// fewer. Parts that are narrow and have too many all the same, and rows behind a budget of work,
/// are added as they are, so that a hostile outline costs only time in proportion to its size.
struct OverlapResolver {
  /// The most edges of one row that are resolved at once.
  private static let mostActive = 512
  /// Into how few edges a row with more is cut, in columns of at least a pixel.
  private static let fewActive = 128
  /// How many looks at edges one outline may cost.
  private static let budget = 1 << 26
  /// How many looks the cut of an edge into columns is worth.
  private static let cutCost = 8
  /// Slices lower than this are not cut again, in pixels.
  private static let lowest = 1.0 / 4096
  /// By how much edges may stand in the wrong order, in pixels.
  private static let slack = 1.0 / 8192

  /// An edge within a slice.
  private struct Piece {
    var top: Double
    var bottom: Double
    var winding: Int64

    var middle: Double { top + bottom }
  }

  private struct Active {
    var edge: Edge
    var slope: Double

    init(_ edge: Edge) {
      self.edge = edge
      slope = edge.slope
    }
  }

  private var active: [Active] = []
  private var heights: [Double] = []
  /// The pieces of a slice, `count` of them.
  private var pieces: [Piece] = []
  private var count = 0
  private var ends: [Double] = []
  private var order: [Int] = []
  private var middleBounds: [Int] = []
  private var sideBounds: [Int] = []
  private var next = 0
  /// How many looks at edges this outline has cost.
  private(set) var work = 0
  private var rule = FillRule.nonzero

  /// Starts at the top of an outline.
  mutating func begin(_ rule: FillRule) {
    self.rule = rule
    active.removeAll(keepingCapacity: true)
    next = 0
    work = 0
  }

  /// Adds what `edges`, sorted from the top, bound within the marked rows of a band that follows
  /// the one before.
  mutating func add(_ edges: [Edge], to band: CellBand, x: Int, y: Int, marks: [UInt8]) {
    for row in band.top..<band.bottom {
      let (top, bottom) = (Double(row), Double(row &+ 1))
      active.removeAll { $0.edge.y1 <= top }
      while next < edges.count, edges[next].y0 - Double(y) < bottom {
        let edge = edges[next].moved(Double(x), Double(y))
        if edge.y1 > top { active.append(Active(edge)) }
        next &+= 1
      }
      if active.isEmpty || marks[row] == 0 { continue }
      work &+= active.count
      if active.count <= Self.mostActive {
        resolve(row, band)
      } else {
        let whole = active
        resolve(whole.map(\.edge), from: 0, to: Double(band.width), row, band)
        active = whole
      }
    }
  }

  /// Adds what bounds the inside within a row.
  private mutating func resolve(_ row: Int, _ band: CellBand) {
    guard active.count <= Self.mostActive, work <= Self.budget else {
      return addAll(row, to: band)
    }
    cut(row)
    for index in 1..<heights.count {
      resolve(heights[index &- 1], heights[index], row, band)
    }
  }

  /// Adds what bounds the inside between two places of a row, in columns that have few edges each.
  private mutating func resolve(
    _ edges: [Edge], from left: Double, to right: Double, _ row: Int, _ band: CellBand
  ) {
    guard edges.count > Self.fewActive, right - left > 1, work <= Self.budget else {
      active = edges.map(Active.init)
      return resolve(row, band)
    }
    let columns = RowColumns(
      of: row, from: left, to: right, count: edges.count &* 2 / Self.fewActive)
    let parts = columns.parts(of: edges, rule)
    work &+= Self.cutCost &* parts.reduce(edges.count) { $0 &+ $1.count }
    for (column, part) in parts.enumerated() where !part.isEmpty {
      let sides = columns.sides(of: column)
      resolve(part, from: sides.left, to: sides.right, row, band)
    }
  }

  /// Adds the edges of a row with what they hide.
  private func addAll(_ row: Int, to band: CellBand) {
    for entry in active {
      let top = max(entry.edge.y0, Double(row))
      let bottom = min(entry.edge.y1, Double(row &+ 1))
      let height = Grid.integer((bottom - top) * Grid.one)
      band.addPiece(
        entry.edge.x(at: top, slope: entry.slope), entry.edge.x(at: bottom, slope: entry.slope),
        height: height &* entry.edge.winding, row: row)
    }
  }

  /// Finds the heights at which edges begin and end within a row.
  private mutating func cut(_ row: Int) {
    let (top, bottom) = (Double(row), Double(row &+ 1))
    heights.removeAll(keepingCapacity: true)
    heights.append(top)
    heights.append(bottom)
    for entry in active {
      if entry.edge.y0 > top { heights.append(entry.edge.y0) }
      if entry.edge.y1 < bottom { heights.append(entry.edge.y1) }
    }
    heights.sort()
  }

  /// Adds what bounds the inside between two heights, cutting where edges cross.
  private mutating func resolve(_ top: Double, _ bottom: Double, _ row: Int, _ band: CellBand) {
    guard top < bottom else { return }
    ends.removeAll(keepingCapacity: true)
    ends.append(bottom)
    var top = top
    while let bottom = ends.last {
      collect(top, bottom)
      if bottom - top > Self.lowest, work <= Self.budget, let middle = cut(top, bottom) {
        ends.append(middle)
        continue
      }
      emit(Grid.integer((bottom - top) * Grid.one), row, band)
      top = bottom
      ends.removeLast()
    }
  }

  /// Finds the pieces of a slice and sorts them by their middles.
  private mutating func collect(_ top: Double, _ bottom: Double) {
    if pieces.count < active.count {
      pieces = [Piece](repeating: Piece(top: 0, bottom: 0, winding: 0), count: active.count &* 2)
    }
    var count = 0
    var moves = 0
    active.withUnsafeBufferPointer { active in
      pieces.withUnsafeMutableBufferPointer { pieces in
        for entry in active where entry.edge.y0 <= top && entry.edge.y1 >= bottom {
          let piece = Piece(
            top: entry.edge.x(at: top, slope: entry.slope),
            bottom: entry.edge.x(at: bottom, slope: entry.slope), winding: entry.edge.winding)
          // Most are in order already, as they were in the slice before.
          var index = count
          while index > 0, pieces[index &- 1].middle > piece.middle {
            pieces[index] = pieces[index &- 1]
            index &-= 1
          }
          pieces[index] = piece
          moves &+= count &- index
          count &+= 1
        }
      }
    }
    self.count = count
    work &+= active.count &+ moves
  }

  /// Where to cut a slice, on the grid and within it, because its inside is not bounded by the same
  /// pieces from top to bottom; nil if it is.
  ///
  /// Edges that cross far inside do not matter, of which strokes around tight curves have many.
  private mutating func cut(_ top: Double, _ bottom: Double) -> Double? {
    var isOrdered = true
    for index in 1..<max(count, 1) {
      let (before, piece) = (pieces[index &- 1], pieces[index])
      if piece.top < before.top - Self.slack || piece.bottom < before.bottom - Self.slack {
        isOrdered = false
        break
      }
    }
    if isOrdered { return nil }
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: 0..<count)
    bounds(&middleBounds)
    for isTop in [true, false] {
      sort(isTop: isTop)
      bounds(&sideBounds)
      if sideBounds == middleBounds { continue }
      return crossing(top, bottom)
    }
    return nil
  }

  /// Puts the pieces of `order` in the order of their ends at one side; what lies in one place
  /// stays as it is.
  private mutating func sort(isTop: Bool) {
    for start in order.indices {
      let entry = order[start]
      let place = (isTop ? pieces[entry].top : pieces[entry].bottom) + Self.slack
      var index = start
      while index > 0 {
        let before = pieces[order[index &- 1]]
        if (isTop ? before.top : before.bottom) <= place { break }
        order[index] = order[index &- 1]
        index &-= 1
      }
      order[index] = entry
      work &+= start &- index
    }
  }

  /// Finds the pieces at which the inside begins or ends, in the order of `order`.
  private func bounds(_ result: inout [Int]) {
    result.removeAll(keepingCapacity: true)
    if rule == .evenOdd {
      result.append(contentsOf: order)
      return
    }
    var winding: Int64 = 0
    for entry in order {
      let before = winding
      winding &+= pieces[entry].winding
      if before == 0 || winding == 0 { result.append(entry) }
    }
  }

  /// Where the first bounds that differ cross, or the middle when these do not.
  private func crossing(_ top: Double, _ bottom: Double) -> Double {
    let half = Grid.snapped((top + bottom) / 2)
    let shorter = min(middleBounds.count, sideBounds.count)
    guard let place = (0..<shorter).first(where: { middleBounds[$0] != sideBounds[$0] }) else {
      return half
    }
    let piece = pieces[middleBounds[place]]
    let next = place &+ 1 < middleBounds.count ? middleBounds[place &+ 1] : middleBounds[place]
    for other in [pieces[sideBounds[place]], pieces[next]] {
      let above = other.top - piece.top
      let below = other.bottom - piece.bottom
      if (above < 0) == (below < 0) { continue }
      let height = Grid.snapped(top + (bottom - top) * (above / (above - below)))
      if height > top, height < bottom { return height }
    }
    return half
  }

  /// Adds the pieces at which the inside begins or ends.
  private func emit(_ height: Int64, _ row: Int, _ band: CellBand) {
    if rule == .evenOdd {
      for index in 0..<count {
        let piece = pieces[index]
        band.addPiece(
          piece.top, piece.bottom, height: index & 1 == 0 ? height : 0 &- height, row: row)
      }
      return
    }
    var winding: Int64 = 0
    pieces.withUnsafeBufferPointer { pieces in
      for index in 0..<count {
        let piece = pieces[index]
        let before = winding
        winding &+= piece.winding
        if before == 0 {
          band.addPiece(piece.top, piece.bottom, height: height, row: row)
        } else if winding == 0 {
          band.addPiece(piece.top, piece.bottom, height: 0 &- height, row: row)
        }
      }
    }
  }
}
