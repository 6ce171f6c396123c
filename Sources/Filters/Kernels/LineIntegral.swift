/// Means over parts of a line of samples, which may begin and end between two of them.
///
/// Between samples the line is taken to be straight. Sums are those of 32 bits, modulo which parts
/// of up to ``longest`` samples are exact.
struct LineIntegral<S: Sample> {
  /// The samples of the longest part.
  static var longest: Double { 32_000 }

  let samples: UnsafeMutablePointer<S>
  /// Twice the integral from the first sample to each.
  private let sums: UnsafeMutablePointer<UInt32>
  /// The sums where parts begin, and the samples ahead and behind.
  private let starts: UnsafeMutablePointer<UInt32>
  private let ahead: UnsafeMutablePointer<Float>
  private let behind: UnsafeMutablePointer<Float>

  init(capacity: Int, _ scratch: Scratch) {
    samples = scratch.take(S.self, capacity + 1)
    sums = scratch.take(UInt32.self, capacity + 1)
    starts = scratch.take(UInt32.self, capacity + 1)
    ahead = scratch.take(Float.self, capacity + 1)
    behind = scratch.take(Float.self, capacity + 1)
  }

  /// Adds up samples after they were written.
  func add(count: Int) {
    // One more, for what ends at the last.
    samples[count] = samples[count - 1]
    var sum: UInt32 = 0
    var last = UInt32(truncatingIfNeeded: samples[0])
    sums[0] = 0
    for x in 1..<count &+ 1 {
      let next = UInt32(truncatingIfNeeded: samples[x])
      sum = sum &+ last &+ next
      last = next
      sums[x] = sum
    }
  }

  /// The means of parts that all are as long, each a sample further than the last.
  func means(
    from low: Double, to high: Double, units: Double, count: Int,
    _ target: UnsafeMutablePointer<UInt16>
  ) {
    let (lowWhole, highWhole) = (Int(low), Int(high))
    let (lowRest, highRest) = (Float(low - Double(lowWhole)), Float(high - Double(highWhole)))
    let scale = Float(units / (high - low))
    let (startSums, endSums) = (sums + lowWhole, sums + highWhole)
    let (start, end) = (samples + lowWhole, samples + highWhole)
    let (lowBend, highBend) = (0.5 * lowRest * lowRest, 0.5 * highRest * highRest)
    for i in 0..<count {
      let whole = Float(Int32(truncatingIfNeeded: (endSums[i] &- startSums[i]) &>> 1))
      let half = Float(Int32(truncatingIfNeeded: (endSums[i] &- startSums[i]) & 1)) * 0.5
      let (a, b) = (Float(start[i]), Float(start[i &+ 1]))
      let (c, d) = (Float(end[i]), Float(end[i &+ 1]))
      let ends = (highRest * c + highBend * (d - c)) - (lowRest * a + lowBend * (b - a))
      let mean = ((whole + half) + ends) * scale + 8_388_608
      target[i] = UInt16(truncatingIfNeeded: mean.bitPattern)
    }
  }

  /// The means of parts that begin where a table says and end at a sample.
  func means(
    _ parts: LineParts, from first: Int, offset: Int, units: Double, count: Int,
    _ target: UnsafeMutablePointer<UInt16>
  ) {
    let units = Float(units)
    let ends = sums + (parts.end - offset)
    let (rests, scales) = (parts.rests, parts.scales)
    // What stands where parts begin is read first, which no vector does well.
    for i in first..<count {
      let start = Int(parts.wholes[i]) &- offset
      starts[i] = sums[start]
      ahead[i] = Float(samples[start])
      behind[i] = Float(samples[start &+ 1])
    }
    for i in first..<count {
      let twice = ends[i] &- starts[i]
      let (a, b, rest) = (ahead[i], behind[i], rests[i])
      let whole = Float(Int32(bitPattern: twice &>> 1))
      let half = Float(Int32(bitPattern: twice & 1)) * 0.5
      let mean = ((whole + half) - rest * (a + 0.5 * rest * (b - a))) * scales[i] * units
      target[i] = UInt16(truncatingIfNeeded: (mean + 8_388_608).bitPattern)
    }
  }
}

/// Where parts of a line begin, for parts that end at one sample after another.
struct LineParts {
  /// The sample at which the first part ends.
  let end: Int
  /// The samples at which or behind which parts begin, how far behind, and one over their lengths.
  let wholes: UnsafeMutablePointer<Int32>
  let rests: UnsafeMutablePointer<Float>
  let scales: UnsafeMutablePointer<Float>

  /// Parts that are a share of the distance from a centre, which lies `start` samples before the
  /// end of the first one, and `first` before the line.
  init(share: Double, start: Double, first: Double, count: Int, _ scratch: Scratch) {
    end = Int(start - first)
    wholes = scratch.take(Int32.self, count)
    rests = scratch.take(Float.self, count)
    scales = scratch.take(Float.self, count)
    for i in 0..<count {
      let distance = start + Double(i)
      let length = min(distance * share, LineIntegral<UInt16>.longest)
      let place = max(distance - length - first, 0)
      let whole = place.rounded(.down)
      wholes[i] = Int32(whole)
      rests[i] = Float(place - whole)
      // The centre itself has no part; whatever stands there is read from another place.
      scales[i] = length > 0 ? Float(1 / length) : 0
    }
  }
}
