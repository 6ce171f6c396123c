import Pipes
import Shell
import Timeline

/// Reads a timeline again when it or a file that it names changes, on a thread of its own.
///
/// Unchecked: what changes is touched by its own thread alone.
final class TimelineWatch: @unchecked Sendable {
  /// How long a faulty file must stay as it is before it is reported: an editor may be about to write
  /// the rest. In milliseconds.
  private static let patience = 150
  /// How long a file that is empty or not there must stay so, in milliseconds.
  private static let longPatience = 1000

  /// What is watched, and how.
  struct Target {
    /// The timeline's file.
    let path: String
    /// Other files that a request is made from.
    var values: [String] = []
    /// How often files are looked at, in milliseconds.
    var interval: Int32 = 100
    /// When the timeline began to be read, by the clock of ``FileMark/now``.
    let began: Int
    /// Reads the timeline.
    let request: () throws -> Scene.Request
  }

  /// What has become of a text.
  enum Outcome {
    /// It is used.
    case sound
    /// It is not, and this is why, in whole lines.
    case faulty(String)
  }

  private let target: Target
  private let judge: (Scene.Request, TimelineFile) throws -> Outcome
  private let tell: (String) -> Void
  private let wake: () -> Void
  private let halt: Interrupt
  private var files = FileWatch()
  private var bytes: [UInt8]
  /// The files that the text that is used names.
  private var named: [String]
  private var hangUps = Signals.hangUps
  /// Whether a file that the timeline names has changed since it was last read.
  private var haveOthersChanged = false
  /// What has become of the text that was read last.
  private var last = Outcome.sound
  /// The files that it names.
  private var seen: [String] = []
  /// Whether its faults were reported.
  private var isTold = false
  private var thread: Thread?

  /// - Parameters:
  ///   - file: the timeline as it was read; nil where it could not be.
  ///   - wake: called each time files were looked at.
  ///   - tell: gets what is wrong with a text, once.
  ///   - judge: uses a text that was read, or says why not.
  init(
    _ target: Target, _ file: TimelineFile?, wake: @escaping () -> Void = {},
    tell: @escaping (String) -> Void,
    judge: @escaping (Scene.Request, TimelineFile) throws -> Outcome
  ) throws(PipeError) {
    (self.target, self.judge, self.tell, self.wake) = (target, judge, tell, wake)
    halt = try Interrupt()
    bytes = file?.source.bytes ?? []
    named = file?.namedPaths ?? []
    files.watch([target.path] + target.values + named, readSince: target.began)
  }

  /// Begins to watch.
  func start() throws(PipeError) {
    thread = try Thread(name: "watch", stackBytes: 8 << 20) { [self] in run() }
  }

  /// Ends the thread.
  func stop() {
    halt.cancel()
    thread?.join()
    thread = nil
  }

  private var isStopped: Bool { halt.reason != nil }

  private func run() {
    while !isStopped {
      halt.wait(milliseconds: target.interval)
      let isCalled = Signals.hangUps != hangUps
      hangUps = Signals.hangUps
      if haveFilesChanged() || isCalled { read(isCalled: isCalled) }
      wake()
    }
  }

  private func haveFilesChanged() -> Bool {
    let changed = files.changed()
    if changed.contains(where: { $0 != target.path }) { haveOthersChanged = true }
    return !changed.isEmpty
  }

  /// Reads until there is something sound, or something faulty that stays so.
  private func read(isCalled: Bool) {
    while !isStopped {
      let isMissing = FileMark(target.path)?.isEmpty ?? true
      guard case .faulty(let report) = attempt(isCalled: isCalled) else { return }
      if isTold { return }
      if waitForChange(milliseconds: isMissing ? Self.longPatience : Self.patience) { continue }
      isTold = true
      return tell(report)
    }
  }

  private func waitForChange(milliseconds: Int) -> Bool {
    let end = Host.monotonicTime &+ UInt64(milliseconds) &* 1_000_000
    while !isStopped, Host.monotonicTime < end {
      halt.wait(milliseconds: min(target.interval, 20))
      if haveFilesChanged() { return true }
    }
    return isStopped
  }

  private func attempt(isCalled: Bool) -> Outcome {
    let began = FileMark.now
    defer { files.watch([target.path] + target.values + named + seen, readSince: began) }
    do {
      let request = try target.request()
      guard let file = request.common.timeline else { return .sound }
      let isSame = file.source.bytes == bytes
      bytes = file.source.bytes
      if isSame, !isCalled, !haveOthersChanged { return last }
      (haveOthersChanged, isTold) = (false, false)
      let outcome = Result { try judge(request, file) }
      seen = file.namedPaths
      if case .failure(let failure as CommandFailure) = outcome {
        last = .faulty("\(failure.text)\n")
      } else {
        last = try outcome.get()
      }
      if case .sound = last { named = seen }
      return last
    } catch let failure as CommandFailure {
      return unread("\(failure.text)\n")
    } catch let stop as PipeError where stop.isStop {
      return .sound
    } catch {
      return unread("vfx: \(error)\n")
    }
  }

  /// Notes that there is no text, for this reason.
  private func unread(_ report: String) -> Outcome {
    if case .faulty(report) = last {} else { isTold = false }
    (bytes, last) = ([], .faulty(report))
    return last
  }
}
