/// A socket that programs of the same machine connect to, and no others.
package final class LoopbackListener: Sendable {
  /// Where it listens, on 127.0.0.1.
  package let port: Int
  private let number: Int32

  /// Begins to listen.
  ///
  /// - Parameter port: 0 for any that is free.
  package init(port: Int = 0) throws(PipeError) {
    let result = Syscall.listenOnLoopback(port: UInt16(clamping: port))
    guard result >= 0 else {
      throw .failed(
        .open, name: "port \(port) of 127.0.0.1", code: Int32(truncatingIfNeeded: -result))
    }
    number = Int32(truncatingIfNeeded: result)
    self.port = Int(Syscall.port(of: number) ?? 0)
  }

  deinit { _ = Syscall.closeNumber(number) }

  /// Waits for the next connection; nil once `interrupt` is raised.
  package func accept(_ interrupt: Interrupt) -> LoopbackConnection? {
    while interrupt.reason == nil {
      let ready = Syscall.waitFor(number, toWrite: false, wake: interrupt.wake, milliseconds: -1)
      guard ready, interrupt.reason == nil else { continue }
      let result = Syscall.acceptConnection(number)
      if result >= 0 { return LoopbackConnection(Int32(truncatingIfNeeded: result), interrupt) }
      // The other end has gone already, or there are too many descriptors for now.
      if -result != Int(Syscall.wouldBlock) { Syscall.pause(milliseconds: 10) }
    }
    return nil
  }
}

/// A connection to a program of the same machine, used by one thread at a time.
package final class LoopbackConnection: Sendable {
  private let number: Int32
  private let interrupt: Interrupt

  init(_ number: Int32, _ interrupt: Interrupt) {
    (self.number, self.interrupt) = (number, interrupt)
  }

  deinit { _ = Syscall.closeNumber(number) }

  /// Reads what is there, at most `limit` bytes; none at the end.
  ///
  /// - Parameter end: when to give up with ``PipeError/silent(name:seconds:)``, by the clock of
  ///   ``Host/monotonicTime``.
  package func read(limit: Int, until end: UInt64) throws(PipeError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    while true {
      let result = bytes.withUnsafeMutableBytes { Syscall.readSome(number, $0) }
      if result >= 0 {
        bytes.removeLast(limit - result)
        return bytes
      }
      switch Int32(truncatingIfNeeded: -result) {
      case Syscall.interrupted: continue
      case Syscall.wouldBlock: try wait(toWrite: false, until: end)
      case Syscall.connectionReset, Syscall.connectionAborted: return []
      default:
        throw .failed(.read, name: "a connection", code: Int32(truncatingIfNeeded: -result))
      }
    }
  }

  /// Writes all of `bytes`.
  ///
  /// - Parameter end: as of ``read(limit:until:)``.
  package func write(_ bytes: borrowing RawSpan, until end: UInt64) throws(PipeError) {
    var done = 0
    while done < bytes.byteCount {
      let result = bytes.extracting(done...).withUnsafeBytes { Syscall.writeSome(number, $0) }
      if result >= 0 {
        done += result
        continue
      }
      switch Int32(truncatingIfNeeded: -result) {
      case Syscall.interrupted: continue
      case Syscall.wouldBlock: try wait(toWrite: true, until: end)
      case Syscall.brokenPipe, Syscall.connectionReset, Syscall.connectionAborted:
        throw .readerHasGone
      default:
        throw .failed(.write, name: "a connection", code: Int32(truncatingIfNeeded: -result))
      }
    }
  }

  /// Takes what has come unread, so that closing the connection does not take back the answer.
  package func drain() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<16 {
      let count = bytes.withUnsafeMutableBytes { Syscall.readSome(number, $0) }
      if count <= 0 { return }
    }
  }

  /// Whether the other end has gone, or has sent what nobody asked for.
  package var hasEnded: Bool {
    Syscall.waitFor(number, toWrite: false, wake: -1, milliseconds: 0)
  }

  private func wait(toWrite: Bool, until end: UInt64) throws(PipeError) {
    if let reason = interrupt.reason { throw reason }
    let now = Host.monotonicTime
    guard now < end else { throw .silent(name: "a connection", seconds: 0) }
    let milliseconds = Int32(clamping: (end - now) / 1_000_000 + 1)
    _ = Syscall.waitFor(number, toWrite: toWrite, wake: interrupt.wake, milliseconds: milliseconds)
    if let reason = interrupt.reason { throw reason }
  }
}
