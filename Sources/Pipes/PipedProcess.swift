/// A child process between pipes of others, which complains on this program's standard error.
///
/// It ends with this program, however that ends. Used by one thread.
package final class PipedProcess {
  /// The program's name, as it was given.
  package let name: String
  private let process: ProcessNumber
  /// How it ended; nil as long as it runs.
  package private(set) var ending: ChildProcess.Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file, as ``Programs/find(_:)`` gives it.
  ///   - arguments: Those after its name; no shell reads them.
  ///   - input: what it reads; nothing where nil.
  ///   - second: what it reads as descriptor 3.
  ///   - output: what it writes to; nowhere where nil.
  package init(
    _ path: String, _ arguments: [String], input: FileDescriptor? = nil,
    second: FileDescriptor? = nil, output: FileDescriptor? = nil
  ) throws(PipeError) {
    name = path
    let result = ChildGuard.start(
      path, arguments, input: input?.number, output: output?.number,
      errors: FileDescriptor.standardError.number, second: second?.number)
    guard result > 0 else {
      throw .failed(.start, name: path, code: Int32(truncatingIfNeeded: -result))
    }
    process = ProcessNumber(truncatingIfNeeded: result)
  }

  deinit { if ending == nil { terminate() } }

  /// Looks whether it has ended.
  package func look() {
    guard ending == nil else { return }
    switch Syscall.state(of: process, isWaiting: false) {
    case .running: return
    case .exited(let code): ending = .exited(code)
    case .killed(let signal): ending = .killed(signal: signal)
    }
    ChildGuard.remove(process)
  }

  /// Asks it and all that it has started to end, and ends it if it does not.
  package func terminate() { Self.terminate([self]) }

  /// Asks processes and all that they have started to end, and ends those that have not after so
  /// many seconds.
  package static func terminate(_ processes: [PipedProcess], patience: UInt64 = 2) {
    let end = Host.monotonicTime &+ patience &* 1_000_000_000
    for process in processes where process.ending == nil {
      Syscall.send(Syscall.terminateSignal, toGroupOf: process.process)
    }
    while true {
      for process in processes { process.look() }
      guard processes.contains(where: { $0.ending == nil }), Host.monotonicTime < end else { break }
      Syscall.pause(milliseconds: 5)
    }
    for process in processes where process.ending == nil {
      Syscall.send(Syscall.killSignal, toGroupOf: process.process)
      _ = Syscall.state(of: process.process, isWaiting: true)
      process.ending = .stopped
      ChildGuard.remove(process.process)
    }
  }
}
