import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

typealias NativeThread = pthread_t
typealias NativeMutex = pthread_mutex_t
typealias NativeCondition = pthread_cond_t

/// The system calls that this module makes, one thin function for each.
///
/// A result below zero is an error number with its sign turned, as the Linux kernel gives it.
/// This file, ProcessSyscalls.swift and FolderSyscalls.swift are the only ones that import the C
/// library.
enum Syscall {
  static let brokenPipe = EPIPE
  static let interrupted = EINTR
  static let wouldBlock = EAGAIN
  static let noSpace = ENOSPC
  static let badDescriptor = EBADF

  private static func outcome(_ result: Int) -> Int { result < 0 ? -Int(errno) : result }
  private static func outcome(_ result: Int32) -> Int { result < 0 ? -Int(errno) : Int(result) }

  /// The system's own words for an error number.
  static func text(of code: Int32) -> String {
    guard let words = strerror(code) else { return "error \(code)" }
    return String(cString: words)
  }
}

// MARK: - Descriptors

extension Syscall {
  /// read(2).
  static func readSome(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    outcome(read(number, buffer.baseAddress, buffer.count))
  }

  /// pread(2).
  static func readSome(
    _ number: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    outcome(pread(number, buffer.baseAddress, buffer.count, off_t(offset)))
  }

  /// write(2).
  static func writeSome(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    outcome(write(number, buffer.baseAddress, buffer.count))
  }

  /// writev(2) of two pieces.
  static func writeSome(
    _ number: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Int {
    var pieces = (
      iovec(iov_base: .init(mutating: first.baseAddress), iov_len: first.count),
      iovec(iov_base: .init(mutating: second.baseAddress), iov_len: second.count)
    )
    return withUnsafeMutablePointer(to: &pieces) { pair in
      pair.withMemoryRebound(to: iovec.self, capacity: 2) { outcome(writev(number, $0, 2)) }
    }
  }

  /// lseek(2): where the next read or write begins; nil where a write goes to the end (O_APPEND).
  static func writePosition(_ number: Int32) -> Int? {
    guard fcntl(number, F_GETFL) & O_APPEND == 0 else { return nil }
    let place = lseek(number, 0, SEEK_CUR)
    return place < 0 ? nil : Int(place)
  }

  /// open(2), closed when another program is started.
  static func openPath(_ path: String, _ access: FileDescriptor.Access, blocking: Bool) -> Int {
    var flags = O_CLOEXEC | (blocking ? 0 : O_NONBLOCK)
    switch access {
    case .reading: flags |= O_RDONLY
    case .creating: flags |= O_WRONLY | O_CREAT | O_TRUNC
    }
    return outcome(open(path, flags, 0o666))
  }

  /// close(2).
  static func closeNumber(_ number: Int32) -> Int { outcome(close(number)) }

  /// dup(2), closed when another program is started.
  static func duplicate(_ number: Int32) -> Int { outcome(fcntl(number, F_DUPFD_CLOEXEC, 3)) }

  /// pipe(2), both ends closed when another program is started.
  static func makePipe() -> Result<(reading: Int32, writing: Int32), ErrorNumber> {
    inheritance.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return .failure(ErrorNumber(code: errno)) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return .success((ends[0], ends[1]))
    }
  }

  /// mkfifo(3).
  static func makeFIFO(_ path: String) -> Int { outcome(mkfifo(path, 0o600)) }

  /// Makes reads and writes give ``wouldBlock`` where they would wait.
  static func setNonBlocking(_ number: Int32) -> Int {
    outcome(fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK))
  }

  /// Asks for a pipe buffer of `bytes`, or tells its size when `bytes` is nil; Linux alone has it.
  static func pipeSize(_ number: Int32, _ bytes: Int32?) -> Int {
    #if os(Linux) || os(Android)
      // F_SETPIPE_SZ and F_GETPIPE_SZ of <linux/fcntl.h>, which the C module leaves out.
      if let bytes { return outcome(fcntl(number, 1031, bytes)) }
      return outcome(fcntl(number, 1032))
    #else
      return -Int(ENOSYS)
    #endif
  }

  /// isatty(3).
  static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// fstat(2): what kind of thing a descriptor is, and its size in bytes.
  static func status(_ number: Int32) -> Result<(kind: FileKind, size: Int), ErrorNumber> {
    var status = stat()
    guard fstat(number, &status) == 0 else { return .failure(ErrorNumber(code: errno)) }
    let kind: FileKind
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFIFO: kind = .pipe
    case S_IFSOCK: kind = .socket
    case S_IFDIR: kind = .directory
    default: kind = .device
    }
    return .success((kind, Int(status.st_size)))
  }

  /// poll(2): waits until `number` can be read (or written), or `wake` can be read.
  ///
  /// A `wake` of -1 is none.
  static func wait(_ number: Int32, toWrite: Bool, wake: Int32) -> Int {
    let wanted = Int16(truncatingIfNeeded: toWrite ? POLLOUT : POLLIN)
    var pair = (
      pollfd(fd: number, events: wanted, revents: 0),
      pollfd(fd: wake, events: Int16(truncatingIfNeeded: POLLIN), revents: 0)
    )
    return withUnsafeMutablePointer(to: &pair) { pair in
      pair.withMemoryRebound(to: pollfd.self, capacity: 2) { outcome(poll($0, 2, -1)) }
    }
  }
}

// MARK: - Signals

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

// MARK: - Threads

