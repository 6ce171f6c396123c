/// Turns floats into whole numbers of some bits, a stretch of one channel at a time.
///
/// Values are rounded to the nearest, ties to even, and those beyond full scale are clipped. What is
/// not a number becomes silence.
struct Quantizer {
  /// The most samples of one call: all that is done to them stays near the processor.
  static let tile = 1024

  let bits: Int

  /// The sum of these with a number of smaller magnitude has that number in its lowest bits, rounded
  /// as IEEE 754 rounds.
  private static let floatShift: Float = 0x1.8p23
  private static let doubleShift = 0x1.8p52

  /// Rounds `count` samples, and gives how many were beyond full scale.
  ///
  /// Numbers of up to 22 bits are found in `Float`, which is twice as fast.
  func round(
    _ source: UnsafePointer<Float>, _ count: Int, into target: UnsafeMutablePointer<Int32>
  ) -> Int {
    if bits > 22 { return roundPrecisely(source, count, into: target) }
    let scale = Float(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      let scaled = (value == value ? value : 0) * scale
      let limited = scaled < highest ? (scaled > -scale ? scaled : -scale) : highest
      let shifted = limited + Self.floatShift
      target[index] = Int32(bitPattern: shifted.bitPattern &- Self.floatShift.bitPattern)
    }
    return Int(clipped)
  }

  private func roundPrecisely(
    _ source: UnsafePointer<Float>, _ count: Int, into target: UnsafeMutablePointer<Int32>
  ) -> Int {
    let scale = Double(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      let scaled = Double(value == value ? value : 0) * scale
      let limited = scaled < highest ? (scaled > -scale ? scaled : -scale) : highest
      let shifted = limited + Self.doubleShift
      target[index] = Int32(truncatingIfNeeded: shifted.bitPattern)
    }
    return Int(clipped)
  }

  /// Rounds `count` samples after noise was added, and gives how many were beyond full scale before.
  ///
  /// The first stands at `position`, of which the upper half is in `key`. Silence stays silent.
  func dither(
    _ source: UnsafePointer<Float>, _ count: Int, into target: UnsafeMutablePointer<Int32>,
    position: UInt32, key: UInt32
  ) -> Int {
    let scale = Double(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      let noise = Dither.noise(position &+ UInt32(truncatingIfNeeded: index), key: key)
      let scaled = Double(value == value ? value : 0) * scale + Double(value == 0 ? 0 : noise)
      let limited = scaled < highest ? (scaled > -scale ? scaled : -scale) : highest
      let shifted = limited + Self.doubleShift
      target[index] = Int32(truncatingIfNeeded: shifted.bitPattern)
    }
    return Int(clipped)
  }
}
