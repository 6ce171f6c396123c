import Bytes

/// When the frames of a stream stand, as a file of timecodes says it: formats 1, 2 and 4, which
/// mkvtoolnix, x264, vspipe and ffmpeg's mkvtimestamp_v2 write.
///
/// Source: the manual of mkvmerge, "Text files with timestamps for tracks". Frames are counted as
/// they are shown, so the times of format 4, which are in the order of storage, are sorted.
package struct Timecodes: Sendable {
  /// What is wrong with a file, and in which line.
  package struct Fault: Error, Equatable {
    /// From 1.
    package let line: Int
    /// What is wrong.
    package let message: String
  }

  /// Frames that follow at an even rate.
  private struct Run {
    /// The first frame.
    let start: Int
    /// Its time in seconds.
    let time: Rational
    /// The length of a frame in seconds.
    let step: Rational
  }

  private enum Content {
    /// The time of each frame, in seconds.
    case times([Rational])
    /// In the order of their frames; the first begins with frame 0, and the last does not end.
    case runs([Run])
  }

  private let content: Content

  /// How many frames have a time; nil where all have.
  package var count: Int? {
    if case .times(let times) = content { times.count } else { nil }
  }

  /// Into how many parts a second is divided by the times: milliseconds, microseconds or
  /// nanoseconds.
  package var precision: Int {
    guard case .times(let times) = content else { return 1_000_000_000 }
    return [1000, 1_000_000].first { parts in
      times.allSatisfy { ($0 * Rational(parts)).denominator == 1 }
    } ?? 1_000_000_000
  }

  /// The time of a frame in seconds; nil if the file says none.
  ///
  /// - Parameter frame: at least 0.
  package func time(of frame: Int) -> Rational? {
    switch content {
    case .times(let times): return times.indices.contains(frame) ? times[frame] : nil
    case .runs(let runs):
      // The last run that begins at the frame or before it.
      var (low, high) = (0, runs.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle].start <= frame { low = middle } else { high = middle }
      }
      let run = runs[low]
      return run.time + run.step * Rational(frame - run.start)
    }
  }

  /// Reads a file of format 1, 2 or 4.
  package init(parsing bytes: [UInt8]) throws(Fault) {
    let lines = TimecodeLine.lines(of: bytes)
    guard let head = lines.first, let version = head.version else {
      throw Fault(line: 1, message: "the first line must be '# timestamp format v2', or v1 or v4")
    }
    let rest = lines.dropFirst().filter { !$0.isComment }
    switch version {
    case "1": content = .runs(try Self.runs(rest))
    case "2": content = .times(try Self.times(rest, areSorted: true))
    case "4": content = .times(try Self.times(rest, areSorted: false).sorted())
    default:
      throw Fault(line: head.number, message: "format v\(version) is not read; v1, v2 and v4 are")
    }
  }

  /// Format 2: a time on each line, in milliseconds.
  private static func times(
    _ lines: [TimecodeLine], areSorted: Bool
  ) throws(Fault) -> [Rational] {
    var times: [Rational] = []
    times.reserveCapacity(lines.count)
    for line in lines {
      guard let milliseconds = line.number(line.text) else {
        throw Fault(line: line.number, message: "a number of milliseconds is expected")
      }
      let time = milliseconds * Rational(reducing: 1, over: 1000)
      if areSorted, let last = times.last, time < last {
        throw Fault(
          line: line.number,
          message: "the time lies before that of the frame before; format v4 allows that")
      }
      times.append(time)
    }
    guard !times.isEmpty else { throw Fault(line: 1, message: "there is no time in it") }
    return times
  }

  /// Format 1: a rate, and ranges of frames with rates of their own. One that begins within another
  /// ends that.
  private static func runs(_ lines: [TimecodeLine]) throws(Fault) -> [Run] {
    guard let first = lines.first, let standard = first.assumed else {
      throw Fault(line: lines.first?.number ?? 1, message: "'assume' and a rate are expected")
    }
    var ranges: [(first: Int, last: Int, step: Rational, line: Int)] = []
    for line in lines.dropFirst() {
      guard let range = line.range else {
        throw Fault(
          line: line.number,
          message: "the first frame, the last frame and a rate are expected, such as 0,99,25")
      }
      ranges.append((range.first, range.last, range.step, line.number))
    }
    ranges.sort { ($0.first, $0.line) < ($1.first, $1.line) }
    var runs: [Run] = []
    func add(_ frame: Int, _ step: Rational) {
      let time = runs.last.map { $0.time + $0.step * Rational(frame - $0.start) } ?? .zero
      if let last = runs.last, last.start == frame { runs.removeLast() }
      runs.append(Run(start: frame, time: time, step: step))
    }
    add(0, standard)
    for (index, range) in ranges.enumerated() {
      add(range.first, range.step)
      let next = index + 1 < ranges.count ? ranges[index + 1].first : Int.max
      if range.last < Int.max, range.last + 1 < next { add(range.last + 1, standard) }
    }
    return runs
  }
}
