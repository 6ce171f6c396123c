import TestSupport
import Y4M

/// The columns and rows on which something is drawn.
typealias DrawnBox = (x: Range<Int>, y: Range<Int>)

extension Frame {
  /// Where samples of luma are wanted; nil where none is.
  func box(in columns: Range<Int>? = nil, where isWanted: (Int) -> Bool) -> DrawnBox? {
    var (xs, ys): ([Int], [Int]) = ([], [])
    for y in 0..<format.height {
      for x in columns ?? 0..<format.width where isWanted(self[0, x, y]) {
        xs.append(x)
        ys.append(y)
      }
    }
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return nil }
    return (left..<right + 1, top..<bottom + 1)
  }
}

extension Film {
  /// Where a plain grey frame of 8 bits is changed; nil where it is not.
  func drawnBox(_ format: PixelFormat, at seconds: Double) throws -> DrawnBox? {
    let grey = 90
    return try frame(.flat(format, [grey]), at: seconds).box { $0 != grey }
  }
}
