import Fonts

/// Puts the pieces of a line next to each other, from left to right.
struct LinePlacer {
  /// Glyphs that stand for the same scalars.
  struct Cluster {
    var piece: Int
    var glyphs: Range<Int>
    /// Scalars of the paragraph.
    var scalars: Range<Int>
    /// Where the pen is before it and after it, and the spacing at its right that this includes.
    var left = 0.0
    var right = 0.0
    var trailing = 0.0
    /// Whether it is a space at the line's end, or nothing that is seen.
    var hangs = false
  }

  let pieces: [LinePiece]
  private(set) var clusters: [Cluster] = []
  /// The edges of what does not hang.
  private(set) var left = 0.0
  private(set) var right = 0.0
  private let paragraph: ShapedParagraph
  private let spans: [LayoutSpan]
  private let visible: Range<Int>

  init(
    _ pieces: [LinePiece], of line: Range<Int>, in paragraph: ShapedParagraph, spans: [LayoutSpan],
    tabs: TabStops
  ) {
    self.pieces = pieces
    self.paragraph = paragraph
    self.spans = spans
    visible = line.lowerBound..<paragraph.visibleEnd(of: line)
    let groups = pieces.indices.map { clusters(of: $0) }
    let tabAdvances = self.tabAdvances(groups, tabs: tabs)
    for piece in Self.visualOrder(of: pieces) { clusters += groups[piece] }
    place(tabAdvances)
  }

  /// The order from left to right; pieces of different parts stay in that of the text.
  private static func visualOrder(of pieces: [LinePiece]) -> [Int] {
    var order: [Int] = []
    while order.count < pieces.count {
      let start = order.count
      let part = pieces[start...].prefix { $0.part == pieces[start].part }
      order += Bidi.visualOrder(of: part.map(\.level)).map { start + $0 }
    }
    return order
  }

  /// The clusters of a piece from left to right, not yet placed.
  private func clusters(of index: Int) -> [Cluster] {
    let piece = pieces[index]
    if piece.isEllipsis || piece.kind == .object {
      return [Cluster(piece: index, glyphs: piece.glyphs.indices, scalars: piece.range)]
    }
    if piece.kind == .tab {
      return piece.range.map {
        Cluster(
          piece: index, glyphs: 0..<0, scalars: $0..<($0 + 1), hangs: $0 >= visible.upperBound)
      }
    }
    let starts = Set(piece.glyphs.map(\.cluster)).sorted()
    var ends: [Int: Int] = [:]
    for (number, start) in starts.enumerated() {
      ends[start] = number + 1 < starts.count ? starts[number + 1] : piece.range.upperBound
    }
    var result: [Cluster] = []
    var place = 0
    while place < piece.glyphs.count {
      let start = piece.glyphs[place].cluster
      let first = place
      while place < piece.glyphs.count, piece.glyphs[place].cluster == start { place += 1 }
      let scalars = start..<max(ends[start] ?? start, start)
      let graphemes = scalars.count { paragraph.isSpaced($0) }
      let spacing = piece.spacing * Double(graphemes)
      result.append(
        Cluster(
          piece: index, glyphs: first..<place, scalars: scalars,
          trailing: spacing, hangs: start >= visible.upperBound))
    }
    return result
  }

  /// How far each tab goes, by its scalar; the pen runs in the order of the text.
  private func tabAdvances(_ groups: [[Cluster]], tabs: TabStops) -> [Int: Double] {
    var result: [Int: Double] = [:]
    var pen = 0.0
    for cluster in groups.joined() {
      if pieces[cluster.piece].kind == .tab {
        let scalar = cluster.scalars.lowerBound
        result[scalar] = tabs.advance(at: scalar, pen: pen)
        pen += result[scalar] ?? 0
      } else {
        pen += advance(of: cluster) + cluster.trailing
      }
    }
    return result
  }

  private func advance(of cluster: Cluster) -> Double {
    let piece = pieces[cluster.piece]
    if piece.kind == .object { return spans[piece.span].objectWidth ?? 0 }
    let units = piece.glyphs[cluster.glyphs].reduce(0.0) { $0 + $1.advance }
    return units * piece.unit * spans[piece.span].scaleX
  }

  private mutating func place(_ tabAdvances: [Int: Double]) {
    var pen = 0.0
    var edges: (left: Double, right: Double)?
    for index in clusters.indices {
      let cluster = clusters[index]
      let isTab = pieces[cluster.piece].kind == .tab
      let start = pen
      pen += isTab ? tabAdvances[cluster.scalars.lowerBound] ?? 0 : advance(of: cluster)
      let keepsSpacing = spans[pieces[cluster.piece].span].keepsLastSpacing
      let end = keepsSpacing ? pen + cluster.trailing : pen
      pen += cluster.trailing
      clusters[index].left = start
      clusters[index].right = pen
      guard !cluster.hangs else { continue }
      edges = (min(edges?.left ?? start, start), max(edges?.right ?? end, end))
    }
    left = edges?.left ?? 0
    right = edges?.right ?? 0
  }

  /// Widens spaces, or what is between ideographs, so that the line is `width` wide.
  mutating func justify(to width: Double) {
    let missing = width - (right - left)
    guard missing > 0, missing.isFinite else { return }
    let first = visible.first { !paragraph.scalars[$0].isLayoutSpace } ?? visible.upperBound
    let grows = clusters.map { cluster in
      let start = cluster.scalars.lowerBound
      guard start > first, start < visible.upperBound, !cluster.scalars.isEmpty,
        pieces[cluster.piece].kind == .text
      else { return false }
      let scalar = paragraph.scalars[start]
      return scalar.isLayoutSpace || scalar == "\u{A0}"
    }
    let ideographs = clusters.map { cluster in
      visible.contains(cluster.scalars.lowerBound)
        && cluster.scalars.upperBound < visible.upperBound
        && paragraph.scalars[cluster.scalars.lowerBound].lineBreakClass == .id
    }
    let chosen = grows.contains(true) ? grows : ideographs
    let count = chosen.count { $0 }
    guard count > 0 else { return }
    let share = missing / Double(count)
    var moved = 0.0
    for index in clusters.indices {
      clusters[index].left += moved
      clusters[index].right += moved
      if chosen[index] {
        moved += share
        clusters[index].trailing += share
        clusters[index].right += share
      }
    }
    // What hangs at the left stands before everything that was widened.
    right += moved
  }
}
