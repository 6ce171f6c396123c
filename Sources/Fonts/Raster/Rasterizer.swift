import Geometry

/// Turns outlines into coverage: for each pixel, the exact area of it that lies inside.
///
/// Inside is where contours wind around a number of times that is not zero, or is odd where the
/// fill rule asks for that. Signed areas are added up first, which is all there is to do for
/// contours that do not overlap. In rows where a sum shows that some do, and beside them, the
/// hidden parts of edges are taken away (``OverlapResolver``) and the rest is added up again, so
/// that an edge within another shape leaves no trace and two edges in one place count once.
/// Overlaps that leave no pixel with a sum above one, those of parts thinner than pixels, are not
/// found, and sums are cut at one. A clip box changes nothing within it: a row is looked at as a
/// whole, with those beside it.
///
/// Keeps its memory from call to call; only the result is allocated. Not for several threads at
/// once.
package struct Rasterizer {
  /// The most pixels of a result; a larger one is empty. A clip box prevents that.
  static let mostPixels = 1 << 26
  /// How many rows all edges together may cross; an outline with more is empty. Letters as high as
  /// a screen have some ten thousand.
  private static let mostRows = 67_108_864.0
  /// How far from zero pixels may lie.
  private static let farthest = 1 << 22
  /// How many cells are filled in one go: what caches hold.
  private static let bandCells = 1 << 15
  /// The widest outline whose rows are looked at beyond a clip box, in pixels.
  private static let widest = 1 << 13
  /// How many rows beside those with overlaps are resolved too.
  private static let reach = 2
  /// By how much a sum has to leave 0...1 to count as an overlap, in parts of 2^-40.
  private static let slack: Int64 = 1 << 30
  private static let one: Int64 = 1 << 40 + slack

  /// How much it has done so far, in units of some 10 ns: what outlines without end are stopped by.
  package private(set) var work = 0

  private var list = EdgeList()
  private var cells: [Int64] = []
  private var resolver = OverlapResolver()
  /// The pixels whose cells are filled, of which the result is a part.
  private var area = PixelBox(x: 0, y: 0, width: 0, height: 0)
  /// What is known of each row of the area.
  private var marks: [UInt8] = []
  /// What is known of any row.
  private var signs: UInt8 = 0
  private var rule = FillRule.nonzero

  private enum Mark {
    /// It has parts that wind in one direction, in the other, and more than once.
    static let negative: UInt8 = 1
    static let positive: UInt8 = 2
    static let both: UInt8 = 3
    static let overlap: UInt8 = 4
    /// It has to be resolved.
    static let wanted: UInt8 = 8
  }

  /// What is done about parts that overlap.
  package enum Overlaps: Sendable {
    /// Nothing: sums are cut at one. Where edges of parts cross that wind alike, a pixel may be
    /// covered by a quarter too much.
    case added
    /// Rows with overlaps that are seen in a pixel's sum are resolved.
    case found
    /// All rows are resolved. That is slower by far than `found`, and differs only for overlapping
    /// parts thinner than pixels.
    case all
  }

  /// A rasterizer that has no memory yet.
  package init() {}

  /// The coverage of an outline.
  ///
  /// - Parameters:
  ///   - map: leads from the outline's units to pixels, `y` down: `Affine.scale(s, -s)` for glyphs.
  ///   - clip: what of it is wanted. Without one, all, as long as it is not too large.
  ///   - rule: what counts as inside.
  package mutating func coverage(
    of outline: Outline, through map: Affine = .identity, clip: PixelBox? = nil,
    rule: FillRule = .nonzero, overlaps: Overlaps = .found
  ) -> Coverage {
    self.rule = rule
    let clip = Self.bounded(clip)
    let rows = PixelBox(
      x: -Self.farthest, y: clip.y &- Self.reach, width: 2 &* Self.farthest,
      height: clip.height &+ 2 &* Self.reach)
    list.fill(with: outline, through: map, clip: rows)
    work &+= list.lines
    guard !list.isBroken, let box = box(within: clip), var area = self.box(within: rows) else {
      return .empty
    }
    if area.width > Self.widest {
      area.x = box.x
      area.width = box.width
    }
    self.area = area
    let count = box.width &* box.height
    let height = list.height(within: area)
    guard count <= Self.mostPixels, height <= Self.mostRows else { return .empty }
    work &+= Int(height) &+ list.lines &* 3 &+ (area.width &* area.height &+ count) / 4
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      target.initialize(repeating: 0)
      let isFound = fill(target, box)
      if overlaps == .all || overlaps == .found && isFound {
        resolve(target, box, all: overlaps == .all)
      }
      filled = count
    }
    return Coverage(x: box.x, y: box.y, width: box.width, height: box.height, bytes: bytes)
  }

  /// How an outline in pixels winds around what lies inside; nil where it winds in both directions,
  /// has no inside that is seen, or is too large to look at.
  package mutating func winding(of outline: Outline) -> ContourWinding? {
    guard let bounds = outline.bounds(), bounds.width < 2048, bounds.height < 2048
    else { return nil }
    signs = 0
    _ = coverage(of: outline, overlaps: .added)
    let overlaps = signs & Mark.overlap != 0
    switch signs & Mark.both {
    case Mark.negative: return ContourWinding(isClockwise: false, overlaps: overlaps)
    case Mark.positive: return ContourWinding(isClockwise: true, overlaps: overlaps)
    default: return nil
    }
  }

  private static func bounded(_ clip: PixelBox?) -> PixelBox {
    guard let clip else {
      return PixelBox(x: -farthest, y: -farthest, width: 2 * farthest, height: 2 * farthest)
    }
    func bound(_ value: Int) -> Int { min(max(value, -farthest), farthest) }
    let (endX, overX) = clip.x.addingReportingOverflow(clip.width)
    let (endY, overY) = clip.y.addingReportingOverflow(clip.height)
    let (x, y) = (bound(clip.x), bound(clip.y))
    return PixelBox(
      x: x, y: y, width: bound(overX ? farthest : endX) - x,
      height: bound(overY ? farthest : endY) - y)
  }

  /// The pixels that the outline touches within the clip; nil for none.
  private func box(within clip: PixelBox) -> PixelBox? {
    guard list.low.x < list.high.x, list.low.y < list.high.y else { return nil }
    let x = max(Int(list.low.x.rounded(.down)), clip.x)
    let y = max(Int(list.low.y.rounded(.down)), clip.y)
    let endX = min(Int(list.high.x.rounded(.up)), clip.x &+ clip.width)
    let endY = min(Int(list.high.y.rounded(.up)), clip.y &+ clip.height)
    guard x < endX, y < endY else { return nil }
    return PixelBox(x: x, y: y, width: endX &- x, height: endY &- y)
  }

  /// Fills all pixels of the box and marks the rows with overlaps; returns whether there are any.
  private mutating func fill(
    _ target: UnsafeMutableBufferPointer<UInt8>, _ box: PixelBox
  ) -> Bool {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(0, count: area.height))
    signs = 0
    inBands { this, band in
      this.list.add(to: band, x: this.area.x, y: this.area.y)
      for row in band.top..<band.bottom {
        let cover = this.sweep(row, of: band, target, box)
        if cover.low < -Self.slack { this.marks[row] |= Mark.negative }
        if cover.high > Self.slack { this.marks[row] |= Mark.positive }
        if cover.low < -Self.one || cover.high > Self.one { this.marks[row] |= Mark.overlap }
        this.signs |= this.marks[row]
      }
    }
    if signs & Mark.both == Mark.both { markMixed() }
    markNeighbours()
    return marks.contains { $0 != 0 }
  }

  /// Marks the rows beside which there are parts that wind in different directions: within one
  /// pixel they would hide each other.
  private mutating func markMixed() {
    for row in marks.indices {
      let signs = marks[max(row &- 1, 0)] | marks[row] | marks[min(row &+ 1, marks.count &- 1)]
      if signs & Mark.both == Mark.both { marks[row] |= Mark.overlap }
    }
  }

  /// Leaves only marks of rows to resolve: those with overlaps, and those beside, which may have
  /// parts of them that are too small to be seen in a sum.
  private mutating func markNeighbours() {
    for row in marks.indices where marks[row] & Mark.overlap != 0 {
      for near in max(row &- Self.reach, 0)...min(row &+ Self.reach, marks.count &- 1) {
        marks[near] |= Mark.wanted
      }
    }
    for row in marks.indices { marks[row] &= Mark.wanted }
  }

  /// Fills the marked rows again, with what bounds the inside.
  private mutating func resolve(
    _ target: UnsafeMutableBufferPointer<UInt8>, _ box: PixelBox, all: Bool
  ) {
    if all { for row in marks.indices { marks[row] = Mark.wanted } }
    list.sort()
    resolver.begin(rule)
    defer { work &+= resolver.work / 4 }
    inBands { this, band in
      this.resolver.add(
        this.list.edges, to: band, x: this.area.x, y: this.area.y, marks: this.marks)
      for row in band.top..<band.bottom where this.marks[row] != 0 {
        _ = this.sweep(row, of: band, target, box)
      }
    }
  }

  /// Empties a row of the area, into the result if it is one of its rows.
  private func sweep(
    _ row: Int, of band: CellBand, _ target: UnsafeMutableBufferPointer<UInt8>, _ box: PixelBox
  ) -> (low: Int64, high: Int64) {
    let line = row &+ area.y &- box.y
    let left = box.x &- area.x
    let isInside = line >= 0 && line < box.height
    return band.sweep(
      row, columns: left..<left &+ box.width, folds: rule == .evenOdd,
      into: isInside ? target.baseAddress.map { $0 + line &* box.width } : nil)
  }

  /// Calls `body` for one band of the area after the other, all of which have the same cells.
  private mutating func inBands(body: (inout Self, CellBand) -> Void) {
    let stride = CellBand.stride(area.width)
    let height = min(max(Self.bandCells / stride, 1), area.height)
    var cells: [Int64] = []
    swap(&cells, &self.cells)
    defer { swap(&cells, &self.cells) }
    if cells.count < height &* stride {
      cells.append(contentsOf: repeatElement(0, count: height &* stride &- cells.count))
    }
    cells.withUnsafeMutableBufferPointer { cells in
      guard let base = cells.baseAddress else { return }
      for top in Swift.stride(from: 0, to: area.height, by: height) {
        let rows = top..<min(top &+ height, area.height)
        body(&self, CellBand(cells: cells, width: area.width, rows: rows, base: base))
      }
    }
  }
}
