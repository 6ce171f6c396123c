import Bytes
import Timeline

/// How many frames before its own a frame of the output reads, over the time of a film.
struct HistoryPlan {
  /// From when on how many are read, in rising order.
  private let steps: [(time: Time, frames: Int)]
  /// The most that any frame reads.
  let most: Int

  /// - Parameters:
  ///   - uses: in the timeline's time.
  ///   - rate: of the output.
  init(_ uses: [HistoryUse], rate: FrameRate?) {
    var steps = Self.steps(uses, reach: .zero)
    // Effects may read what others made that are on a little before them, and these what still
    // others made: until no more of them are near enough.
    for round in 0...Self.mostRounds {
      guard let rate = rate ?? Document.provisionalRate, !uses.isEmpty else { break }
      let isLast = round == Self.mostRounds
      let reach =
        isLast ? Self.reach(of: uses, rate) : Time(frame: Self.most(steps), rate: rate)
      let wider = Self.steps(uses, reach: reach)
      let isAll = Self.most(wider) == Self.most(steps)
      steps = wider
      if isAll { break }
    }
    (self.steps, most) = (steps, Self.most(steps))
  }

  /// How often it is tried to count the nearest effects alone; then all of them count.
  private static let mostRounds = 16

  private static func most(_ steps: [(time: Time, frames: Int)]) -> Int {
    steps.reduce(0) { max($0, $1.frames) }
  }

  /// - Parameter reach: how long before its time and after it each effect counts.
  private static func steps(
    _ uses: [HistoryUse], reach: Time
  ) -> [(time: Time, frames: Int)] {
    var changes: [(time: Time, frames: Int)] = []
    for use in uses {
      changes.append((use.range.start - reach, use.frames))
      if let end = use.range.end { changes.append((end + reach, -use.frames)) }
    }
    changes.sort { $0.time < $1.time }
    var (steps, sum) = ([(time: Time, frames: Int)](), 0)
    for change in changes {
      sum += change.frames
      if steps.last?.time == change.time { steps.removeLast() }
      steps.append((change.time, sum))
    }
    return steps
  }

  /// How long all of some effects together read back.
  static func reach(of uses: [HistoryUse], _ rate: FrameRate?) -> Time {
    guard let rate = rate ?? Document.provisionalRate else { return .zero }
    // Each reads at most 256 frames.
    return Time(frame: uses.reduce(0) { $0 + $1.frames }, rate: rate)
  }

  /// How many frames before the one at `time` are kept for it.
  func frames(at time: Time) -> Int {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? steps[low - 1].frames : 0
  }
}
