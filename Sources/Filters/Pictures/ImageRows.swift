import Images

/// The rows of a decoded image, converted to the stream's colours as they are asked for.
struct ImageRows: RowSource {
  private let picture: Picture
  private let coding: ColorCoding

  init(_ picture: Picture, coding: ColorCoding) {
    self.picture = picture
    self.coding = coding
  }

  var width: Int { picture.width }
  var height: Int { picture.height }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    let start = y * picture.width
    switch picture.samples {
    case .eight(let samples):
      samples.withUnsafeBufferPointer {
        convert($0, scale: 257, start: start, columns: columns, to: row)
      }
    case .sixteen(let samples):
      samples.withUnsafeBufferPointer {
        convert($0, scale: 1, start: start, columns: columns, to: row)
      }
    }
  }

  /// Converts straight RGBA, premultiplying with the exact alpha before anything is rounded.
  @inline(__always)
  private func convert<S: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<S>, scale: Int, start: Int, columns: Range<Int>,
    to row: PictureRow
  ) {
    let (luma, blue, red) = (coding.channel(0), coding.channel(1), coding.channel(2))
    for x in columns {
      let index = 4 &* (start &+ x)
      let alpha = Int(samples[index &+ 3]) &* scale
      if alpha == 0 {
        row.y[x] = 0
        row.u[x] = 0
        row.v[x] = 0
        row.a[x] = 0
        continue
      }
      let r = Int(samples[index]) &* scale
      let g = Int(samples[index &+ 1]) &* scale
      let b = Int(samples[index &+ 2]) &* scale
      let weight = alpha &+ alpha &>> 15
      let half = 1 &<< 31
      row.y[x] = UInt16(truncatingIfNeeded: (luma(r, g, b) &* weight &+ half) &>> 32)
      row.u[x] = UInt16(truncatingIfNeeded: (blue(r, g, b) &* weight &+ half) &>> 32)
      row.v[x] = UInt16(truncatingIfNeeded: (red(r, g, b) &* weight &+ half) &>> 32)
      row.a[x] = UInt16(truncatingIfNeeded: alpha)
    }
  }
}
