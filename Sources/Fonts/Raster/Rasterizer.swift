import Geometry

/// Turns outlines into coverage: for each pixel, the exact area of it that lies inside.
///
/// Inside is where contours wind around a number of times that is not zero. Signed areas are added
/// up first, which is all there is to do for contours that do not overlap. Where a sum shows that
/// some do, the hidden parts of edges are taken away (``OverlapResolver``) and the rest is added up
/// again, so that an edge within another shape leaves no trace and two edges in one place count
/// once. Overlaps that leave no pixel with a sum above one, those of parts thinner than pixels, are
/// not found, and sums are cut at one.
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
  /// By how much a sum has to leave 0...1 to count as an overlap, in parts of 2^-16.
  private static let slack: Int32 = 64

  private var list = EdgeList()
  private var cells: [Int32] = []
  private var resolver = OverlapResolver()

  package init() {}

  /// The coverage of an outline.
  ///
  /// - Parameters:
  ///   - map: leads from the outline's units to pixels, `y` down: `Affine.scale(s, -s)` for glyphs.
  ///   - clip: what of it is wanted. Without one, all, as long as it is not too large.
  ///   - overlaps: says that contours do overlap, which spares finding out.
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
      if overlaps || !fill(target, box, resolved: false) {
        list.sort()
        _ = fill(target, box, resolved: true)
      }
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

  /// Fills all pixels of the box, band by band; returns false when contours overlap and should
  /// have been resolved.
  private mutating func fill(
    _ target: UnsafeMutableBufferPointer<UInt8>, _ box: PixelBox, resolved: Bool
  ) -> Bool {
    let stride = CellBand.stride(box.width)
    let rows = min(max(Self.bandCells / stride, 1), box.height)
    if cells.count < rows &* stride {
      cells.append(contentsOf: repeatElement(0, count: rows &* stride &- cells.count))
    }
    resolver.begin()
    var (low, high) = (Int32(0), Int32(0))
    cells.withUnsafeMutableBufferPointer { cells in
      guard let base = cells.baseAddress, let bytes = target.baseAddress else { return }
      var top = 0
      while top < box.height {
        let band = CellBand(
          cells: cells, width: box.width, rows: top..<min(top &+ rows, box.height), base: base)
        if resolved {
          resolver.add(list.edges, to: band, x: box.x, y: box.y)
        } else {
          list.add(to: band, x: box.x, y: box.y)
        }
        for row in top..<band.bottom {
          let found = band.sweep(row, into: bytes + row &* box.width)
          low = min(low, found.low)
          high = max(high, found.high)
        }
        top = band.bottom
      }
    }
    let one = 65_536 &+ Self.slack
    return resolved
      || (low >= -one && high <= one && (low >= -Self.slack || high <= Self.slack))
  }
}
