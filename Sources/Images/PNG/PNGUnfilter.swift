/// Undoes the filters of rows (PNG, third edition, section 9.2).
///
/// `source` is filtered, `above` is the finished row above, `target` becomes the finished row.
/// `distance` is how far to the left a pixel's neighbour lies, in bytes.
enum PNGUnfilter {
  typealias Bytes = Span<UInt8>
  typealias MutableBytes = MutableSpan<UInt8>

  /// Undoes the filter of this number; false when there is none of it.
  ///
  /// - Precondition: all rows have the same length.
  static func run(
    _ filter: UInt8, _ source: Bytes, above: [UInt8], into target: inout [UInt8], distance: Int
  ) -> Bool {
    let above = above.span
    var target = target.mutableSpan
    precondition(source.count == target.count && above.count == target.count)
    switch (filter, distance) {
    case (0, _): for index in source.indices { target[index] = source[index] }
    case (1, 3): left(source, &target, size: 3)
    case (1, 4): left(source, &target, size: 4)
    case (1, _): left(source, &target, distance)
    case (2, _): for index in source.indices { target[index] = source[index] &+ above[index] }
    case (3, 3): average(source, above, &target, size: 3)
    case (3, 4): average(source, above, &target, size: 4)
    case (3, _): average(source, above, &target, distance)
    case (4, 3): paeth(source, above, &target, size: 3)
    case (4, 4): paeth(source, above, &target, size: 4)
    case (4, _): paeth(source, above, &target, distance)
    default: return false
    }
    return true
  }

  private static func left(_ source: Bytes, _ target: inout MutableBytes, _ distance: Int) {
    for index in 0..<Swift.min(distance, source.count) { target[index] = source[index] }
    let rest = source.extracting(Swift.min(distance, source.count)..<source.count)
    for index in rest.indices { target[index &+ distance] = rest[index] &+ target[index] }
  }

  private static func average(
    _ source: Bytes, _ above: Bytes, _ target: inout MutableBytes, _ distance: Int
  ) {
    let start = Swift.min(distance, source.count)
    for index in 0..<start { target[index] = source[index] &+ above[index] / 2 }
    let rest = source.extracting(start..<source.count)
    let up = above.extracting(start..<source.count)
    for index in rest.indices {
      let sum = UInt16(target[index]) &+ UInt16(up[index])
      target[index &+ distance] = rest[index] &+ UInt8(truncatingIfNeeded: sum &>> 1)
    }
  }

  private static func paeth(
    _ source: Bytes, _ above: Bytes, _ target: inout MutableBytes, _ distance: Int
  ) {
    let start = Swift.min(distance, source.count)
    for index in 0..<start { target[index] = source[index] &+ above[index] }
    let rest = source.extracting(start..<source.count)
    let up = above.extracting(start..<source.count)
    let corner = above.extracting(0..<source.count &- start)
    for index in rest.indices {
      let predicted = predict(
        left: Int32(target[index]), above: Int32(up[index]), corner: Int32(corner[index]))
      target[index &+ distance] = rest[index] &+ UInt8(truncatingIfNeeded: predicted)
    }
  }

  /// Whichever of the three is nearest to `left + above - corner`; the first of equals.
  @inline(__always)
  static func predict<Number: FixedWidthInteger & SignedInteger>(
    left: Number, above: Number, corner: Number
  ) -> Number {
    let leftMiss = abs(above &- corner)
    let aboveMiss = abs(left &- corner)
    let cornerMiss = abs(left &+ above &- corner &- corner)
    let upper = aboveMiss <= cornerMiss ? above : corner
    return leftMiss <= aboveMiss && leftMiss <= cornerMiss ? left : upper
  }

  // MARK: - Pixels of three or four bytes

  /// The same additions in one register; the bytes don't carry into each other.
  @inline(__always)
  private static func left(_ source: Bytes, _ target: inout MutableBytes, size: Int) {
    var pixel = SIMD4<UInt8>()
    eachPixel(size, source, source, &target) { step, _ in
      pixel &+= step
      return pixel
    }
  }

