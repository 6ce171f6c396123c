/// The gains of a sound that depend on what was heard, such as those of ducking, in a number of
/// values that does not grow.
package struct GainTrace: Sendable {
  static let most = 16_384

  /// Each the lowest of its stretch.
  private var values: [Float] = []
  /// How many samples a value stands for.
  private var stretch = 64
  /// Samples in the last stretch.
  private var inside = 0
  /// The sample of the first.
  private var start: Int?

  init() {}

  /// Takes in the gains of `count` samples from `sample` on, which follow those before; nil where
  /// they are 1.
  mutating func add(_ gains: UnsafePointer<Float>?, count: Int, at sample: Int) {
    if start == nil { start = sample }
    var index = 0
    while index < count {
      if inside == 0 {
        if values.count == Self.most { halve() }
        values.append(1)
      }
      let length = min(stretch &- inside, count &- index)
      if let gains {
        var low = values[values.count - 1]
        for place in index..<index &+ length { low = min(low, gains[place]) }
        values[values.count - 1] = low
      }
      inside = (inside &+ length) % stretch
      index += length
    }
  }

  /// Joins values in pairs.
  private mutating func halve() {
    values = stride(from: 0, to: values.count, by: 2).map { index in
      index + 1 < values.count ? min(values[index], values[index + 1]) : values[index]
    }
    stretch *= 2
  }

  /// The gain at a sample of the mix: 1 where nothing is known.
  func value(at sample: Int) -> Double {
    guard let start, sample >= start, (sample &- start) / stretch < values.count else { return 1 }
    return Double(values[(sample &- start) / stretch])
  }
}
