import Bytes

/// How fast the pulse of a stream is, from second to second.
///
/// Each second has a score for each tempo: the autocorrelation of the onset strength over eight
/// seconds at the period and at twice that, weighted by a log-normal prior around 120 beats a minute
/// with a deviation of 0.9 octaves (D. P. W. Ellis, "Beat tracking by dynamic programming", Journal of
/// New Music Research 2007). The path of the best sum, on which changes of tempo cost, is the track.
struct TempoTrack {
  /// Beats a minute that it looks for.
  let range: ClosedRange<Double>
  /// Frames from a beat to the next, for each second.
  private(set) var periods: [Double] = []
  /// How periodic the stream is at that pace, 0 to 1.
  private(set) var confidence = 0.0
  /// Frames from an entry of ``periods`` to the next.
  let stride: Int

  /// The autocorrelations of a stretch, by lag.
  private typealias Row = [Double]

  /// - Parameters:
  ///   - onsets: their strengths, whose mean is 0.
  ///   - step: seconds from one to the next.
  init(_ onsets: [Double], step: Double, range: ClosedRange<Double>) {
    self.range = range
    stride = max(Int((1 / step).rounded()), 1)
    let longest = 60 / range.lowerBound / step
    let shortest = min(60 / range.upperBound / step, longest)
    // Paces a fiftieth of an octave apart.
    let count = max(Int(Maths.log2(longest / shortest) * 50), 0) + 1
    let candidates = (0..<count).map { shortest * Maths.exp2(Double($0) / 50) }
    let prior = candidates.map { Self.prior(60 / ($0 * step)) }
    let span = min(max(8 * stride, Int(longest * 4)), max(onsets.count, 1))
    let window = (0..<span).map {
      0.5 - 0.5 * Maths.cos(2 * .pi * (Double($0) + 0.5) / Double(span))
    }
    let lags = min(Int(longest * 2) + 2, span - 1)
    let fade = Self.correlation(window, lags: lags)
    var clarity: [[Double]] = []
    var scores: [[Double]] = []
    for middle in Swift.stride(from: 0, to: max(onsets.count, 1), by: stride) {
      let start = max(min(middle - span / 2, onsets.count - span), 0)
      let part = (0..<span).map { start + $0 < onsets.count ? onsets[start + $0] * window[$0] : 0 }
      var row = Self.correlation(part, lags: lags)
      let power = row.first ?? 0
      for lag in row.indices {
        // Few samples remain at long lags, and are not believed more than their number.
        let share = max(fade[lag] / max(fade[0], 1e-12), 0.15)
        row[lag] = power > 1e-9 ? row[lag] / power / share : 0
      }
      clarity.append(candidates.map { Self.value(row, $0) })
      scores.append(candidates.indices.map { Self.score(row, candidates[$0], step) * prior[$0] })
    }
    let path = Self.path(scores)
    periods = path.map { candidates[$0] }
    let sum = path.indices.reduce(0) { $0 + max(clarity[$1][path[$1]], 0) }
    confidence = min(sum / Double(max(path.count, 1)), 1)
  }

  private static func prior(_ tempo: Double) -> Double {
    let octaves = Maths.log2(tempo / 120) / 0.9
    return Maths.exp(-0.5 * octaves * octaves)
  }

  /// How well a period fits: a pulse that goes on at twice it is one; one that is as clear at half of
  /// it has that for its period, unless nobody would tap so fast.
  private static func score(_ row: Row, _ period: Double, _ step: Double) -> Double {
    let here = max(value(row, period), 0)
    let twice = max(value(row, period * 2), 0)
    var score = (here + 0.5 * twice) / 1.5
    if 60 / (period / 2 * step) <= 230, here > 0.05 {
      let share = max(value(row, period / 2), 0) / here
      score *= 1 - 0.75 * Maths.smoothstep(min(max((share - 0.75) / 0.2, 0), 1))
    }
    return score
  }

  /// The value at a lag between two, on the line between them; 0 beyond the last.
  private static func value(_ row: Row, _ lag: Double) -> Double {
    let low = Int(lag)
    guard low + 1 < row.count else { return 0 }
    let share = lag - Double(low)
    return row[low] * (1 - share) + row[low + 1] * share
  }

  private static func correlation(_ samples: [Double], lags: Int) -> Row {
    (0...max(lags, 0)).map { lag in
      var sum = 0.0
      for index in 0..<max(samples.count &- lag, 0) {
        sum += samples[index] * samples[index &+ lag]
      }
      return sum
    }
  }

  /// The candidates of the greatest sum of scores, where a change costs by its distance, and no more
  /// than a jump does.
  private static func path(_ scores: [[Double]]) -> [Int] {
    guard let first = scores.first else { return [] }
    let (slope, jump) = (0.04, 1.2)
    var sums = first
    var origins: [[Int32]] = []
    for row in scores.dropFirst() {
      let best = sums.indices.max { sums[$0] < sums[$1] } ?? 0
      var next = sums
      var from = [Int32](repeating: 0, count: sums.count)
      for state in sums.indices {
        var (sum, origin) = (sums[best] - jump, best)
        for other in max(state - 30, 0)...min(state + 30, sums.count - 1) {
          let value = sums[other] - slope * Double(abs(other - state))
          if value > sum { (sum, origin) = (value, other) }
        }
        next[state] = sum + row[state]
        from[state] = Int32(origin)
      }
      sums = next
      origins.append(from)
    }
    var state = sums.indices.max { sums[$0] < sums[$1] } ?? 0
    var path = [state]
    for from in origins.reversed() {
      state = Int(from[state])
      path.append(state)
    }
    return path.reversed()
  }

  /// The period at a frame, on the line between those of two seconds unless the pace jumps there.
  func period(at frame: Int) -> Double {
    guard let last = periods.last else { return 50 }
    let index = min(frame / stride, periods.count - 1)
    guard index + 1 < periods.count else { return last }
    let (here, next) = (periods[index], periods[index + 1])
    let share = Double(frame % stride) / Double(stride)
    guard max(here, next) < 1.15 * min(here, next) else { return share < 0.5 ? here : next }
    return here + (next - here) * share
  }
}
