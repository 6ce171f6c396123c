import TestSupport
import Testing

@testable import Pipes

@Suite(.serialized) struct InterruptTests {
  /// Reads one byte from a pipe into which nothing is written.
  private func reading(raisedBy raise: @escaping @Sendable (Interrupt) -> Void) throws -> PipeError?
  {
    let interrupt = try Interrupt()
    let (reading, writing) = try FileDescriptor.pipe()
    defer {
      try? reading.close()
      try? writing.close()
    }
    let raiser = try Thread(name: "raiser") {
      let start = Host.monotonicTime
      while Host.monotonicTime - start < 10_000_000 {}
      raise(interrupt)
    }
    defer { raiser.join() }
    var byte: UInt8 = 0
    return #expect(throws: PipeError.self) {
      try withUnsafeMutableBytes(of: &byte) {
        _ = try reading.interruptible(by: interrupt).read(into: $0)
      }
    }
  }

  @Test func `a reader that waits is woken`() throws {
    #expect(try reading { $0.cancel() } == .cancelled)
    #expect(try reading { $0.stop(by: .interrupt) } == .stopped(.interrupt))
  }

  @Test func `the first reason stays`() throws {
    let interrupt = try Interrupt()
    #expect(interrupt.reason == nil)
    interrupt.stop(by: .terminate)
    interrupt.cancel()
    interrupt.stop(by: .interrupt)
    #expect(interrupt.reason == .stopped(.terminate))
    #expect(interrupt.signal?.exitCode == 143)
  }

  @Test func `a signal takes the place of a cancellation`() throws {
    let interrupt = try Interrupt()
    interrupt.cancel()
    interrupt.stop(by: .hangUp)
    interrupt.cancel()
    #expect(interrupt.reason == .stopped(.hangUp))
    #expect(interrupt.waitForSignal().exitCode == 129)
  }

  @Test func `a file is not read on either`() throws {
    let folder = try TemporaryFolder()
    try Files.write([1, 2], to: folder.file("a"))
    let interrupt = try Interrupt()
    let file = try FileDescriptor(opening: folder.file("a")).interruptible(by: interrupt)
    var source = ByteSource(file)
    #expect(try source.readBytes(1) == [1])
    interrupt.stop(by: .interrupt)
    #expect(throws: PipeError.stopped(.interrupt)) { try source.readBytes(1) }
    try file.close()
  }

  @Test func `a real signal stops the reader`() throws {
    let interrupt = try Interrupt()
    Signals.catchStops(raising: interrupt)
    Syscall.send(Syscall.terminateSignal)
    // Any thread may take it, in its own time.
    let guardian = try Thread(name: "guardian") {
      let start = Host.monotonicTime
      while interrupt.reason == nil, Host.monotonicTime - start < 5_000_000_000 {}
      interrupt.cancel()
    }
    defer { guardian.join() }
    let (reading, writing) = try FileDescriptor.pipe()
    var source = ByteSource(reading.interruptible(by: interrupt))
    #expect(throws: PipeError.stopped(.terminate)) { try source.readBytes(1) }
    try reading.close()
    try writing.close()
  }
}
