import Bytes

/// One or two frames of a source, or the mean of many, by their numbers.
package struct FrameChoice: Hashable, Sendable {
  /// The frame that is seen, or in a blend what ``weight`` leaves of it; from 0.
  package let first: Int
  /// The other frame of a blend; equal to ``first`` when there is none.
  package let second: Int
  /// The share of ``second`` in 65,536ths.
  package let weight: UInt16
  /// What each frame from ``first`` to ``second`` counts in their mean, in the order in which they
  /// are played; nil where they are no more than two.
  package let mean: FrameMean?

  /// A blend, unless both numbers are equal.
  package init(first: Int, second: Int, weight: UInt16) {
    self.first = first
    self.second = second
    self.weight = weight
    mean = nil
  }

  /// The frames that follow these by so many.
  package func later(by count: Int) -> FrameChoice {
    let (first, second) = (first &+ count, second &+ count)
    if let mean { return FrameChoice(first: first, second: second, mean: mean.later(by: count)) }
    return FrameChoice(first: first, second: second, weight: weight)
  }

  /// The mean of frames from `first` to `second`, which may be the lower number.
  package init(first: Int, second: Int, mean: FrameMean) {
    self.first = first
    self.second = second
    weight = 0
    self.mean = mean
  }

  /// The lowest and the highest number.
  package var span: ClosedRange<Int> { min(first, second)...max(first, second) }

  /// One frame alone.
  package init(_ frame: Int) { self.init(first: frame, second: frame, weight: 0) }
}

extension Retiming {
  /// The frames of a source of `rate` that are seen at `time`, counted from the clip's start.
  ///
  /// Frame k lasts from k/rate to (k+1)/rate. Backwards everything is mirrored: a part of whole
  /// frames gives the same frames in the other order.
  ///
  /// - Parameters:
  ///   - frameTime: of the output, for a mean; without it, that is the frame which a player would
  ///     show.
  ///   - isBackward: whether the clip itself is played backwards, as in a timeline that is.
  package func frames(
    at time: Time, rate: FrameRate, frameTime: Time? = nil, isBackward: Bool = false
  ) -> FrameChoice {
    if sampling == .average, let frameTime {
      return mean(at: time, rate: rate, frameTime: frameTime)
    }
    let instant = instant(at: time).turned(isBackward)
    let part = partFrames(rate: rate)
    // In frames; backwards, the number of the frame that ends at the moment.
    let frames = instant.time.value * rate.exact
    let half = Rational(reducing: 1, over: 2)
    let place = instant.isBackward ? frames - .one : frames
    switch sampling {
    case .previous, .average:
      return FrameChoice(part.holding(instant.isBackward ? place.ceiling : place.floor))
    case .nearest:
      let near = instant.isBackward ? (place - half).ceiling : (place + half).floor
      return FrameChoice(part.holding(near))
    case .blend, .flow:
      let first = instant.isBackward ? place.ceiling : place.floor
      let rest = place - Rational(reducing: first, over: 1)
      let distance = instant.isBackward ? -rest : rest
      let weight = UInt16(clamping: (distance * Rational(65536)).floor)
      let next = instant.isBackward ? first - 1 : first + 1
      let (a, b) = (part.holding(first), part.holding(next))
      return a == b || weight == 0
        ? FrameChoice(a) : FrameChoice(first: a, second: b, weight: weight)
    }
  }

  /// The frames that start within the part; the one that is seen there, when none does.
  package func partFrames(rate: FrameRate) -> Range<Int> {
    let first = (segment.start.value * rate.exact).ceiling
    let end = segment.end.map { ($0.value * rate.exact).ceiling } ?? Int128(Int.max)
    guard first < end else {
      let only = Int(clamping: (segment.start.value * rate.exact).floor)
      return only..<(only &+ 1)
    }
    return Int(clamping: first)..<Int(clamping: end)
  }
}

extension SourceInstant {
  /// The same moment, passed the other way if `isBackward`.
  fileprivate func turned(_ isBackward: Bool) -> SourceInstant {
    SourceInstant(time: time, isBackward: self.isBackward != isBackward)
  }
}

extension Range<Int> {
  /// The nearest number inside; the range is not empty.
  func holding(_ number: Int128) -> Int {
    Int(clamping: Swift.min(Swift.max(number, Int128(lowerBound)), Int128(upperBound) - 1))
  }
}
