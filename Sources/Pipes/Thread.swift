/// What a thread does, kept until it runs.
final class ThreadBody: Sendable {
  private let name: String
  private let work: @Sendable () -> Void

  init(name: String, work: @escaping @Sendable () -> Void) {
    self.name = name
    self.work = work
  }

  func run() {
    Syscall.nameThread(name)
    work()
  }
}

/// A thread of the system, to be joined exactly once.
package struct Thread: Sendable {
  private let native: ThreadHandle

  /// Starts `work` on a new thread.
  ///
  /// `name` is what debuggers show; 15 bytes of it are kept. The stack has `stackBytes`, at least
  /// 16 KiB and a multiple of the page size. Fails with ``PipeError/noResources(code:)``.
  package init(
    name: String, stackBytes: Int = 1 << 20, _ work: @escaping @Sendable () -> Void
  ) throws(PipeError) {
    let body = Unmanaged.passRetained(ThreadBody(name: name, work: work))
    switch Syscall.startThread(stackBytes: stackBytes, body) {
    case .success(let thread): native = ThreadHandle(thread: thread)
    case .failure(let error):
      body.release()
      throw .noResources(code: error.code)
    }
  }

  /// Waits for the thread to end.
  package func join() { Syscall.joinThread(native.thread) }
}

/// A handle of a thread.
///
/// Unchecked: any thread may hold it; only its Swift type on some systems does not say so.
private struct ThreadHandle: @unchecked Sendable {
  let thread: NativeThread
}

/// A lock with the conditions that threads wait for while they hold it.
///
/// Unchecked: it holds pointers that never change, to what the system lets any thread use.
package final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<NativeMutex>
  private let conditions: UnsafeMutablePointer<NativeCondition>
  private let conditionCount: Int

  /// Makes an open lock with `conditionCount` conditions, numbered from 0.
  package init(conditionCount: Int = 1) {
    self.conditionCount = conditionCount
    mutex = .allocate(capacity: 1)
    Syscall.initialize(mutex)
    conditions = .allocate(capacity: conditionCount)
    for index in 0..<conditionCount { Syscall.initialize(conditions + index) }
  }

  deinit {
    for index in 0..<conditionCount { Syscall.destroy(conditions + index) }
    conditions.deallocate()
    Syscall.destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` while no other thread holds the lock.
  package func withLock<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    Syscall.lock(mutex)
    defer { Syscall.unlock(mutex) }
    return try body()
  }

  /// Releases the lock until `condition` is signalled; called under the lock, in a loop.
  package func wait(for condition: Int = 0) { Syscall.wait(address(condition), mutex) }

  /// Wakes one thread that waits for `condition`.
  package func signal(_ condition: Int = 0) { Syscall.signalOne(address(condition)) }

  /// Wakes all threads that wait for `condition`.
  package func broadcast(_ condition: Int = 0) { Syscall.signalAll(address(condition)) }

  private func address(_ condition: Int) -> UnsafeMutablePointer<NativeCondition> {
    precondition((0..<conditionCount).contains(condition))
    return conditions + condition
  }
}
