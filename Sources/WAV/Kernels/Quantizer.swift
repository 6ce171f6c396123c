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
    let clipped = bits > 22 ? round64(source, count, target) : round32(source, count, target)
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
      ? dither64(source, count, target, position, key)
      : dither32(source, count, target, position, key)
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
  private func round32(
    _ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Int32>
  ) -> Int {
    let scale = Float(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      let scaled = value * scale
      let shifted = (scaled < highest ? scaled : highest) + Self.floatShift
      target[index] = Int32(bitPattern: shifted.bitPattern &- Self.floatShift.bitPattern)
    }
    return Int(clipped)
  }

  private func round64(
    _ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Int32>
  ) -> Int {
    let scale = Double(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      let scaled = Double(value) * scale
      let shifted = (scaled < highest ? scaled : highest) + Self.doubleShift
      target[index] = Int32(truncatingIfNeeded: shifted.bitPattern)
    }
    return Int(clipped)
  }

  private func dither32(
    _ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Int32>,
    _ position: UInt32, _ key: UInt32
  ) -> Int {
    let scale = Float(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      let noise = Dither.noise(position &+ UInt32(truncatingIfNeeded: index), key: key)
      let noisy = value * scale + (value == 0 ? 0 : noise)
      let above = noisy > -scale ? noisy : -scale
      let shifted = (above < highest ? above : highest) + Self.floatShift
      target[index] = Int32(bitPattern: shifted.bitPattern &- Self.floatShift.bitPattern)
    }
    return Int(clipped)
  }

  private func dither64(
    _ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Int32>,
    _ position: UInt32, _ key: UInt32
  ) -> Int {
    let scale = Double(1 << (bits - 1))
    let highest = scale - 1
    var clipped: Int32 = 0
    for index in 0..<count {
      let value = source[index]
      clipped &+= value.magnitude <= 1 ? 0 : 1
      let noise = Dither.noise(position &+ UInt32(truncatingIfNeeded: index), key: key)
      let noisy = Double(value) * scale + Double(value == 0 ? 0 : noise)
      let above = noisy > -scale ? noisy : -scale
      let shifted = (above < highest ? above : highest) + Self.doubleShift
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
