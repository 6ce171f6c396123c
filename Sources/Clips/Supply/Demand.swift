import Bytes
import Timeline

/// Which frames of a source each frame of the output shows.
package struct Demand: Sendable {
  /// The most output frames for which it is planned how long each frame of a source that goes on
  /// alone is kept.
  static let longestTable = 1 << 22

  /// The numbers of the output frames that show the source; up to `Int.max` without an end.
  package let outputs: Range<Int>
  /// Whether it continues to the end of the source, wherever that is.
  package let isOpen: Bool
  /// Whether no frame is shown again after a later one.
  let isRising: Bool
  /// Whether each output frame shows the next frame of the source, at exactly its time.
  package let isPlain: Bool
  private let choose: @Sendable (Int) -> FrameChoice
  private let place: @Sendable (Int) -> Int

  /// - Parameters:
  ///   - isOpen: by default, whether `outputs` has no end.
  ///   - choose: the frames that an output frame shows.
  ///   - place: the frame in which the source stands then, which is past the last one when the
  ///     source is over; without it, the first of the choice.
  package init(
    outputs: Range<Int>, isOpen: Bool? = nil, isRising: Bool, isPlain: Bool = false,
    choose: @escaping @Sendable (Int) -> FrameChoice, place: (@Sendable (Int) -> Int)? = nil
  ) {
    self.outputs = outputs
    self.isOpen = isOpen ?? (outputs.upperBound == .max)
    self.isRising = isRising
    self.isPlain = isPlain
    self.choose = choose
    self.place = place ?? { choose($0).first }
  }

  /// The demand of one use of a source.
  ///
  /// - Parameters:
  ///   - rate: of the source.
  ///   - range: when it is seen.
  ///   - begin: when it begins, which may be before it is seen; nil is the start of `range`.
  ///   - start: the time of output frame 0.
  package init(
    _ use: MediaUse, _ retiming: Retiming, rate: FrameRate, in range: TimeRange,
    from begin: Time? = nil, canvasRate: FrameRate, start: Time = .zero
  ) {
    let offset = start - (begin ?? range.start)
    let isRising = retiming.isMonotone
    let factor = Rational(reducing: Int128(rate.numerator), over: Int128(rate.denominator))
    let isWhole = ((use.start + offset).value * factor).denominator == 1
    self.init(
      outputs: range.shifted(by: -start).frames(rate: canvasRate), isRising: isRising,
      isPlain: isRising && isWhole && rate == canvasRate && use.freeze == nil
        && use.speed == Animated(1) && use.sampling != .average,
      choose: {
        retiming.frames(
          at: offset + Time(frame: $0, rate: canvasRate), rate: rate,
          frameTime: Time(frame: 1, rate: canvasRate))
      },
      place: {
        retiming.instant(at: offset + Time(frame: $0, rate: canvasRate)).time.frameIndex(rate: rate)
      })
  }

  /// The frames that output frame `index` shows.
  package func choice(at index: Int) -> FrameChoice { choose(index) }

  /// The frame in which the source stands at output frame `index`.
  package func position(at index: Int) -> Int { place(index) }

  /// Whether the frames go down from output frame `index` on, as far as the next change shows.
  func isFalling(at index: Int) -> Bool {
    let here = choice(at: index).first
    var next = index + 1
    while next < outputs.upperBound, next - index <= 256 {
      let there = choice(at: next).first
      if there != here { return there < here }
      next += 1
    }
    return false
  }

  /// The same within fewer output frames.
  package func limited(to range: Range<Int>) -> Demand {
    Demand(
      outputs: outputs.clamped(to: range), isOpen: isOpen, isRising: isRising, isPlain: isPlain,
      choose: choose, place: place)
  }
}

extension FrameChoice {
  /// Whether `frame` is shown at all.
  func contains(_ frame: Int) -> Bool {
    if mean != nil { return span.contains(frame) }
    return frame == first || (frame == second && weight > 0)
  }
}

/// When a demand asks for a frame for the last time.
struct Uses: Sendable {
  let demand: Demand
  /// The frames from the first to the last that are asked for.
  let frames: ClosedRange<Int>
  /// The last output frame that shows each frame; nil for a demand that rises.
  private let table: [Int: Int32]?
  /// Whether all frames count as needed, as for a film that is repeated for as long as a stream
  /// lasts: there are too many output frames to look at each.
  private let keepsAll: Bool

  /// The number of different frames, where they are known one by one.
  var tableCount: Int? { table?.count }

  /// - Parameter isRandom: whether the source gives its frames in any order, so that none is kept.
  init(_ demand: Demand, isRandom: Bool = false) {
    self.demand = demand
    let outputs = demand.outputs
    keepsAll = !isRandom && !demand.isRising && outputs.count > Demand.longestTable
    guard !outputs.isEmpty, !isRandom, !keepsAll else {
      (frames, table) = (0...(keepsAll ? Int.max : 0), nil)
      return
    }
    if demand.isRising {
      let first = demand.choice(at: outputs.lowerBound).first
      let last =
        outputs.upperBound == .max ? Int.max : demand.choice(at: outputs.upperBound - 1).second
      (frames, table) = (first...max(first, last), nil)
      return
    }
    var table: [Int: Int32] = [:]
    var (least, most) = (Int.max, 0)
    for index in outputs {
      let choice = demand.choice(at: index)
      let time = Int32(truncatingIfNeeded: index - outputs.lowerBound)
      table[choice.first] = time
      if choice.weight > 0 { table[choice.second] = time }
      if choice.mean != nil { for frame in choice.span { table[frame] = time } }
      least = min(least, choice.first, choice.second)
      most = max(most, choice.first, choice.second)
    }
    (frames, self.table) = (least...max(least, most), table)
  }

  /// Whether `frame` is asked for after output frame `index`, but for the run of output frames from
  /// there on that all show it, as `now` does.
  func isNeeded(_ frame: Int, after index: Int, now: FrameChoice?) -> Bool {
    let outputs = demand.outputs
    guard frames.contains(frame), index + 1 < outputs.upperBound else { return false }
    if keepsAll { return true }
    let isShown = now?.contains(frame) == true
    if let table {
      guard let time = table[frame] else { return false }
      let last = outputs.lowerBound + Int(time)
      guard last > index, isShown else { return last > index }
      var run = index
      while run < last, demand.choice(at: run + 1).contains(frame) { run += 1 }
      return last > run
    }
    // Frames that rise are shown in one run.
    if isShown { return false }
    if let now, frame < now.first { return false }
    return rises(to: frame, from: max(index + 1, outputs.lowerBound))
  }

  /// Whether an output frame from `start` on shows `frame`, of a demand that rises.
  private func rises(to frame: Int, from start: Int) -> Bool {
    let end = demand.outputs.upperBound
    guard start < end, demand.choice(at: start).first <= frame else { return false }
    // The last output frame whose first frame is not later, found by ever longer steps.
    var (low, step) = (start, 1)
    while step < end - low, demand.choice(at: low + step).first <= frame {
      low += step
      step *= 2
    }
    var high = min(end, step < end - low ? low + step : end)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if demand.choice(at: middle).first <= frame { low = middle } else { high = middle }
    }
    return demand.choice(at: low).contains(frame)
  }
}
