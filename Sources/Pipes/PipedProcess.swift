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
  ///   - arguments: Those after its name; no shell is involved.
  ///   - input: what it reads; nothing where nil.
  ///   - second: what it reads as descriptor 3.
  ///   - output: what it writes to; nowhere where nil.
  package init(
    _ path: String, _ arguments: [String], input: FileDescriptor? = nil,
    second: FileDescriptor? = nil, output: FileDescriptor? = nil
  ) throws(PipeError) {
    name = path
    let result = Syscall.start(
      path, arguments, input: input?.number, output: output?.number,
      errors: FileDescriptor.standardError.number, second: second?.number)
    guard result > 0 else {
      throw .failed(.start, name: path, code: Int32(truncatingIfNeeded: -result))
    }
    process = ProcessNumber(truncatingIfNeeded: result)
    ChildGuard.add(process)
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
  package func terminate() {
    let end = Host.monotonicTime &+ 2_000_000_000
    if ending == nil { Syscall.send(Syscall.terminateSignal, toGroupOf: process) }
    while ending == nil, Host.monotonicTime < end {
      look()
      if ending == nil { Syscall.pause(milliseconds: 5) }
    }
    guard ending == nil else { return }
    Syscall.send(Syscall.killSignal, toGroupOf: process)
    _ = Syscall.state(of: process, isWaiting: true)
    ending = .stopped
    ChildGuard.remove(process)
  }
}