extension Syscall {
  /// pthread_create(3); `body` runs on the new thread.
  static func startThread(
    stackBytes: Int, _ body: Unmanaged<ThreadBody>
  ) -> Result<NativeThread, ErrorNumber> {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(
        &thread, &attributes,
        { argument in
          Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
      guard code == 0, let thread else { return .failure(ErrorNumber(code: code)) }
    #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, &attributes,
        { argument in
          guard let argument else { return nil }
          Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
      guard code == 0 else { return .failure(ErrorNumber(code: code)) }
    #endif
    return .success(thread)
  }

  /// Names the calling thread, for debuggers; Linux keeps 15 bytes.
  static func nameThread(_ name: String) {
    #if canImport(Darwin)
      pthread_setname_np(name)
    #else
      // The C module leaves out pthread_setname_np(3), which does just this.
      let file = openPath("/proc/thread-self/comm", .creating, blocking: true)
      guard file >= 0 else { return }
      var name = name
      name.withUTF8 { _ = writeSome(Int32(file), UnsafeRawBufferPointer($0)) }
      _ = closeNumber(Int32(file))
    #endif
  }

  static func joinThread(_ thread: NativeThread) { pthread_join(thread, nil) }

  static func initialize(_ mutex: UnsafeMutablePointer<NativeMutex>) {
    mutex.initialize(to: NativeMutex())
    pthread_mutex_init(mutex, nil)
  }
  static func destroy(_ mutex: UnsafeMutablePointer<NativeMutex>) { pthread_mutex_destroy(mutex) }
  static func lock(_ mutex: UnsafeMutablePointer<NativeMutex>) { pthread_mutex_lock(mutex) }
  static func unlock(_ mutex: UnsafeMutablePointer<NativeMutex>) { pthread_mutex_unlock(mutex) }

  static func initialize(_ condition: UnsafeMutablePointer<NativeCondition>) {
    condition.initialize(to: NativeCondition())
    pthread_cond_init(condition, nil)
  }
  static func destroy(_ condition: UnsafeMutablePointer<NativeCondition>) {
    pthread_cond_destroy(condition)
  }
  static func wait(
    _ condition: UnsafeMutablePointer<NativeCondition>, _ mutex: UnsafeMutablePointer<NativeMutex>
  ) {
    pthread_cond_wait(condition, mutex)
  }
  static func signalOne(_ condition: UnsafeMutablePointer<NativeCondition>) {
    pthread_cond_signal(condition)
  }
  static func signalAll(_ condition: UnsafeMutablePointer<NativeCondition>) {
    pthread_cond_broadcast(condition)
  }
}

// MARK: - The host

extension Syscall {
  /// getenv(3).
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The file that runs, or nil when the system does not tell.
  static func executablePath() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    #if canImport(Darwin)
      var size = UInt32(buffer.count)
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let count = buffer.firstIndex(of: 0) ?? buffer.count
    #else
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0 else { return nil }
    #endif
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Columns of the terminal behind `number`, or nil.
  static func terminalColumns(_ number: Int32) -> Int? {
    var size = winsize()
    #if canImport(Darwin)
      // TIOCGWINSZ is _IOR('t', 104, struct winsize), a macro that Swift cannot import.
      let request: UInt = 0x4008_7468
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    guard ioctl(number, request, &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Processors that are on line, at least 1.
  static func processorCount() -> Int {
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Most memory ever resident, in bytes, and processor time of all threads, in nanoseconds.
  static func usage() -> (peakBytes: Int, processorTime: UInt64) {
    var usage = rusage()
    // RUSAGE_SELF is 0 everywhere, of a type that differs.
    guard getrusage(0, &usage) == 0 else { return (0, 0) }
    let seconds = UInt64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    let micros = UInt64(usage.ru_utime.tv_usec) + UInt64(usage.ru_stime.tv_usec)
    #if canImport(Darwin)
      let peak = Int(usage.ru_maxrss)
    #else
      let peak = Int(usage.ru_maxrss) * 1024
    #endif
    return (peak, seconds * 1_000_000_000 + micros * 1000)
  }

  /// Nanoseconds of a clock that never goes back.
  static func monotonicTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// _exit(2), without the C library's own work at the end.
  static func leave(_ code: Int32) -> Never { exit(code) }
}

#if canImport(Glibc)
  extension Syscall {
    /// Lets every allocation of `bytes` and more be a mapping of its own, which goes back to the
    /// system when it is freed (mallopt(3), M_MMAP_THRESHOLD).
    static func mapAllocations(from bytes: Int32) {
      // Swift's module of glibc is without <malloc.h>.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
      _ = unsafeBitCast(symbol, to: Mallopt.self)(-3, bytes)
    }
  }
#endif

#if canImport(Glibc) && arch(x86_64)
  extension Syscall {
    /// What processor and system offer of the leaf that <sys/platform/x86.h> gives this number, as
    /// EAX, EBX, ECX and EDX; nil where the C library does not tell, as before glibc 2.33.
    static func processorFeatures(_ leaf: UInt32) -> SIMD4<UInt32>? {
      typealias Query = @convention(c) (UInt32) -> UnsafeRawPointer?
      // Looked up and not linked, so that the program starts with an older C library, too.
      guard let symbol = dlsym(nil, "__x86_get_cpuid_feature_leaf"),
        let feature = unsafeBitCast(symbol, to: Query.self)(leaf)
      else { return nil }
      // struct cpuid_feature: what the processor has, and after 16 bytes what can be used of it.
      return feature.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self)
    }

    /// execv(3): goes on as another program, with the same environment; comes back on failure only.
    static func replaceProgram(
      _ path: String, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int {
      outcome(execv(path, arguments))
    }
  }
#endif
