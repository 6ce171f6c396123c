import Y4M

/// How much of the detail of chroma that was on a canvas is left in what has been drawn over it.
///
/// Chroma of a stream is interpolated where it comes onto a canvas of layers, and the mean of that
/// is not quite the sample that was there. Whether the difference is still seen, only the two
/// pictures can tell: it is where the one around a sample follows the other, as it does under a
/// veil, and is not where a layer hides it or something else has come there.
struct ChromaDetail {
  private let before: UnsafeMutablePointer<UInt16>
  private let after: UnsafeMutablePointer<UInt16>
  private let plane: PlaneLayout
  /// The other planes, before and after, which have the same places.
  private let others: [(before: UnsafeMutablePointer<UInt16>, after: UnsafeMutablePointer<UInt16>)]
  private let across: SiteAxis
  private let down: SiteAxis

  /// What samples around those that a sample stands for count, beside these.
  ///
  /// They only decide where the latter are all the same, as on a line of chroma of one sample.
  private static var outerWeight: Float { 1 / 64 }

  /// - Parameters:
  ///   - before: premultiplied, 4:4:4 and of 16 bits.
  ///   - plane: which of its planes is compared.
  ///   - sites: the plane of chroma whose samples are asked for.
  init(
    from before: Frame, to after: Frame, _ plane: Int, at sites: PlaneLayout, _ scratch: Scratch
  ) {
    let layout = before.format.planes[plane]
    self.plane = layout
    self.before = before.samples16(layout)
    self.after = after.samples16(layout)
    others = before.format.planes.indices.filter { $0 != plane }.map {
      (before.samples16(before.format.planes[$0]), after.samples16(before.format.planes[$0]))
    }
    across = SiteAxis(
      (layout.shiftX, layout.originX), at: (sites.shiftX, sites.originX), scratch)
    down = SiteAxis((layout.shiftY, layout.originY), at: (sites.shiftY, sites.originY), scratch)
  }

  /// What a step of premultiplied chroma before is now, at a sample: 1 if all of it is left and -1
  /// if it is turned round.
  func gain(at x: Int, _ y: Int) -> Float {
    let kept = keptShare(at: x, y)
    return kept < 1 ? kept + (1 - kept) * changedGain(at: x, y) : 1
  }

  /// How much of what a sample stands for nothing was drawn on.
  private func keptShare(at x: Int, _ y: Int) -> Float {
    let (left, columnShares) = across.taps(of: x)
    let (top, rowShares) = down.taps(of: y)
    var kept: Float = 0
    for (row, rowShare) in rowShares.enumerated() {
      let line = min(max(top + row, 0), plane.height - 1) * plane.width
      for (column, share) in columnShares.enumerated() {
        let index = line + min(max(left + column, 0), plane.width - 1)
        if isKept(index) { kept += rowShare * share }
      }
    }
    return kept
  }

  /// Whether nothing was drawn on a sample.
  private func isKept(_ index: Int) -> Bool {
    before[index] == after[index] && others.allSatisfy { $0.before[index] == $0.after[index] }
  }

  /// The gain where something was drawn.
  private func changedGain(at x: Int, _ y: Int) -> Float {
    let columns = Self.samples(of: x, across, plane.width)
    let rows = Self.samples(of: y, down, plane.height)
    var sums = spread(columns.inner, rows.inner)
    let around = spread(columns.outer, rows.outer)
    sums.before += around.before * Self.outerWeight
    sums.after += around.after * Self.outerWeight
    sums.both += around.both * Self.outerWeight
    guard sums.before > 0, sums.after > 0 else { return 0 }
    // The slope of the line that fits best, by how well it fits.
    let slope = sums.both / sums.before
    return max(-1, min(slope * (sums.both / sums.after) * slope, 1))
  }

  /// What a sample stands for along one axis, and that with what its neighbours stand for.
  private static func samples(
    of place: Int, _ axis: SiteAxis, _ count: Int
  ) -> (inner: Range<Int>, outer: Range<Int>) {
    let (first, shares) = axis.taps(of: place)
    let inner = (first..<first + shares.count).clamped(to: 0..<count)
    let more = axis.ratio > 1 ? axis.ratio : 0
    return (inner, (first - more..<first + shares.count + more).clamped(to: 0..<count))
  }

  /// How much samples on which something was drawn differ from their mean: the sum of squares
  /// before, after, and of the products.
  private func spread(
    _ columns: Range<Int>, _ rows: Range<Int>
  ) -> (before: Float, after: Float, both: Float) {
    // Differences from the first of them are small, and so are their squares.
    var first: (before: Float, after: Float) = (0, 0)
    var count: Float = 0
    var sums: (before: Float, after: Float) = (0, 0)
    var squares: (before: Float, after: Float, both: Float) = (0, 0, 0)
    for y in rows {
      for index in y * plane.width + columns.lowerBound..<y * plane.width + columns.upperBound
      where !isKept(index) {
        if count == 0 { first = (Float(before[index]), Float(after[index])) }
        let one = Float(before[index]) - first.before
        let two = Float(after[index]) - first.after
        count += 1
        sums.before += one
        sums.after += two
        squares.before += one * one
        squares.after += two * two
        squares.both += one * two
      }
    }
    guard count > 0 else { return (0, 0, 0) }
    return (
      squares.before - sums.before * sums.before / count,
      squares.after - sums.after * sums.after / count,
      squares.both - sums.before * sums.after / count
    )
  }
}
