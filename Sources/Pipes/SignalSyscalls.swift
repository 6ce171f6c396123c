import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The interrupt that a stop signal raises: the bits of an unmanaged reference, 0 for none.
private let stopListener = Atomic<UInt>(0)

/// Runs in the signal handler, so it may only store, write and reset.
private func takeStopSignal(_ number: Int32) {
  let saved = errno
  // A second signal of either kind ends the program at once.
  signal(SIGINT, SIG_DFL)
  signal(SIGTERM, SIG_DFL)
  if let bits = UnsafeRawPointer(bitPattern: stopListener.load(ordering: .acquiring)) {
    Unmanaged<Interrupt>.fromOpaque(bits).takeUnretainedValue().raise(number)
  }
  errno = saved
}

extension Syscall {
  static let interruptSignal = SIGINT
  static let terminateSignal = SIGTERM

  /// Lets a write to a pipe without a reader fail with EPIPE instead of ending the program.
  static func ignorePipeSignal() { signal(SIGPIPE, SIG_IGN) }

  /// Turns the first SIGINT or SIGTERM into `interrupt`, which must live for ever.
  ///
  /// A signal that the program was started to ignore stays ignored. The calling thread, and those
  /// it starts from then on, take the two even where the program was started with them blocked.
  static func catchStops(_ interrupt: Unmanaged<Interrupt>) {
    stopListener.store(UInt(bitPattern: interrupt.toOpaque()), ordering: .releasing)
    defer { unblockStops() }
    for number in [SIGINT, SIGTERM] {
      let previous = signal(number) { takeStopSignal($0) }
      if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// pthread_sigmask(3): lets the calling thread take SIGINT and SIGTERM.
  private static func unblockStops() {
    var stops = sigset_t()
    sigemptyset(&stops)
    sigaddset(&stops, SIGINT)
    sigaddset(&stops, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &stops, nil)
  }

  /// kill(2): sends a signal to this process.
  static func send(_ number: Int32) { _ = kill(getpid(), number) }
}
