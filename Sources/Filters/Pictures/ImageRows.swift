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
    fill(row, y: y, columns: columns, .all)
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>, _ channels: Channels) {
    let start = 4 * (y * picture.width + columns.lowerBound)
    let part = start..<start + 4 * columns.count
    let target = row.shifted(by: columns.lowerBound)
    switch picture.samples {
    case .eight(let samples):
      samples.withUnsafeBufferPointer {
        convert(UnsafeBufferPointer(rebasing: $0[part]), scale: 257, to: target, channels)
      }
    case .sixteen(let samples):
      samples.withUnsafeBufferPointer {
        convert(UnsafeBufferPointer(rebasing: $0[part]), scale: 1, to: target, channels)
      }
    }
  }

  /// Converts straight RGBA, channel by channel.
  @inline(__always)
  private func convert<S: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<S>, scale: Int, to row: PictureRow, _ channels: Channels
  ) {
    for x in 0..<samples.count / 4 {
      row.a[x] = UInt16(truncatingIfNeeded: Int(samples[4 &* x &+ 3]) &* scale)
    }
    if channels != .chroma {
      convert(samples, scale: scale, coding.channel(0), alpha: row.a, to: row.y)
    }
    if channels == .chroma || channels == .all {
      convert(samples, scale: scale, coding.channel(1), alpha: row.a, to: row.u)
      convert(samples, scale: scale, coding.channel(2), alpha: row.a, to: row.v)
    }
  }

  /// Writes one channel, premultiplied with the exact alpha before anything is rounded.
  @inline(__always)
  private func convert<S: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<S>, scale: Int, _ channel: ColorCoding.Channel,
    alpha: UnsafeMutablePointer<UInt16>, to row: UnsafeMutablePointer<UInt16>
  ) {
    for x in 0..<samples.count / 4 {
      let whole = Int(alpha[x])
      if whole == 0 {
        row[x] = 0
        continue
      }
      let r = Int(samples[4 &* x]) &* scale
      let g = Int(samples[4 &* x &+ 1]) &* scale
      let b = Int(samples[4 &* x &+ 2]) &* scale
      let weight = whole &+ whole &>> 15
      row[x] = UInt16(truncatingIfNeeded: (channel(r, g, b) &* weight &+ 1 &<< 31) &>> 32)
    }
  }
}
