/// An open file, pipe or device, with the name that messages give it.
///
/// It is a plain number: copies mean the same file, and whoever opened it closes it, once. All
/// calls retry when a signal interrupts them (EINTR), and wait where a descriptor that another
/// program made non-blocking is not ready (EAGAIN).
package struct FileDescriptor: Sendable {
  /// What a path is opened for.
  package enum Access: Sendable {
    case reading
    /// Writing from the start; the file is made or emptied.
    case creating
    /// Holding a file that another program writes; it is made where it is not there, and stays as
    /// it is.
    case holding
  }

  /// Descriptor 0; the process has it open.
  package static let standardInput = FileDescriptor(0, name: "standard input")
  /// Descriptor 1; the process has it open.
  package static let standardOutput = FileDescriptor(1, name: "standard output")
  /// Descriptor 2; the process has it open.
  package static let standardError = FileDescriptor(2, name: "standard error")

  /// What the system calls it.
  package let number: Int32
  /// Its name in messages: a path, or "standard input".
  package let name: String
  /// What it was when this value was made.
  package let kind: FileKind
  private var interrupt: Interrupt?

  /// Takes a descriptor that is open already.
  package init(_ number: Int32, name: String) {
    self.number = number
    self.name = name
    switch Syscall.status(number) {
    case .success(let status): kind = status.kind
    case .failure: kind = .closed
    }
  }

  /// Opens `path`; `isBlocking` says whether opening a FIFO waits for its other end.
  package init(
    opening path: String, for access: Access = .reading, isBlocking: Bool = true
  ) throws(PipeError) {
    while true {
      let result = Syscall.openPath(path, access, blocking: isBlocking)
      if result >= 0 {
        self.init(Int32(truncatingIfNeeded: result), name: path)
        return
      }
      let code = Int32(truncatingIfNeeded: -result)
      guard code == Syscall.interrupted else {
        throw .failed(.open, name: path, code: code)
      }
    }
  }

  /// Makes a pipe.
  package static func pipe() throws(PipeError) -> (reading: Self, writing: Self) {
    switch Syscall.makePipe() {
    case .success(let ends):
      return (Self(ends.reading, name: "pipe"), Self(ends.writing, name: "pipe"))
    case .failure(let error): throw .noResources(code: error.code)
    }
  }

  /// The same file, whose reads end with ``PipeError/stopped(_:)`` or ``PipeError/cancelled``
  /// as soon as `interrupt` is raised.
  package func interruptible(by interrupt: Interrupt) -> Self {
    var copy = self
    copy.interrupt = interrupt
    return copy
  }

  /// Closes the file, and reports data that the system could not store.
  package func close() throws(PipeError) {
    let result = Syscall.closeNumber(number)
    // Linux has closed the number even when it says EINTR.
    guard result >= 0 || -result == Int(Syscall.interrupted) else { throw failure(.close, result) }
  }

  /// Takes the lock that processes share on a file or a terminal; false where another one has it.
  ///
  /// It is held until ``unlock()`` or the end of the process. If the system has no such lock, this
  /// always succeeds.
  package func tryLock() -> Bool {
    let result = Syscall.setLock(number, true)
    return result >= 0 || !Syscall.locked.contains(Int32(truncatingIfNeeded: -result))
  }

  /// Releases the lock of ``tryLock()``.
  package func unlock() { _ = Syscall.setLock(number, false) }

  /// Whether it is a terminal.
  package var isTerminal: Bool { Syscall.isTerminal(number) }

  /// The length of a regular file in bytes, nil for anything else.
  package var size: Int? {
    guard case .success(let status) = Syscall.status(number), status.kind == .regular else {
      return nil
    }
    return status.size
  }

  /// Where in a regular file the next write goes, so that it can be changed later; nil for anything
  /// else, and for a file that is only appended to.
  package var writePosition: Int? {
    guard case .success(let status) = Syscall.status(number), status.kind == .regular else {
      return nil
    }
    return Syscall.writePosition(number)
  }

  /// Asks for a pipe buffer of `bytes`, or the half or a quarter of it, and gives its size.
  ///
  /// A buffer of 1 MiB doubles the throughput of a video pipe. Gives nil, and changes nothing,
  /// where the system has no such call, refuses, or the buffer is as large already.
  @discardableResult
  package func enlargePipe(to bytes: Int = 1 << 20) -> Int? {
    guard kind == .pipe else { return nil }
    let present = Syscall.pipeSize(number, nil)
    for size in [bytes, bytes / 2, bytes / 4] where size > present {
      let result = Syscall.pipeSize(number, Int32(clamping: size))
      if result > 0 { return result }
    }
    return nil
  }

  /// Waits until reading will not block, or the interrupt is raised.
  private func waitForInput() throws(PipeError) {
    while true {
      let result = Syscall.wait(number, toWrite: false, wake: interrupt?.wake ?? -1)
      if let reason = interrupt?.reason { throw reason }
      if result >= 0 { return }
      guard -result == Int(Syscall.interrupted) else { throw failure(.read, result) }
    }
  }

  private func failure(_ action: PipeError.Action, _ result: Int) -> PipeError {
    let code = Int32(truncatingIfNeeded: -result)
    return code == Syscall.brokenPipe && action == .write
      ? .readerHasGone : .failed(action, name: name, code: code)
  }
}

