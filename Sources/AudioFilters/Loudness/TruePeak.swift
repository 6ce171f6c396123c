import Bytes

/// Finds how high a channel's wave rises between its samples.
///
/// As ITU-R BS.1770-4, annex 2, has it, the wave is drawn from 4 times as many values below 88.2
/// kHz, from 2 times as many below 176.4 kHz and from the samples themselves above. Its filter is
/// longer than the table there: flat within 0.05 dB to 0.46 of the rate. A parabola through the
/// three values at each top finds what lies between them, which 4 values alone would show up to
/// 0.7 dB too low. Blocks of any length give the same peaks.
struct TruePeak {
  /// The values for each sample: 4, 2 or 1.
  let oversampling: Int
  /// How many samples a peak is behind the sample that it belongs to.
  let latency: Int
  /// Half of the samples that a value between two of them is made of.
  private static let reach = 16
  private static let chunk = 256
  /// The filters of the values between two samples, `2 * reach` taps each, one after the other.
  private let taps: [Float]
  /// The last `2 * reach` samples, then those of a chunk and room for the loop to run over.
  private var samples: [Float]
  /// The values between the samples of a chunk, one row for each filter.
  private var values: [Float]
  /// The last value before the chunk.
  private var before: Float = 0
  private var scratch = [Float](repeating: 0, count: Self.chunk)

  /// - Parameter rate: samples a second.
  init(rate: Int) {
    oversampling = rate < 88_200 ? 4 : rate < 176_400 ? 2 : 1
    latency = oversampling == 1 ? 0 : Self.reach
    taps = (1..<max(oversampling, 1)).flatMap { [oversampling] in
      Self.filter(at: Double($0) / Double(oversampling))
    }
    samples = [Float](repeating: 0, count: 2 * Self.reach + Self.chunk + 16)
    values = [Float](repeating: 0, count: (oversampling - 1) * Self.chunk)
  }

  /// The taps that give the value at a fraction of the way from one sample to the next.
  private static func filter(at fraction: Double) -> [Float] {
    let window = KaiserWindow(attenuation: 45)
    let taps = (0..<2 * reach).map { tap -> Double in
      let x = Double(tap - reach + 1) - fraction
      let sinc = Maths.sin(.pi * x) / (.pi * x)
      return sinc * window.value(at: x / Double(reach))
    }
    let sum = taps.reduce(0, +)
    return taps.map { Float($0 / sum) }
  }

  /// Writes the highest magnitude from each sample up to the next one.
  ///
  /// The peak at an index belongs to the sample ``latency`` earlier; before the first sample there
  /// is silence.
  ///
  /// - Parameter peaks: as long as `input`; may be the same memory.
  mutating func peaks(
    of input: UnsafeBufferPointer<Float>, into peaks: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(peaks.count >= input.count)
    guard let source = input.baseAddress, let target = peaks.baseAddress else { return }
    var done = 0
    while done < input.count {
      let count = min(Self.chunk, input.count - done)
      write(source + done, to: target + done, count: count)
      done += count
    }
  }

  /// The highest magnitude of the wave that the block completes.
  mutating func peak(of input: UnsafeBufferPointer<Float>) -> Float {
    guard let source = input.baseAddress else { return 0 }
    var result: Float = 0
    var done = 0
    while done < input.count {
      let count = min(Self.chunk, input.count - done)
      var room = scratch
      scratch = []
      room.withUnsafeMutableBufferPointer { peaks in
        guard let target = peaks.baseAddress else { return }
        write(source + done, to: target, count: count)
        for i in 0..<count { result = target[i] > result ? target[i] : result }
      }
      scratch = room
      done += count
    }
    return result
  }

  /// The highest magnitude of what follows the last sample, as if silence came after it.
  mutating func finish() -> Float {
    let silence = [Float](repeating: 0, count: latency)
    return silence.withUnsafeBufferPointer { peak(of: $0) }
  }

  private mutating func write(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    guard oversampling > 1 else {
      for i in 0..<count { target[i] = abs(source[i]) }
      return
    }
    let (history, rows) = (2 * Self.reach, oversampling - 1)
    let before = before
    self.before = samples.withUnsafeMutableBufferPointer { samples in
      values.withUnsafeMutableBufferPointer { values in
        taps.withUnsafeBufferPointer { taps in
          guard let samples = samples.baseAddress, let values = values.baseAddress,
            let taps = taps.baseAddress
          else { return 0 }
          (samples + history).update(from: source, count: count)
          // The value after sample i is made of samples i - 15 to i + 16.
          for row in 0..<rows {
            Self.filter(
              samples + 1, by: taps + row * history, into: values + row * Self.chunk, count: count)
          }
          let last = values[(rows - 1) * Self.chunk + count - 1]
          if rows == 3 {
            Self.tops4(samples + Self.reach, values, before, into: target, count: count)
          } else {
            Self.tops2(samples + Self.reach, values, before, into: target, count: count)
          }
          samples.update(from: samples + count, count: history)
          return last
        }
      }
    }
  }

  /// Convolves, 16 values at a time; writes up to 15 more than asked for.
  private static func filter(
    _ samples: UnsafePointer<Float>, by taps: UnsafePointer<Float>,
    into values: UnsafeMutablePointer<Float>, count: Int
  ) {
    var i = 0
    while i < count {
      var sum = SIMD16<Float>()
      for tap in 0..<2 * reach {
        let window = UnsafeRawPointer(samples + i + tap).loadUnaligned(as: SIMD16<Float>.self)
        sum += window * taps[tap]
      }
      UnsafeMutableRawPointer(values + i).storeBytes(of: sum, as: SIMD16<Float>.self)
      i += 16
    }
  }

  private static func tops4(
    _ x: UnsafePointer<Float>, _ values: UnsafePointer<Float>, _ before: Float,
    into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (first, second, third) = (values, values + chunk, values + 2 * chunk)
    var before = before
    for i in 0..<count {
      let (a, b, c, d) = (x[i], first[i], second[i], third[i])
      target[i] = max(max(top(before, a, b), top(a, b, c)), max(top(b, c, d), top(c, d, x[i + 1])))
      before = d
    }
  }

  private static func tops2(
    _ x: UnsafePointer<Float>, _ values: UnsafePointer<Float>, _ before: Float,
    into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    var before = before
    for i in 0..<count {
      target[i] = max(top(before, x[i], values[i]), top(x[i], values[i], x[i + 1]))
      before = values[i]
    }
  }

  /// The magnitude of the middle one of three values, or of the top of the parabola through them
  /// when it lies in their midst.
  @inline(__always)
  private static func top(_ left: Float, _ middle: Float, _ right: Float) -> Float {
    let magnitude = abs(middle)
    let slope = left - right
    let bend = abs(middle - left + (middle - right))
    let isTop = magnitude >= abs(left) && magnitude >= abs(right) && bend > 0
    return isTop ? magnitude + slope * slope / (8 * bend) : magnitude
  }
}
