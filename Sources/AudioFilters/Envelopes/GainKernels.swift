/// Loops over samples and gains.
enum GainKernels {
  typealias Samples = UnsafeMutablePointer<Float>

  @inline(__always)
  static func fill(_ gains: Samples, _ count: Int, with value: Float) {
    gains.update(repeating: value, count: count)
  }

  /// Puts out `value + slope * (first + k)` for each k.
  static func fillLine(
    _ gains: Samples, _ count: Int, from first: Int, value: Double, slope: Double
  ) {
    let start = Double(first)
    for index in 0..<count {
      let place = start + Double(Int32(truncatingIfNeeded: index))
      gains[index] = Float(value + slope * place)
    }
  }

  static func scale(_ samples: Samples, _ count: Int, by gain: Float) {
    for index in 0..<count { samples[index] *= gain }
  }

  static func multiply(_ samples: Samples, _ count: Int, by gains: UnsafePointer<Float>) {
    for index in 0..<count { samples[index] *= gains[index] }
  }

  static func copy(
    _ source: UnsafePointer<Float>, times gain: Float, to target: Samples, _ count: Int
  ) {
    for index in 0..<count { target[index] = source[index] * gain }
  }

  static func copy(
    _ source: UnsafePointer<Float>, times gains: UnsafePointer<Float>, to target: Samples,
    _ count: Int
  ) {
    for index in 0..<count { target[index] = source[index] * gains[index] }
  }

  static func add(_ source: UnsafePointer<Float>, to target: Samples, _ count: Int) {
    for index in 0..<count { target[index] += source[index] }
  }

  static func add(
    _ source: UnsafePointer<Float>, times gain: Float, to target: Samples, _ count: Int
  ) {
    for index in 0..<count { target[index] += source[index] * gain }
  }

  static func add(
    _ source: UnsafePointer<Float>, times gains: UnsafePointer<Float>, to target: Samples,
    _ count: Int
  ) {
    for index in 0..<count { target[index] += source[index] * gains[index] }
  }

  /// The greatest magnitude; not-a-number counts as nothing.
  static func peak(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
    var peak: Float = 0
    for index in 0..<count {
      let size = samples[index].magnitude
      peak = size > peak ? size : peak
    }
    return peak
  }
}
