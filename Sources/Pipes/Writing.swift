import Synchronization

/// What is being written at the moment, so that the end of the program cuts nothing off.
enum Writing {
  private struct State {
    /// The threads that write.
    var threads: [WritingThread] = []
    /// How many parts of the program clear up after themselves when a signal comes.
    var clearing = 0
    /// No write may begin any more.
    var isOver = false
  }

  private static let state = Mutex(State())
  /// Goes on when the system takes something.
  private static let steps = Atomic<Int>(0)

  /// Runs `body`, which writes one thing that is to be whole.
  static func whole(_ body: () throws(PipeError) -> Void) throws(PipeError) {
    let isOver = state.withLock { state in
      if !state.isOver { state.threads.append(WritingThread(thread: Syscall.currentThread)) }
      return state.isOver
    }
    // The program ends before this thread is needed again.
    while isOver { Syscall.pause(milliseconds: 1000) }
    defer {
      let own = Syscall.currentThread
      state.withLock { state in
        if let index = state.threads.firstIndex(where: { $0.thread == own }) {
          state.threads.remove(at: index)
        }
      }
    }
    try body()
  }

  /// Runs `body`, which looks at the interrupt and then removes what it has begun: a signal ends
  /// the program after it.
  static func clearing<Value>(_ body: () throws -> Value) rethrows -> Value {
    state.withLock { $0.clearing += 1 }
    defer { state.withLock { $0.clearing -= 1 } }
    return try body()
  }

  /// Waits until nothing clears up any more, but not longer than `milliseconds`.
  static func waitForClearing(milliseconds: Int32) {
    let end = Host.monotonicTime &+ UInt64(milliseconds) &* 1_000_000
    while state.withLock({ $0.clearing > 0 }), Host.monotonicTime < end {
      Syscall.pause(milliseconds: 10)
    }
  }

  /// Notes that the system has taken something.
  static func step() { steps.wrappingAdd(1, ordering: .relaxed) }

  /// Ends the program as soon as nothing is being written, or when nothing of it was taken for
  /// `patience` nanoseconds.
  static func endProgram(_ code: Int32, patience: UInt64) -> Never {
    var (seen, since) = (steps.load(ordering: .relaxed), Host.monotonicTime)
    while true {
      state.withLock { state in
        state.isOver = true
        if state.threads.isEmpty { Syscall.leaveAtOnce(code) }
        // A long write says how far it has come only when it is woken.
        for writing in state.threads { Syscall.wake(writing.thread) }
      }
      Syscall.pause(milliseconds: 10)
      let now = steps.load(ordering: .relaxed)
      if now != seen {
        (seen, since) = (now, Host.monotonicTime)
      } else if Host.monotonicTime - since > patience {
        Syscall.leaveAtOnce(code)
      }
    }
  }
}

/// A thread by its number.
///
/// Unchecked: any thread may hold it; only its Swift type on some systems does not say so.
private struct WritingThread: @unchecked Sendable {
  let thread: NativeThread
}
