import Bytes
import Pipes
import Timeline

/// When and how progress is shown.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// A line that renews itself, if standard error is a terminal.
  case auto
  /// One JSON object a line, for programs.
  case json
  case none
}

/// What a stream is counted in.
package enum ProgressClock: Sendable {
  /// Frames of pictures; a stream without a rate is shown at 25 frames a second.
  case frames(FrameRate?)
  /// Samples of sound, so many a second.
  case samples(rate: Int)

  /// The time that `count` of them take.
  func time(_ count: Int) -> Time {
    switch self {
    case .frames(let rate?): Time(frame: count, rate: rate)
    case .frames(nil): Time(count, 25) ?? .zero
    case .samples(let rate): Time(count, max(rate, 1)) ?? .zero
    }
  }
}

/// How far the work has come, as numbers.
struct ProgressState: Sendable {
  let clock: ProgressClock
  /// Frames or samples done.
  var count: Int
  /// How many there are in all, where that is known.
  let total: Int?
  /// The timestamp of the last frame done, or of the end of the samples.
  var time: Time
  /// Seconds since the start.
  var elapsed: Double

  /// Frames or samples done in a second of work.
  var speed: Double { elapsed > 0 ? Double(count) / elapsed : 0 }

  /// The part that is done, 0 to 1, where the total is known.
  var fraction: Double? {
    total.map { $0 > 0 ? min(Double(count) / Double($0), 1) : 1 }
  }

  /// Seconds that are left at this speed, where the total is known.
  var remaining: Double? {
    guard let total, speed > 0 else { return nil }
    return Double(max(total - count, 0)) / speed
  }

  /// The speed as people read it: `57.3 fps`, or `740x` as fast as the sound plays.
  var speedText: String {
    switch clock {
    case .frames: "\(fixed(speed, 1)) fps"
    case .samples(let rate): "\(fixed(speed / Double(max(rate, 1)), 0))x"
    }
  }

  /// The line for people: `frame 120  0:00:04.800  57.3 fps  41 %  ETA 0:12`.
  var line: String {
    var parts = [timestamp(time), speedText]
    if case .frames = clock { parts.insert("frame \(count)", at: 0) }
    if let fraction { parts.append("\(Int(fraction * 100)) %") }
    if let remaining { parts.append("ETA \(countdown(remaining))") }
    return parts.joined(separator: "  ")
  }

  /// The object for programs, on one line.
  func json(isDone: Bool) -> String {
    var members: [(key: String, value: JSONText)] = [("time", .number(fixed(time.seconds, 6)))]
    switch clock {
    case .frames:
      members.insert(("frame", .integer(count)), at: 0)
      members.append(("fps", .number(fixed(speed, 2))))
      if let total { members.append(("frames", .integer(total))) }
    case .samples(let rate):
      members.insert(("sample", .integer(count)), at: 0)
      members.append(("speed", .number(fixed(speed / Double(max(rate, 1)), 2))))
      if let total { members.append(("samples", .integer(total))) }
    }
    if let fraction { members.append(("percent", .number(fixed(fraction * 100, 1)))) }
    if let remaining { members.append(("eta", .number(fixed(remaining, 1)))) }
    members.append(("done", .bool(isDone)))
    return JSONText.object(members).compact
  }
}

/// Shows on standard error how far the work has come, and at the end what it took.
///
/// Belongs to the thread that writes frames. ``finish()`` leaves the cursor at the start of a line,
/// so it is called before anything else is said. If several programs share a terminal, one shows
/// its line; when it has finished, another does.
package struct Progress {
  private let mode: ProgressMode
  private let isTerminal: Bool
  private let hasStatistics: Bool
  private let start: Time
  private let startedAt: UInt64
  private var state: ProgressState
  private var shownAt: UInt64
  private var isLineOpen = false
  /// Bytes that came in and went out, for the summary.
  private var bytesRead: UInt64 = 0
  private var bytesWritten: UInt64 = 0

  /// Starts the clock for frames; `start` is the timestamp of the first frame, and `total` the
  /// number of frames where that is known.
  package init(
    _ options: ProgressOptions, rate: FrameRate?, start: Time = .zero, total: Int? = nil
  ) {
    self.init(options, clock: .frames(rate), start: start, total: total)
  }

  /// Starts the clock; `start` is the timestamp of what comes first, and `total` how much there is
  /// where that is known.
  package init(
    _ options: ProgressOptions, clock: ProgressClock, start: Time = .zero, total: Int? = nil
  ) {
    mode = options.mode
    hasStatistics = options.hasStatistics
    isTerminal = FileDescriptor.standardError.isTerminal
    self.start = start
    startedAt = Host.monotonicTime
    shownAt = startedAt
    state = ProgressState(clock: clock, count: 0, total: total, time: start, elapsed: 0)
  }

  /// Counts one more frame, or `count` samples, as done, and shows it unless the last one was shown
  /// just now.
  package mutating func advance(by count: Int = 1, bytesRead: Int = 0, bytesWritten: Int = 0) {
    state.count += count
    self.bytesRead &+= UInt64(max(0, bytesRead))
    self.bytesWritten &+= UInt64(max(0, bytesWritten))
    guard mode == .json || (mode == .auto && isTerminal) else { return }
    let now = Host.monotonicTime
    // Five times a second is as often as a person reads.
    guard now &- shownAt >= 200_000_000 else { return }
    shownAt = now
    update(now)
    if mode == .json {
      Console.write(state.json(isDone: false) + "\n")
    } else {
      showLine()
    }
  }

  /// Ends the progress line, and writes the summary if requested.
  ///
  /// - Parameter kept: what the caches of the work have counted.
  package mutating func finish(kept: CacheTally.Sums? = nil) {
    update(Host.monotonicTime)
    if mode == .json { Console.write(state.json(isDone: true) + "\n") }
    if isLineOpen {
      showLine()
      Console.renewLine(nil)
      isLineOpen = false
      FileDescriptor.standardError.unlock()
    }
    if hasStatistics { Console.complain(statistics + Self.text(of: kept)) }
  }

  private mutating func update(_ now: UInt64) {
    state.elapsed = Double(now &- startedAt) / 1e9
    if case .frames = state.clock {
      state.time = start + state.clock.time(max(state.count - 1, 0))
    } else {
      state.time = start + state.clock.time(state.count)
    }
  }

  private mutating func showLine() {
    guard isLineOpen || FileDescriptor.standardError.tryLock() else { return }
    let width = max(Host.terminalWidth() ?? 80, 20) - 1
    Console.renewLine(String(state.line.prefix(width)))
    isLineOpen = true
  }

  /// How much caches kept at most, and how often that saved making something.
  private static func text(of kept: CacheTally.Sums?) -> String {
    guard let kept, kept.made > 0 else { return "" }
    let share = 100 * Double(kept.found) / Double(kept.found + kept.made)
    return "; \(byteCount(UInt64(max(0, kept.mostBytes)))) of pictures and glyphs in caches, "
      + "\(fixed(share, 1)) % hits"
  }

  private var statistics: String {
    let processor = Double(Host.processorTime) / 1e9
    let cores = state.elapsed > 0 ? processor / state.elapsed : 0
    var done = counted(state.count, "frame")
    if case .samples = state.clock { done = counted(state.count, "sample") }
    return "\(done) in \(fixed(state.elapsed, 2)) s (\(state.speedText)); "
      + "read \(byteCount(bytesRead)), wrote \(byteCount(bytesWritten)); "
      + "processor \(fixed(processor, 2)) s (\(fixed(cores, 2)) cores); "
      + "peak memory \(byteCount(UInt64(max(0, Host.peakMemory))))"
  }
}
