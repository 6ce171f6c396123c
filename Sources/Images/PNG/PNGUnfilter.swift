/// Undoes the filters of rows (PNG, third edition, section 9.2).
///
/// All rows have the same length: `source` is filtered, `above` is the finished row above, `target`
/// becomes the finished row. `distance` is how far to the left a pixel's neighbour lies, in bytes.
enum PNGUnfilter {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  typealias MutableBytes = UnsafeMutableBufferPointer<UInt8>

  /// Undoes the filter of this number; false when there is none of it.
  static func run(
    _ filter: UInt8, _ source: Bytes, above: Bytes, into target: MutableBytes, distance: Int
  ) -> Bool {
    switch filter {
    case 0: _ = target.update(fromContentsOf: source)
    case 1: left(source, target, distance)
    case 2:
      for index in 0..<target.count { target[index] = source[index] &+ above[index] }
    case 3: average(source, above, target, distance)
    case 4 where distance == 4: paethByFour(source, above, target)
    case 4 where distance == 3: paethByThree(source, above, target)
    case 4: paeth(source, above, target, distance)
    default: return false
    }
    return true
  }

  private static func left(_ source: Bytes, _ target: MutableBytes, _ distance: Int) {
    for index in 0..<Swift.min(distance, target.count) { target[index] = source[index] }
    if distance == 4 {
      // The same additions in one register; the four bytes don't carry into each other.
      var pixel = SIMD4<UInt8>()
      let (from, to) = (UnsafeRawBufferPointer(source), UnsafeMutableRawBufferPointer(target))
      for index in stride(from: 0, to: target.count &- 3, by: 4) {
        pixel &+= from.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
        to.storeBytes(of: pixel, toByteOffset: index, as: SIMD4<UInt8>.self)
      }
      return
    }
    var index = distance
    while index < target.count {
      target[index] = source[index] &+ target[index &- distance]
      index &+= 1
    }
  }

  private static func average(
    _ source: Bytes, _ above: Bytes, _ target: MutableBytes, _ distance: Int
  ) {
    for index in 0..<Swift.min(distance, target.count) {
      target[index] = source[index] &+ above[index] / 2
    }
    var index = distance
    while index < target.count {
      let sum = UInt16(target[index &- distance]) &+ UInt16(above[index])
      target[index] = source[index] &+ UInt8(truncatingIfNeeded: sum &>> 1)
      index &+= 1
    }
  }

  private static func paeth(
    _ source: Bytes, _ above: Bytes, _ target: MutableBytes, _ distance: Int
  ) {
    for index in 0..<Swift.min(distance, target.count) {
      target[index] = source[index] &+ above[index]
    }
    var index = distance
    while index < target.count {
      let predicted = predict(
        left: Int32(target[index &- distance]), above: Int32(above[index]),
        corner: Int32(above[index &- distance]))
      target[index] = source[index] &+ UInt8(truncatingIfNeeded: predicted)
      index &+= 1
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

  /// Four channels at a time; keeps the neighbours in registers.
  private static func paethByFour(_ source: Bytes, _ above: Bytes, _ target: MutableBytes) {
    let from = UnsafeRawBufferPointer(source)
    let over = UnsafeRawBufferPointer(above)
    let to = UnsafeMutableRawBufferPointer(target)
    var left = SIMD4<Int16>()
    var corner = SIMD4<Int16>()
    for index in stride(from: 0, to: target.count &- 3, by: 4) {
      let up = SIMD4<Int16>(
        truncatingIfNeeded: over.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self))
      let step = from.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
      let result = step &+ SIMD4<UInt8>(truncatingIfNeeded: predict(left, up, corner))
      to.storeBytes(of: result, toByteOffset: index, as: SIMD4<UInt8>.self)
      left = SIMD4<Int16>(truncatingIfNeeded: result)
      corner = up
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

  /// Three channels at a time, kept in registers.
  private static func paethByThree(_ source: Bytes, _ above: Bytes, _ target: MutableBytes) {
    var (red, green, blue) = (0 as Int32, 0 as Int32, 0 as Int32)
    var (cornerRed, cornerGreen, cornerBlue) = (0 as Int32, 0 as Int32, 0 as Int32)
    var index = 0
    while index &+ 2 < target.count {
      let upRed = Int32(above[index])
      let upGreen = Int32(above[index &+ 1])
      let upBlue = Int32(above[index &+ 2])
      red = (Int32(source[index]) &+ predict(left: red, above: upRed, corner: cornerRed)) & 255
      green =
        (Int32(source[index &+ 1]) &+ predict(left: green, above: upGreen, corner: cornerGreen))
        & 255
      blue =
        (Int32(source[index &+ 2]) &+ predict(left: blue, above: upBlue, corner: cornerBlue)) & 255
      target[index] = UInt8(truncatingIfNeeded: red)
      target[index &+ 1] = UInt8(truncatingIfNeeded: green)
      target[index &+ 2] = UInt8(truncatingIfNeeded: blue)
      (cornerRed, cornerGreen, cornerBlue) = (upRed, upGreen, upBlue)
      index &+= 3
    }
  }
}