// MARK: - Reading

extension FileDescriptor {
  /// Reads what is there, at least one byte and at most `buffer.count`; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(PipeError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    if let interrupt {
      if let reason = interrupt.reason { throw reason }
      if kind != .regular { try waitForInput() }
    }
    while true {
      let result = Syscall.readSome(number, buffer)
      if result >= 0 { return result }
      switch Int32(truncatingIfNeeded: -result) {
      case Syscall.interrupted: if let reason = interrupt?.reason { throw reason }
      case Syscall.wouldBlock: try waitForInput()
      default: throw failure(.read, result)
      }
    }
  }

  /// Fills `buffer`, and gives the number of bytes read: fewer only at the end.
  package func readFully(into buffer: UnsafeMutableRawBufferPointer) throws(PipeError) -> Int {
    try buffer.fill { (rest, _) throws(PipeError) in try read(into: rest) }
  }

  /// Fills `buffer` from byte `offset` of a file, moving no position: fewer only at the end.
  package func readFully(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(PipeError) -> Int {
    try buffer.fill { (rest, done) throws(PipeError) in
      let (place, isTooFar) = offset.addingReportingOverflow(done)
      guard !isTooFar else { return 0 }
      while true {
        let result = Syscall.readSome(number, rest, at: place)
        if result >= 0 { return result }
        if -result != Int(Syscall.interrupted) { throw failure(.read, result) }
      }
    }
  }
}

extension FileDescriptor {
  /// Fills `bytes` from byte `offset` of a file, moving no position: fewer only at the end.
  package func readFully(
    into bytes: inout MutableRawSpan, at offset: Int
  ) throws(PipeError) -> Int {
    try bytes.withUnsafeMutableBytes { (buffer) throws(PipeError) in
      try readFully(into: buffer, at: offset)
    }
  }

  /// Up to `count` bytes from byte `offset` of a file, moving no position: fewer only at the end.
  package func bytes(_ count: Int, at offset: Int) throws(PipeError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    var raw = span.mutableBytes
    let read = try readFully(into: &raw, at: offset)
    bytes.removeLast(count - read)
    return bytes
  }

  /// Whether `bytes`, at most 64 of them, stand at byte `offset` of a file; nothing is allocated to
  /// find out.
  package func holds(_ bytes: [UInt8], at offset: Int) throws(PipeError) -> Bool {
    var found = SIMD64<UInt8>()
    let count = min(bytes.count, 64)
    let result = withUnsafeMutableBytes(of: &found) { buffer in
      Result { () throws(PipeError) in
        try readFully(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
      }
    }
    guard try result.get() == bytes.count else { return false }
    return bytes.indices.allSatisfy { found[$0] == bytes[$0] }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Fills the buffer, and gives the number of bytes read: fewer only at the end.
  ///
  /// `read` takes what is still empty and how much is full, and gives 0 at the end.
  func fill(
    by read: (UnsafeMutableRawBufferPointer, Int) throws(PipeError) -> Int
  ) throws(PipeError) -> Int {
    var done = 0
    while done < count {
      let more = try read(.init(rebasing: self[done...]), done)
      guard more > 0 else { break }
      done += more
    }
    return done
  }
}

// MARK: - Writing

extension FileDescriptor {
  /// Writes all of `bytes`.
  package func writeFully(_ bytes: UnsafeRawBufferPointer) throws(PipeError) {
    try writeFully(bytes, UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Writes all of `first`, then all of `second`, with as few calls as the system allows.
  ///
  /// The end of the program does not come between, as long as somebody takes it.
  package func writeFully(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) throws(PipeError) {
    // Words about the end are not waited for.
    guard number != 2 else { return try writeOn(first, second) }
    try Writing.whole { () throws(PipeError) in try writeOn(first, second) }
  }

  private func writeOn(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) throws(PipeError) {
    var first = first
    var second = second
    while !first.isEmpty || !second.isEmpty {
      let result =
        first.isEmpty
        ? Syscall.writeSome(number, second)
        : second.isEmpty
          ? Syscall.writeSome(number, first) : Syscall.writeSome(number, first, second)
      guard result >= 0 else {
        switch Int32(truncatingIfNeeded: -result) {
        case Syscall.interrupted: continue
        case Syscall.wouldBlock: _ = Syscall.wait(number, toWrite: true, wake: -1)
        default: throw failure(.write, result)
        }
        continue
      }
      Writing.step()
      let ofFirst = min(result, first.count)
      first = .init(rebasing: first[ofFirst...])
      second = .init(rebasing: second[(result - ofFirst)...])
    }
  }

  /// Writes all of `bytes`.
  package func writeFully(_ bytes: [UInt8]) throws(PipeError) {
    // A closure that rethrows loses the error's type, so it is carried out by hand.
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(PipeError) in try writeFully(buffer) }
    }
    try result.get()
  }

  /// Writes all of `bytes` at byte `offset` of a file, moving no position.
  package func writeFully(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(PipeError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let result = Syscall.writeSome(number, rest, at: offset + done)
      if result >= 0 {
        done += result
      } else if -result != Int(Syscall.interrupted) {
        throw failure(.write, result)
      }
    }
  }

  /// Writes `text` as UTF-8.
  package func writeFully(_ text: String) throws(PipeError) { try writeFully(Array(text.utf8)) }
}
