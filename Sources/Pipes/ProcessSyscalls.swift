// The list of environment variables is a variable of the C library that no one here changes.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

import Synchronization

typealias ProcessNumber = pid_t

/// What a child process needs, apart from Syscalls.swift only because of its length.
extension Syscall {
  static let noDescriptors = EMFILE
  static let killSignal = SIGKILL

  /// Held while a descriptor is open that a program started just now would inherit: there is no
  /// call on all systems that makes a pipe or a temporary file closed on exec from the start.
  static let inheritance = Mutex<Void>(())

  /// posix_spawn(3): starts the program at `path` in a process group of its own.
  ///
  /// What it is to read or write and is nil leads nowhere; `second` becomes its descriptor 3,
  /// `ninth` its descriptor 9. Gives the number of the process, or an error number with its sign
  /// turned.
  static func start(
    _ path: String, _ arguments: [String], input: Int32? = nil, output: Int32?, errors: Int32?,
    second: Int32? = nil, ninth: Int32? = nil
  ) -> Int {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let environment = _NSGetEnviron().pointee
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let environment = environ
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return -Int(ENOMEM) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return -Int(ENOMEM) }
    defer { posix_spawnattr_destroy(&attributes) }
    for (target, end) in [(Int32(0), input), (1, output), (2, errors)] {
      if let end {
        posix_spawn_file_actions_adddup2(&actions, end, target)
      } else {
        posix_spawn_file_actions_addopen(
          &actions, target, "/dev/null", target == 0 ? O_RDONLY : O_WRONLY, 0)
      }
    }
    if let second { posix_spawn_file_actions_adddup2(&actions, second, 3) }
    if let ninth { posix_spawn_file_actions_adddup2(&actions, ninth, 9) }

    // What this program ignores or blocks is no business of the other one.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))

    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process = ProcessNumber()
    let code = inheritance.withLock { _ in
      posix_spawn(&process, path, &actions, &attributes, words, environment)
    }
    return code == 0 ? Int(process) : -Int(code)
  }

  /// How a process ended: waitpid(2), which lets go of it.
  enum ProcessState {
    case running
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// waitpid(2).
  static func state(of process: ProcessNumber, isWaiting: Bool) -> ProcessState {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, isWaiting ? 0 : WNOHANG)
      if result == 0 { return .running }
      if result > 0 { break }
      // A process that is not ours any more has left no word.
      guard errno == EINTR else { return .exited(255) }
    }
    // The macros of <sys/wait.h>.
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// kill(2): sends a signal to a process and all that it has started.
  static func send(_ number: Int32, toGroupOf process: ProcessNumber) { _ = kill(-process, number) }

  /// access(2): whether a file is a program that may be run.
  static func isProgram(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }

  /// poll(2): waits until one of three descriptors can be read, or has ended, or `milliseconds`
  /// have passed; -1 is for ever, and a descriptor of -1 is none.
  static func waitForAny(
    _ first: Int32, _ second: Int32, _ third: Int32, milliseconds: Int32
  ) -> (first: Bool, second: Bool) {
    let wanted = Int16(truncatingIfNeeded: POLLIN)
    var all = (
      pollfd(fd: first, events: wanted, revents: 0),
      pollfd(fd: second, events: wanted, revents: 0),
      pollfd(fd: third, events: wanted, revents: 0)
    )
    let result = withUnsafeMutablePointer(to: &all) { all in
      all.withMemoryRebound(to: pollfd.self, capacity: 3) { poll($0, 3, milliseconds) }
    }
    return result > 0 ? (all.0.revents != 0, all.1.revents != 0) : (false, false)
  }

  /// mkstemp(3) and unlink(2): a new file in `folder` that has no name.
  static func makeUnnamedFile(in folder: String) -> Int {
    var path = Array("\(folder)/vfx-XXXXXX".utf8CString)
    return inheritance.withLock { _ in
      let number = mkstemp(&path)
      guard number >= 0 else { return -Int(errno) }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = unlink(path)
      return Int(number)
    }
  }

  /// pwrite(2).
  static func writeSome(_ number: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let result = pwrite(number, buffer.baseAddress, buffer.count, off_t(offset))
    return result < 0 ? -Int(errno) : result
  }
}
