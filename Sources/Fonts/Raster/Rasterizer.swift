import Geometry

/// Turns outlines into coverage: for each pixel, the exact area of it that lies inside.
///
/// Inside is where contours wind around a number of times that is not zero. Signed areas are added
/// up first, which is all there is to do for contours that do not overlap. In rows where a sum shows
/// that some do, and beside them, the hidden parts of edges are taken away (``OverlapResolver``) and
/// the rest is added up again, so that an edge within another shape leaves no trace and two edges in
/// one place count once. Overlaps that leave no pixel with a sum above one, those of parts thinner
/// than pixels, are not found, and sums are cut at one. As a clip box may hide what shows an overlap,
/// bytes of the same pixel can differ by one with another clip.
///
/// Keeps its memory from call to call; only the result is allocated. Not for several threads at
/// once.
package struct Rasterizer {
  /// The most pixels of a result; a larger one is empty. A clip box prevents that.
  package static let mostPixels = 1 << 26
  /// How many rows all edges together may cross; an outline with more is empty. Letters as high as
  /// a screen have some ten thousand.
  private static let mostRows = 67_108_864.0
  /// How far from zero pixels may lie.
  private static let farthest = 1 << 22
  /// How many cells are filled in one go: what caches hold.
  private static let bandCells = 1 << 16
  /// How many rows beside those with overlaps are resolved too.
  private static let reach = 2
  /// By how much a sum has to leave 0...1 to count as an overlap, in parts of 2^-16.
  private static let slack: Int32 = 64
  private static let one: Int32 = 65_536 + slack

  private var list = EdgeList()
  private var cells: [Int32] = []
  private var resolver = OverlapResolver()
  /// For each row whether it has to be resolved, and with 2, whether that was seen in it.
  private var marks: [UInt8] = []

  package init() {}

  /// The coverage of an outline.
  ///
  /// - Parameters:
  ///   - map: leads from the outline's units to pixels, `y` down: `Affine.scale(s, -s)` for glyphs.
  ///   - clip: what of it is wanted. Without one, all, as long as it is not too large.
  ///   - overlaps: resolves all rows. That is slower by far, and differs only for overlapping parts
  ///     thinner than pixels.
  package mutating func coverage(
    of outline: Outline, through map: Affine = .identity, clip: PixelBox? = nil,
    overlaps: Bool = false
  ) -> Coverage {
    let clip = Self.bounded(clip)
    list.fill(with: outline, through: map, clip: clip)
    guard !list.isBroken, let box = box(within: clip), !list.edges.isEmpty else { return .empty }
    let count = box.width &* box.height
    guard count <= Self.mostPixels, list.height(within: box) <= Self.mostRows else { return .empty }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      target.initialize(repeating: 0)
      if fill(target, box) || overlaps { resolve(target, box, all: overlaps) }
      filled = count
    }
    return Coverage(x: box.x, y: box.y, width: box.width, height: box.height, bytes: bytes)
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
    marks.append(contentsOf: repeatElement(0, count: box.height))
    var sides = (low: false, high: false)
    var found = false
    inBands(of: box, target) { this, band, bytes in
      this.list.add(to: band, x: box.x, y: box.y)
      for row in band.top..<band.bottom {
        let cover = band.sweep(row, into: bytes + row &* box.width)
        if cover.low < -Self.slack { sides.low = true }
        if cover.high > Self.slack { sides.high = true }
        if cover.low < -Self.one || cover.high > Self.one {
          this.marks[row] = 2
          found = true
        }
      }
    }
    // Contours that wind in different directions may hide each other anywhere.
    if sides.low && sides.high {
      for row in marks.indices { marks[row] = 1 }
      return true
    }
    if found { markNeighbours() }
    return found
  }

  /// Marks the rows beside those with overlaps, which may have parts of them that are too small to
  /// be seen in a sum.
  private mutating func markNeighbours() {
    for row in marks.indices where marks[row] == 2 {
      for near in max(row &- Self.reach, 0)...min(row &+ Self.reach, marks.count &- 1)
      where marks[near] == 0 {
        marks[near] = 1
      }
    }
  }

  /// Fills the marked rows again, with what bounds the inside.
  private mutating func resolve(
    _ target: UnsafeMutableBufferPointer<UInt8>, _ box: PixelBox, all: Bool
  ) {
    if all { for row in marks.indices { marks[row] = 1 } }
    list.sort()
    resolver.begin()
    inBands(of: box, target) { this, band, bytes in
      this.resolver.add(this.list.edges, to: band, x: box.x, y: box.y, marks: this.marks)
      for row in band.top..<band.bottom where this.marks[row] != 0 {
        _ = band.sweep(row, into: bytes + row &* box.width)
      }
    }
  }

  /// Calls `body` for one band after the other, all of which have the same cells.
  private mutating func inBands(
    of box: PixelBox, _ target: UnsafeMutableBufferPointer<UInt8>,
    body: (inout Self, CellBand, UnsafeMutablePointer<UInt8>) -> Void
  ) {
    let stride = CellBand.stride(box.width)
    let height = min(max(Self.bandCells / stride, 1), box.height)
    var cells: [Int32] = []
    swap(&cells, &self.cells)
    defer { swap(&cells, &self.cells) }
    if cells.count < height &* stride {
      cells.append(contentsOf: repeatElement(0, count: height &* stride &- cells.count))
    }
    cells.withUnsafeMutableBufferPointer { cells in
      guard let base = cells.baseAddress, let bytes = target.baseAddress else { return }
      for top in Swift.stride(from: 0, to: box.height, by: height) {
        let rows = top..<min(top &+ height, box.height)
        body(&self, CellBand(cells: cells, width: box.width, rows: rows, base: base), bytes)
      }
    }
  }
}
