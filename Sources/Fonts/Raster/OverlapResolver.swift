/// Keeps of overlapping contours what bounds their inside by the nonzero rule.
///
/// Each row is cut at the ends of its edges and where they cross. In a slice edges stand in an
/// order from the left, and the winding number grows edge by edge; only those at which it leaves
/// or reaches zero are added to the cells. Rows with too many edges, and those behind a budget of
/// work, are added as they are, so that a hostile outline costs only time in proportion to its
/// size.
struct OverlapResolver {
  /// The most edges of one row that are resolved.
  private static let mostActive = 512
  /// How many looks at edges one outline may cost.
  private static let budget = 1 << 26
  /// Slices lower than this are not cut again, in pixels.
  private static let lowest = 1.0 / 4096
  /// By how much edges may stand in the wrong order, in pixels.
  private static let slack = 1.0 / 8192

  /// An edge within a slice.
  private struct Piece {
    var top: Double
    var bottom: Double
    var winding: Int32

    var middle: Double { top + bottom }
  }

  private struct Active {
    var edge: Edge
    var slope: Double
  }

  private var active: [Active] = []
  private var heights: [Double] = []
  private var pieces: [Piece] = []
  private var ends: [Double] = []
  private var next = 0
  private var work = 0

  /// Starts at the top of an outline.
  mutating func begin() {
    active.removeAll(keepingCapacity: true)
    next = 0
    work = 0
  }

  /// Adds what `edges`, sorted from the top, bound within a band that follows the one before.
  mutating func add(_ edges: [Edge], to band: CellBand, x: Int, y: Int) {
    for row in band.top..<band.bottom {
      let (top, bottom) = (Double(row), Double(row &+ 1))
      active.removeAll { $0.edge.y1 <= top }
      while next < edges.count, edges[next].y0 - Double(y) < bottom {
        let edge = edges[next].moved(Double(x), Double(y))
        if edge.y1 > top { active.append(Active(edge: edge, slope: edge.slope)) }
        next &+= 1
      }
      if active.isEmpty { continue }
      work &+= active.count
      if active.count > Self.mostActive || work > Self.budget {
        addAll(row, to: band)
      } else {
        cut(row)
        for index in 1..<heights.count {
          resolve(heights[index &- 1], heights[index], row, band)
        }
      }
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
        height: entry.edge.winding < 0 ? 0 &- height : height, row: row)
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
      if bottom - top > Self.lowest, work <= Self.budget, let middle = crossing(top, bottom) {
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
    pieces.removeAll(keepingCapacity: true)
    for entry in active where entry.edge.y0 <= top && entry.edge.y1 >= bottom {
      let piece = Piece(
        top: entry.edge.x(at: top, slope: entry.slope),
        bottom: entry.edge.x(at: bottom, slope: entry.slope), winding: entry.edge.winding)
      pieces.append(piece)
      // Most are in order already, as they were in the slice before.
      var index = pieces.count &- 1
      while index > 0, pieces[index &- 1].middle > piece.middle {
        pieces[index] = pieces[index &- 1]
        index &-= 1
        work &+= 1
      }
      pieces[index] = piece
    }
    work &+= active.count
  }

  /// Where two neighbours cross, on the grid and within the slice; nil if none do.
  private func crossing(_ top: Double, _ bottom: Double) -> Double? {
    guard pieces.count > 1 else { return nil }
    for index in 1..<pieces.count {
      let above = pieces[index].top - pieces[index &- 1].top
      let below = pieces[index].bottom - pieces[index &- 1].bottom
      if above >= -Self.slack && below >= -Self.slack { continue }
      let part = above / (above - below)
      let height = Grid.snapped(top + (bottom - top) * min(max(part, 0), 1))
      if height > top, height < bottom { return height }
    }
    return nil
  }

  /// Adds the pieces at which the winding number leaves or reaches zero.
  private func emit(_ height: Int32, _ row: Int, _ band: CellBand) {
    var winding: Int32 = 0
    for piece in pieces {
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
