import WAV

/// Shifts the pitch of a stream by a ratio that may move: its time is stretched, and the result is
/// read as much faster.
final class PitchShifter {
  /// How many samples the output is behind the input.
  let latency: Int
  /// Samples that are stretched at a time.
  private static let chunk = 256
  /// Samples that may have been read before they are dropped.
  private static let slack = 2048

  private let stretch: TimeStretch
  private let resampler: VariableResampler
  private let reach: Int
  /// What has come in, the first of it being sample ``inputStart``.
  private let input: AudioBlock
  private var inputStart = 0
  private let kept: Int
  /// What has been stretched, the first of it being sample ``stretchedStart``.
  private let stretched: AudioBlock
  private var stretchedStart = 0
  private let fresh: AudioBlock
  private let output: AudioBlock
  /// Where the next sample is read in what has been stretched.
  private var place = 0.0
  private var places: [Double] = []
  private var ratios: [Double] = []

  /// - Parameters:
  ///   - ratios: the lowest and the highest ratio of frequencies.
  init(format: AudioFormat, ratios: ClosedRange<Double>) {
    let (low, high) = (ratios.lowerBound, ratios.upperBound)
    // There is nothing before the first sample, so that the sound begins with that.
    stretch = TimeStretch(rate: format.rate, channels: format.channels, within: 0..<1 << 60)
    resampler = VariableResampler(speed: low == high ? high : 1)
    reach = VariableResampler.reach(speed: high)
    let ahead = Double(reach + Self.chunk + stretch.lookahead + 2)
    latency = Int(ahead / low) + stretch.reach + 2
    kept = latency + stretch.reach + stretch.lookahead + Int(Double(reach) / low)
    input = AudioBlock(channels: format.channels, capacity: kept + 16 * Self.chunk)
    input.count = 0
    stretched = AudioBlock(
      channels: format.channels,
      capacity: 2 * reach + Int(high * Double(Self.chunk)) + 2 * Self.slack)
    stretched.count = 0
    fresh = AudioBlock(channels: format.channels, capacity: Self.chunk)
    output = AudioBlock(channels: format.channels, capacity: Self.chunk)
  }

  /// Changes a block in place.
  ///
  /// - Parameters:
  ///   - start: the number of its first sample.
  ///   - ratio: the ratio of frequencies at a sample of the output, ``latency`` before that of the
  ///     input.
  func process(_ block: AudioBlock, at start: Int, ratio: (Int) -> Double) {
    var done = 0
    while done < block.count {
      let count = min(Self.chunk, block.count - done)
      take(block, from: done, count: count)
      output.count = count
      let first = start + done - latency
      give(first: first, ratio: ratio)
      Self.copy(output, from: 0, into: block, at: done, count: count)
      done += count
    }
  }

  private func take(_ block: AudioBlock, from start: Int, count: Int) {
    if input.count + count > input.capacity { drop(input.count - kept, of: input, &inputStart) }
    let end = input.count
    input.count += count
    Self.copy(block, from: start, into: input, at: end, count: count)
  }

  private static func copy(
    _ block: AudioBlock, from start: Int, into target: AudioBlock, at place: Int, count: Int
  ) {
    for channel in 0..<block.channels {
      guard let from = block[channel].baseAddress, let to = target[channel].baseAddress
      else { continue }
      (to + place).update(from: from + start, count: count)
    }
  }

  private func drop(_ count: Int, of block: AudioBlock, _ start: inout Int) {
    guard count > 0 else { return }
    for channel in 0..<block.channels {
      guard let memory = block[channel].baseAddress else { continue }
      memory.update(from: memory + count, count: block.count - count)
    }
    block.count -= count
    start += count
  }

  /// Reads as many samples as ``output`` has; before the first one there is silence.
  private func give(first: Int, ratio: (Int) -> Double) {
    let silent = min(max(-first, 0), output.count)
    places.removeAll(keepingCapacity: true)
    ratios.removeAll(keepingCapacity: true)
    let oldest = Int(place) - reach - 1 - stretchedStart
    if oldest > Self.slack { drop(oldest, of: stretched, &stretchedStart) }
    for index in 0..<output.count {
      // Far before all that there is.
      guard index >= silent else {
        places.append(-1e9)
        ratios.append(1)
        continue
      }
      let speed = ratio(first + index)
      while Int(place) + reach + 2 > stretchedStart + stretched.count {
        more(at: first + index, speed: speed)
      }
      places.append(place - Double(stretchedStart))
      ratios.append(speed)
      place += speed
    }
    let (places, ratios) = (places, ratios)
    resampler.read(stretched, into: output, places: places.span, speeds: ratios.span)
  }

  /// Stretches a chunk more, as if the ratio stayed what it is.
  private func more(at sample: Int, speed: Double) {
    let (end, now) = (stretchedStart + stretched.count, place)
    stretch.render(
      into: fresh, at: end,
      map: { sample + Int(((Double($0) - now) / speed).rounded()) },
      source: { (start: Int, target: AudioBlock) in copy(from: start, into: target) })
    let old = stretched.count
    stretched.count += Self.chunk
    Self.copy(fresh, from: 0, into: stretched, at: old, count: Self.chunk)
  }

  private func copy(from start: Int, into target: AudioBlock) {
    let first = start - inputStart
    if first >= 0, first + target.count <= input.count {
      return Self.copy(input, from: first, into: target, at: 0, count: target.count)
    }
    for channel in 0..<target.channels {
      let (from, to) = (input[channel], target[channel])
      for i in 0..<target.count {
        let index = first + i
        to[i] = index >= 0 && index < from.count ? from[index] : 0
      }
    }
  }
}
