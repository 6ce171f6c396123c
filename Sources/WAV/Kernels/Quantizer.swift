/// Turns floats into whole numbers of some bits, a stretch of one channel at a time.
///
/// Values are rounded to the nearest, ties to even, and those beyond full scale are clipped. What
/// is not a number becomes silence. Each loop is written for samples within full scale, which is
/// what lets the compiler take several at once; where one is not, the stretch is done again with
/// care.
struct Quantizer {
  /// The most samples of one call: all that is done to them stays near the processor.
  static let tile = 1024

  let bits: Int

  /// The sum of these with a number of smaller magnitude has that number in its lowest bits,
  /// rounded as IEEE 754 rounds.
  private static let floatShift: Float = 0x1.8p23
  private static let doubleShift = 0x1.8p52

  /// Rounds `count` samples, and gives how many were beyond full scale.
  ///
  /// Numbers of up to 22 bits are found in `Float`, which is twice as fast.
  func round(
    _ source: UnsafePointer<Float>, _ count: Int, into target: UnsafeMutablePointer<Int32>
  ) -> Int {
    let clipped =
      bits > 22
      ? fill64(source, count, target, isDithered: false)
      : fill32(source, count, target, isDithered: false)
    if clipped > 0 { limit(source, count, target) { _ in 0 } }
    return clipped
  }

  /// Rounds `count` samples after noise was added, and gives how many were beyond full scale
  /// before.
  ///
  /// The first stands at `position`, of which the upper half is in `key`. Silence stays silent.
  func dither(
    _ source: UnsafePointer<Float>, _ count: Int, into target: UnsafeMutablePointer<Int32>,
    position: UInt32, key: UInt32
  ) -> Int {
    let clipped =
      bits > 16
      ? fill64(source, count, target, isDithered: true, position, key)
      : fill32(source, count, target, isDithered: true, position, key)
    if clipped > 0 {
      limit(source, count, target) { index in
        Dither.noise(position &+ UInt32(truncatingIfNeeded: index), key: key)
      }
    }
    return clipped
  }
}

// MARK: - Loops

extension Quantizer {
  /// Rounds in `Float`.
  ///
  /// `isDithered` is a constant where it is called, so that each call becomes a loop without branches.
  @inline(__always)
  private func fill32(
    _ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Int32>,
    isDithered: Bool, _ position: UInt32 = 0, _ key: UInt32 = 0
  ) -> Int {
    let scale = Float(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      var scaled = value * scale
      if isDithered {
        let noise = Dither.noise(position &+ UInt32(truncatingIfNeeded: index), key: key)
        scaled += value == 0 ? 0 : noise
        scaled = scaled > -scale ? scaled : -scale
      }
      let shifted = (scaled < highest ? scaled : highest) + Self.floatShift
      target[index] = Int32(bitPattern: shifted.bitPattern &- Self.floatShift.bitPattern)
    }
    return Int(clipped)
  }

  /// The same in `Double`.
  @inline(__always)
  private func fill64(
    _ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Int32>,
    isDithered: Bool, _ position: UInt32 = 0, _ key: UInt32 = 0
  ) -> Int {
    let scale = Double(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      var scaled = Double(value) * scale
      if isDithered {
        let noise = Dither.noise(position &+ UInt32(truncatingIfNeeded: index), key: key)
        scaled += Double(value == 0 ? 0 : noise)
        scaled = scaled > -scale ? scaled : -scale
      }
      let shifted = (scaled < highest ? scaled : highest) + Self.doubleShift
      target[index] = Int32(truncatingIfNeeded: shifted.bitPattern)
    }
    return Int(clipped)
  }

  /// Does a stretch again that has samples beyond full scale, or that are not numbers: those only.
  private func limit(
    _ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Int32>,
    noise: (Int) -> Float
  ) {
    let scale = Double(1 << (bits - 1))
    for index in 0..<count {
      let value = source[index]
      guard !(value.magnitude <= 1) else { continue }
      // Noise may bring a sample back below full scale.
      let noisy = Double(value) * scale + Double(noise(index))
      let limited = value.isNaN ? 0 : min(max(noisy, -scale), scale - 1)
      target[index] = Int32(limited.rounded(.toNearestOrEven))
    }
  }
}
