import Pipes

/// Writes a NUT stream in order, packet by packet.
///
/// It is written as ffmpeg does it, so that ffmpeg can also seek in it: a syncpoint wherever a
/// frame would begin too far behind the last, or one that can be decoded alone follows one that
/// cannot, and a checksum in front of what is large or far away in time. Memory does not grow with
/// the length of the stream.
package struct NUTWriter: Sendable {
  /// Frames are counted from their syncpoint with room for their header.
  private static let headerRoom = 64

  /// What was said before the frames.
  package let header: NUTHeader
  /// Bytes that were written.
  package private(set) var offset: UInt64 = 0
  /// Packets that were written.
  package private(set) var packetCount = 0
  private let output: FileDescriptor
  private var clocks: [StreamClock]
  private var orders: [DecodingOrder]
  /// Where the last syncpoint begins.
  private var syncpoint: UInt64?
  /// Where the syncpoint begins that stands before the last key frame of each stream.
  private var keys: [UInt64?]
  /// Whether the last frame of each stream was a key frame.
  private var wasKey: [Bool]
  private var index: SyncpointIndex

  /// Writes the headers.
  ///
  /// The version is that of `header`, but at least 3, and distances are the writer's own.
  package init(_ output: FileDescriptor, header: NUTHeader) throws(PipeError) {
    var header = header
    header.version = max(header.version, 3)
    header.longestDistance = 32_767
    header.isPipe = false
    self.header = header
    self.output = output
    clocks = header.streams.map { StreamClock($0) }
    orders = header.streams.map { DecodingOrder($0) }
    keys = header.streams.map { _ in nil }
    wasKey = header.streams.map { _ in false }
    index = SyncpointIndex(streams: header.streams.count)
    var bytes = NUTHeader.magic + StartCode.main.packet(header.mainBody)
    for (number, stream) in header.streams.enumerated() {
      bytes += StartCode.stream.packet(stream.body(number: number))
    }
    for body in header.info { bytes += StartCode.info.packet(body) }
    try put(bytes)
  }

  /// Writes information that a reader gave.
  package mutating func write(info body: [UInt8]) throws(PipeError) {
    try put(StartCode.info.packet(body))
  }

  /// Writes a packet, whose size is that of `data`; its side data goes with it.
  ///
  /// - Precondition: its stream is one of the header's, and its time one that a reader gives.
  package mutating func write(
    _ packet: NUTPacket, _ data: UnsafeRawBufferPointer
  ) throws(PipeError) {
    precondition(packet.size == data.count && (0...NUTPacket.latest).contains(packet.ticks))
    let stored = packet.sideData.count + data.count
    let decoded = orders[packet.stream].decodingTime(packet.ticks)
    var bytes: [UInt8] = []
    if needsSyncpoint(packet, stored) { bytes = makeSyncpoint(packet.stream, decoded) }
    bytes += frameHeader(packet, stored) + packet.sideData
    clocks[packet.stream].set(packet.ticks)
    wasKey[packet.stream] = packet.isKey
    if packet.isKey { keys[packet.stream] = syncpoint }
    index.addFrame(packet, header)
    let result = bytes.withUnsafeBytes { head in
      Result { () throws(PipeError) in try output.writeFully(head, data) }
    }
    try result.get()
    packetCount += 1
    offset &+= UInt64(bytes.count + data.count)
  }

  /// Writes a packet, whose size is that of `data`.
  package mutating func write(_ packet: NUTPacket, _ data: [UInt8]) throws(PipeError) {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(PipeError) in try write(packet, bytes) }
    }
    try result.get()
  }

  /// Writes the index, with which the stream ends.
  package mutating func finish() throws(PipeError) {
    try put(index.packet(timeBases: header.timeBases.count))
  }

  private mutating func put(_ bytes: [UInt8]) throws(PipeError) {
    try output.writeFully(bytes)
    offset &+= UInt64(bytes.count)
  }

  // MARK: - Syncpoints

  private func needsSyncpoint(_ packet: NUTPacket, _ stored: Int) -> Bool {
    guard let syncpoint else { return true }
    if packet.isKey, !wasKey[packet.stream] { return true }
    let room = UInt64(header.longestDistance)
    return offset - syncpoint + UInt64(stored + Self.headerRoom) >= room
  }

  /// A syncpoint of the time at which a frame is decoded.
  private mutating func makeSyncpoint(_ stream: Int, _ ticks: Int) -> [UInt8] {
    let clock = header.clock(ofStream: stream)
    let bases = header.timeBases.count
    var body: [UInt8] = []
    body.append(number: ticks, timeBase: header.streams[stream].timeBase, of: bases)
    // Where to begin so that every stream has a key frame: at most 15 bytes in front of a
    // syncpoint.
    let back = keys.compactMap { $0 }.min() ?? offset
    body.append(number: Int((offset - back) >> 4))
    for (number, stream) in header.streams.enumerated() {
      let other = header.timeBases[stream.timeBase]
      clocks[number].set(min(clock.ticks(ticks, in: other) ?? NUTPacket.latest, NUTPacket.latest))
    }
    syncpoint = offset
    index.addSyncpoint(at: offset)
    return StartCode.syncpoint.packet(body)
  }

  // MARK: - Frames

  private func frameHeader(_ packet: NUTPacket, _ stored: Int) -> [UInt8] {
    let clock = clocks[packet.stream]
    let hasChecksum = clock.isFar(packet.ticks) || stored > 2 * header.longestDistance
    var bytes: [UInt8]
    if packet.isEnd || !packet.sideData.isEmpty {
      var flags = FrameCodes.writtenFlags
      if packet.isKey { flags.insert(.key) }
      if packet.isEnd { flags.insert(.end) }
      if !packet.sideData.isEmpty { flags.insert(.sideData) }
      if hasChecksum { flags.insert(.checksum) }
      bytes = [FrameCodes.writtenCoded]
      bytes.append(number: flags.rawValue)
    } else {
      bytes = [FrameCodes.written(isKey: packet.isKey, hasChecksum: hasChecksum)]
    }
    bytes.append(number: packet.stream)
    bytes.append(number: clock.coded(packet.ticks))
    bytes.append(number: stored)
    return hasChecksum ? bytes + NUTChecksum(of: bytes).bytes : bytes
  }
}
