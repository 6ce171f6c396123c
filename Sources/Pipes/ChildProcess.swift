/// A child process whose output is read.
///
/// It gets no input, its output comes through a pipe, and the last part of its standard error is
/// kept. When this object is freed, no process and no descriptor is left. The child ends with this
/// program, however that ends.
///
/// Unchecked: it is used by one thread at a time, and handed over with the source that it feeds.
package final class ChildProcess: @unchecked Sendable {
  /// How a child ended.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
    /// It was told to end here, for it went on when all its work was done.
    case stopped

    /// Whether it exited by itself, with status 0.
    package var isSuccess: Bool { self == .exited(0) }
  }

  /// How much of the standard error is kept, in bytes.
  static let keptErrors = 8192
  /// How long a child may take to end when it is asked to, in nanoseconds.
  private static let politeness: UInt64 = 300_000_000

  /// After how many seconds without a byte reading fails; nil is never.
  package let patience: Int?
  /// The program's name, as it was given.
  package let name: String
  let process: ProcessNumber
  private let interrupt: Interrupt?
  private var output: FileDescriptor?
  private var errors: FileDescriptor?
  private var errorBytes: [UInt8] = []
  private var ending: Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file, as ``Programs/find(_:)`` gives it.
  ///   - arguments: Those after its name; no shell reads them.
  ///   - interrupt: Ends all waiting for the child.
  ///   - patience: After how many seconds without a byte reading fails; nil is never.
  package init(
    _ path: String, _ arguments: [String], interrupt: Interrupt? = nil, patience: Int? = nil
  ) throws(PipeError) {
    name = path
    self.interrupt = interrupt
    self.patience = patience
    let (output, writing) = try FileDescriptor.pipe()
    let pair = Result { () throws(PipeError) in try FileDescriptor.pipe() }
    guard case .success((let errors, let complaining)) = pair else {
      for end in [output, writing] { try? end.close() }
      throw .noResources(code: Syscall.noDescriptors)
    }
    output.enlargePipe()
    let result = ChildGuard.start(
      path, arguments, output: writing.number, errors: complaining.number)
    for end in [writing, complaining] { try? end.close() }
    guard result > 0 else {
      for end in [output, errors] { try? end.close() }
      throw .failed(.start, name: path, code: Int32(truncatingIfNeeded: -result))
    }
    process = ProcessNumber(truncatingIfNeeded: result)
    (self.output, self.errors) = (output, errors)
  }

  deinit { terminate() }

  /// The last lines that it wrote to its standard error, as far as they were read.
  package var complaints: String { String(decoding: errorBytes, as: UTF8.self) }

  /// Reads what the child has written, at least one byte and at most `buffer.count`; 0 at the end.
  ///
  /// A child that sends nothing for longer than ``patience`` is stopped; the error is
  /// ``PipeError/silent(name:seconds:)``.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(PipeError) -> Int {
    guard !buffer.isEmpty, let output else { return 0 }
    let end = patience.map { Host.monotonicTime &+ UInt64(max($0, 0)) &* 1_000_000_000 }
    while true {
      let ready = try wait(milliseconds: milliseconds(until: end))
      if ready.output { return try output.read(into: buffer) }
    }
  }

  /// Waits until the child has ended, once all its output is read.
  ///
  /// A child that does not end by itself within `seconds` is terminated.
  package func finish(within seconds: Int = 2) throws(PipeError) -> Ending {
    closeOutput()
    let start = Host.monotonicTime
    while ending == nil {
      notice(Syscall.state(of: process, isWaiting: false))
      guard ending == nil else { break }
      if Host.monotonicTime - start > UInt64(max(seconds, 0)) * 1_000_000_000 {
        terminate()
        ending = .stopped
      } else {
        _ = try wait(milliseconds: 5)
      }
    }
    drainErrors()
    return ending ?? .stopped
  }

  /// Ends the child and all that it has started, politely at first.
  package func terminate() {
    closeOutput()
    if ending == nil {
      Syscall.send(Syscall.terminateSignal, toGroupOf: process)
      let start = Host.monotonicTime
      while ending == nil, Host.monotonicTime - start < Self.politeness {
        notice(Syscall.state(of: process, isWaiting: false))
        if ending == nil { _ = Syscall.waitForAny(-1, -1, -1, milliseconds: 2) }
      }
      if ending == nil {
        Syscall.send(Syscall.killSignal, toGroupOf: process)
        notice(Syscall.state(of: process, isWaiting: true))
      }
      drainErrors()
    }
    if let errors { try? errors.close() }
    errors = nil
  }

  /// The time until `end`, by the clock of ``Host/monotonicTime``; -1 is for ever.
  private func milliseconds(until end: UInt64?) throws(PipeError) -> Int32 {
    guard let end, let patience else { return -1 }
    let now = Host.monotonicTime
    guard now < end else {
      terminate()
      throw .silent(name: name, seconds: patience)
    }
    return Int32(clamping: (end - now) / 1_000_000 + 1)
  }

  private func closeOutput() {
    if let output { try? output.close() }
    output = nil
  }

  private func notice(_ state: Syscall.ProcessState) {
    switch state {
    case .running: return
    case .exited(let code): ending = .exited(code)
    case .killed(let signal): ending = .killed(signal: signal)
    }
    ChildGuard.remove(process)
  }

  /// Waits for output or the end of it, while errors are taken in.
  private func wait(milliseconds: Int32) throws(PipeError) -> (output: Bool, errors: Bool) {
    if let reason = interrupt?.reason { throw reason }
    let ready = Syscall.waitForAny(
      output?.number ?? -1, errors?.number ?? -1, interrupt?.wake ?? -1,
      milliseconds: milliseconds)
    if let reason = interrupt?.reason { throw reason }
    if ready.second { readErrors() }
    return (ready.first, ready.second)
  }

  /// Takes in what stands ready of the standard error, and no more.
  private func readErrors() {
    guard let errors else { return }
    let kept = Self.keptErrors
    let count = withUnsafeTemporaryAllocation(byteCount: kept, alignment: 1) { buffer in
      let count = (try? errors.read(into: buffer)) ?? 0
      errorBytes.append(contentsOf: buffer.prefix(count))
      return count
    }
    if errorBytes.count > kept { errorBytes.removeFirst(errorBytes.count - kept) }
    guard count == 0 else { return }
    try? errors.close()
    self.errors = nil
  }

  /// Takes in the last words of a child that has ended; its own children may speak on.
  private func drainErrors() {
    for _ in 0..<64 {
      guard let errors, Syscall.waitForAny(errors.number, -1, -1, milliseconds: 0).first else {
        return
      }
      readErrors()
    }
  }
}

