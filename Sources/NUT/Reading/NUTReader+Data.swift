// The data of the packet that was begun last.
extension NUTReader {
  /// Fills `room` with the next data of the packet, and gives the number of bytes taken: fewer only
  /// at the end of its data, and where the stream was truncated and that is no error.
  package mutating func read(into room: UnsafeMutableRawBufferPointer) throws(NUTError) -> Int {
    let count = min(room.count, elided.count + stored)
    let first = min(count, elided.count)
    if first > 0 {
      room.copyBytes(from: elided.prefix(first))
      elided.removeFirst(first)
    }
    guard count > first else { return first }
    let taken = try source.readFully(into: .init(rebasing: room[first..<count]))
    stored -= taken
    if taken < count - first {
      source.packet = packetCount - 1
      try end(source.truncated(missing: stored))
    }
    return first + taken
  }

  /// Reads the rest of the packet's data into `data`, whose memory is used again; false where the
  /// stream was truncated and that is no error.
  ///
  /// Memory grows with the bytes that come, and not with those that were promised.
  package mutating func read(into data: inout [UInt8]) throws(NUTError) -> Bool {
    let wanted = elided.count + stored
    if data.count > wanted { data.removeLast(data.count - wanted) }
    var done = 0
    while done < wanted, !hasEnded {
      if data.count == done {
        data.append(contentsOf: repeatElement(0, count: min(wanted - done, max(done, 1 << 20))))
      }
      let result = data.withUnsafeMutableBytes { bytes in
        Result { () throws(NUTError) in
          try read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
        }
      }
      done += try result.get()
    }
    data.removeLast(data.count - done)
    return done == wanted
  }

  /// Leaves out what was not read of the packet.
  mutating func skipData() throws(NUTError) {
    elided = []
    guard stored > 0 else { return }
    source.packet = packetCount - 1
    let count = stored
    stored = 0
    try source.skip(count)
  }
}
