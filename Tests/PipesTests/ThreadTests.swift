import Testing

@testable import Pipes

@Suite struct ThreadTests {
  /// What the monitor guards.
  private final class Shared: @unchecked Sendable {
    let monitor = Monitor(conditionCount: 2)
    var count = 0
    var isOpen = false
  }

  @Test func `a monitor lets one thread in at a time`() throws {
    let shared = Shared()
    let threads = try (0..<4).map { number in
      try Thread(name: "adder \(number)") {
        for _ in 0..<5000 { shared.monitor.withLock { shared.count += 1 } }
      }
    }
    threads.forEach { $0.join() }
    #expect(shared.monitor.withLock { shared.count } == 20_000)
  }

  @Test func `waiting threads are woken together`() throws {
    let shared = Shared()
    let threads = try (0..<4).map { number in
      try Thread(name: "waiter \(number)") {
        shared.monitor.withLock {
          while !shared.isOpen { shared.monitor.wait(for: 1) }
          shared.count += 1
        }
      }
    }
    shared.monitor.withLock {
      shared.isOpen = true
      shared.monitor.broadcast(1)
    }
    threads.forEach { $0.join() }
    #expect(shared.count == 4)
  }

  @Test func `a lock is given back when its body throws`() throws {
    let monitor = Monitor()
    #expect(throws: PipeError.cancelled) {
      try monitor.withLock { () throws(PipeError) in throw .cancelled }
    }
    #expect(monitor.withLock { 5 } == 5)
  }
}
