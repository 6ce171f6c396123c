import Pipes
import Shell

/// Runs the programs of a ``FilmPipe`` and waits for all of them.
struct FilmRun {
  /// How long the others may go on after one has failed, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  private var processes: [PipedProcess] = []
  /// Whether each may be cut short by the one after it.
  private var canBeCut: [Bool] = []

  /// Makes the film; when a signal or a fault ends it, what there is of the film goes.
  ///
  /// - Parameter find: gives a program's file.
  /// - Returns: the worst exit status of all programs; 1 for those of programs that are not ours.
  static func make(
    _ pipe: FilmPipe, _ interrupt: Interrupt, find: (String) throws -> String
  ) throws -> ExitCode {
    try Signals.clearingUp { try whole(pipe, interrupt, find) }
  }

  private static func whole(
    _ pipe: FilmPipe, _ interrupt: Interrupt, _ find: (String) throws -> String
  ) throws -> ExitCode {
    var run = FilmRun()
    // Two that wrote into one file would both spoil it.
    let held = try pipe.output.flatMap { try $0.hold() }
    defer { held?.release() }
    let result = Result { () throws -> ExitCode in
      try run.start(pipe, find)
      return try run.wait(interrupt)
    }
    PipedProcess.terminate(run.processes)
    guard let output = pipe.output else { return try result.get() }
    if case .success(.success) = result {
      try output.finish()
    } else {
      output.abandon()
      if case .success = result, let fault = run.foreignFault {
        Console.complain("\(output.path.shownPath) is not made: \(fault)")
      }
    }
    return try result.get()
  }

  private mutating func start(_ pipe: FilmPipe, _ find: (String) throws -> String) throws {
    let pictures = try chain(pipe.pictures, from: nil, find)
    let sound = Result { try chain(pipe.sound, from: nil, find) }
    let second = try sound.get()
    var input = pictures
    for (index, step) in pipe.film.enumerated() {
      let isLast = index == pipe.film.count - 1
      input = try link(step, input, second: index == 0 ? second : nil, isLast: isLast, find)
    }
  }

  /// Starts programs of which each reads what the one before it writes; gives what the last one
  /// writes.
  private mutating func chain(
    _ steps: [FilmPipe.Step], from input: FileDescriptor?, _ find: (String) throws -> String
  ) throws -> FileDescriptor? {
    var input = input
    for step in steps { input = try link(step, input, second: nil, isLast: false, find) }
    return input
  }

  /// Starts a program, and closes here what it reads; gives what it writes.
  private mutating func link(
    _ step: FilmPipe.Step, _ input: FileDescriptor?, second: FileDescriptor?, isLast: Bool,
    _ find: (String) throws -> String
  ) throws -> FileDescriptor? {
    let ends = isLast ? nil : try FileDescriptor.pipe()
    defer {
      for end in [input, second, ends?.writing] { try? end?.close() }
    }
    processes.append(
      try PipedProcess(
        try find(step.program), step.arguments, input: input, second: second,
        output: ends?.writing))
    canBeCut.append(step.mayBeCutShort)
    return ends?.reading
  }

  /// Waits until all programs have ended, or one has failed and the others had time to.
  private func wait(_ interrupt: Interrupt) throws -> ExitCode {
    var failed: UInt64?
    while true {
      if let reason = interrupt.reason { throw reason }
      for process in processes { process.look() }
      let endings = processes.map(\.ending)
      if !endings.contains(nil) { break }
      let isFailed = zip(endings, canBeCut).contains { ending, canBeCut in
        !canBeCut && ending.map { !$0.isSuccess } ?? false
      }
      if failed == nil, isFailed {
        failed = Host.monotonicTime
      }
      if let failed, Host.monotonicTime - failed > Self.patience { break }
      interrupt.wait(milliseconds: 10)
    }
    let statuses = processes.map(Self.status)
    // One that writes to another stands right before it.
    let counted = statuses.indices.filter {
      !(canBeCut[$0] && $0 + 1 < statuses.count && statuses[$0 + 1] == .success)
    }
    return counted.map { statuses[$0] }.max { $0.rawValue < $1.rawValue } ?? .success
  }

  /// How a program that is not ours failed, where ours have nothing to say of it.
  private var foreignFault: String? {
    let ours = processes.filter { Self.isOurs($0) }
    guard ours.allSatisfy({ $0.ending?.isSuccess ?? false }) else { return nil }
    for (process, canBeCut) in zip(processes, canBeCut) where !canBeCut && !Self.isOurs(process) {
      if let ending = process.ending, !ending.isSuccess { return "\(process.shortName) \(ending)" }
    }
    return nil
  }

  private static func isOurs(_ process: PipedProcess) -> Bool {
    ["vfx", "afx"].contains(process.shortName)
  }

  private static func status(_ process: PipedProcess) -> ExitCode {
    switch process.ending {
    case .exited(0): .success
    case .exited(2) where isOurs(process): .usage
    // A player that is closed leaves the others without a reader.
    case .killed, .stopped, .exited, nil: .failure
    }
  }
}

extension PipedProcess {
  /// The program's name without its folder.
  var shortName: String { String(name.split(separator: "/").last ?? "program") }
}
