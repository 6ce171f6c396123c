/// Turns luma and chroma into red, green and blue, bit for bit as libwebp does.
///
/// Samples are those of BT.601 in their narrow range (RFC 6386, section 9.2). Chroma, of which
/// there is one sample for four of luma, is taken to lie in their middle: each pixel has nine
/// sixteenths of the nearest, three of either of the next ones, and one of the last.
enum VP8Colors {
  /// The pixels of a picture, with alpha of 255.
  static func pixels(_ planes: borrowing VP8Planes, width: Int, height: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    var output = pixels.mutableSpan
    let (luma, blueness) = (planes.luma.samples.span, planes.blueness.samples.span)
    let redness = planes.redness.samples.span
    let chromaWidth = (width + 1) / 2
    let last = (height + 1) / 2 - 1
    // One more than chroma has, twice.
    var blue = [UInt8](repeating: 0, count: 2 * chromaWidth + 2)
    var red = blue
    for row in 0..<height {
      let near = row / 2
      let far = Swift.min(Swift.max(row & 1 == 0 ? near - 1 : near + 1, 0), last)
      let (nearest, next) = (
        planes.blueness.origin + near * planes.blueness.stride,
        planes.blueness.origin + far * planes.blueness.stride
      )
      var blueRow = blue.mutableSpan
      spread(
        blueness.extracting(nearest..<nearest + chromaWidth),
        blueness.extracting(next..<next + chromaWidth), &blueRow)
      var redRow = red.mutableSpan
      spread(
        redness.extracting(nearest..<nearest + chromaWidth),
        redness.extracting(next..<next + chromaWidth), &redRow)
      let start = planes.luma.origin + row * planes.luma.stride
      convert(
        luma.extracting(start..<start + width), blueRow.span, redRow.span, &output,
        at: row * width)
    }
    return pixels
  }

  /// Spreads a row of chroma, of which `far` is the next one, to twice its width.
  private static func spread(
    _ near: Span<UInt8>, _ far: Span<UInt8>, _ output: inout MutableSpan<UInt8>
  ) {
    let count = near.count
    guard count > 0, far.count == count, output.count == 2 &* count &+ 2 else { return }
    output[0] = ends(near[0], far[0])
    for index in 1..<count {
      let (a, b) = (UInt16(near[index &- 1]), UInt16(near[index]))
      let (c, d) = (UInt16(far[index &- 1]), UInt16(far[index]))
      let sum = a &+ b &+ c &+ d &+ 8
      let left = ((sum &+ 2 &* (b &+ c)) &>> 3 &+ a) &>> 1
      let right = ((sum &+ 2 &* (a &+ d)) &>> 3 &+ b) &>> 1
      output[2 &* index &- 1] = UInt8(truncatingIfNeeded: left)
      output[2 &* index] = UInt8(truncatingIfNeeded: right)
    }
    output[2 &* count &- 1] = ends(near[count &- 1], far[count &- 1])
  }

  /// At either end of a row there is no other beside.
  private static func ends(_ near: UInt8, _ far: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (3 &* UInt16(near) &+ UInt16(far) &+ 2) &>> 2)
  }

  /// A product of a sample with so many 256ths.
  @inline(__always)
  private static func product(_ sample: UInt8, _ factor: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(UInt16(sample) &<< 8) &* UInt32(factor)) &>> 16)
  }

  /// A 64th of the difference, between 0 and 255.
  @inline(__always)
  private static func part(_ value: UInt16, less other: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: Swift.min((Swift.max(value, other) &- other) &>> 6, 255))
  }

  /// Converts a row of pixels.
  private static func convert(
    _ luma: Span<UInt8>, _ blueness: Span<UInt8>, _ redness: Span<UInt8>,
    _ output: inout MutableSpan<UInt8>, at start: Int
  ) {
    let count = luma.count
    guard blueness.count >= count, redness.count >= count, start >= 0,
      output.count / 4 &- start >= count
    else { return }
    // No sum is more than 65535.
    output.withUnsafeMutableBytes { output in
      output.withMemoryRebound(to: UInt32.self) { pixels in
        for index in 0..<count {
          let y = product(luma[index], 19_077)
          let (u, v) = (blueness[index], redness[index])
          let red = part(y &+ product(v, 26_149), less: 14_234)
          let green = part(y &+ 8_708, less: product(u, 6_419) &+ product(v, 13_320))
          let blue = part(y &+ product(u, 33_050), less: 17_685)
          pixels[start &+ index] = PNGLayout.pixel(red, green, blue, 255)
        }
      }
    }
  }
}
