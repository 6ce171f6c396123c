/// Turns coefficients into differences of samples (RFC 6386, section 14).
enum VP8Transform {
  /// Turns the block of means that stands at `start` into the first coefficients of 16 blocks,
  /// which stand at 0.
  static func spreadMeans(_ values: inout MutableSpan<Int16>, from start: Int) {
    var rows = SIMD16<Int32>(repeating: 0)
    for index in 0..<4 {
      let (first, second) = (Int32(values[start &+ index]), Int32(values[start &+ 4 &+ index]))
      let third = Int32(values[start &+ 8 &+ index])
      let fourth = Int32(values[start &+ 12 &+ index])
      let (outer, inner) = (first &+ fourth, second &+ third)
      let (across, within) = (first &- fourth, second &- third)
      rows[index] = outer &+ inner
      rows[8 &+ index] = outer &- inner
      rows[4 &+ index] = across &+ within
      rows[12 &+ index] = across &- within
    }
    for row in 0..<4 {
      let rounded = rows[4 &* row] &+ 3
      let (outer, inner) = (
        rounded &+ rows[4 &* row &+ 3], rows[4 &* row &+ 1] &+ rows[4 &* row &+ 2]
      )
      let (across, within) = (
        rounded &- rows[4 &* row &+ 3], rows[4 &* row &+ 1] &- rows[4 &* row &+ 2]
      )
      let place = 64 &* row
      values[place] = Int16(truncatingIfNeeded: (outer &+ inner) &>> 3)
      values[place &+ 16] = Int16(truncatingIfNeeded: (across &+ within) &>> 3)
      values[place &+ 32] = Int16(truncatingIfNeeded: (outer &- inner) &>> 3)
      values[place &+ 48] = Int16(truncatingIfNeeded: (across &- within) &>> 3)
    }
  }

  /// The products with the square root of 2 times the cosine and the sine of an eighth of a half
  /// turn.
  @inline(__always)
  private static func turned(
    _ first: SIMD4<Int32>, _ second: SIMD4<Int32>
  ) -> (sum: SIMD4<Int32>, difference: SIMD4<Int32>) {
    let (cosine, sine) = (
      SIMD4<Int32>(repeating: 20_091), SIMD4<Int32>(repeating: 35_468)
    )
    let difference = (first &* sine) &>> 16 &- ((second &* cosine) &>> 16 &+ second)
    let sum = ((first &* cosine) &>> 16 &+ first) &+ (second &* sine) &>> 16
    return (sum, difference)
  }

  @inline(__always)
  private static func row(_ values: Span<Int16>, _ start: Int) -> SIMD4<Int32> {
    SIMD4(
      Int32(values[start]), Int32(values[start &+ 1]), Int32(values[start &+ 2]),
      Int32(values[start &+ 3]))
  }

  /// Adds the differences of a block of coefficients to the samples at `place`.
  static func add(
    _ values: Span<Int16>, from start: Int, to samples: inout MutableSpan<UInt8>, at place: Int,
    stride: Int
  ) {
    let (first, second) = (row(values, start), row(values, start &+ 4))
    let (third, fourth) = (row(values, start &+ 8), row(values, start &+ 12))
    let down = turned(second, fourth)
    let (even, odd) = (first &+ third, first &- third)
    let rows = (
      even &+ down.sum, odd &+ down.difference, odd &- down.difference, even &- down.sum
    )
    // Rows become columns: each lane is a row of the block now.
    let (left, second2) = (
      SIMD4(rows.0[0], rows.1[0], rows.2[0], rows.3[0]) &+ SIMD4(repeating: 4),
      SIMD4(rows.0[1], rows.1[1], rows.2[1], rows.3[1])
    )
    let (third2, right) = (
      SIMD4(rows.0[2], rows.1[2], rows.2[2], rows.3[2]),
      SIMD4(rows.0[3], rows.1[3], rows.2[3], rows.3[3])
    )
    let across = turned(second2, right)
    let (sum, difference) = (left &+ third2, left &- third2)
    let columns = (
      (sum &+ across.sum) &>> 3, (difference &+ across.difference) &>> 3,
      (difference &- across.difference) &>> 3, (sum &- across.sum) &>> 3
    )
    for row in 0..<4 {
      let at = place &+ row &* stride
      samples[at] = clamped(Int32(samples[at]) &+ columns.0[row])
      samples[at &+ 1] = clamped(Int32(samples[at &+ 1]) &+ columns.1[row])
      samples[at &+ 2] = clamped(Int32(samples[at &+ 2]) &+ columns.2[row])
      samples[at &+ 3] = clamped(Int32(samples[at &+ 3]) &+ columns.3[row])
    }
  }

  /// Adds the one difference of a block that has no other coefficient than the first.
  static func addMean(
    _ value: Int16, to samples: inout MutableSpan<UInt8>, at place: Int, stride: Int
  ) {
    let difference = (Int32(value) &+ 4) &>> 3
    for row in 0..<4 {
      let at = place &+ row &* stride
      for index in at..<at &+ 4 { samples[index] = clamped(Int32(samples[index]) &+ difference) }
    }
  }

  @inline(__always)
  private static func clamped(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: Swift.min(Swift.max(value, 0), 255))
  }
}
