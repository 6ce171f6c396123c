/// Predicts blocks of samples from those above them and to the left (RFC 6386, section 12).
enum VP8BlockPrediction {
  /// Predicts a square of `size` samples, 8 or 16, at `place`.
  ///
  /// - Parameters:
  ///   - hasAbove: whether the picture has samples above, which count for the mean.
  ///   - hasLeft: whether it has some to the left.
  @inline(__always)
  static func predict(
    _ mode: UInt8, _ samples: inout MutableSpan<UInt8>, at place: Int, stride: Int, size: Int,
    hasAbove: Bool, hasLeft: Bool
  ) {
    let above = place &- stride
    switch mode {
    case VP8Prediction.vertical:
      for row in 0..<size {
        let at = place &+ row &* stride
        for index in 0..<size { samples[at &+ index] = samples[above &+ index] }
      }
    case VP8Prediction.horizontal:
      for row in 0..<size {
        let at = place &+ row &* stride
        let left = samples[at &- 1]
        for index in 0..<size { samples[at &+ index] = left }
      }
    case VP8Prediction.trueMotion:
      let corner = Int16(samples[above &- 1])
      for row in 0..<size {
        let at = place &+ row &* stride
        let change = Int16(samples[at &- 1]) &- corner
        for index in 0..<size {
          let value = Int16(samples[above &+ index]) &+ change
          samples[at &+ index] = UInt8(truncatingIfNeeded: Swift.min(Swift.max(value, 0), 255))
        }
      }
    default:
      var (sum, count) = (0, 0)
      if hasAbove {
        for index in 0..<size { sum &+= Int(samples[above &+ index]) }
        count &+= size
      }
      if hasLeft {
        for row in 0..<size { sum &+= Int(samples[place &+ row &* stride &- 1]) }
        count &+= size
      }
      // The counts are powers of 2.
      let mean =
        count == 0
        ? 128
        : UInt8(truncatingIfNeeded: (sum &+ count &>> 1) &>> count.trailingZeroBitCount)
      for row in 0..<size {
        let at = place &+ row &* stride
        for index in 0..<size { samples[at &+ index] = mean }
      }
    }
  }

  /// Predicts a square of 4 samples at `place`, of which those above and to the right stand at
  /// `right`.
  static func predict4(
    _ mode: UInt8, _ samples: inout MutableSpan<UInt8>, at place: Int, stride: Int, right: Int
  ) {
    let above = place &- stride
    switch mode {
    case VP8Prediction.mean:
      var sum = 4
      for index in 0..<4 {
        sum &+= Int(samples[above &+ index]) &+ Int(samples[place &+ index &* stride &- 1])
      }
      let mean = UInt8(truncatingIfNeeded: sum &>> 3)
      for row in 0..<4 { fill(&samples, place &+ row &* stride, SIMD4(repeating: mean)) }
    case VP8Prediction.trueMotion:
      predict(
        mode, &samples, at: place, stride: stride, size: 4, hasAbove: true, hasLeft: true)
    case VP8Prediction.vertical:
      let left = SIMD4(
        samples[above &- 1], samples[above], samples[above &+ 1], samples[above &+ 2])
      let values = smoothed(
        left, four(samples, above),
        SIMD4(samples[above &+ 1], samples[above &+ 2], samples[above &+ 3], samples[right]))
      for row in 0..<4 { fill(&samples, place &+ row &* stride, values) }
    case VP8Prediction.horizontal:
      let (before, here) = (corner(samples, place, stride), column(samples, place, stride))
      let values = smoothed(
        SIMD4(before, here[0], here[1], here[2]), here,
        SIMD4(here[1], here[2], here[3], here[3]))
      for row in 0..<4 {
        fill(&samples, place &+ row &* stride, SIMD4(repeating: values[row]))
      }
    case VP8Prediction.downLeft, VP8Prediction.verticalLeft:
      predictFromRight(mode, &samples, place, stride, right)
    case VP8Prediction.horizontalUp: predictUp(&samples, place, stride)
    default:
      predictFromCorner(mode, &samples, place, stride)
    }
  }

  // MARK: - Slanted

  /// Those that need samples above to the right.
  private static func predictFromRight(
    _ mode: UInt8, _ samples: inout MutableSpan<UInt8>, _ place: Int, _ stride: Int, _ right: Int
  ) {
    let (a, e) = (four(samples, place &- stride), four(samples, right))
    let edge = SIMD8(lowHalf: a, highHalf: e)
    let one = SIMD8(a[1], a[2], a[3], e[0], e[1], e[2], e[3], e[3])
    let two = SIMD8(a[2], a[3], e[0], e[1], e[2], e[3], e[3], e[3])
    let threes = smoothed(edge, one, two)
    if mode == VP8Prediction.downLeft {
      for row in 0..<4 {
        fill(
          &samples, place &+ row &* stride,
          SIMD4(threes[row], threes[row &+ 1], threes[row &+ 2], threes[row &+ 3]))
      }
      return
    }
    let twos = averaged(edge, one)
    fill(&samples, place, twos.lowHalf)
    fill(&samples, place &+ stride, threes.lowHalf)
    // The last two do not follow the slope.
    fill(&samples, place &+ 2 &* stride, SIMD4(twos[1], twos[2], twos[3], threes[4]))
    fill(&samples, place &+ 3 &* stride, SIMD4(threes[1], threes[2], threes[3], threes[5]))
  }

