/// A plane of 8 bits in memory.
struct BytePlane {
  let samples: UnsafePointer<UInt8>
  let width: Int

  /// The first sample of a row.
  func row(_ y: Int) -> UnsafePointer<UInt8> { samples + y &* width }
}

/// What makes rows of 8 bits.
protocol ByteRows {
  /// Makes the target rows `rows`, which lie within those of the axis down.
  ///
  /// - Parameters:
  ///   - place: where the samples of a row are written; nil for memory that is valid for the call
  ///     of `emit` alone.
  func run(
    _ scratch: Scratch, rows: Range<Int>,
    to place: (_ row: Int) -> UnsafeMutablePointer<UInt8>?,
    _ emit: (_ row: Int, _ samples: UnsafeMutablePointer<UInt8>) -> Void
  )
}

/// Resamples a plane of 8 bits to 8 bits, by four weights along each axis.
///
/// Does what ``Resize`` does in lanes of 16 bits: rows are resampled across to 64ths of a code
/// value, and mixed down in 32nds, so that nearly all samples are those of exact sums.
struct ByteResize: ByteRows {
  private let source: BytePlane
  private let across: ByteAxis
  private let down: Axis

  /// Prepares what all rows need; nil for a picture that is not of 8 bits or takes other windows.
  init?<Source: RowSource>(_ resize: Resize<Source>, _ scratch: Scratch) {
    guard let bytes = resize.source.bytes, resize.channels.count == 1, resize.across.taps == 4,
      resize.down.taps == 4, !resize.box.isEmpty
    else { return nil }
    self.init(bytes, across: resize.across, down: resize.down, scratch)
  }

  /// - Parameters:
  ///   - across: an axis of four taps within the rows of `source`.
  ///   - down: an axis of four taps within its columns.
  init(_ source: BytePlane, across: Axis, down: Axis, _ scratch: Scratch) {
    self.source = source
    self.across = ByteAxis(across, width: source.width, scratch)
    self.down = down
  }

  func run(
    _ scratch: Scratch, rows: Range<Int>,
    to place: (_ row: Int) -> UnsafeMutablePointer<UInt8>?,
    _ emit: (_ row: Int, _ samples: UnsafeMutablePointer<UInt8>) -> Void
  ) {
    scratch.scope {
      let width = across.axis.count
      let lanes = ByteLanes(across, scratch)
      let window = scratch.take(Int16.self, 4 * width)
      let spare = scratch.take(UInt8.self, width)
      var held = SIMD4<Int>(repeating: -1)
      for row in rows {
        let start = Int(down.starts[row - down.first])
        for line in start..<start + 4 where held[line & 3] != line {
          lanes.add(source.row(line), to: window + (line & 3) * width)
          held[line & 3] = line
        }
        func line(_ tap: Int) -> UnsafeMutablePointer<Int16> {
          window + ((start + tap) & 3) * width
        }
        let weights = down.weights + 4 * (row - down.first)
        let target = place(row) ?? spare
        let mixed = ByteLanes.Rows(
          first: line(0), second: line(1), third: line(2), fourth: line(3),
          weights: SIMD4(weights[0], weights[1], weights[2], weights[3]))
        lanes.combine(mixed, to: target, count: width)
        emit(row, target)
      }
    }
  }
}
