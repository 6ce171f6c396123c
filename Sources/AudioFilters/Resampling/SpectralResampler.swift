import Bytes
import WAV

/// Changes the rate of a sound by way of its spectrum: the transform of a stretch of input is
/// multiplied by the filter's response, cut or filled up to as many numbers as the output has, and
/// transformed back.
///
/// What the filter makes of the wrapped-around ends is thrown away: overlap-save (Stockham, 1966),
/// with transforms of two lengths (G. Bi and S. K. Mitra, "Sampling rate conversion in the
/// frequency domain", IEEE Signal Processing Magazine, 2011). The filter is that of ``SincTable``.
/// Stretches lie where the output's numbers say, so that every sample is made in the same way in
/// whatever block it is asked for. Two of them go through one transform, as its real and imaginary
/// parts.
final class SpectralResampler: Sendable {
  /// Where stretches begin and end, counted in steps of `from` samples that come in and `to` that
  /// go out.
  private struct Layout {
    /// The steps in one stretch.
    let steps: Int
    /// What is thrown away at each of its ends.
    let margin: Int

    var kept: Int { steps - 2 * margin }

    /// Nil where no transform fits the ratio. At least two thirds of a stretch are kept.
    init?(from: Int, to: Int) {
      let reach = SincTable.taps(ratio: max(1, Double(from) / Double(to))) / 2
      let most = SpectralResampler.longest
      guard from <= most / 8, to <= most / 8, reach < most else { return nil }
      let margin = (reach + from - 1) / from
      var steps = 8
      while steps < 6 * margin || min(from, to) * steps < 1024 { steps *= 2 }
      guard max(from, to) <= most / steps, FourierTransform.isPossible(from * steps),
        FourierTransform.isPossible(to * steps)
      else { return nil }
      (self.steps, self.margin) = (steps, margin)
    }
  }

  /// The longest transform.
  private static let longest = 1 << 15

  private let from: Int
  private let to: Int
  private let layout: Layout
  private let forward: FourierTransform
  private let backward: FourierTransform
  /// What each frequency that passes is multiplied by: from zero up, and then from below up to
  /// zero.
  private let response: [Float]

  /// Nil for ratios that it cannot do well.
  ///
  /// - Parameters:
  ///   - from: samples that come in while `to` go out, in lowest terms.
  init?(from: Int, to: Int) {
    guard from != to, let layout = Layout(from: from, to: to),
      let forward = FourierTransform(from * layout.steps),
      let backward = FourierTransform(to * layout.steps)
    else { return nil }
    (self.from, self.to, self.layout) = (from, to, layout)
    (self.forward, self.backward) = (forward, backward)
    response = Self.response(from: from, to: to, length: forward.length)
  }

  /// Samples of the output that are made at a time, beginning at multiples of it.
  var grain: Int { 2 * layout.kept * to }

  /// How many samples of the input are read at most before or after the place of a sample of the
  /// output; nil where there is no such resampler.
  static func reach(from: Int, to: Int) -> Int? {
    guard let layout = Layout(from: from, to: to) else { return nil }
    return (2 * layout.kept + layout.margin) * from
  }

  /// The input samples of which the output samples are made.
  func inputRange(for output: Range<Int>) -> Range<Int> {
    let first = Self.floor(output.lowerBound, grain)
    let last = Self.floor(output.upperBound - 1, grain) + 1
    let step = 2 * layout.kept * from
    return first * step - layout.margin * from..<last * step + layout.margin * from
  }