  @inline(__always)
  private static func average(
    _ source: Bytes, _ above: Bytes, _ target: inout MutableBytes, size: Int
  ) {
    var left = SIMD4<UInt16>()
    eachPixel(size, source, above, &target) { step, above in
      let sum = left &+ SIMD4<UInt16>(truncatingIfNeeded: above)
      let result = step &+ SIMD4<UInt8>(truncatingIfNeeded: sum &>> 1)
      left = SIMD4<UInt16>(truncatingIfNeeded: result)
      return result
    }
  }

  @inline(__always)
  private static func paeth(
    _ source: Bytes, _ above: Bytes, _ target: inout MutableBytes, size: Int
  ) {
    var left = SIMD4<Int16>()
    var corner = SIMD4<Int16>()
    eachPixel(size, source, above, &target) { step, above in
      let up = SIMD4<Int16>(truncatingIfNeeded: above)
      let result = step &+ SIMD4<UInt8>(truncatingIfNeeded: predict(left, up, corner))
      left = SIMD4<Int16>(truncatingIfNeeded: result)
      corner = up
      return result
    }
  }

  @inline(__always)
  private static func predict(
    _ left: SIMD4<Int16>, _ above: SIMD4<Int16>, _ corner: SIMD4<Int16>
  ) -> SIMD4<Int16> {
    let horizontal = above &- corner
    let vertical = left &- corner
    let leftMiss = magnitude(horizontal)
    let aboveMiss = magnitude(vertical)
    let cornerMiss = magnitude(horizontal &+ vertical)
    let upper = corner.replacing(with: above, where: aboveMiss .<= cornerMiss)
    return upper.replacing(
      with: left, where: (leftMiss .<= aboveMiss) .& (leftMiss .<= cornerMiss))
  }

  @inline(__always)
  private static func magnitude(_ value: SIMD4<Int16>) -> SIMD4<Int16> {
    let sign = value &>> 15
    return (value ^ sign) &- sign
  }

  /// Makes pixels from those of two rows, four lanes at a time.
  ///
  /// Of pixels of three bytes, the fourth lane is whatever comes next; what it gives is written
  /// over. Sixteen bytes are taken at a time, so that their places are checked once.
  @inline(__always)
  private static func eachPixel(
    _ size: Int, _ source: Bytes, _ above: Bytes, _ target: inout MutableBytes,
    _ pixel: (SIMD4<UInt8>, SIMD4<UInt8>) -> SIMD4<UInt8>
  ) {
    var to = target.mutableBytes
    var index = 0
    while source.count &- index >= 16 {
      let step = source.extracting(index..<index &+ 16)
      let up = above.extracting(index..<index &+ 16)
      for part in 0..<4 {
        to.storeBytes(
          of: pixel(four(step, part &* size), four(up, part &* size)),
          toByteOffset: index &+ part &* size, as: SIMD4.self)
      }
      index &+= 4 &* size
    }
    while source.count &- index >= 4 {
      to.storeBytes(
        of: pixel(four(source, index), four(above, index)), toByteOffset: index, as: SIMD4.self)
      index &+= size
    }
    guard source.count &- index == 3 else { return }
    let last = pixel(three(source, index), three(above, index))
    for lane in 0..<3 {
      to.storeBytes(of: last[lane], toByteOffset: index &+ lane, as: UInt8.self)
    }
  }

  @inline(__always)
  private static func four(_ bytes: Bytes, _ index: Int) -> SIMD4<UInt8> {
    SIMD4(bytes[index], bytes[index &+ 1], bytes[index &+ 2], bytes[index &+ 3])
  }

  @inline(__always)
  private static func three(_ bytes: Bytes, _ index: Int) -> SIMD4<UInt8> {
    SIMD4(bytes[index], bytes[index &+ 1], bytes[index &+ 2], 0)
  }
}
