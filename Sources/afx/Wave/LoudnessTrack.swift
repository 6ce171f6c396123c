/// A loudness over time, in a number of values that does not grow.
struct LoudnessTrack {
  private static let most = 16_384

  /// LUFS, each the highest of its stretch.
  private(set) var values: [Double] = []
  /// How many readings of 100 ms a value stands for.
  private(set) var stretch = 1
  private var inside = 0

  /// Takes in the next reading.
  mutating func add(_ value: Double) {
    if inside == 0 {
      if values.count == Self.most { halve() }
      values.append(value)
    } else {
      values[values.count - 1] = max(values[values.count - 1], value)
    }
    inside = (inside + 1) % stretch
  }

  private mutating func halve() {
    values = stride(from: 0, to: values.count, by: 2).map { index in
      index + 1 < values.count ? max(values[index], values[index + 1]) : values[index]
    }
    stretch *= 2
  }

  /// The highest value from `start` to `end`, both in seconds; nil where there is none.
  func level(from start: Double, to end: Double) -> Double? {
    let scale = 10 / Double(stretch)
    let first = Int(start * scale)
    let last = min(max(Int(end * scale), first + 1), values.count)
    return first < last ? values[first..<last].max() : nil
  }
}
