import Synchronization

/// A signal by which a user or a system asks a program to end.
package enum StopSignal: Hashable, Sendable, CustomStringConvertible {
  case interrupt
  case terminate
  /// The terminal, or the session, has gone.
  case hangUp

  /// What a shell reports for a program that ended by this signal: 128 and the signal's number.
  package var exitCode: Int32 {
    switch self {
    case .interrupt: 130
    case .terminate: 143
    case .hangUp: 129
    }
  }

  package var description: String {
    switch self {
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .hangUp: "SIGHUP"
    }
  }

  fileprivate init?(number: Int32) {
    switch number {
    case Syscall.interruptSignal: self = .interrupt
    case Syscall.terminateSignal: self = .terminate
    case Syscall.hangUpSignal: self = .hangUp
    default: return nil
    }
  }

  fileprivate var number: Int32 {
    switch self {
    case .interrupt: Syscall.interruptSignal
    case .terminate: Syscall.terminateSignal
    case .hangUp: Syscall.hangUpSignal
    }
  }
}

/// Wakes a thread that waits for input, and remembers why.
///
/// A descriptor made ``FileDescriptor/interruptible(by:)`` waits for its input and for this at
/// once. It is raised once and stays so. Every member may be called from any thread;
/// ``raise(_:)`` also from a signal handler.
package final class Interrupt: Sendable {
  /// 0 while at rest, a signal's number, or -1 when cancelled.
  private let state = Atomic<Int32>(0)
  /// Becomes readable when the interrupt is raised.
  let wake: Int32
  private let ring: Int32

  /// Makes an interrupt that is not raised; it holds two descriptors.
  package init() throws(PipeError) {
    switch Syscall.makePipe() {
    case .success(let ends): (wake, ring) = ends
    case .failure(let error): throw .noResources(code: error.code)
    }
  }

  deinit {
    _ = Syscall.closeNumber(wake)
    _ = Syscall.closeNumber(ring)
  }

  /// The signal that raised it, or nil.
  package var signal: StopSignal? { StopSignal(number: state.load(ordering: .acquiring)) }

  /// Why input ends here, or nil if it continues.
  package var reason: PipeError? {
    guard state.load(ordering: .acquiring) != 0 else { return nil }
    return signal.map { .stopped($0) } ?? .cancelled
  }

  /// Ends all waiting for input because another part of the program has failed or is done.
  package func cancel() { raise(-1) }

  /// Ends all waiting for input as `signal` does.
  package func stop(by signal: StopSignal) { raise(signal.number) }

  /// Stores the first reason and wakes the waiting; makes no other call than write(2).
  ///
  /// A signal takes the place of a cancellation, for the user wants the end of what is left, too.
  func raise(_ code: Int32) {
    let (isFirst, found) = state.compareExchange(
      expected: 0, desired: code, ordering: .acquiringAndReleasing)
    guard isFirst else {
      if found == -1, code > 0 {
        _ = state.compareExchange(expected: -1, desired: code, ordering: .acquiringAndReleasing)
      }
      return
    }
    var byte: UInt8 = 1
    withUnsafeBytes(of: &byte) { _ = Syscall.writeSome(ring, $0) }
  }

  /// Waits until it is raised, but not longer than this.
  package func wait(milliseconds: Int32) {
    _ = Syscall.waitForAny(wake, -1, -1, milliseconds: milliseconds)
  }

  /// Waits until a signal raises it.
  func waitForSignal() -> StopSignal {
    while true {
      if let signal { return signal }
      // The ring is heard for ever once it was rung, as by a part that has failed.
      if reason == nil {
        _ = Syscall.waitForAny(wake, -1, -1, milliseconds: -1)
      } else {
        Syscall.pause(milliseconds: 20)
      }
    }
  }
}

/// How the program handles signals.
package enum Signals {
  /// Makes writing to a pipe without a reader fail with ``PipeError/readerHasGone``, and beyond the
  /// largest size of files as on a full disk.
  ///
  /// A program that is started from here inherits this and must undo it.
  package static func ignoreBrokenPipes() { Syscall.ignoreWriteSignals() }

  /// Makes the first SIGINT, SIGTERM or SIGHUP raise `interrupt`; a second one ends the program.
  ///
  /// `interrupt` then lives as long as the program. Called before other threads are started, so
  /// that they too take the signals that the program was started with blocked.
  package static func catchStops(raising interrupt: Interrupt) {
    Syscall.catchStops(Unmanaged.passRetained(interrupt))
  }

  /// Lets SIGHUP be counted instead of stopping the program.
  package static func countHangUps() { Syscall.countHangUps() }

  /// How often SIGHUP came since it is counted.
  package static var hangUps: Int { Syscall.hangUps }

  /// How long the program has to end by itself after a signal, in milliseconds.
  private static let grace: Int32 = 200
  /// How long nobody may take anything of what is being written then, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000
  /// How long the program has to clear up after itself, in milliseconds.
  private static let clearing: Int32 = 10_000

  /// Ends the program soon after a signal has raised `interrupt`, whatever it is doing: a long
  /// calculation is abandoned, and so is a write to a reader that takes nothing. Other writes are
  /// finished first, so that no frame is cut, and what ``clearingUp(_:)`` runs has its time.
  package static func endProgram(whenRaised interrupt: Interrupt) {
    Syscall.prepareWaking()
    // Without this thread the program ends when it next looks at the interrupt.
    _ = try? Thread(name: "stop", stackBytes: 1 << 18) {
      let code = interrupt.waitForSignal().exitCode
      Syscall.pause(milliseconds: grace)
      Writing.waitForClearing(milliseconds: clearing)
      Writing.endProgram(code, patience: patience)
    }
  }

  /// Runs `body`, which heeds the interrupt by itself and then removes the files that it has begun:
  /// a signal ends the program when `body` has returned, or ten seconds later.
  package static func clearingUp<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Writing.clearing(body)
  }
}
