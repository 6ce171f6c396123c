import Synchronization

// The lock of the standard library. Where two threads want it at once it is taken inside of that
// library, which the thread sanitizer does not see; so for that one, whoever has the lock says so.

#if THREAD_SANITIZER
  /// A value and the lock under which it is touched: `Synchronization.Mutex`, as the thread
  /// sanitizer sees it.
  ///
  /// Unchecked: the value is touched under the lock alone.
  package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private let mutex: Synchronization.Mutex<Void>
    private let value: UnsafeMutablePointer<Value>
    /// Written before the lock is given away, and read once it is taken.
    private let turn = Atomic<Int>(0)

    /// An open lock.
    package init(_ value: Value) {
      mutex = Synchronization.Mutex(())
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Runs `body` while no other thread has the lock.
    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      mutex._unsafeLock()
      let number = turn.load(ordering: .acquiring)
      defer {
        turn.store(number &+ 1, ordering: .releasing)
        mutex._unsafeUnlock()
      }
      return try body(&value.pointee)
    }
  }
#else
  /// A value and the lock under which it is touched.
  package typealias Mutex<Value: ~Copyable> = Synchronization.Mutex<Value>
#endif