  /// The one that needs the left alone.
  private static func predictUp(
    _ samples: inout MutableSpan<UInt8>, _ place: Int, _ stride: Int
  ) {
    let left = column(samples, place, stride)
    let down = SIMD4(left[1], left[2], left[3], left[3])
    let further = SIMD4(left[2], left[3], left[3], left[3])
    let (pairs, triples) = (averaged(left, down), smoothed(left, down, further))
    fill(&samples, place, SIMD4(pairs[0], triples[0], pairs[1], triples[1]))
    fill(&samples, place &+ stride, SIMD4(pairs[1], triples[1], pairs[2], triples[2]))
    fill(&samples, place &+ 2 &* stride, SIMD4(pairs[2], triples[2], left[3], left[3]))
    fill(&samples, place &+ 3 &* stride, SIMD4(repeating: left[3]))
  }

  /// Those that go round the corner above to the left.
  private static func predictFromCorner(
    _ mode: UInt8, _ samples: inout MutableSpan<UInt8>, _ place: Int, _ stride: Int
  ) {
    let left = column(samples, place, stride)
    let above = four(samples, place &- stride)
    let x = corner(samples, place, stride)
    // From the lower left to the corner, and on to the right.
    let edge = SIMD8(left[3], left[2], left[1], left[0], x, above[0], above[1], above[2])
    let one = SIMD8(left[2], left[1], left[0], x, above[0], above[1], above[2], above[3])
    let two = SIMD8(left[1], left[0], x, above[0], above[1], above[2], above[3], above[3])
    let twos = averaged(edge, one)
    let threes = smoothed(edge, one, two)
    let rows: (SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>)
    switch mode {
    case VP8Prediction.downRight:
      rows = (
        SIMD4(threes[3], threes[4], threes[5], threes[6]),
        SIMD4(threes[2], threes[3], threes[4], threes[5]),
        SIMD4(threes[1], threes[2], threes[3], threes[4]),
        SIMD4(threes[0], threes[1], threes[2], threes[3])
      )
    case VP8Prediction.verticalRight:
      rows = (
        SIMD4(twos[4], twos[5], twos[6], twos[7]),
        SIMD4(threes[3], threes[4], threes[5], threes[6]),
        SIMD4(threes[2], twos[4], twos[5], twos[6]),
        SIMD4(threes[1], threes[3], threes[4], threes[5])
      )
    default:
      rows = (
        SIMD4(twos[3], threes[3], threes[4], threes[5]),
        SIMD4(twos[2], threes[2], twos[3], threes[3]),
        SIMD4(twos[1], threes[1], twos[2], threes[2]),
        SIMD4(twos[0], threes[0], twos[1], threes[1])
      )
    }
    fill(&samples, place, rows.0)
    fill(&samples, place &+ stride, rows.1)
    fill(&samples, place &+ 2 &* stride, rows.2)
    fill(&samples, place &+ 3 &* stride, rows.3)
  }

  // MARK: - Samples

  @inline(__always)
  private static func fill(
    _ samples: inout MutableSpan<UInt8>, _ place: Int, _ values: SIMD4<UInt8>
  ) {
    for index in 0..<4 { samples[place &+ index] = values[index] }
  }

  @inline(__always)
  private static func four(_ samples: borrowing MutableSpan<UInt8>, _ place: Int) -> SIMD4<UInt8> {
    SIMD4(samples[place], samples[place &+ 1], samples[place &+ 2], samples[place &+ 3])
  }

  @inline(__always)
  private static func column(
    _ samples: borrowing MutableSpan<UInt8>, _ place: Int, _ stride: Int
  ) -> SIMD4<UInt8> {
    let left = place &- 1
    return SIMD4(
      samples[left], samples[left &+ stride], samples[left &+ 2 &* stride],
      samples[left &+ 3 &* stride])
  }

  @inline(__always)
  private static func corner(
    _ samples: borrowing MutableSpan<UInt8>, _ place: Int, _ stride: Int
  ) -> UInt8 { samples[place &- stride &- 1] }

  @inline(__always)
  private static func averaged(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>) -> SIMD4<UInt8> {
    (first | second) &- (first ^ second) &>> 1
  }

  @inline(__always)
  private static func averaged(_ first: SIMD8<UInt8>, _ second: SIMD8<UInt8>) -> SIMD8<UInt8> {
    (first | second) &- (first ^ second) &>> 1
  }

  /// A quarter of the sum of the first, twice the second, and the third.
  ///
  /// The mean of the outer two is rounded down here, and with the middle one up, which is the same.
  @inline(__always)
  private static func smoothed(
    _ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, _ third: SIMD4<UInt8>
  ) -> SIMD4<UInt8> {
    averaged((first & third) &+ (first ^ third) &>> 1, second)
  }

  @inline(__always)
  private static func smoothed(
    _ first: SIMD8<UInt8>, _ second: SIMD8<UInt8>, _ third: SIMD8<UInt8>
  ) -> SIMD8<UInt8> {
    averaged((first & third) &+ (first ^ third) &>> 1, second)
  }
}
