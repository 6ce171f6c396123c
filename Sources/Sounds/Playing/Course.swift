import Bytes
import Timeline

/// The samples of a source in the order in which they are played: pass after pass, forwards and
/// backwards, before any change of speed or rate.
///
/// Its places count samples of the source. In a first pass that goes forward they are the numbers
/// of the source's own samples; in one that goes backward, place p is sample -1 - p. So parts of a
/// source that follow one another are joined without a gap. The course goes on beyond both its
/// ends with what the source has there.
struct Course: Sendable {
  /// A stretch that is read from the source at one go.
  struct Run: Hashable, Sendable {
    /// The source's sample at the first place.
    let sample: Int
    let isBackward: Bool
    /// The first place that is not of this run.
    let end: Int
    /// The number of the pass.
    let pass: Int
  }

  let rate: Int
  /// The second at which the course begins.
  let origin: Rational
  /// How many places the end of a pass overlaps with the start of the next.
  let overlap: Int
  private let loopedPart: LoopedPart
  /// From the start of a pass to that of the next; nil when there is one pass alone.
  private let period: Rational?
  private let lastPass: Int
  /// Whether there is no last pass.
  var isEndless: Bool { loopedPart.count == nil }
  /// The sample that a pass forward begins with, and the one after that which a pass backward does.
  private let first: Int
  private let afterLast: Int

  /// - Parameter crossfade: how much the end of each pass overlaps with the start of the next; at
  ///   most half a pass does.
  init(_ loopedPart: LoopedPart, rate: Int, crossfade: Time = .zero) {
    self.loopedPart = loopedPart
    self.rate = rate
    let start = loopedPart.part.start.value
    let end = loopedPart.part.end?.value ?? start
    origin = loopedPart.isBackward(0) ? -end : start
    first = Self.nearest(start, rate)
    afterLast = -Self.nearest(-end, rate)
    lastPass = loopedPart.count.map { max($0, 1) - 1 } ?? .max
    guard let length = loopedPart.length, lastPass > 0 else {
      (period, overlap) = (nil, 0)
      return
    }
    let shared = loopedPart.overlap(crossfade)
    period = length - shared
    overlap = Self.nearest(shared, rate)
  }

  /// No place is farther from zero than 2^60, and a run without an end goes on beyond that.
  private static let farthest = Int128(1) << 60
  static let never = 1 << 62

  /// The number of the sample that is nearest to a time, the later one of two.
  static func nearest(_ seconds: Rational, _ rate: Int) -> Int {
    let place = (seconds * Rational(rate)).rounded
    return Int(clamping: min(max(place, -farthest), farthest))
  }

  /// The place where pass `number` begins.
  func begin(of number: Int) -> Int {
    guard let period else { return Self.nearest(origin, rate) }
    return Self.nearest(origin + period * Rational(number), rate)
  }

  /// The pass that is entered last at or before a place.
  private func pass(at place: Int) -> Int {
    guard let period else { return 0 }
    // The last whose start, rounded, is not after the place: (origin + n period) rate + 1/2 is
    // below place + 1.
    let bound = Rational(reducing: Int128(place) * 2 + 1, over: Int128(rate) * 2) - origin
    guard let passes = bound.divided(by: period) else { return 0 }
    return Int(clamping: min(max(passes.ceiling - 1, 0), Int128(lastPass)))
  }

  /// The places that are played, in samples of a rate; they end nowhere where the source's end is
  /// not known, or passes follow for ever.
  func range(at rate: Int) -> Range<Int> {
    let scale = Rational(reducing: Int128(rate), over: Int128(self.rate))
    let first = Int(clamping: (Rational(begin(of: 0)) * scale).floor)
    guard !isEndless, afterLast > self.first else { return first..<Self.never }
    let end = begin(of: lastPass) + afterLast - self.first
    return first..<max(first + 1, Int(clamping: (Rational(end) * scale).ceiling))
  }

  /// What is read at a place, and how far on.
  func run(at place: Int) -> Run {
    let number = pass(at: place)
    let end = number < lastPass && period != nil ? begin(of: number + 1) : Self.never
    return run(at: place, inPass: number, end: max(end, place + 1))
  }

  /// What pass `number` has at a place, which may lie beyond it.
  func run(at place: Int, inPass number: Int, end: Int) -> Run {
    let offset = place - begin(of: number)
    let isBackward = loopedPart.isBackward(number)
    return Run(
      sample: isBackward ? afterLast - 1 - offset : first + offset, isBackward: isBackward,
      end: end, pass: number)
  }

  /// The samples of the source that may be asked for again, or in another order than the source
  /// has them, when the course is read with `margin` more on both sides; nil when there are none.
  func kept(margin: Int) -> Range<Int>? {
    guard !loopedPart.isPlain else { return nil }
    let low = max(0, first - margin)
    return low..<max(low, afterLast + margin)
  }
}
