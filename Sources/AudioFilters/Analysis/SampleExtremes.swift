import WAV

/// The lowest and the highest sample of each stretch of a sound's mean channel.
///
/// A stretch without a sample of its own has the one before. A stretch keeps four bytes. The result
/// does not depend on how long blocks are.
package struct SampleExtremes: Sendable {
  /// What full scale is; twice that is the most that is told apart.
  package static let scale: Float = 16_384

  /// Lowest and highest of each stretch in turn.
  package private(set) var values: [Int16] = []
  /// The greatest magnitude of ``values``.
  package private(set) var peak: Int16 = 0

  private let step: Double
  private var low = Float.infinity
  private var high = -Float.infinity
  private var last: Float = 0
  private var length = 0
  private var end: Int

  /// Hears a stream from its start.
  ///
  /// - Parameter stretch: its length in seconds, more than 0.
  package init(format: AudioFormat, stretch: Double) {
    step = max(stretch * Double(format.rate), 1e-3)
    end = Self.end(of: 0, step)
  }

  /// The sample after the last of a stretch.
  private static func end(of stretch: Int, _ step: Double) -> Int {
    Int(min((Double(stretch + 1) * step).rounded(.up), 1e15))
  }

  /// Hears the next block.
  package mutating func add(_ block: AudioBlock) {
    let share = 1 / Float(max(block.channels, 1))
    for index in 0..<block.count {
      while length >= end { endStretch() }
      var sample: Float = 0
      for channel in 0..<block.channels {
        let own = block[channel].span[index]
        sample += own.magnitude <= Sanity.largest ? own * share : 0
      }
      (low, high, last) = (min(low, sample), max(high, sample), sample)
      length &+= 1
    }
  }

  /// Ends the stream: a stretch that has begun is taken as it is.
  package mutating func finish() { if low <= high { endStretch() } }

  private mutating func endStretch() {
    if low > high { (low, high) = (last, last) }
    for sample in [low, high] {
      let value = Int16((min(max(sample, -1.999), 1.999) * Self.scale).rounded())
      values.append(value)
      peak = max(peak, value < 0 ? -value : value)
    }
    (low, high) = (.infinity, -.infinity)
    end = Self.end(of: values.count / 2, step)
  }
}
