import Bytes

/// How regular a stream is at the pace of its beats.
enum BeatRegularity {
  /// The mean over all seconds of the autocorrelation of ten seconds around them, at the distance
  /// of the beats there, as a share of the power: 0 to 1.
  ///
  /// - Parameters:
  ///   - strengths: what begins in each frame.
  ///   - beats: in frames.
  ///   - step: seconds from frame to frame.
  static func share(_ strengths: [Double], beats: [Int], step: Double) -> Double {
    guard beats.count > 1, !strengths.isEmpty else { return 0 }
    let mean = strengths.reduce(0, +) / Double(strengths.count)
    let second = max(Int((1 / step).rounded()), 1)
    let span = min(10 * second, strengths.count)
    let window = (0..<span).map {
      0.5 - 0.5 * Maths.cos(2 * .pi * (Double($0) + 0.5) / Double(span))
    }
    var (sum, count, next) = (0.0, 0, 1)
    for middle in stride(from: 0, to: strengths.count, by: second) {
      while next < beats.count - 1, beats[next] <= middle { next += 1 }
      let start = max(min(middle - span / 2, strengths.count - span), 0)
      let part = (0..<span).map { (strengths[start + $0] - mean) * window[$0] }
      let power = correlation(part, 0)
      let lag = beats[next] - beats[next - 1]
      // A beat is no whole number of frames.
      let most = (lag - 1...lag + 1).map {
        correlation(part, $0) / max(correlation(window, $0), 1e-9)
      }
      if power > 1e-9 { sum += max(most.max() ?? 0, 0) * correlation(window, 0) / power }
      count += 1
    }
    return min(sum / Double(max(count, 1)), 1)
  }

  private static func correlation(_ samples: [Double], _ lag: Int) -> Double {
    var sum = 0.0
    for index in 0..<max(samples.count - max(lag, 0), 0) {
      sum += samples[index] * samples[index + max(lag, 0)]
    }
    return sum
  }
}
