import AudioFilters
import Bytes
import WAV

/// How a stretch of a course becomes samples of the output.
protocol Motion: AnyObject {
  /// Makes the feed's samples from number `first` on; mostly called with numbers that rise.
  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault)
}

/// Samples as they are: the course's from the one nearest to the anchor on.
final class PlainMotion: Motion {
  private let reader: CourseReader
  private let shift: Int

  init(_ reader: CourseReader, _ anchor: ClockAnchor) {
    self.reader = reader
    shift = Course.nearest(anchor.second, reader.course.rate) - anchor.sample
  }

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault) {
    try reader.read(first + shift, into: block, part)
  }
}

/// Samples at another rate, or at another speed that stays the same.
final class ResampledMotion: Motion {
  /// How many places of the course a step of the output may take.
  private static let step = 1 << 13

  private let window: Window
  private let resampler: Resampler
  private let shift: Int
  /// Samples of the output that are made at once, and those that have been.
  private let count: Int
  private let output: AudioBlock
  private var made = 0..<0

  /// - Parameters:
  ///   - speed: places of the course for each sample, but for the rates.
  /// - Returns: nil where the ratio of rates is too odd.
  init?(_ reader: CourseReader, _ anchor: ClockAnchor, rate: Int, speed: Rational) {
    let ratio = Rational(reducing: Int128(reader.course.rate), over: Int128(rate)) * speed
    guard ratio > .zero, ratio.numerator < 1 << 30, ratio.denominator < 1 << 30,
      let second = anchor.second.divided(by: speed)
    else { return nil }
    resampler = Resampler(
      from: Int(ratio.numerator), to: Int(ratio.denominator), channels: reader.channels)
    window = Window(reader)
    shift = Course.nearest(second, rate) - anchor.sample
    let most = (Rational(Self.step / max(1, reader.channels / 2)).divided(by: ratio))?.floor
    let grain = resampler.grain
    count = grain > 1 ? grain : Int(min(max(most ?? 1, 1), 1 << 12))
    output = AudioBlock(channels: reader.channels, capacity: count)
  }

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault) {
    var done = 0
    while done < part.count {
      let start = first + shift + done
      if !made.contains(start) { try make(start, wanted: part.count - done) }
      let length = min(made.upperBound - start, part.count - done)
      let target = part.lowerBound + done
      block.copy(target..<target + length, from: output, at: start - made.lowerBound)
      done += length
    }
  }

  /// Makes samples, of which one is that at `start`.
  private func make(_ start: Int, wanted: Int) throws(SoundError.Fault) {
    let grain = resampler.grain
    let rest = start % grain
    let low = start - (rest < 0 ? rest + grain : rest)
    made = 0..<0
    output.count = grain > 1 ? grain : min(count, wanted)
    let range = low..<low + output.count
    let input = try window.hold(resampler.inputRange(for: range))
    resampler.resample(input, inputStart: window.start, into: output, outputStart: low)
    made = range
  }
}
