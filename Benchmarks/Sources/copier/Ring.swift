import Pipes

/// Four buffers that one thread fills and another empties, in order.
final class Ring: @unchecked Sendable {
  private static let count = 4
  private let buffers: [UnsafeMutableRawBufferPointer]
  private let monitor = Monitor(conditionCount: 2)
  /// What is full, as bytes of each buffer in order; nil is the end.
  private var full: [Int?] = []
  private var filled = 0
  private var emptied = 0

  init(size: Int) {
    buffers = (0..<Self.count).map { _ in .allocate(byteCount: size, alignment: 4096) }
  }

  deinit { for buffer in buffers { buffer.deallocate() } }

  /// Fills buffers with `read` until it gives fewer bytes than fit.
  func fill(_ read: (UnsafeMutableRawBufferPointer) throws -> Int) {
    while true {
      monitor.withLock { while filled - emptied == Self.count { monitor.wait(for: 0) } }
      let buffer = buffers[filled % Self.count]
      // What fails to be read ends the copy; the driver sees that bytes are missing.
      let count = (try? read(buffer)) ?? 0
      monitor.withLock {
        full.append(count > 0 ? count : nil)
        filled += 1
        monitor.signal(1)
      }
      if count < buffer.count {
        monitor.withLock {
          full.append(nil)
          monitor.signal(1)
        }
        return
      }
    }
  }

  /// Empties buffers with `write` until the end.
  func empty(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    while true {
      let next = monitor.withLock {
        while full.isEmpty { monitor.wait(for: 1) }
        return full.removeFirst()
      }
      guard let count = next else { return }
      try write(UnsafeRawBufferPointer(rebasing: buffers[emptied % Self.count][..<count]))
      monitor.withLock {
        emptied += 1
        monitor.signal(0)
      }
    }
  }
}
