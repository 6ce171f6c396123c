import Geometry
import Y4M

/// Where the samples of a row of a plane are in both frames.
struct FlowPlaces {
  private let projection: FlowProjection
  private let layout: PlaneLayout
  private let halvings: Int
  /// The motion and the share of the row, at the columns of the working size and at those of the
  /// plane.
  private let column: UnsafeMutablePointer<Float>
  private let x: UnsafeMutablePointer<Float>
  private let y: UnsafeMutablePointer<Float>
  /// The second frame's share of each sample.
  let shares: UnsafeMutablePointer<Float>
  /// Where each sample is, in 64ths.
  let earlyX: UnsafeMutablePointer<Int32>
  let earlyY: UnsafeMutablePointer<Int32>
  let lateX: UnsafeMutablePointer<Int32>
  let lateY: UnsafeMutablePointer<Int32>

  init(
    _ projection: FlowProjection, _ layout: PlaneLayout, halvings: Int, _ scratch: Scratch
  ) {
    (self.projection, self.layout, self.halvings) = (projection, layout, halvings)
    // Samples of one column of the working size are written together.
    let count = layout.width &+ (1 << halvings)
    column = scratch.take(Float.self, projection.x.stride)
    (x, y) = (scratch.take(Float.self, count), scratch.take(Float.self, count))
    shares = scratch.take(Float.self, count)
    (earlyX, earlyY) = (scratch.take(Int32.self, count), scratch.take(Int32.self, count))
    (lateX, lateY) = (scratch.take(Int32.self, count), scratch.take(Int32.self, count))
  }

  /// Finds the places and the shares of a row.
  func find(_ row: Int) {
    enlarge(projection.x, row, to: x)
    enlarge(projection.y, row, to: y)
    enlarge(projection.share, row, to: shares)
    let scale = Float(64 << halvings)
    let unitX = scale / Float(1 << layout.shiftX)
    let unitY = scale / Float(1 << layout.shiftY)
    let (width, height) = (Float(layout.width), Float(layout.height))
    let across = Line(start: 0, step: 64, most: 64 * (width + FlowReader.reach))
    let down = Line(start: Float(64 &* row), step: 0, most: 64 * (height + FlowReader.reach))
    let phase = projection.phase
    across.places(x, by: -phase * unitX, layout.width, to: earlyX)
    across.places(x, by: (1 - phase) * unitX, layout.width, to: lateX)
    down.places(y, by: -phase * unitY, layout.width, to: earlyY)
    down.places(y, by: (1 - phase) * unitY, layout.width, to: lateY)
  }

  /// Where samples would be without motion, in 64ths.
  private struct Line {
    let start: Float
    let step: Float
    let most: Float

    /// The nearest whole numbers to where they are with it.
    func places(
      _ motion: UnsafeMutablePointer<Float>, by share: Float, _ count: Int,
      to target: UnsafeMutablePointer<Int32>
    ) {
      let (least, whole) = (-64 * FlowReader.reach, FlowPlace.whole)
      for place in 0..<count {
        let at =
          start + Float(Int32(truncatingIfNeeded: place)) * step + motion[place] * share
        let low = at > least ? at : least
        let held = low < most ? low : most
        target[place] = Int32(bitPattern: (held + whole).bitPattern &- whole.bitPattern)
      }
    }
  }

  /// Where a row or a column of the plane is at the working size.
  private func place(_ number: Int, origin: Double, shift: Int) -> (whole: Int, rest: Float) {
    let scale = Float(1 << halvings)
    let place = (Float(number << shift) + Float(origin) + 0.5) / scale - 0.5
    let whole = place.rounded(.down)
    return (Int(whole), place - whole)
  }

  /// The numbers at the samples of a row.
  private func enlarge(_ plane: FlowPlane, _ row: Int, to target: UnsafeMutablePointer<Float>) {
    let (upper, down) = place(row, origin: layout.originY, shift: layout.shiftY)
    let above = plane.row(upper) - FlowPlane.margin
    let below = above + plane.stride
    for x in 0..<plane.stride { column[x] = above[x] + (below[x] - above[x]) * down }
    let middle = column + FlowPlane.margin
    // How many samples there are for a column, or columns for a sample.
    let samples = 1 << max(halvings &- layout.shiftX, 0)
    let columns = 1 << max(layout.shiftX &- halvings, 0)
    let count = (layout.width &+ samples &- 1) / samples
    if samples == 2 {
      pairs(middle, count, to: target)
    } else {
      for number in 0..<samples {
        let (first, rest) = place(number, origin: layout.originX, shift: layout.shiftX)
        let source = middle + first
        if samples == 1, columns == 1 {
          for x in 0..<count { target[x] = source[x] + (source[x &+ 1] - source[x]) * rest }
        } else {
          for x in 0..<count {
            let two = source + x &* columns
            target[x &* samples &+ number] = two[0] + (two[1] - two[0]) * rest
          }
        }
      }
    }
  }

  /// The same where there are two samples for a column.
  private func pairs(
    _ middle: UnsafeMutablePointer<Float>, _ count: Int, to target: UnsafeMutablePointer<Float>
  ) {
    let (first, rest) = place(0, origin: layout.originX, shift: layout.shiftX)
    let (second, other) = place(1, origin: layout.originX, shift: layout.shiftX)
    let (one, two) = (middle + first, middle + second)
    for x in 0..<count {
      target[2 &* x] = one[x] + (one[x &+ 1] - one[x]) * rest
      target[2 &* x &+ 1] = two[x] + (two[x &+ 1] - two[x]) * other
    }
  }
}
