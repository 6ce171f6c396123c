/// A part of a plane, or of what a plane was reduced to, in coordinates that start at the plane's
/// first sample and may be negative.
struct GaussianGrid<S: Sample> {
  /// The sample in the first column of the first row.
  let samples: UnsafeMutablePointer<S>
  /// Samples from one row to the next.
  let stride: Int
  /// The columns and rows that there are. What lies beyond is like the nearest of them.
  let x: Range<Int>
  let y: Range<Int>

  /// A whole plane.
  init(_ samples: UnsafeMutablePointer<S>, width: Int, height: Int) {
    self.samples = samples
    stride = width
    x = 0..<width
    y = 0..<height
  }

  /// A whole plane that is only read: it is the source of a blur, and no target.
  init(reading samples: UnsafePointer<S>, width: Int, height: Int) {
    self.init(UnsafeMutablePointer(mutating: samples), width: width, height: height)
  }

  /// Memory for a part of a plane, with room around its rows.
  init(x: Range<Int>, y: Range<Int>, _ scratch: Scratch) {
    samples = GaussianRows.row(S.self, x.count * y.count, scratch)
    stride = x.count
    self.x = x
    self.y = y
  }

  /// The first sample of row `index`, or of the nearest that there is.
  func row(_ index: Int) -> UnsafeMutablePointer<S> {
    samples + stride &* (min(max(index, y.lowerBound), y.upperBound &- 1) &- y.lowerBound)
  }
}

extension Range<Int> {
  /// The range grown by `margin` on both sides.
  func grown(by margin: Int) -> Range<Int> {
    lowerBound - margin..<upperBound + margin
  }

  /// The smallest range that holds both.
  func joined(with other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
