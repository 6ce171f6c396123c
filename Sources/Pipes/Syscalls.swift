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
/// The files whose names end in `Syscalls` are the only ones that import the C library.
enum Syscall {
  static let brokenPipe = EPIPE
  static let interrupted = EINTR
  static let missing = ENOENT
  static let wouldBlock = EAGAIN
  static let badDescriptor = EBADF

  static func outcome(_ result: Int) -> Int { result < 0 ? -Int(errno) : result }
  static func outcome(_ result: Int32) -> Int { result < 0 ? -Int(errno) : Int(result) }

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
    case .holding: flags |= O_WRONLY | O_CREAT
    }
    return outcome(open(path, flags, 0o666))
  }

  /// flock(2): locks a file without waiting; false where another program holds it.
  ///
  /// Where the file system has no locks, nobody holds it.
  static func hold(_ number: Int32) -> Bool {
    outcome(flock(number, LOCK_EX | LOCK_NB)) != -Int(EWOULDBLOCK)
  }

  /// rename(2): what has the new name already is replaced at once.
  static func rename(_ path: String, to name: String) -> Int {
    #if canImport(Glibc)
      outcome(Glibc.rename(path, name))
    #elseif canImport(Musl)
      outcome(Musl.rename(path, name))
    #else
      outcome(Darwin.rename(path, name))
    #endif
  }

  /// mkdir(2); what has the name already is no error.
  static func makeFolder(_ path: String) -> Int {
    let result = outcome(mkdir(path, 0o777))
    return result == -Int(EEXIST) ? 0 : result
  }

  /// rmdir(2).
  static func removeFolder(_ path: String) -> Int { outcome(rmdir(path)) }

  /// unlink(2).
  static func removeFile(_ path: String) -> Int { outcome(unlink(path)) }

  /// stat(2): when a file was last written, in nanoseconds since 1970; nil if there is none.
  static func modificationTime(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }

  /// close(2).
  static func closeNumber(_ number: Int32) -> Int { outcome(close(number)) }

  /// pipe(2), both ends closed when another program is started.
  static func makePipe() -> Result<(reading: Int32, writing: Int32), ErrorNumber> {
    inheritance.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return .failure(ErrorNumber(code: errno)) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return .success((ends[0], ends[1]))
    }
  }

  /// fcntl(2) with F_SETLK: locks or unlocks all of a file for this process, without waiting.
  static func setLock(_ number: Int32, _ isLocked: Bool) -> Int {
    var lock = flock()
    lock.l_type = Int16(truncatingIfNeeded: isLocked ? F_WRLCK : F_UNLCK)
    lock.l_whence = Int16(truncatingIfNeeded: SEEK_SET)
    return outcome(fcntl(number, F_SETLK, &lock))
  }

  /// What ``setLock(_:_:)`` gives where another process has the lock (POSIX leaves the choice).
  static var locked: [Int32] { [EAGAIN, EACCES] }

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
