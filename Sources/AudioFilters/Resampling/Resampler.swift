import WAV

/// Changes the rate of a sound by a constant ratio: polyphase, by a windowed sinc.
///
/// What lies beyond half of the lower rate is held down by 120 dB and more; up to 0.91 of it, the
/// response is flat within 0.001 dB. The phase is linear and nothing is shifted: sample 0 stays at
/// time 0. Every output sample follows from its position alone, so that blocks of any length give
/// the same bytes. A resampler is a value without state; its copies share one table, which takes 1
/// to 4 MiB at most. It serves two channels at once best.
package struct Resampler: Sendable {
  /// Samples that come in while ``to`` go out, in lowest terms.
  private let from: Int
  private let to: Int
  private let channels: Int
  private let table: SincTable

  /// - Parameters:
  ///   - from: samples a second of the input.
  ///   - to: samples a second of the output; both 1 to 2^30. A change of speed may be part of them:
  ///     96000 to 48000 plays a sound of 48000 twice as fast.
  package init(from: Int, to: Int, channels: Int) {
    let limit = 1 << 30
    let (from, to) = (min(max(from, 1), limit), min(max(to, 1), limit))
    var (a, b) = (from, to)
    while b != 0 { (a, b) = (b, a % b) }
    (self.from, self.to) = (from / a, to / a)
    self.channels = channels
    table = SincTable(from: from / a, to: to / a)
  }

  /// How many output samples so many input samples make: the nearest number, halves upwards.
  package func length(of count: Int) -> Int {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: from)
    return whole * to + (2 * rest * to + from) / (2 * from)
  }

  /// The input samples of which the output samples are made; some may lie before the first and
  /// after the last, and are silence.
  package func inputRange(for output: Range<Int>) -> Range<Int> {
    guard !output.isEmpty else { return 0..<0 }
    let first = position(of: output.lowerBound).whole
    let last = position(of: output.upperBound - 1).whole
    guard from != to else { return first..<last + 1 }
    let half = table.taps / 2
    return first - half + 1..<last + half + 1
  }

  /// Makes `output.count` samples, of which the first is the one at `outputStart`.
  ///
  /// - Parameters:
  ///   - input: samples from `inputStart` on. What lies outside of it is taken for silence, so it
  ///     must hold all of ``inputRange(for:)`` that exists.
  package func resample(
    _ input: AudioBlock, inputStart: Int, into output: AudioBlock, outputStart: Int
  ) {
    precondition(input.channels == channels && output.channels == channels)
    guard output.count > 0 else { return }
    var channel = 0
    while channel < channels {
      let pair = channel + 1 < channels
      let work = Work(
        left: UnsafeBufferPointer(input[channel]),
        right: UnsafeBufferPointer(input[pair ? channel + 1 : channel]), start: inputStart,
        outLeft: output[channel], outRight: pair ? output[channel + 1] : nil)
      if from == to {
        copy(work, at: outputStart)
      } else {
        resample(work, at: outputStart)
      }
      channel += 2
    }
  }

  /// One channel, or two that share their taps.
  private struct Work {
    let left: UnsafeBufferPointer<Float>
    let right: UnsafeBufferPointer<Float>
    let start: Int
    let outLeft: UnsafeMutableBufferPointer<Float>
    let outRight: UnsafeMutableBufferPointer<Float>?
  }

  /// The input sample at or before an output sample, and the rest of the way in `to`-ths.
  private func position(of output: Int) -> (whole: Int, phase: Int) {
    var (cycle, rest) = output.quotientAndRemainder(dividingBy: to)
    if rest < 0 { (cycle, rest) = (cycle - 1, rest + to) }
    let (whole, phase) = (rest * from).quotientAndRemainder(dividingBy: to)
    return (cycle * from + whole, phase)
  }

  private func copy(_ work: Work, at outputStart: Int) {
    for i in 0..<work.outLeft.count {
      let place = outputStart + i - work.start
      let isThere = place >= 0 && place < work.left.count
      work.outLeft[i] = isThere ? work.left[place] : 0
      work.outRight?[i] = isThere ? work.right[place] : 0
    }
  }

  private func resample(_ work: Work, at outputStart: Int) {
    let taps = table.taps
    let (step, turn) = from.quotientAndRemainder(dividingBy: to)
    var (whole, phase) = position(of: outputStart)
    whole -= work.start + taps / 2 - 1
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * taps) { edge in
      guard let room = edge.baseAddress, let left = work.left.baseAddress,
        let right = work.right.baseAddress
      else {
        work.outLeft.update(repeating: 0)
        work.outRight?.update(repeating: 0)
        return
      }
      for i in 0..<work.outLeft.count {
        let sample: (Float, Float)
        if whole >= 0 && whole + taps <= work.left.count {
          sample = value(left + whole, right + whole, phase, stereo: work.outRight != nil)
        } else {
          Self.gather(work.left, from: whole, into: room, count: taps)
          Self.gather(work.right, from: whole, into: room + taps, count: taps)
          sample = value(room, room + taps, phase, stereo: work.outRight != nil)
        }
        work.outLeft[i] = sample.0
        work.outRight?[i] = sample.1
        whole += step
        phase += turn
        if phase >= to { (whole, phase) = (whole + 1, phase - to) }
      }
    }
  }

  /// Copies samples of which some may be missing at the edges.
  private static func gather(
    _ samples: UnsafeBufferPointer<Float>, from start: Int, into room: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    for tap in 0..<count {
      let place = start + tap
      room[tap] = place >= 0 && place < samples.count ? samples[place] : 0
    }
  }

  @inline(__always)
  private func value(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ phase: Int, stereo: Bool
  ) -> (Float, Float) {
    if table.isExact { return product(left, right, table.row(phase), stereo: stereo) }
    let (row, rest) = (phase * table.phases).quotientAndRemainder(dividingBy: to)
    let weight = Float(Double(rest) / Double(to))
    let low = product(left, right, table.row(row), stereo: stereo)
    let high = product(left, right, table.row(row + 1), stereo: stereo)
    return (low.0 + (high.0 - low.0) * weight, low.1 + (high.1 - low.1) * weight)
  }

  @inline(__always)
  private func product(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ row: UnsafePointer<Float>,
    stereo: Bool
  ) -> (Float, Float) {
    stereo
      ? DotProduct.two(left, right, row, count: table.taps)
      : (DotProduct.one(left, row, count: table.taps), 0)
  }
}
