import Fonts
import Geometry

/// A picture of one figure in a colour, or in those of a gradient, over a background.
struct FigureRows: RowSource {
  /// What a figure is painted with.
  enum Paint: Sendable {
    case color(PremultipliedColor)
    /// The colours of a gradient, by where samples lie.
    case ramp(GradientRamp, Course)
  }

  /// How a gradient runs, from its first colour to its last; lengths in samples.
  enum Course: Sendable {
    /// From left to right.
    case across
    /// From the bottom to the top.
    case up
    /// From the middle to the top and the bottom.
    case apart
    /// From a ring around the middle to one beyond it.
    case outwards(from: Float, to: Float)
  }

  let width: Int
  let height: Int
  let cover: Coverage
  let paint: Paint
  let background: PremultipliedColor

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    let (first, count) = (columns.lowerBound, columns.count)
    (row.y + first).update(repeating: background.y, count: count)
    (row.u + first).update(repeating: background.u, count: count)
    (row.v + first).update(repeating: background.v, count: count)
    (row.a + first).update(repeating: background.a, count: count)
    guard y >= cover.y, y < cover.y + cover.height else { return }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: ValueRun.length) { room in
      guard let line = room.baseAddress else { return }
      var first = max(columns.lowerBound, cover.x)
      let last = min(columns.upperBound, cover.x + cover.width)
      while first < last {
        let end = min(first &+ ValueRun.length, last)
        PaintedForm.shape(cover).fill(line, y: y, columns: first..<end)
        let target = row.shifted(by: first)
        switch paint {
        case .color(let color): target.put(color, line, count: end &- first)
        case .ramp(let ramp, let course):
          for x in 0..<end &- first where line[x] > 0 {
            let place = number(course, x: first &+ x, y: y)
            let color = ramp.color(at: place)
            target.shifted(by: x).put(color, line + x, count: 1)
          }
        }
        first = end
      }
    }
  }

  /// Where a sample lies on the way of a gradient: 0 at its start, 1 at its end.
  private func number(_ course: Course, x: Int, y: Int) -> Float {
    let (across, down) = (Float(x) + 0.5, Float(y) + 0.5)
    switch course {
    case .across: return across / Float(width)
    case .up: return 1 - down / Float(height)
    case .apart: return (2 * down / Float(height) - 1).magnitude
    case .outwards(let from, let to):
      let (dx, dy) = (across - Float(width) / 2, down - Float(height) / 2)
      return ((dx * dx + dy * dy).squareRoot() - from) / max(to - from, 1e-6)
    }
  }
}

extension GradientRamp {
  /// The colour at a place from 0 to 1; those beyond have the colours of the ends.
  fileprivate func color(at place: Float) -> PremultipliedColor {
    let step = (place - Float(origin)) * Float(density) * Float(steps)
    // Nearly all numbers are within bounds; of those that are not, the nearest bound counts.
    let color = colors[Int(max(min(step, Float(steps)), 0) + 0.5)]
    return PremultipliedColor(y: color.x, u: color.y, v: color.z, a: color.w)
  }
}
