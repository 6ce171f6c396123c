#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What serving on the loopback interface needs.
extension Syscall {
  static let connectionReset = ECONNRESET
  static let connectionAborted = ECONNABORTED

  #if canImport(Glibc)
    private static let streamSocket = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamSocket = SOCK_STREAM
  #endif

  /// socket(2), bind(2), listen(2): a socket that takes connections to 127.0.0.1, on any free port
  /// for 0. It does not block, and is closed when another program is started.
  static func listenOnLoopback(port: UInt16) -> Int {
    let number = inheritance.withLock { _ in
      let number = socket(AF_INET, streamSocket, 0)
      if number >= 0 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
      return number
    }
    guard number >= 0 else { return -Int(errno) }
    var yes: Int32 = 1
    setsockopt(
      number, SOL_SOCKET, SO_REUSEADDR, &yes,
      socklen_t(truncatingIfNeeded: MemoryLayout<Int32>.size))
    var address = loopback(port)
    let size = socklen_t(truncatingIfNeeded: MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, size) }
    }
    guard result == 0, listen(number, 16) == 0, fcntl(number, F_SETFL, O_NONBLOCK) == 0 else {
      let code = -Int(errno)
      _ = close(number)
      return code
    }
    return Int(number)
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    #if canImport(Darwin)
      address.sin_len = UInt8(truncatingIfNeeded: MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(truncatingIfNeeded: AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// getsockname(2): the port of a socket; nil where the system does not tell.
  static func port(of number: Int32) -> UInt16? {
    var address = sockaddr_in()
    var size = socklen_t(truncatingIfNeeded: MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(number, $0, &size)
      }
    }
    return result == 0 ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// accept(2): the next connection, which does not block either.
  static func acceptConnection(_ number: Int32) -> Int {
    inheritance.withLock { _ in
      let connection = accept(number, nil, nil)
      guard connection >= 0 else { return -Int(errno) }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      _ = fcntl(connection, F_SETFL, O_NONBLOCK)
      var yes: Int32 = 1
      let size = socklen_t(truncatingIfNeeded: MemoryLayout<Int32>.size)
      setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
      return Int(connection)
    }
  }

  /// poll(2): waits until a descriptor can be read (or written) or `wake` can be read; whether the
  /// descriptor is ready.
  static func waitFor(
    _ number: Int32, toWrite: Bool, wake: Int32, milliseconds: Int32
  ) -> Bool {
    let wanted = Int16(truncatingIfNeeded: toWrite ? POLLOUT : POLLIN)
    var pair = (
      pollfd(fd: number, events: wanted, revents: 0),
      pollfd(fd: wake, events: Int16(truncatingIfNeeded: POLLIN), revents: 0)
    )
    let result = withUnsafeMutablePointer(to: &pair) { pair in
      pair.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, milliseconds) }
    }
    return result > 0 && pair.0.revents != 0
  }
}
