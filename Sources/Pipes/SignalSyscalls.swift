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

/// When the first stop signal came, in milliseconds of a clock that never goes back; 0 before.
private let stopTime = Atomic<Int>(0)

/// How long after the first stop signal another one is taken for the same stop, in milliseconds: a
/// terminal and a program that watches others may both send one.
private let stopLasts = 500

/// Runs in the signal handler, so it may only store, write and reset.
private func takeStopSignal(_ number: Int32) {
  let saved = errno
  var clock = timespec()
  clock_gettime(CLOCK_MONOTONIC, &clock)
  let now = max(clock.tv_sec &* 1000 &+ clock.tv_nsec / 1_000_000, 1)
  let first = stopTime.load(ordering: .relaxed)
  if first != 0 {
    // A later signal of any of these kinds ends the program at once.
    if now &- first >= stopLasts {
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    errno = saved
    return
  }
  stopTime.store(now, ordering: .relaxed)
  if let bits = UnsafeRawPointer(bitPattern: stopListener.load(ordering: .acquiring)) {
    Unmanaged<Interrupt>.fromOpaque(bits).takeUnretainedValue().raise(number)
  }
  errno = saved
}

/// How often SIGHUP came since it is counted.
private let hangUpCount = Atomic<Int>(0)

extension Syscall {
  /// Counts SIGHUP from now on, which then stops nothing; one that is ignored stays ignored.
  static func countHangUps() {
    handle(SIGHUP) { _ in hangUpCount.wrappingAdd(1, ordering: .relaxed) }
  }

  /// How often it came.
  static var hangUps: Int { hangUpCount.load(ordering: .relaxed) }
}

extension Syscall {
  static let interruptSignal = SIGINT
  static let terminateSignal = SIGTERM
  static let hangUpSignal = SIGHUP
  static let fileSizeSignal = SIGXFSZ
  private static let stopSignals = [SIGINT, SIGTERM, SIGHUP]

  /// Lets a write to a pipe without a reader fail with EPIPE instead of ending the program, and one
  /// beyond the largest size of files with EFBIG.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Turns the first SIGINT, SIGTERM or SIGHUP into `interrupt`, which must live for ever.
  ///
  /// A signal that the program was started to ignore stays ignored. The calling thread, and those
  /// it starts from then on, take all even where the program was started with them blocked.
  static func catchStops(_ interrupt: Unmanaged<Interrupt>) {
    stopListener.store(UInt(bitPattern: interrupt.toOpaque()), ordering: .releasing)
    defer { unblockStops() }
    for number in stopSignals { handle(number) { takeStopSignal($0) } }
    // Swift's runtime may have taken it, to say where the program is and to go on.
    handle(SIGQUIT, SIG_DFL)
  }

  /// signal(2), but for a signal that the program was started to ignore.
  private static func handle(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    let previous = signal(number, handler)
    if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
    }
  }

  /// pthread_sigmask(3): lets the calling thread take the signals that stop a program.
  private static func unblockStops() {
    var stops = sigset_t()
    sigemptyset(&stops)
    for number in stopSignals { sigaddset(&stops, number) }
    pthread_sigmask(SIG_UNBLOCK, &stops, nil)
  }

  /// kill(2): sends a signal to this process.
  static func send(_ number: Int32) { _ = kill(getpid(), number) }

  /// Lets ``wake(_:)`` end a call in which a thread waits; SIGURG, which no one sends to a program
  /// without sockets, does nothing else.
  static func prepareWaking() {
    // Without SA_RESTART, unlike signal(2).
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { _ in }
    #elseif canImport(Glibc)
      action.__sigaction_handler.sa_handler = { _ in }
    #else
      action.__sa_handler.sa_handler = { _ in }
    #endif
    sigaction(SIGURG, &action, nil)
  }

  /// pthread_kill(3): lets a call in which a thread waits give what it has done so far, or EINTR.
  static func wake(_ thread: NativeThread) { pthread_kill(thread, SIGURG) }

  /// pthread_self(3).
  static var currentThread: NativeThread { pthread_self() }

  /// _exit(2): ends all threads where they are.
  static func leaveAtOnce(_ code: Int32) -> Never { _exit(code) }

  /// poll(2) of nothing: waits for so many milliseconds, or less where a signal comes.
  static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }
}
