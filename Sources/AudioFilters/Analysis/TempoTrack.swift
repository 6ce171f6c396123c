import Bytes

/// How fast the pulse of a stream is, from second to second.
///
/// Each second has a score for each tempo: the autocorrelation of the onset strength over ten seconds at
/// the period, at twice and at four times that, as beats come in bars; less where as much happens halfway
/// or a third of the way between beats; weighted by a log-normal prior around 113 beats a minute with a
/// deviation of 0.65 octaves (after D. P. W. Ellis, "Beat tracking by dynamic programming", Journal of
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
  ///   - lows: those of the lows alone, as many, whose mean is 0 too.
  ///   - step: seconds from one to the next.
  init(_ onsets: [Double], lows: [Double], step: Double, range: ClosedRange<Double>) {
    self.range = range
    stride = max(Int((1 / step).rounded()), 1)
    let longest = 60 / range.lowerBound / step
    let shortest = min(60 / range.upperBound / step, longest)
    // Paces a fiftieth of an octave apart.
    let count = max(Int(Maths.log2(longest / shortest) * 50), 0) + 1
    let candidates = (0..<count).map { shortest * Maths.exp2(Double($0) / 50) }
    let prior = candidates.map { Self.prior(60 / ($0 * step)) }
    let span = min(max(10 * stride, Int(longest * 4)), max(onsets.count, 1))
    let window = (0..<span).map {
      0.5 - 0.5 * Maths.cos(2 * .pi * (Double($0) + 0.5) / Double(span))
    }
    let lags = min(Int(longest * 4) + 2, span - 1)
    let fade = Self.correlation(window, lags: lags)
    var clarity: [[Double]] = []
    var scores: [[Double]] = []
    for middle in Swift.stride(from: 0, to: max(onsets.count, 1), by: stride) {
      let start = max(min(middle - span / 2, onsets.count - span), 0)
      func shares(_ all: [Double]) -> Row {
        let part = (0..<span).map { start + $0 < all.count ? all[start + $0] * window[$0] : 0 }
        return Self.normalized(Self.correlation(part, lags: lags), fade)
      }
      let row = zip(shares(onsets), shares(lows)).map { 0.75 * $0 + 0.25 * $1 }
      clarity.append(candidates.map { Self.value(row, $0) })
      scores.append(candidates.indices.map { Self.score(row, candidates[$0], step) * prior[$0] })
    }
    let path = Self.path(scores)
    periods = path.map { candidates[$0] }
    let sum = path.indices.reduce(0) { $0 + max(clarity[$1][path[$1]], 0) }
    confidence = min(sum / Double(max(path.count, 1)), 1)
  }

  private static func prior(_ tempo: Double) -> Double {
    let octaves = Maths.log2(tempo / 113) / 0.65
    return Maths.exp(-0.5 * octaves * octaves)
  }

  /// How well a period fits.
  private static func score(_ row: Row, _ period: Double, _ step: Double) -> Double {
    let here = peak(row, period)
    let bars = peak(row, 2 * period) + peak(row, 4 * period)
    let halves = (value(row, period / 2) + value(row, period * 1.5)) / 2
    let thirds = (value(row, period / 3) + value(row, period / 1.5)) / 2
    var score = max((0.5 * here + bars) / 2.5 - 0.1 * max(halves, thirds, 0), 0)
    // A beat is where something comes again, and not in its bars alone.
    score *= Maths.smoothstep(min(max(here / 0.12, 0), 1))
    // An even pulse is one of beats, unless nobody would tap so fast.
    if 60 / (period / 2 * step) <= 230, here > 0.05 {
      let share = peak(row, period / 2) / here
      score *= 1 - 0.5 * Maths.smoothstep(min(max((share - 0.95) / 0.12, 0), 1))
    }
    return score
  }

  /// The greatest value within half a step of candidates of a lag.
  private static func peak(_ row: Row, _ lag: Double) -> Double {
    var most = value(row, lag)
    let (low, high) = (Int((lag * 0.993).rounded(.up)), Int(lag * 1.007))
    guard low <= high, high < row.count else { return most }
    for index in low...high { most = max(most, row[index]) }
    return most
  }

  /// Correlations as shares of the power. Few samples remain at long lags, and are not believed more
  /// than their number.
  ///
  /// - Parameter fade: the correlations of the window.
  private static func normalized(_ row: Row, _ fade: Row) -> Row {
    let power = row.first ?? 0
    return row.indices.map { lag in
      let share = max(fade[lag] / max(fade[0], 1e-12), 0.15)
      return power > 1e-9 ? row[lag] / power / share : 0
    }
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
