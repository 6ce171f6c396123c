import Pipes

/// The bytes of a stream in order, with the checksum of those that are read one by one.
///
/// It reads ahead what is there, so that numbers cost no system call each; data that is larger goes
/// straight to where it is wanted.
struct PacketSource: NumberReading, Sendable {
  private var source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private var next = 0
  private var end = 0
  /// Where the next byte stands.
  private(set) var offset: UInt64 = 0
  /// The checksum of the bytes since ``beginChecksum()``.
  private(set) var checksum = NUTChecksum()
  /// The number of the packet that is read, for errors; nil in headers.
  var packet: Int?

  init(_ source: ByteSource) { self.source = source }

  func malformed(_ fault: NUTFault, at offset: UInt64) -> NUTError {
    .malformed(fault, packet: packet, offset: offset)
  }

  /// What to throw where the stream ends.
  func truncated(missing: Int) -> NUTError {
    packet.map { .truncated(packet: $0, offset: offset, missing: missing) }
      ?? .truncatedHeader(offset: offset)
  }

  /// Sets the checksum to that of no bytes, or of those that stand just before the next.
  mutating func beginChecksum(_ bytes: [UInt8] = []) { checksum = NUTChecksum(of: bytes) }

  /// Takes a byte; nil at the end of the stream.
  mutating func nextByte() throws(NUTError) -> UInt8? {
    guard try hasMore() else { return nil }
    let byte = buffer[next]
    next &+= 1
    offset &+= 1
    checksum.update(byte)
    return byte
  }

  mutating func byte() throws(NUTError) -> UInt8 {
    guard let byte = try nextByte() else { throw truncated(missing: 1) }
    return byte
  }

  /// Whether a byte is left in the buffer, which is filled if it is empty; false at the end.
  private mutating func hasMore() throws(NUTError) -> Bool {
    if next < end { return true }
    let result = buffer.withUnsafeMutableBytes { room in
      Result { () throws(PipeError) in try source.read(into: room) }
    }
    switch result {
    case .success(let count): (next, end) = (0, count)
    case .failure(let error): throw .pipe(error)
    }
    return end > 0
  }

  /// Fills `room`, and gives the number of bytes taken: fewer only at the end. The checksum is left
  /// alone.
  mutating func readFully(into room: UnsafeMutableRawBufferPointer) throws(NUTError) -> Int {
    let known = min(end - next, room.count)
    if known > 0 {
      buffer.withUnsafeBytes { room.copyMemory(from: .init(rebasing: $0[next..<next + known])) }
      next += known
    }
    let count: Int
    do {
      count = known + (try source.readFully(into: .init(rebasing: room[known...])))
    } catch {
      throw .pipe(error)
    }
    offset &+= UInt64(count)
    return count
  }

  /// Takes `count` bytes into the checksum and nowhere else; an error where there are fewer.
  mutating func skip(_ count: Int) throws(NUTError) {
    var left = count
    while left > 0 {
      guard try hasMore() else { throw truncated(missing: left) }
      let taken = min(left, end - next)
      for place in next..<next + taken { checksum.update(buffer[place]) }
      next += taken
      offset &+= UInt64(taken)
      left -= taken
    }
  }

  /// Takes `count` bytes, also into the checksum; an error where there are fewer.
  ///
  /// Memory grows with the bytes that come, and not with those that were promised.
  mutating func bytes(_ count: Int) throws(NUTError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard try hasMore() else { throw truncated(missing: count - bytes.count) }
      let taken = min(count - bytes.count, end - next)
      for place in next..<next + taken { checksum.update(buffer[place]) }
      bytes += buffer[next..<next + taken]
      next += taken
      offset &+= UInt64(taken)
    }
    return bytes
  }
}
