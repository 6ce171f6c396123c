import Y4M

/// The rows of one plane of a frame, or of two frames mixed, in picture units, in the first
/// channel.
struct PlaneRows: RowSource {
  private let frame: SharedFrame
  private let second: SharedFrame?
  /// The share of the second frame, of 65,536.
  private let weight: UInt32
  private let layout: PlaneLayout
  /// Of the frame's samples. Asked for once: whole formats are not copied for each row.
  private let depth: Int
  private let peak: UInt16
  /// Whether columns are given as rows, for quarter turns.
  private let isTransposed: Bool

  init(_ frame: SharedFrame, plane: Int, isTransposed: Bool = false) {
    self.init(FrameSource(frame), plane: plane, isTransposed: isTransposed)
  }

  init(_ source: FrameSource, plane: Int, isTransposed: Bool = false) {
    frame = source.frame
    second = source.second
    weight = UInt32(source.weight) + UInt32(source.weight >> 15)
    let format = frame.format
    layout = format.planes[plane]
    depth = format.depth
    peak = UInt16(truncatingIfNeeded: format.peak)
    self.isTransposed = isTransposed
  }

  var width: Int { isTransposed ? layout.height : layout.width }
  var height: Int { isTransposed ? layout.width : layout.height }

  var bytes: BytePlane? {
    guard depth == 8, second == nil, !isTransposed else { return nil }
    return BytePlane(samples: frame.samples8(layout), width: layout.width)
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    let step = isTransposed ? layout.width : 1
    let start = isTransposed ? y : y * layout.width
    if depth == 8 {
      let samples = frame.samples8(layout) + start
      // Loops with a constant step, so that whole vectors are loaded.
      if isTransposed {
        for x in columns { row.y[x] = UInt16(samples[x &* step]) &<< 8 }
      } else {
        for x in columns { row.y[x] = UInt16(samples[x]) &<< 8 }
      }
      guard let other = second?.samples8(layout) else { return }
      mix(other + start, 255, 8, to: row.y, columns, step)
    } else {
      let samples = frame.samples16(layout) + start
      let (peak, shift) = (peak, UInt16(16 - depth))
      if isTransposed {
        for x in columns { row.y[x] = min(samples[x &* step], peak) &<< shift }
      } else {
        for x in columns { row.y[x] = min(samples[x], peak) &<< shift }
      }
      guard let other = second?.samples16(layout) else { return }
      mix(other + start, peak, shift, to: row.y, columns, step)
    }
  }

  /// Mixes samples of the second frame into those of the first.
  @inline(__always)
  private func mix<S: Sample>(
    _ other: UnsafePointer<S>, _ peak: S, _ shift: UInt16,
    to row: UnsafeMutablePointer<UInt16>, _ columns: Range<Int>, _ step: Int
  ) {
    let weight = weight
    for x in columns {
      let added = UInt32(UInt16(truncatingIfNeeded: min(other[x &* step], peak)) &<< shift)
      let sum = UInt32(row[x]) &* (65536 &- weight) &+ added &* weight &+ 32768
      row[x] = UInt16(truncatingIfNeeded: sum &>> 16)
    }
  }
}

/// Rows of one sample throughout, in the first channel: a plane that the picture has not.
struct EvenRows: RowSource {
  let sample: UInt16
  let width: Int
  let height: Int

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    (row.y + columns.lowerBound).update(repeating: sample, count: columns.count)
  }
}
