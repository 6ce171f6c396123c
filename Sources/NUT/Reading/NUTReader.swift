import Pipes

/// Reads a NUT stream in order, packet by packet.
///
/// Nothing is sought and nothing is read twice, so that a pipe serves. Memory does not grow with
/// the length of the stream. The first damaged byte is an error: a reader of pipes has no later
/// place to go on from without losing something silently.
///
/// Source: nut.txt (2008-02-02), and what ffmpeg reads and writes beyond it.
package struct NUTReader: Sendable {
  /// What becomes of a stream that ends inside a packet.
  package enum Truncation: String, CaseIterable, Sendable {
    /// It is an error, after all whole packets.
    case error
    /// It ends with its last whole packet; ``NUTReader/cut`` says so.
    case end
  }

  /// What the stream says before its frames.
  package let header: NUTHeader
  /// Packets that were begun.
  package private(set) var packetCount = 0
  /// Where the stream was truncated, if that is no error: inside which packet, and at least how
  /// many bytes are missing.
  package private(set) var cut: (packet: Int, missing: Int)?

  private let main: MainHeader
  private let limits: [Int]
  private let truncation: Truncation
  var source: PacketSource
  private var headers: HeaderReading
  private var clocks: [StreamClock]
  /// Where the last syncpoint begins.
  private var syncpoint: UInt64?
  /// The first byte of the next item, if it was read already.
  private var lead: UInt8?
  /// The data of the present packet that was not read yet: what the stream leaves out, and how much
  /// stands in it.
  var elided: ArraySlice<UInt8> = []
  var stored = 0
  var hasEnded = false

  /// Reads all headers, and the first byte behind them.
  package init(
    _ input: ByteSource, limits: NUTLimits = NUTLimits(), truncation: Truncation = .error
  ) throws(NUTError) {
    var source = PacketSource(input)
    try Self.readMagic(&source)
    var headers = HeaderReading(limits)
    var (lead, syncpoint) = (UInt8?.none, UInt64?.none)
    var time: (ticks: Int, timeBase: Int)?
    while time == nil, let byte = try source.nextByte() {
      let start = source.offset &- 1
      guard byte == StartCode.lead else {
        lead = byte
        break
      }
      switch try headers.packet(&source) {
      case .nothing: break
      case .info(let body): try headers.keep(info: body, at: start)
      case .syncpoint(let ticks, let timeBase): (time, syncpoint) = ((ticks, timeBase), start)
      }
    }
    let (main, header) = try headers.header(
      at: source.offset, isOver: lead == nil && time == nil)
    (self.main, self.header, self.lead, self.syncpoint) = (main, header, lead, syncpoint)
    self.truncation = truncation
    self.limits = header.streams.map { max(limits.packetBytes, $0.pictureBytes ?? 0) }
    clocks = header.streams.map { StreamClock($0) }
    self.headers = headers
    self.source = source
    if let time { try setClocks(time.ticks, time.timeBase) }
    self.source.packet = 0
  }

  /// Bytes that were read.
  package var offset: UInt64 { source.offset }

  private static func readMagic(_ source: inout PacketSource) throws(NUTError) {
    var start: [UInt8] = []
    while start.count < NUTHeader.magic.count, let byte = try source.nextByte() {
      start.append(byte)
    }
    if start.isEmpty { throw .empty }
    if start == NUTHeader.magic { return }
    guard NUTHeader.magic.starts(with: start) else { throw .notNUT(start: start) }
    throw .truncatedHeader(offset: source.offset)
  }

  private mutating func setClocks(_ ticks: Int, _ timeBase: Int) throws(NUTError) {
    let clock = main.timeBases[timeBase]
    for (number, stream) in header.streams.enumerated() {
      guard let time = clock.ticks(ticks, in: main.timeBases[stream.timeBase]),
        time <= NUTPacket.latest
      else { throw source.malformed(.badTimestamp, at: syncpoint ?? source.offset) }
      clocks[number].set(time)
    }
  }

  // MARK: - Packets

  /// Goes on to the next packet; data of the last one that was not read is left out.
  ///
  /// Gives nil at the end of the stream. After an error the reader is of no more use.
  package mutating func next() throws(NUTError) -> NUTItem? {
    do throws(NUTError) {
      try skipData()
      while !hasEnded {
        if let item = try nextItem() { return item }
      }
      return nil
    } catch {
      try end(error)
      return nil
    }
  }

  /// Ends the stream where its end is no error.
  mutating func end(_ error: NUTError) throws(NUTError) {
    hasEnded = true
    (elided, stored) = ([], 0)
    guard case .truncated(let packet, _, let missing) = error, truncation == .end else {
      throw error
    }
    cut = (packet, missing)
  }

  /// Reads what comes next; nil for what is of no use outside, and at the end.
  private mutating func nextItem() throws(NUTError) -> NUTItem? {
    source.packet = packetCount
    var first = lead
    lead = nil
    if let first {
      source.beginChecksum([first])
    } else {
      source.beginChecksum()
      first = try source.nextByte()
    }
    guard let first else {
      hasEnded = true
      return nil
    }
    let start = source.offset &- 1
    guard first == StartCode.lead else { return .packet(try readFrame(first, at: start)) }
    switch try headers.packet(&source) {
    case .nothing: break
    case .info(let body): return .info(body)
    case .syncpoint(let ticks, let timeBase):
      syncpoint = start
      try setClocks(ticks, timeBase)
    }
    return nil
  }

  private mutating func readFrame(_ code: UInt8, at start: UInt64) throws(NUTError) -> NUTPacket {
    if !main.isPipe {
      guard let syncpoint, start &- syncpoint < UInt64(main.longestDistance) else {
        throw source.malformed(.missingSyncpoint, at: start)
      }
    }
    let frame = try FrameHeader(
      parsing: &source, code: code, at: start, main, clocks: clocks, limits: limits)
    clocks[frame.stream].set(frame.ticks)
    (elided, stored) = (frame.elision[...], frame.stored)
    var packet = NUTPacket(
      stream: frame.stream, ticks: frame.ticks, size: 0, isKey: frame.flags.contains(.key))
    packet.isEnd = frame.flags.contains(.end)
    (packet.offset, packet.dataOffset) = (start, source.offset)
    if frame.flags.contains(.sideData) {
      packet.sideData = try SideData.read(&source, atMost: stored)
      stored -= packet.sideData.count
    }
    packet.size = elided.count + stored
    packetCount += 1
    return packet
  }
}
