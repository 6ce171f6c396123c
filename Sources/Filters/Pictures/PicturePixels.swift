import Images

extension Picture {
  /// Hands over the pixels of a row within the picture, column by column: red, green and blue,
  /// which are not multiplied by alpha, and alpha, all of 16 bits.
  func readRow(
    _ y: Int, _ columns: Range<Int>,
    _ body: (_ x: Int, _ pixel: (r: Int, g: Int, b: Int, a: Int)) -> Void
  ) {
    switch samples {
    case .eight(let samples): readRow(samples, y, columns, scale: 257, body)
    case .sixteen(let samples): readRow(samples, y, columns, scale: 1, body)
    }
  }

  private func readRow(
    _ samples: [some FixedWidthInteger], _ y: Int, _ columns: Range<Int>, scale: Int,
    _ body: (_ x: Int, _ pixel: (r: Int, g: Int, b: Int, a: Int)) -> Void
  ) {
    samples.withUnsafeBufferPointer { samples in
      for x in columns {
        let first = 4 &* (y &* width &+ x)
        @inline(__always) func part(_ index: Int) -> Int { Int(samples[first &+ index]) &* scale }
        body(x, (part(0), part(1), part(2), part(3)))
      }
    }
  }

  /// The luma of BT.709 of a colour of 16 bits; its weights add up to 65,536, so that grey stays as
  /// it is.
  @inline(__always)
  static func luma(_ r: Int, _ g: Int, _ b: Int) -> Int {
    (13_933 &* r &+ 46_871 &* g &+ 4_732 &* b &+ 32_768) &>> 16
  }
}
