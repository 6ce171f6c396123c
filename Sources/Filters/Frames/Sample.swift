/// The type of a plane's samples: `UInt8`, or `UInt16` for more than 8 bits.
///
/// Arithmetic is done on wider types; a sample is only loaded and stored.
protocol Sample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// Two neighbours in a number: the left one in its lower bits.
  associatedtype Pair: FixedWidthInteger, UnsignedInteger, BitwiseCopyable

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
  ///
  /// They are computed in place: loops over whole vectors need memory to be another or the same for
  /// certain, and source and target are either.
  static func move(
    _ source: UnsafeMutablePointer<Self>, by line: UnsafeMutablePointer<Float>, peak: Float,
    count: Int, to target: UnsafeMutablePointer<Self>)

  /// The same of moves in parts of a code, of which there are two to the power of `bits`: what is a
  /// whole part less than half a code goes up.
  static func shift(
    _ source: UnsafeMutablePointer<Self>, by moves: UnsafeMutablePointer<Int16>, bits: Int,
    peak: Int16, count: Int, to target: UnsafeMutablePointer<Self>)

  /// Writes the nearest samples, from 0 to `peak`, of sums in parts of a code around grey, of which
  /// there are two to the power of `bits`.
  static func narrow(
    _ sums: UnsafeMutablePointer<Int16>, bits: Int, peak: Int16, count: Int,
    to target: UnsafeMutablePointer<Self>)

  /// Writes the weighted means of four neighbours each, rounded.
  static func mix(_ neighbours: Neighbours<Pair>, count: Int, to target: UnsafeMutablePointer<Self>)
}

extension UInt8: Sample {
  static func mix(
    _ neighbours: Neighbours<UInt16>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let (upper, lower) = (neighbours.upper, neighbours.lower)
    let (shareX, shareY) = (neighbours.shareX, neighbours.shareY)
    for i in 0..<count {
      let (x, y) = (shareX[i], shareY[i])
      let (above, below) = (upper[i], lower[i])
      // At most 255 * 256, so 16 bits hold them.
      let first = (above & 255) &* (256 &- x) &+ (above &>> 8) &* x
      let second = (below & 255) &* (256 &- x) &+ (below &>> 8) &* x
      let sum = UInt32(first) &* UInt32(256 &- y) &+ UInt32(second) &* UInt32(y) &+ 32768
      target[i] = UInt8(truncatingIfNeeded: sum &>> 16)
    }
  }
}

extension UInt16: Sample {
  static func mix(
    _ neighbours: Neighbours<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt16>
  ) {
    let (upper, lower) = (neighbours.upper, neighbours.lower)
    let (shareX, shareY) = (neighbours.shareX, neighbours.shareY)
    for i in 0..<count {
      let (x, y) = (UInt32(shareX[i]), UInt32(shareY[i]))
      let (above, below) = (upper[i], lower[i])
      let first = (above & 65535) &* (256 &- x) &+ (above &>> 16) &* x
      let second = (below & 65535) &* (256 &- x) &+ (below &>> 16) &* x
      let sum = first &* (256 &- y) &+ second &* y &+ 32768
      target[i] = UInt16(truncatingIfNeeded: sum &>> 16)
    }
  }
}
