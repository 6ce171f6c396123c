import Bytes

/// The beats and bars of a stream, by its onset strength.
package struct BeatTracker {
  /// A beat.
  package struct Beat: Hashable, Sendable {
    /// In seconds from the start of the stream.
    package let time: Double
    /// How much begins there, from 0 to 1: the onset strength, of which 1 is that which nine tenths
    /// of the beats do not exceed.
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

  /// Beats in a bar.
  private static let meter = 4

  /// Finds the beats.
  ///
  /// - Parameters:
  ///   - onsets: finished.
  ///   - tempo: the slowest and the fastest pace to look for, in beats a minute.
  package init(_ onsets: OnsetStrength, tempo range: ClosedRange<Double> = 50...220) {
    let radius = Int(0.5 / onsets.step)
    let strengths = Self.levelled(onsets.values, radius: radius)
    guard strengths.contains(where: { $0 > 0 }) else { return }
    let others = [onsets.lows, onsets.highs, onsets.middles, onsets.rises]
    let curves =
      [Self.softened(strengths)]
      + others.map { Self.softened(Self.levelled($0, radius: radius)) }
    let path = BeatPath(curves, step: onsets.step, range: range)
    confidence = BeatRegularity.share(strengths, beats: path.frames, step: onsets.step)
    let frames = Self.trimmed(path.frames, strengths)
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

  /// Logarithms of strengths, so that what is twice as strong does not count twice, each with half
  /// of those beside it.
  private static func softened(_ strengths: [Double]) -> [Double] {
    let logs = strengths.map { Maths.log(1 + $0) }
    return logs.indices.map { index in
      let before = index > 0 ? logs[index - 1] : 0
      let after = index + 1 < logs.count ? logs[index + 1] : 0
      return 0.5 * logs[index] + 0.25 * (before + after)
    }
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

  /// The place of the peak of the strengths within two frames, on a parabola; the frame itself
  /// where there is no peak.
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

  /// Which of the first four beats begins a bar: the one from which every fourth has the most
  /// onsets in the lows, and a little of all; the first of those that are alike.
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
