import Y4M

/// Edges of a whole field as lines of one pixel.
///
/// After J. Canny, "A computational approach to edge detection" (1986): slopes by Sobel's weights;
/// of these, what is no greatest one across the edge is left out, with those beside it mixed along
/// the slope; and what is steeper than `low` stays where it hangs together with what is steeper
/// than `high`, over corners too.
struct CannyLines {
  /// A pixel on a line, and one that is on a line if it hangs together with one.
  private static let sure: UInt16 = 65535
  private static let unsure: UInt16 = 1
  /// How many pixels are kept to be gone on from.
  private static let kept = 1 << 14

  let field: LumaField
  /// How steep lines are; 1 is a step from black to white over two pixels.
  let low: Float
  let high: Float

  /// Writes full numbers where there are lines of this field, and less than 2 elsewhere.
  func draw(to target: LumaField, _ job: EffectJob) {
    let canvas = Box(x: 0, y: 0, width: job.width, height: job.height)
    job.eachBand(of: canvas, least: 32) { rows, scratch in
      let slopes = SlopeRows(field, scratch)
      for y in rows { mark(y, slopes, to: target) }
    }
    follow(target, job.scratch)
  }

  /// Marks the crests of a row.
  private func mark(_ y: Int, _ slopes: SlopeRows, to target: LumaField) {
    let (above, here, below) = (slopes.row(y - 1), slopes.row(y), slopes.row(y + 1))
    let row = target.row(y)
    for x in 0..<field.layout.width {
      let steep = here.steep[x &+ 1]
      row[x] = 0
      if !(steep >= low) || steep == 0 { continue }
      let (across, down) = (here.across[x &+ 1], here.down[x &+ 1])
      let (before, after): (Float, Float)
      // Along the steeper axis a whole pixel further on.
      if across.magnitude >= down.magnitude {
        let share = down / across
        let (back, ahead) = share < 0 ? (below.steep, above.steep) : (above.steep, below.steep)
        before = Self.mix(here.steep[x], back[x], share.magnitude)
        after = Self.mix(here.steep[x &+ 2], ahead[x &+ 2], share.magnitude)
      } else {
        let share = across / down
        let step = share < 0 ? -1 : 1
        before = Self.mix(above.steep[x &+ 1], above.steep[x &+ 1 &- step], share.magnitude)
        after = Self.mix(below.steep[x &+ 1], below.steep[x &+ 1 &+ step], share.magnitude)
      }
      // Of two that are alike, the second.
      if steep >= before, steep > after { row[x] = steep >= high ? Self.sure : Self.unsure }
    }
  }

  @inline(__always)
  private static func mix(_ a: Float, _ b: Float, _ share: Float) -> Float {
    a + (b - a) * share
  }

  /// Makes sure what hangs together with what is.
  private func follow(_ marks: LumaField, _ scratch: Scratch) {
    let stack = scratch.take(SIMD2<Int32>.self, Self.kept)
    let (width, height) = (marks.layout.width, marks.layout.height)
    var isDone = false
    while !isDone {
      isDone = true
      for y in 0..<height {
        let row = marks.row(y)
        for x in 0..<width where row[x] == Self.sure {
          var count = 1
          stack[0] = SIMD2(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
          while count > 0 {
            count &-= 1
            let (column, line) = (Int(stack[count].x), Int(stack[count].y))
            for j in max(line &- 1, 0)...min(line &+ 1, height &- 1) {
              let row = marks.row(j)
              for i in max(column &- 1, 0)...min(column &+ 1, width &- 1)
              where row[i] == Self.unsure {
                row[i] = Self.sure
                // One that is not kept is found by looking once more.
                if count == Self.kept {
                  isDone = false
                  continue
                }
                stack[count] = SIMD2(Int32(truncatingIfNeeded: i), Int32(truncatingIfNeeded: j))
                count &+= 1
              }
            }
          }
        }
      }
    }
  }
}

/// Slopes of rows of a field, with one more on each side, of which the last three are kept.
private struct SlopeRows {
  struct Row {
    let across: UnsafeMutablePointer<Float>
    let down: UnsafeMutablePointer<Float>
    /// How long both are together.
    let steep: UnsafeMutablePointer<Float>
  }

  private let field: LumaField
  /// Three rows of each, by their number modulo 3, and which they are.
  private let rows: UnsafeMutablePointer<Float>
  private let held: UnsafeMutablePointer<Int>
  /// Three rows of the field, with two more numbers on each side.
  private let lines: UnsafeMutablePointer<Float>
  private let count: Int

  init(_ field: LumaField, _ scratch: Scratch) {
    self.field = field
    count = field.layout.width + 2
    rows = scratch.take(Float.self, 9 * count)
    held = scratch.take(Int.self, 3)
    held.update(repeating: .min, count: 3)
    lines = scratch.take(Float.self, 3 * (count + 2))
  }

  /// The slopes of row `y`, whose first is that of the column before the first.
  func row(_ y: Int) -> Row {
    let slot = (y + 3) % 3
    let first = rows + 3 * slot * count
    let row = Row(across: first, down: first + count, steep: first + 2 * count)
    if held[slot] != y {
      held[slot] = y
      for line in 0..<3 {
        field.read(y + line - 1, -2..<count, to: lines + line * (count + 2))
      }
      measure(row)
    }
    return row
  }

  private func measure(_ row: Row) {
    let (above, here, below) = (lines, lines + (count + 2), lines + 2 * (count + 2))
    let (across, down, steep) = (row.across, row.down, row.steep)
    let scale = 0.25 / LumaField.span
    for x in 0..<count {
      let left = above[x] + 2 * here[x] + below[x]
      let right = above[x &+ 2] + 2 * here[x &+ 2] + below[x &+ 2]
      across[x] = (right - left) * scale
    }
    for x in 0..<count {
      let upper = above[x] + 2 * above[x &+ 1] + above[x &+ 2]
      let lower = below[x] + 2 * below[x &+ 1] + below[x &+ 2]
      down[x] = (lower - upper) * scale
    }
    for x in 0..<count {
      steep[x] = max(across[x] * across[x] + down[x] * down[x], 0).squareRoot()
    }
  }
}
