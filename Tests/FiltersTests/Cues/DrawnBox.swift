import TestSupport
import Y4M

/// The columns and rows on which something is drawn.
typealias DrawnBox = (x: Range<Int>, y: Range<Int>)

extension Film {
  /// Where a plain grey frame of 8 bits is changed; nil where it is not.
  func drawnBox(_ format: PixelFormat, at seconds: Double) throws -> DrawnBox? {
    let grey = 90
    let frame = try frame(.flat(format, [grey]), at: seconds)
    var (columns, rows): ([Int], [Int]) = ([], [])
    for y in 0..<format.height {
      for x in 0..<format.width where frame[0, x, y] != grey {
        columns.append(x)
        rows.append(y)
      }
    }
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return nil }
    return (left..<right + 1, top..<bottom + 1)
  }
}
