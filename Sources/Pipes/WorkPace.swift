/// Finds out whether items that are worked on quickly come faster with one worker or with several.
///
/// Where few cores are shared with the programs at the other ends of the pipes, a second worker
/// may take more from these than it gives, and from the first one's cache. So some items are timed
/// with several workers, and some with one alone where these are hardly at work at once; the faster
/// way is kept for a while, and tried again. Input that comes more slowly than it is worked on sees
/// no difference.
struct WorkPace {
  /// How many items are timed at once.
  static let window = 32
  /// For how many windows one worker is left alone, and for how many several work after they were
  /// faster.
  static let kept = (one: 16, several: 48)

  private enum Phase {
    /// Several workers are timed.
    case several
    /// One is timed, to be compared with the time of a window of several.
    case one(several: UInt64)
    /// So many windows are left; with the time of a window, where one worker was faster.
    case settled(Int, one: UInt64?)
  }

  /// Whether one worker is to work alone.
  private(set) var isAlone = false
  private var phase = Phase.several
  private var began: UInt64?
  private var count = 0
  private var work: UInt64 = 0

  /// Notes that an item was finished.
  ///
  /// - Parameters:
  ///   - time: when, in nanoseconds.
  ///   - work: how long it was worked on.
  mutating func note(_ time: UInt64, work: UInt64) {
    guard let began else {
      began = time
      return
    }
    count += 1
    self.work &+= work
    guard count == Self.window else { return }
    decide(span: time &- began)
    (self.began, count, self.work) = (time, 0, 0)
  }

  private mutating func decide(span: UInt64) {
    switch phase {
    case .several:
      // One worker is hardly faster than the work that several do.
      isAlone = work &- work / 4 < span
      phase = isAlone ? .one(several: span) : .settled(Self.kept.several, one: nil)
    case .one(let several):
      isAlone = Self.isShorter(span, than: several)
      phase = isAlone ? .settled(Self.kept.one, one: span) : .settled(Self.kept.several, one: nil)
    case .settled(let left, let one):
      // What takes longer now may be better shared.
      let isOver = left <= 1 || one.map { Self.isShorter($0 &+ $0 / 8, than: span) } ?? false
      if isOver { isAlone = false }
      phase = isOver ? .several : .settled(left - 1, one: one)
    }
  }

  /// Whether a time is shorter than another by more than chance.
  private static func isShorter(_ time: UInt64, than other: UInt64) -> Bool {
    time &+ time / 32 < other
  }
}