  /// As ``Resampler/resample(_:inputStart:into:outputStart:)`` does, for one channel.
  func resample(
    _ input: UnsafeBufferPointer<Float>, start: Int, into output: UnsafeMutableBufferPointer<Float>,
    at outputStart: Int
  ) {
    let most = max(forward.length, backward.length)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * most) { memory in
      guard let base = memory.baseAddress else { return }
      let numbers = (re: base, im: base + most)
      let room = (re: base + 2 * most, im: base + 3 * most)
      var done = 0
      while done < output.count {
        let pair = Self.floor(outputStart + done, grain)
        let place = outputStart + done - pair * grain
        let count = min(grain - place, output.count - done)
        let made = make(pair, of: input, start: start, numbers, room)
        if let target = output.baseAddress {
          give(made, place..<place + count, target + done)
        }
        done += count
      }
    }
  }

  /// Copies a part of what is kept of two stretches.
  private func give(
    _ made: FourierTransform.Numbers, _ part: Range<Int>, _ target: UnsafeMutablePointer<Float>
  ) {
    let (half, edge) = (grain / 2, layout.margin * to)
    let (first, second) = (part.clamped(to: 0..<half), part.clamped(to: half..<grain))
    target.update(from: made.re + edge + first.lowerBound, count: first.count)
    (target + first.count).update(
      from: made.im + edge + second.lowerBound - half, count: second.count)
  }

  /// Makes two stretches, of which each has what is thrown away at both its ends.
  private func make(
    _ pair: Int, of input: UnsafeBufferPointer<Float>, start: Int,
    _ numbers: FourierTransform.Numbers, _ room: FourierTransform.Numbers
  ) -> FourierTransform.Numbers {
    let step = layout.kept * from
    let first = 2 * pair * step - layout.margin * from - start
    let count = forward.length
    Self.take(input, from: first, into: numbers.re, count: count)
    Self.take(input, from: first + step, into: numbers.im, count: count)
    let spectrum = forward.transform(numbers, room: room)
    let other = spectrum.re == numbers.re ? room : numbers
    shape(spectrum, into: other)
    let result = backward.transform((other.im, other.re), room: (spectrum.im, spectrum.re))
    return (result.im, result.re)
  }

  /// Copies samples, of which some may lie outside or be no numbers.
  private static func take(
    _ samples: UnsafeBufferPointer<Float>, from start: Int,
    into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let low = min(max(-start, 0), count)
    let high = max(low, min(samples.count - start, count))
    target.update(repeating: 0, count: low)
    (target + high).update(repeating: 0, count: count - high)
    guard low < high, let first = samples.baseAddress else { return }
    let source = first + start + low
    for index in 0..<high - low {
      let sample = source[index]
      target[low &+ index] = abs(sample) < 0x1p64 ? sample : 0
    }
  }

  /// Multiplies the spectrum by the response, at as many frequencies as the output has.
  private func shape(_ spectrum: FourierTransform.Numbers, into other: FourierTransform.Numbers) {
    let passing = response.count / 2
    // The frequencies from zero on, and those below it, which are at the end.
    let (above, below) = (forward.length - passing, backward.length - passing)
    response.withUnsafeBufferPointer { response in
      guard let response = response.baseAddress else { return }
      Self.multiply(spectrum.re, response, into: other.re, count: passing)
      Self.multiply(spectrum.im, response, into: other.im, count: passing)
      (other.re + passing).update(repeating: 0, count: below - passing)
      (other.im + passing).update(repeating: 0, count: below - passing)
      Self.multiply(spectrum.re + above, response + passing, into: other.re + below, count: passing)
      Self.multiply(spectrum.im + above, response + passing, into: other.im + below, count: passing)
    }
  }

  @inline(__always)
  private static func multiply(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    for index in 0..<count { target[index] = a[index] * b[index] }
  }

  /// The transform of the windowed sinc at the frequencies below half of the lower rate.
  private static func response(from: Int, to: Int, length: Int) -> [Float] {
    let ratio = max(1, Double(from) / Double(to))
    let taps = SincTable.taps(ratio: ratio)
    // Two places for each sample at the lower rate, which show all that the filter lets through.
    let count = Int(Double(taps) / ratio) & ~1
    let distance = Double(taps) / 2 / Double(count)
    let turn = 2 * .pi * SincTable.cutoff(ratio: ratio, taps: taps) * distance
    var window = [Double](repeating: 0, count: count)
    KaiserWindow(attenuation: SincTable.attenuation).write(
      at: (0..<count).map { Double($0) / Double(count) }, into: &window)
    let kernel = window.enumerated().map { index, weight in
      index == 0 ? 0.5 : weight * Maths.sin(turn * Double(index)) / (turn * Double(index))
    }
    let passing = (Int(Double(length) / ratio) + 1) / 2
    let values = (0..<passing).map { k in
      sum(of: kernel, cosine: Maths.cos(2 * .pi * Double(k) * distance / Double(length)))
    }
    let scale = values.first.map { 1 / ($0 * Double(length)) } ?? 1
    let above = values.map { Float($0 * scale) }
    return above + [0] + above.dropFirst().reversed()
  }

  /// The sum of `values[n] cos(n angle)`, by the recurrence of C. W. Clenshaw, 1955.
  private static func sum(of values: [Double], cosine: Double) -> Double {
    var (next, afterNext) = (0.0, 0.0)
    for value in values.dropFirst().reversed() {
      (next, afterNext) = (value + 2 * cosine * next - afterNext, next)
    }
    return (values.first ?? 0) + cosine * next - afterNext
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
