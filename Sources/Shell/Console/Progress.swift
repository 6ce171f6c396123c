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

/// How far the work has come, as numbers.
package struct ProgressState: Sendable {
  /// Frames done.
  package var frames: Int
  /// Frames in all, where that is known.
  package let total: Int?
  /// The timestamp of the last frame done.
  package var time: Time
  /// Seconds since the start.
  package var elapsed: Double

  /// Frames done in a second of work.
  package var speed: Double { elapsed > 0 ? Double(frames) / elapsed : 0 }

  /// The part that is done, 0 to 1, where the total is known.
  package var fraction: Double? {
    total.map { $0 > 0 ? min(Double(frames) / Double($0), 1) : 1 }
  }

  /// Seconds that are left at this speed, where the total is known.
  package var remaining: Double? {
    guard let total, speed > 0 else { return nil }
    return Double(max(total - frames, 0)) / speed
  }

  /// The line for people: `frame 120  0:00:04.800  57.3 fps  41 %  ETA 0:12`.
  package var line: String {
    var parts = ["frame \(frames)", timestamp(time), "\(fixed(speed, 1)) fps"]
    if let fraction { parts.append("\(Int(fraction * 100)) %") }
    if let remaining { parts.append("ETA \(countdown(remaining))") }
    return parts.joined(separator: "  ")
  }

  /// The object for programs, on one line.
  package func json(isDone: Bool) -> String {
    var members: [(key: String, value: JSONText)] = [
      ("frame", .integer(frames)), ("time", .number(fixed(time.seconds, 6))),
      ("fps", .number(fixed(speed, 2))),
    ]
    if let total { members.append(("frames", .integer(total))) }
    if let fraction { members.append(("percent", .number(fixed(fraction * 100, 1)))) }
    if let remaining { members.append(("eta", .number(fixed(remaining, 1)))) }
    members.append(("done", .bool(isDone)))
    return JSONText.object(members).compact
  }
}

/// Shows on standard error how far the work has come, and at the end what it took.
///
/// Belongs to the thread that writes frames. ``finish()`` leaves the cursor at the start of a line,
/// so it is called before anything else is said.
package struct Progress {
  private let mode: ProgressMode
  private let isTerminal: Bool
  private let hasStatistics: Bool
  /// The time from one frame to the next.
  private let interval: Time
  private let start: Time
  private let startedAt: UInt64
  private var state: ProgressState
  private var shownAt: UInt64
  private var isLineOpen = false
  /// Bytes that came in and went out, for the summary.
  private var bytesRead: UInt64 = 0
  private var bytesWritten: UInt64 = 0

  /// Starts the clock; `start` is the timestamp of the first frame, and `total` the number of
  /// frames where that is known. A stream without a rate is shown at 25 frames per second.
  package init(_ options: ProgressOptions, rate: FrameRate?, start: Time = .zero, total: Int? = nil)
  {
    mode = options.mode
    hasStatistics = options.hasStatistics
    isTerminal = FileDescriptor.standardError.isTerminal
    interval = rate.map { Time(frame: 1, rate: $0) } ?? Time(1, 25) ?? .zero
    self.start = start
    startedAt = Host.monotonicTime
    shownAt = startedAt
    state = ProgressState(frames: 0, total: total, time: start, elapsed: 0)
  }

  /// Counts one more frame as done, and shows it unless the last one was shown just now.
  package mutating func advance(bytesRead: Int = 0, bytesWritten: Int = 0) {
    state.frames += 1
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

  /// Ends the line that renews itself, and writes the summary if it is wanted.
  package mutating func finish() {
    update(Host.monotonicTime)
    if mode == .json { Console.write(state.json(isDone: true) + "\n") }
    if isLineOpen {
      showLine()
      Console.write("\n")
      isLineOpen = false
    }
    if hasStatistics { Console.complain(statistics) }
  }

  private mutating func update(_ now: UInt64) {
    state.elapsed = Double(now &- startedAt) / 1e9
    state.time = start + interval * Rational(max(state.frames - 1, 0))
  }

  private mutating func showLine() {
    let width = max(Host.terminalWidth() ?? 80, 20) - 1
    // Return to the first column, write, and erase what an earlier line left (ECMA-48 EL).
    Console.write("\r\(state.line.prefix(width))\u{1B}[K")
    isLineOpen = true
  }

  private var statistics: String {
    let processor = Double(Host.processorTime) / 1e9
    let cores = state.elapsed > 0 ? processor / state.elapsed : 0
    return "\(state.frames) frames in \(fixed(state.elapsed, 2)) s (\(fixed(state.speed, 1)) fps); "
      + "read \(byteCount(bytesRead)), wrote \(byteCount(bytesWritten)); "
      + "processor \(fixed(processor, 2)) s (\(fixed(cores, 2)) cores); "
      + "peak memory \(byteCount(UInt64(max(0, Host.peakMemory))))"
  }
}
