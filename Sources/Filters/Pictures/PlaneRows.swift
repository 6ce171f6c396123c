import Y4M

/// The rows of one plane of a frame, in picture units, in the first channel.
struct PlaneRows: RowSource, @unchecked Sendable {
  private let frame: Frame
  private let layout: PlaneLayout
  /// Whether columns are given as rows, for quarter turns.
  private let isTransposed: Bool

  init(_ frame: Frame, plane: Int, isTransposed: Bool = false) {
    self.frame = frame
    layout = frame.format.planes[plane]
    self.isTransposed = isTransposed
  }

  var width: Int { isTransposed ? layout.height : layout.width }
  var height: Int { isTransposed ? layout.width : layout.height }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    let step = isTransposed ? layout.width : 1
    let start = isTransposed ? y : y * layout.width
    if frame.format.depth == 8 {
      let samples = frame.samples8(layout) + start
      for x in columns { row.y[x] = UInt16(samples[x &* step]) &<< 8 }
    } else {
      let samples = frame.samples16(layout) + start
      let shift = UInt16(16 - frame.format.depth)
      let peak = UInt16(truncatingIfNeeded: frame.format.peak)
      for x in columns { row.y[x] = min(samples[x &* step], peak) &<< shift }
    }
  }
}

/// Rows of samples in memory, in the first channel.
struct SampleRows: RowSource {
  let samples: Samples16
  let width: Int
  let height: Int

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    let first = columns.lowerBound
    (row.y + first).update(from: samples.base + y * width + first, count: columns.count)
  }
}
