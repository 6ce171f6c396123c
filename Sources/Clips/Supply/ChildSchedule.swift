import Bytes

/// When the child processes of a timeline are started and stopped.
package struct ChildSchedule: Sendable {
  /// How many children may be alive, unless more sources than that are seen at once.
  static let mostAlive = 3

  /// The life of one child, in numbers of output frames.
  package struct Life: Hashable, Sendable {
    /// The number of its feed.
    package let feed: Int
    /// It is started before this frame is made.
    package let start: Int
    /// The first frame that it is needed for.
    package let due: Int
    /// The first frame after that it is not needed for; up to `Int.max`.
    package let end: Int
  }

  /// All lives, by ``Life/start``.
  package let lives: [Life]

  /// Plans the children of `plans`, within the output frames `frames`.
  ///
  /// A child is started a second before its pictures are needed, later if ``mostAlive`` are running
  /// until then, and at the latest when they are needed.
  package init(_ plans: [FeedPlan], rate: FrameRate, frames: Range<Int> = 0..<Int.max) {
    let lead = max(1, rate.numerator / rate.denominator)
    let needed = plans.filter(\.needsChild).map { ($0.feed, $0.demand.outputs.clamped(to: frames)) }
      .filter { !$0.1.isEmpty }
      .sorted { ($0.1.lowerBound, $0.0) < ($1.1.lowerBound, $1.0) }
    var lives: [Life] = []
    for (feed, outputs) in needed {
      let due = outputs.lowerBound
      // The last ends of those that are alive leave no room before them.
      let ends = lives.map(\.end).sorted(by: >)
      let room = ends.count < Self.mostAlive ? 0 : ends[Self.mostAlive - 1]
      let earliest = max(frames.lowerBound, lives.last?.start ?? 0, room, due - lead)
      lives.append(
        Life(feed: feed, start: min(due, earliest), due: due, end: outputs.upperBound))
    }
    self.lives = lives
  }

  private init(_ lives: [Life]) { self.lives = lives }

  /// The same with other numbers of output frames, which are higher by so many.
  package func moved(by count: Int) -> ChildSchedule {
    count == 0
      ? self
      : ChildSchedule(
        lives.map {
          Life(
            feed: $0.feed, start: $0.start + count, due: $0.due + count,
            end: $0.end == .max ? .max : $0.end + count)
        })
  }
}
