/// The type of a plane's samples: `UInt8`, or `UInt16` for more than 8 bits.
///
/// Arithmetic is done on wider types; a sample is only loaded and stored.
protocol Sample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// Four neighbours in a number: the upper left one in its lowest bits, then the upper right, the
  /// lower left and the lower right one.
  associatedtype Four: FixedWidthInteger, UnsignedInteger, BitwiseCopyable

  /// Two neighbours from each of two rows.
  static func four(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer) -> Four

  /// Adds a row of a sprite to a row of samples: what `add` and `keep` mean is said by
  /// ``SpritePlane``.
  static func blend(
    _ target: UnsafeMutablePointer<Self>, add: UnsafeMutablePointer<UInt16>,
    keep: UnsafeMutablePointer<UInt16>, depth: Int, count: Int)

  /// The same with the sprite's opacity scaled by `opacity` (0 to 65,535).
  static func blend(
    _ target: UnsafeMutablePointer<Self>, add: UnsafeMutablePointer<UInt16>,
    keep: UnsafeMutablePointer<UInt16>, depth: Int, opacity: UInt16, count: Int)

  /// Sets a row of samples to what blending makes where nothing is kept.
  static func cover(
    _ target: UnsafeMutablePointer<Self>, add: UnsafeMutablePointer<UInt16>, depth: Int, count: Int)

  /// Writes the nearest samples, from 0 to `peak`, that lie as far from those of a source as a line
  /// says.
  static func move(
    _ source: UnsafeMutablePointer<Self>, by line: UnsafeMutablePointer<Float>, peak: Float,
    count: Int, to target: UnsafeMutablePointer<Self>)

  /// Writes the weighted means of four neighbours each, rounded.
  static func mix(_ neighbours: Neighbours<Four>, count: Int, to target: UnsafeMutablePointer<Self>)
}

extension UInt8: Sample {
  @inline(__always)
  static func four(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer) -> UInt32 {
    UInt32(UInt16(littleEndian: upper.loadUnaligned(as: UInt16.self)))
      | UInt32(UInt16(littleEndian: lower.loadUnaligned(as: UInt16.self))) &<< 16
  }

  static func mix(
    _ neighbours: Neighbours<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let (four, shareX, shareY) = (neighbours.four, neighbours.shareX, neighbours.shareY)
    for i in 0..<count {
      let (x, y) = (shareX[i], shareY[i])
      let above = UInt16(truncatingIfNeeded: four[i])
      let below = UInt16(truncatingIfNeeded: four[i] &>> 16)
      // At most 255 * 256, so 16 bits hold them.
      let first = (above & 255) &* (256 &- x) &+ (above &>> 8) &* x
      let second = (below & 255) &* (256 &- x) &+ (below &>> 8) &* x
      let sum = UInt32(first) &* UInt32(256 &- y) &+ UInt32(second) &* UInt32(y) &+ 32768
      target[i] = UInt8(truncatingIfNeeded: sum &>> 16)
    }
  }
}

extension UInt16: Sample {
  @inline(__always)
  static func four(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer) -> UInt64 {
    UInt64(UInt32(littleEndian: upper.loadUnaligned(as: UInt32.self)))
      | UInt64(UInt32(littleEndian: lower.loadUnaligned(as: UInt32.self))) &<< 32
  }

  static func mix(
    _ neighbours: Neighbours<UInt64>, count: Int, to target: UnsafeMutablePointer<UInt16>
  ) {
    let (four, shareX, shareY) = (neighbours.four, neighbours.shareX, neighbours.shareY)
    for i in 0..<count {
      let (x, y) = (UInt32(shareX[i]), UInt32(shareY[i]))
      let above = UInt32(truncatingIfNeeded: four[i])
      let below = UInt32(truncatingIfNeeded: four[i] &>> 32)
      let first = (above & 65535) &* (256 &- x) &+ (above &>> 16) &* x
      let second = (below & 65535) &* (256 &- x) &+ (below &>> 16) &* x
      let sum = first &* (256 &- y) &+ second &* y &+ 32768
      target[i] = UInt16(truncatingIfNeeded: sum &>> 16)
    }
  }
}
