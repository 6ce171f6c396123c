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
  /// How two frames are blended whose places are counted in ticks, and not until they come; nil where
  /// frames are counted, or the one that holds a tick is seen.
  package private(set) var between: Between?
  /// Whether frames are numbered by the ticks for which they last.
  private(set) var countsTicks = false
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

  /// What a blend needs of a source whose frames are numbered by ticks.
  package struct Between: Sendable {
    /// The ticks of the part that is played.
    let part: Range<Int>
    /// Whether the source runs backwards at an output frame.
    let isBackward: @Sendable (Int) -> Bool
  }

  /// The demand of one use of a source.
  ///
  /// - Parameters:
  ///   - rate: of the source.
  ///   - countsTicks: whether `rate` counts ticks of a clock, and not frames.
  ///   - range: when it is seen.
  ///   - start: the time of output frame 0.
  package init(
    _ use: MediaUse, _ retiming: Retiming, rate: FrameRate, countsTicks: Bool = false,
    in range: TimeRange, canvasRate: FrameRate, start: Time = .zero
  ) {
    let offset = start - range.start
    let isRising = retiming.isMonotone
    let factor = rate.exact
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
    self.countsTicks = countsTicks
    guard countsTicks, [.blend, .flow].contains(retiming.sampling) else { return }
    between = Between(
      part: retiming.partFrames(rate: rate),
      isBackward: {
        retiming.instant(at: offset + Time(frame: $0, rate: canvasRate)).isBackward
      })
  }

  /// The demand of a source in timelines that clips play.
  ///
  /// - Parameters:
  ///   - use: when it is seen; without such clips this is
  ///     ``init(_:_:rate:countsTicks:in:canvasRate:start:)``.
  package init(
    _ media: MediaUse, _ retiming: Retiming, rate: FrameRate, countsTicks: Bool = false,
    of use: FeedUse, canvasRate: FrameRate, start: Time = .zero
  ) {
    guard !use.outer.isEmpty else {
      self.init(
        media, retiming, rate: rate, countsTicks: countsTicks, in: use.range,
        canvasRate: canvasRate, start: start)
      return
    }
    let begin = use.range.start
    @Sendable func instant(_ index: Int) -> SourceInstant {
      use.instant(at: start + Time(frame: index, rate: canvasRate), rate: canvasRate)
    }
    self.init(
      outputs: use.outputs(rate: canvasRate, start: start),
      isRising: use.isForward && retiming.isMonotone,
      choose: {
        let instant = instant($0)
        return retiming.frames(
          at: instant.time - begin, rate: rate, frameTime: Time(frame: 1, rate: canvasRate),
          isBackward: instant.isBackward)
      },
      place: { retiming.instant(at: instant($0).time - begin).time.frameIndex(rate: rate) })
    self.countsTicks = countsTicks
    guard countsTicks, [.blend, .flow].contains(retiming.sampling) else { return }
    between = Between(
      part: retiming.partFrames(rate: rate),
      isBackward: {
        let instant = instant($0)
        return retiming.instant(at: instant.time - begin).isBackward != instant.isBackward
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
    var demand = Demand(
      outputs: outputs.clamped(to: range), isOpen: isOpen, isRising: isRising, isPlain: isPlain,
      choose: choose, place: place)
    (demand.between, demand.countsTicks) = (between, countsTicks)
    return demand
  }
}

extension FrameChoice {
  /// Whether `frame` is shown at all.
  func contains(_ frame: Int) -> Bool { isShown(in: frame..<frame + 1) }

  /// Whether a frame is shown that has these numbers: one, or the ticks for which it lasts.
  func isShown(in range: Range<Int>) -> Bool {
    if mean != nil { return range.overlaps(span) }
    return range.contains(first) || (weight > 0 && range.contains(second))
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
  /// The numbers of ``table`` in order.
  private let asked: [Int]

  /// The number of different frames, where they are known one by one.
  var tableCount: Int? { table?.count }

  /// - Parameters:
  ///   - isRandom: whether the source gives its frames in any order, so that none is kept.
  ///   - longest: the most output frames that are looked at one by one.
  init(_ demand: Demand, isRandom: Bool = false, longest: Int = Demand.longestTable) {
    self.demand = demand
    let outputs = demand.outputs
    let isEndless = !isRandom && !demand.isRising && outputs.count > longest
    guard !outputs.isEmpty, !isRandom, !isEndless else {
      (frames, table, asked) = (0...(isEndless ? Int.max : 0), nil, [])
      keepsAll = isEndless
      return
    }
    if demand.isRising {
      let first = demand.choice(at: outputs.lowerBound).first
      let last =
        outputs.upperBound == .max ? Int.max : demand.choice(at: outputs.upperBound - 1).second
      (frames, table, asked, keepsAll) = (first...max(first, last), nil, [], false)
      return
    }
    var table: [Int: Int32] = [:]
    var (least, most) = (Int.max, 0)
    var hasMeans = false
    for index in outputs {
      let choice = demand.choice(at: index)
      let time = Int32(truncatingIfNeeded: index - outputs.lowerBound)
      table[choice.first] = time
      if choice.weight > 0 { table[choice.second] = time }
      if choice.mean != nil {
        hasMeans = true
        // Ticks are too many to be looked at one by one.
        if !demand.countsTicks { for frame in choice.span { table[frame] = time } }
      }
      least = min(least, choice.first, choice.second)
      most = max(most, choice.first, choice.second)
    }
    (frames, self.table) = (least...max(least, most), table)
    asked = table.keys.sorted()
    // Which frame stands beside another is not known before they come.
    keepsAll = demand.between != nil || (demand.countsTicks && hasMeans)
  }

  /// Whether `frame` is asked for after output frame `index`, but for the run of output frames from
  /// there on that all show it, as `now` does.
  func isNeeded(_ frame: Int, after index: Int, now: FrameChoice?) -> Bool {
    isNeeded(frame..<frame + 1, after: index, now: now)
  }

  /// The same of a frame that has several numbers: the ticks for which it lasts.
  func isNeeded(_ frame: Range<Int>, after index: Int, now: FrameChoice?) -> Bool {
    let outputs = demand.outputs
    guard frame.lowerBound <= frames.upperBound, frame.upperBound > frames.lowerBound,
      index + 1 < outputs.upperBound
    else { return false }
    if keepsAll { return true }
    let isShown = now?.isShown(in: frame) == true
    if table != nil {
      guard let time = lastTime(of: frame) else { return false }
      let last = outputs.lowerBound + Int(time)
      guard last > index, isShown else { return last > index }
      var run = index
      while run < last, demand.choice(at: run + 1).isShown(in: frame) { run += 1 }
      return last > run
    }
    // Frames that rise are shown in one run.
    if isShown { return false }
    if let now, frame.upperBound <= now.first { return false }
    return rises(to: frame, from: max(index + 1, outputs.lowerBound))
  }

  /// The last output frame, counted from the first, that shows a frame; nil where none does.
  private func lastTime(of frame: Range<Int>) -> Int32? {
    if frame.count == 1 { return table?[frame.lowerBound] }
    // The first number that is not below the frame's.
    var (low, high) = (0, asked.count)
    while low < high {
      let middle = (low + high) / 2
      if asked[middle] < frame.lowerBound { low = middle + 1 } else { high = middle }
    }
    var last: Int32?
    while low < asked.count, asked[low] < frame.upperBound {
      last = max(last ?? 0, table?[asked[low]] ?? 0)
      low += 1
    }
    return last
  }

  /// Whether an output frame from `start` on shows `frame`, of a demand that rises.
  private func rises(to frame: Range<Int>, from start: Int) -> Bool {
    let end = demand.outputs.upperBound
    guard start < end, demand.choice(at: start).first < frame.upperBound else { return false }
    // The last output frame whose first frame is not later, found by ever longer steps.
    var (low, step) = (start, 1)
    while step < end - low, demand.choice(at: low + step).first < frame.upperBound {
      low += step
      step *= 2
    }
    var high = min(end, step < end - low ? low + step : end)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if demand.choice(at: middle).first < frame.upperBound { low = middle } else { high = middle }
    }
    return demand.choice(at: low).isShown(in: frame)
  }
}
