/// The motion of each pixel: the mean of those of the patches over it, weighted by how near each
/// brings it to a pixel like it.
struct PatchDensity {
  let search: PatchSearch
  let motions: PatchSearch.Motions

  /// Writes the motion of all pixels.
  func run(into x: FlowPlane, _ y: FlowPlane, weights: FlowPlane, _ workspace: Workspace) {
    workspace.split(0..<x.height, least: 32) { rows, _ in
      x.clear(rows)
      y.clear(rows)
      weights.clear(rows)
      for number in 0..<search.rows {
        let start = PatchSearch.start(number, in: x.height)
        let part = rows.clamped(to: start..<start &+ PatchSearch.side)
        if part.isEmpty { continue }
        for column in 0..<search.columns { add(column, number, start, part, x, y, weights) }
      }
      for row in rows { Self.divide(x.row(row), y.row(row), weights.row(row), x.width) }
      x.extendSides(rows)
      y.extendSides(rows)
    }
    x.extendEnds()
    y.extendEnds()
  }

  /// Adds the motion of one patch to those rows of it that are meant.
  @inline(__always)
  private func add(
    _ column: Int, _ number: Int, _ start: Int, _ part: Range<Int>, _ x: FlowPlane,
    _ y: FlowPlane, _ weights: FlowPlane
  ) {
    let left = PatchSearch.start(column, in: x.width)
    let index = number &* search.columns &+ column
    let (moveX, moveY) = (motions.x[index], motions.y[index])
    let picture = search.to
    let place = FlowPlace(
      Float(left) + moveX, Float(start) + moveY, width: picture.width, height: picture.height)
    let (right, down) = (SIMD8(repeating: place.right), SIMD8(repeating: place.down))
    let one = SIMD8<Float>(repeating: 1)
    for row in part {
      let upper = picture.row(place.y &+ row &- start) + place.x
      let lower = upper + picture.stride
      let top = upper.lanes(0) + (upper.lanes(1) - upper.lanes(0)) * right
      let bottom = lower.lanes(0) + (lower.lanes(1) - lower.lanes(0)) * right
      let found = top + (bottom - top) * down
      let difference = found - search.from.image.row(row).lanes(left)
      let weight = one / difference.atLeast(SIMD8<Float>.zero - difference).atLeast(1)
      let (rowX, rowY) = (x.row(row) + left, y.row(row) + left)
      let rowWeight = weights.row(row) + left
      rowX.store(rowX.lanes(0) + weight * moveX)
      rowY.store(rowY.lanes(0) + weight * moveY)
      rowWeight.store(rowWeight.lanes(0) + weight)
    }
  }

  private static func divide(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>,
    _ weights: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for place in 0..<count {
      let share = 1 / weights[place]
      x[place] *= share
      y[place] *= share
    }
  }
}
