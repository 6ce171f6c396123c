import Synchronization

/// A signal by which a user or a system asks a program to end.
package enum StopSignal: Hashable, Sendable, CustomStringConvertible {
  case interrupt
  case terminate

  /// What a shell reports for a program that ended by this signal: 128 and the signal's number.
  package var exitCode: Int32 {
    switch self {
    case .interrupt: 130
    case .terminate: 143
    }
  }

  package var description: String {
    switch self {
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
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

  /// Makes an interrupt at rest, which holds two descriptors.
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
  package var signal: StopSignal? {
    switch state.load(ordering: .acquiring) {
    case Syscall.interruptSignal: .interrupt
    case Syscall.terminateSignal: .terminate
    default: nil
    }
  }

  /// Why input ends here, or nil while it goes on.
  package var reason: PipeError? {
    guard state.load(ordering: .acquiring) != 0 else { return nil }
    return signal.map { .stopped($0) } ?? .cancelled
  }

  /// Ends all waiting for input because another part of the program has failed or is done.
  func cancel() { raise(-1) }

  /// Ends all waiting for input as `signal` does.
  package func stop(by signal: StopSignal) {
    raise(signal == .interrupt ? Syscall.interruptSignal : Syscall.terminateSignal)
  }

  /// Stores the first reason and wakes the waiting; makes no other call than write(2).
  func raise(_ code: Int32) {
    let (isFirst, _) = state.compareExchange(
      expected: 0, desired: code, ordering: .acquiringAndReleasing)
    guard isFirst else { return }
    var byte: UInt8 = 1
    withUnsafeBytes(of: &byte) { _ = Syscall.writeSome(ring, $0) }
  }
}

/// How the program meets the system's signals.
package enum Signals {
  /// Lets writing to a pipe without a reader fail with ``PipeError/readerHasGone``.
  ///
  /// A program that is started from here inherits this and must undo it.
  package static func ignoreBrokenPipes() { Syscall.ignorePipeSignal() }

  /// Makes the first SIGINT or SIGTERM raise `interrupt`; a second one ends the program.
  ///
  /// `interrupt` then lives as long as the program. Called before other threads are started, so
  /// that they too take the signals that the program was started with blocked.
  package static func catchStops(raising interrupt: Interrupt) {
    Syscall.catchStops(Unmanaged.passRetained(interrupt))
  }
}