extension ChildProcess.Ending: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exited(let code): "ended with exit code \(code)"
    case .killed(Syscall.fileSizeSignal): "was ended because its file reached the allowed size"
    case .killed(let signal): "was ended by signal \(signal)"
    case .stopped: "did not end by itself"
    }
  }
}

/// Programs of the system.
package enum Programs {
  /// The file of a program: `name` itself where it has a slash, else the first of that name in the
  /// folders of PATH; nil where there is none that may be run.
  package static func find(_ name: String) -> String? {
    guard !name.isEmpty else { return nil }
    if name.utf8.contains(0x2F) { return Syscall.isProgram(name) ? name : nil }
    // What POSIX names where PATH is not set.
    let path = Host.environment("PATH") ?? "/usr/bin:/bin"
    for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
      let file = folder.isEmpty ? "./\(name)" : "\(folder)/\(name)"
      if Syscall.isProgram(file) { return file }
    }
    return nil
  }

  /// Why ``find(_:)`` finds none of that name, to follow the name: `was not found`.
  package static func absence(of name: String) -> String {
    let kind = Syscall.place(of: name)?.kind
    guard name.utf8.contains(0x2F) || [".", ".."].contains(name) else {
      let isHere = kind == .regular
      return "was not found on the search path" + (isHere ? " (./\(name) is in this folder)" : "")
    }
    switch kind {
    case .regular: return "is there, but cannot be executed"
    case let kind?: return "is \(kind), not a program"
    case nil: return "was not found"
    }
  }
}
