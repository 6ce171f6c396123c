import Bytes

/// The beats and bars of a stream, by its onset strength.
package struct BeatTracker {
  /// A beat.
  package struct Beat: Hashable, Sendable {
    /// In seconds from the start of the stream.
    package let time: Double
    /// How much begins there, of what nine tenths of the beats do not exceed: 0 to 1.
    package let strength: Double
    /// Counted from 1; 0 is what comes before the first whole bar.
    package let bar: Int
    /// In its bar, 1 to 4.
    package let number: Int
  }

  /// In order.
  package private(set) var beats: [Beat] = []
  /// The usual pace in beats a minute; nil where there are fewer than two beats.
  package private(set) var tempo: Double?
  /// How regular the stream is at that pace, 0 to 1; noise is below 0.3.
  package private(set) var confidence = 0.0

  /// How stiff the pace is, as in Ellis 2007.
  private static let tightness = 100.0
  /// Beats in a bar.
  private static let meter = 4

  /// Finds the beats.
  ///
  /// - Parameters:
  ///   - onsets: finished.
  ///   - tempo: the slowest and the fastest pace to look for, in beats a minute.
  package init(_ onsets: OnsetStrength, tempo range: ClosedRange<Double> = 50...220) {
    let strengths = Self.levelled(onsets.values, radius: Int(0.5 / onsets.step))
    guard strengths.contains(where: { $0 > 0 }) else { return }
    let lows = Self.levelled(onsets.lows, radius: Int(0.5 / onsets.step))
    let track = TempoTrack(
      Self.centered(strengths), lows: Self.centered(lows), step: onsets.step, range: range)
    confidence = track.confidence
    // Basses and drums keep the beat.
    let weighted = zip(strengths, lows).map { $0 + 0.5 * $1 }
    let frames = Self.trimmed(Self.chain(Self.smoothed(weighted, track), track), strengths)
    guard !frames.isEmpty else { return }
    let places = frames.map { Self.refined($0, onsets.values) }
    let downbeat = Self.downbeat(frames, onsets)
    // A sound that begins abruptly must not make all else look weak.
    let peaks = frames.map { Self.peak($0, onsets.values) }
    let most = peaks.sorted()[peaks.count * 9 / 10 - (peaks.count % 10 == 0 ? 1 : 0)]
    for index in frames.indices {
      let count = index + (Self.meter - downbeat) % Self.meter
      let seconds = (places[index] - Double(onsets.lead)) * onsets.step + Self.lead
      beats.append(
        Beat(
          time: min(max(seconds, 0), Double(onsets.length) / Double(onsets.rate)),
          strength: most > 0 ? min(peaks[index] / most, 1) : 0,
          bar: count / Self.meter + (downbeat == 0 ? 1 : 0), number: count % Self.meter + 1))
    }
    self.tempo = Self.tempo(places.map { $0 * onsets.step })
  }

  /// The flux is greatest so many seconds before the onset is in the middle of the window.
  private static let lead = 0.003

  /// Numbers less their mean.
  private static func centered(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(max(values.count, 1))
    return values.map { $0 - mean }
  }

  /// Strengths over the mean around them, in units of their deviation.
  private static func levelled(_ values: [Float], radius: Int) -> [Double] {
    var sums = [0.0]
    for value in values { sums.append(sums[sums.count - 1] + Double(value)) }
    var result = values.indices.map { index in
      let (low, high) = (max(index - radius, 0), min(index + radius + 1, values.count))
      return max(Double(values[index]) - (sums[high] - sums[low]) / Double(high - low), 0)
    }
    let square = result.reduce(0) { $0 + $1 * $1 } / Double(max(result.count, 1))
    guard square > 1e-12 else { return result.map { _ in 0 } }
    let scale = 1 / square.squareRoot()
    // What begins out of silence counts no more than other beats do.
    for index in result.indices { result[index] = min(result[index] * scale, 6) }
    return result
  }

  /// Strengths through a bell whose deviation is a 32nd of the period.
  private static func smoothed(_ strengths: [Double], _ track: TempoTrack) -> [Double] {
    var bells: [Int: [Double]] = [:]
    return strengths.indices.map { index in
      let key = Int(track.period(at: index))
      let bell: [Double]
      if let known = bells[key] {
        bell = known
      } else {
        let width = max(Double(key) / 32, 0.5)
        bell = (0...Int(width * 3) + 1).map { Maths.exp(-0.5 * Double($0 * $0) / (width * width)) }
        bells[key] = bell
      }
      var sum = strengths[index] * bell[0]
      for distance in 1..<bell.count {
        if index >= distance { sum += strengths[index - distance] * bell[distance] }
        if index + distance < strengths.count {
          sum += strengths[index + distance] * bell[distance]
        }
      }
      return sum
    }
  }

  /// The frames of the chain of the greatest sum of strengths, less what its steps differ from the
  /// period: tightness ln(step / period)^2.
  private static func chain(_ strengths: [Double], _ track: TempoTrack) -> [Int] {
    var costs: [Int: [Double]] = [:]
    var sums = strengths
    var origins = [Int32](repeating: -1, count: strengths.count)
    var hasBegun = false
    let threshold = 0.01 * (strengths.max() ?? 0)
    for frame in strengths.indices {
      let period = track.period(at: frame)
      // Periods a hundredth apart share their costs.
      let key = Int((Maths.log(period) * 100).rounded())
      let first = max(Int(period / 2), 1)
      let cost: [Double]
      if let known = costs[key] {
        cost = known
      } else {
        let pace = Maths.exp(Double(key) / 100)
        cost = (0...Int(pace * 2) + 2).map { step in
          let ratio = Maths.log(Double(max(step, 1)) / pace)
          return tightness * ratio * ratio
        }
        costs[key] = cost
      }
      var (best, origin) = (-Double.infinity, -1)
      for step in first..<max(min(cost.count, frame + 1), first) where frame >= step {
        let sum = sums[frame - step] - cost[step]
        if sum > best { (best, origin) = (sum, frame - step) }
      }
      if origin >= 0 { sums[frame] += best }
      // What comes before the first sound starts no chain.
      if !hasBegun, strengths[frame] < threshold { origin = -1 } else { hasBegun = true }
      origins[frame] = Int32(origin)
    }
    return back(sums, origins)
  }

  /// From the last peak of the sums that is at least half the middle one of all, back to the start.
  private static func back(_ sums: [Double], _ origins: [Int32]) -> [Int] {
    let peaks = sums.indices.filter {
      ($0 == 0 || sums[$0] > sums[$0 - 1]) && ($0 + 1 == sums.count || sums[$0] >= sums[$0 + 1])
    }
    let middle = peaks.map { sums[$0] }.sorted()
    guard !peaks.isEmpty else { return [] }
    let least = 0.5 * middle[middle.count / 2]
    var frame = peaks.last { sums[$0] >= least } ?? peaks[peaks.count - 1]
    var result = [frame]
    while origins[frame] >= 0 {
      frame = Int(origins[frame])
      result.append(frame)
    }
    return result.reversed()
  }

  /// Without the beats at both ends where nothing begins.
  private static func trimmed(_ frames: [Int], _ strengths: [Double]) -> [Int] {
    let peaks = frames.map { frame in
      strengths[max(frame - 2, 0)...min(frame + 2, strengths.count - 1)].max() ?? 0
    }
    let square = peaks.reduce(0) { $0 + $1 * $1 } / Double(max(peaks.count, 1))
    let least = 0.4 * square.squareRoot()
    guard let first = peaks.firstIndex(where: { $0 >= least }),
      let last = peaks.lastIndex(where: { $0 >= least })
    else { return [] }
    return Array(frames[first...last])
  }

  /// The place of the peak of the strengths within two frames, on a parabola; the frame itself where
  /// there is no peak.
  private static func refined(_ frame: Int, _ values: [Float]) -> Double {
    let near = max(frame - 2, 1)...max(min(frame + 2, values.count - 2), 1)
    guard values.count >= 3 else { return Double(frame) }
    let top = near.max { values[$0] < values[$1] } ?? frame
    let (a, b, c) = (Double(values[top - 1]), Double(values[top]), Double(values[top + 1]))
    guard b > 0, b >= a, b >= c, a - 2 * b + c < 0 else { return Double(frame) }
    return Double(top) + 0.5 * (a - c) / (a - 2 * b + c)
  }

  /// The greatest strength within two frames.
  private static func peak(_ frame: Int, _ values: [Float]) -> Double {
    Double(values[max(frame - 2, 0)...min(frame + 2, values.count - 1)].max() ?? 0)
  }

  /// Which of the first four beats begins a bar: the one from which every fourth has the most onsets
  /// in the lows, and a little of all; the first of those that are alike.
  private static func downbeat(_ frames: [Int], _ onsets: OnsetStrength) -> Int {
    var sums = [Double](repeating: 0, count: meter)
    var counts = sums
    for (index, frame) in frames.enumerated() {
      sums[index % meter] += peak(frame, onsets.lows) + 0.1 * peak(frame, onsets.values)
      counts[index % meter] += 1
    }
    let means = sums.indices.map { counts[$0] > 0 ? sums[$0] / counts[$0] : 0 }
    let most = means.max() ?? 0
    return means.firstIndex { $0 >= most * 0.9 } ?? 0
  }

  /// The mean of the distances that are within a tenth of the middle one.
  private static func tempo(_ times: [Double]) -> Double? {
    let distances = zip(times.dropFirst(), times).map { $0 - $1 }
    guard !distances.isEmpty else { return nil }
    let middle = distances.sorted()[distances.count / 2]
    let usual = distances.filter { ($0 - middle).magnitude <= 0.1 * middle }
    let mean = usual.reduce(0, +) / Double(max(usual.count, 1))
    return mean > 0 ? 60 / mean : nil
  }
}
