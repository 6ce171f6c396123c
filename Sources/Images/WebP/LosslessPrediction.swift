/// The predictions of pixels from those to the left and above (RFC 9649, section 4.1).
enum LosslessPrediction {
  /// Adds predictions to the pixels of a block's row.
  ///
  /// - Precondition: there is a row above, and a pixel before the first.
  static func undo(
    _ mode: Int, _ pixels: inout MutableSpan<UInt32>, _ range: Range<Int>, width: Int
  ) {
    switch mode {
    case 1: run(&pixels, range, width) { left, _, _, _ in left }
    case 2: run(&pixels, range, width) { _, _, above, _ in above }
    case 3: run(&pixels, range, width) { _, _, _, right in right }
    case 4: run(&pixels, range, width) { _, corner, _, _ in corner }
    case 5: run(&pixels, range, width) { mean(mean($0, $3), $2) }
    case 6: run(&pixels, range, width) { left, corner, _, _ in mean(left, corner) }
    case 7: run(&pixels, range, width) { left, _, above, _ in mean(left, above) }
    case 8: run(&pixels, range, width) { _, corner, above, _ in mean(corner, above) }
    case 9: run(&pixels, range, width) { _, _, above, right in mean(above, right) }
    case 10: run(&pixels, range, width) { mean(mean($0, $1), mean($2, $3)) }
    case 11: run(&pixels, range, width) { left, corner, above, _ in nearer(left, above, corner) }
    case 12: run(&pixels, range, width) { left, corner, above, _ in slope(left, above, corner) }
    case 13:
      run(&pixels, range, width) { left, corner, above, _ in halfSlope(mean(left, above), corner) }
    // The last two are not defined, and taken for the first by everyone.
    default: run(&pixels, range, width) { _, _, _, _ in 0xFF00_0000 }
    }
  }

  @inline(__always)
  private static func run(
    _ pixels: inout MutableSpan<UInt32>, _ range: Range<Int>, _ width: Int,
    _ predict: (_ left: UInt32, _ corner: UInt32, _ above: UInt32, _ right: UInt32) -> UInt32
  ) {
    var left = pixels[range.lowerBound &- 1]
    var corner = pixels[range.lowerBound &- width &- 1]
    var above = pixels[range.lowerBound &- width]
    for index in range {
      // Behind the row above stands the first pixel of this one.
      let right = pixels[index &- width &+ 1]
      left = LosslessTransform.sum(pixels[index], predict(left, corner, above, right))
      pixels[index] = left
      corner = above
      above = right
    }
  }

  /// The means of the four parts, rounded down.
  @inline(__always)
  private static func mean(_ first: UInt32, _ second: UInt32) -> UInt32 {
    ((first ^ second) & 0xFEFE_FEFE) &>> 1 &+ first & second
  }

  @inline(__always)
  private static func part(_ pixel: UInt32, _ shift: UInt32) -> Int32 {
    Int32(truncatingIfNeeded: pixel &>> shift & 0xFF)
  }

  @inline(__always)
  private static func magnitude(_ value: Int32) -> Int32 { Swift.max(value, 0 &- value) }

  /// Which of left and above is nearer to the sum of both less the corner.
  @inline(__always)
  private static func nearer(_ left: UInt32, _ above: UInt32, _ corner: UInt32) -> UInt32 {
    var difference: Int32 = 0
    for shift in [0, 8, 16, 24] as [UInt32] {
      let third = part(corner, shift)
      difference &+=
        magnitude(part(left, shift) &- third) &- magnitude(part(above, shift) &- third)
    }
    // The way from the sum to the left is that from the corner to above.
    return difference <= 0 ? above : left
  }

  @inline(__always)
  private static func clamped(_ value: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: Swift.min(Swift.max(value, 0), 255))
  }

  @inline(__always)
  private static func slope(_ left: UInt32, _ above: UInt32, _ corner: UInt32) -> UInt32 {
    clamped(part(left, 24) &+ part(above, 24) &- part(corner, 24)) &<< 24
      | clamped(part(left, 16) &+ part(above, 16) &- part(corner, 16)) &<< 16
      | clamped(part(left, 8) &+ part(above, 8) &- part(corner, 8)) &<< 8
      | clamped(part(left, 0) &+ part(above, 0) &- part(corner, 0))
  }

  /// Half of the way on from the corner, towards zero.
  @inline(__always)
  private static func further(_ mean: Int32, _ corner: Int32) -> UInt32 {
    clamped(mean &+ (mean &- corner) / 2)
  }

  @inline(__always)
  private static func halfSlope(_ mean: UInt32, _ corner: UInt32) -> UInt32 {
    further(part(mean, 24), part(corner, 24)) &<< 24
      | further(part(mean, 16), part(corner, 16)) &<< 16
      | further(part(mean, 8), part(corner, 8)) &<< 8
      | further(part(mean, 0), part(corner, 0))
  }
}
