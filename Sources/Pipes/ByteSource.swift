/// Bytes read in order: from a descriptor, a child process, or from memory.
package struct ByteSource: Sendable {
  private enum Origin {
    case descriptor(FileDescriptor)
    case child(ChildProcess)
    /// The bytes, how many were read, and the most that one read gives.
    case memory([UInt8], position: Int, step: Int)
  }

  private var origin: Origin
  /// Bytes that were read and given back.
  private var ahead: [UInt8] = []

  /// Reads from `descriptor`; its opener must close it.
  package init(_ descriptor: FileDescriptor) { origin = .descriptor(descriptor) }

  /// Reads what `child` writes.
  package init(_ child: ChildProcess) { origin = .child(child) }

  /// Reads from `bytes`, at most `step` of them at a time, as a slow pipe would give them.
  package init(_ bytes: [UInt8], step: Int = .max) {
    origin = .memory(bytes, position: 0, step: max(1, step))
  }

  /// Reads what is there, at least one byte and at most `buffer.count`; 0 at the end.
  package mutating func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(PipeError) -> Int {
    if !ahead.isEmpty {
      let count = min(buffer.count, ahead.count)
      buffer.copyBytes(from: ahead.prefix(count))
      ahead.removeFirst(count)
      return count
    }
    switch origin {
    case .descriptor(let descriptor): return try descriptor.read(into: buffer)
    case .child(let child): return try child.read(into: buffer)
    case .memory(let bytes, let position, let step):
      let count = min(buffer.count, bytes.count - position, step)
      bytes.withUnsafeBytes { all in
        buffer.copyMemory(from: .init(rebasing: all[position..<position + count]))
      }
      origin = .memory(bytes, position: position + count, step: step)
      return count
    }
  }

  /// Gives back the bytes that were read last: few of them, such as those that tell what follows.
  package mutating func giveBack(_ bytes: [UInt8]) { ahead = bytes + ahead }

  /// Fills `buffer`, and gives the number of bytes read: fewer only at the end.
  package mutating func readFully(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(PipeError) -> Int {
    try buffer.fill { (rest, _) throws(PipeError) in try read(into: rest) }
  }

  /// Reads `count` bytes into a new array: fewer only at the end.
  ///
  /// For the small parts of a stream; memory is taken before anything is read.
  package mutating func readBytes(_ count: Int) throws(PipeError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(PipeError) in try readFully(into: buffer) }
    }
    bytes.removeLast(count - (try result.get()))
    return bytes
  }

  /// Reads on to the first newline, byte by byte so that nothing after it is taken.
  ///
  /// Gives what was read, with the newline; without one at the end and after `limit` bytes.
  package mutating func readLine(limit: Int) throws(PipeError) -> [UInt8] {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < limit {
      let result = withUnsafeMutableBytes(of: &byte) { buffer in
        Result { () throws(PipeError) in try read(into: buffer) }
      }
      guard try result.get() == 1 else { break }
      line.append(byte)
      if byte == 10 { break }
    }
    return line
  }
}
