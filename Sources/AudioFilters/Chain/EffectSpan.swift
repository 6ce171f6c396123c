import Bytes
import Timeline

/// The samples of a bus that an effect works on, and how it comes and goes.
///
/// Where a span begins or ends inside the bus, the sound goes over from what it was to what the
/// effect makes of it, and back, within 4 ms, or half of the span where that is shorter. Both lie
/// inside the span, in straight lines: the sound before and after is untouched.
struct EffectSpan: Hashable, Sendable {
  /// From the start of the bus; open spans end at `Int.max`.
  let samples: Range<Int>
  /// How many samples coming and going take; 0 where the bus itself begins or ends.
  let fadeIn: Int
  let fadeOut: Int

  /// - Parameter length: the samples of the bus, if known.
  init(_ range: TimeRange, rate: Int, length: Int?) {
    let start = max(Self.sample(range.start, rate), 0)
    let end = max(range.end.map { Self.sample($0, rate) } ?? .max, start)
    self.init(start..<end, rate: rate, length: length)
  }

  init(_ samples: Range<Int>, rate: Int, length: Int?) {
    let isOpen = length.map { samples.upperBound >= $0 } ?? (samples.upperBound == .max)
    let edge = min(max(rate / 250, 1), samples.count / 2)
    self.samples = isOpen ? samples.lowerBound..<Int.max : samples
    fadeIn = samples.lowerBound > 0 ? edge : 0
    fadeOut = isOpen ? 0 : edge
  }

  /// The share of the effect at a sample: 0 outside of the span, 1 inside, between at the edges.
  func share(at sample: Int) -> Float {
    guard samples.contains(sample) else { return 0 }
    var share: Float = 1
    let (come, left) = (sample &- samples.lowerBound, samples.upperBound &- sample)
    if come < fadeIn { share = (Float(come) + 0.5) / Float(fadeIn) }
    if left <= fadeOut { share = min(share, (Float(left) - 0.5) / Float(fadeOut)) }
    return share
  }

  /// Whether the effect is alone over all of a range: inside the span, and past its edges.
  func isWhole(_ range: Range<Int>) -> Bool {
    range.lowerBound >= samples.lowerBound &+ fadeIn
      && range.upperBound <= samples.upperBound &- fadeOut
  }

  /// The sample nearest to a time, the later of two: floor(T r + 1/2).
  static func sample(_ time: Time, _ rate: Int) -> Int {
    let half = Rational(reducing: 1, over: 2)
    return Int(clamping: (time.value * Rational(rate) + half).floor)
  }
}
