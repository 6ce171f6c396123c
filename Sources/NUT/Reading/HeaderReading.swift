/// Reads the packets of a NUT stream that are no frames.
struct HeaderReading: Sendable {
  private var mainBody: [UInt8]?
  private var streamBodies: [Int: [UInt8]] = [:]
  private(set) var main: MainHeader?
  private var streams: [Int: NUTStream] = [:]
  private var info: [[UInt8]] = []
  /// Bytes that may still be kept.
  private var room: Int
  private let limits: NUTLimits

  init(_ limits: NUTLimits) {
    self.limits = limits
    room = limits.headerBytes
  }

  /// What came of a packet.
  enum Outcome {
    /// It says nothing that is not known, or that is of use here.
    case nothing
    /// The time of a syncpoint and the number of its clock.
    case syncpoint(ticks: Int, timeBase: Int)
    case info([UInt8])
  }

  /// Reads a packet behind its first byte, which was `N`.
  mutating func packet(_ source: inout PacketSource) throws(NUTError) -> Outcome {
    let start = source.offset &- 1
    var code = UInt64(StartCode.lead)
    for _ in 0..<7 { code = code << 8 | UInt64(try source.byte()) }
    let kind = StartCode(rawValue: code)
    if kind == nil, StartCode.isDamaged(code) {
      throw source.malformed(.damagedStart(found: StartCode.bytes(of: code)), at: start)
    }
    source.beginChecksum(StartCode.bytes(of: code))
    let length = try source.number("the length of a packet", in: 4...Int.max)
    if length > StartCode.shortBody {
      let place = source.offset
      _ = try source.word()
      guard source.checksum.value == 0 else { throw source.malformed(.wrongChecksum, at: place) }
    }
    guard main != nil || kind == .main else {
      throw source.malformed(.noMainHeader(found: StartCode.bytes(of: code)), at: start)
    }
    source.beginChecksum()
    guard let kind, kind != .index else {
      // Nothing of it is kept, so that it may be as long as it likes.
      try source.skip(length)
      let place = source.offset &- 4
      guard source.checksum.value == 0 else { throw source.malformed(.wrongChecksum, at: place) }
      return .nothing
    }
    let bodyStart = source.offset
    let body = try self.body(&source, length, at: start)
    return try take(kind, body, at: bodyStart, packet: source.packet)
  }

  /// The body of a packet, whose checksum is right.
  private func body(
    _ source: inout PacketSource, _ length: Int, at start: UInt64
  ) throws(NUTError) -> [UInt8] {
    guard length <= limits.headerBytes else {
      throw .unsupported(
        .largeHeader(limit: limits.headerBytes), packet: source.packet, offset: start)
    }
    var body = try source.bytes(length)
    guard source.checksum.value == 0 else {
      throw source.malformed(.wrongChecksum, at: source.offset &- 4)
    }
    body.removeLast(4)
    return body
  }

  private mutating func take(
    _ kind: StartCode, _ bytes: [UInt8], at start: UInt64, packet: Int?
  ) throws(NUTError) -> Outcome {
    var body = PacketBody(bytes, at: start, packet: packet)
    switch kind {
    case .main:
      if let mainBody {
        guard mainBody == bytes else { throw body.malformed(.changedHeader, at: start) }
        return .nothing
      }
      main = try MainHeader(parsing: &body)
      mainBody = bytes
      try keep(bytes, at: start)
    case .stream: try takeStream(&body, bytes, at: start)
    case .info:
      guard !info.contains(bytes) else { return .nothing }
      return .info(bytes)
    case .syncpoint:
      guard let main else { return .nothing }
      let value = try body.number()
      let (ticks, timeBase) = value.quotientAndRemainder(dividingBy: main.timeBases.count)
      return .syncpoint(ticks: ticks, timeBase: timeBase)
    case .index: break
    }
    return .nothing
  }

  private mutating func takeStream(
    _ body: inout PacketBody, _ bytes: [UInt8], at start: UInt64
  ) throws(NUTError) {
    guard let main else { return }
    let number = try body.number("the number of a stream", in: 0...main.streamCount - 1)
    if let known = streamBodies[number] {
      guard known == bytes else { throw body.malformed(.changedHeader, at: start) }
      return
    }
    streams[number] = try NUTStream(parsing: &body, timeBases: main.timeBases.count)
    streamBodies[number] = bytes
    try keep(bytes, at: start)
  }

  /// Counts what is kept.
  private mutating func keep(_ bytes: [UInt8], at start: UInt64) throws(NUTError) {
    room -= bytes.count
    guard room >= 0 else {
      throw .unsupported(.largeHeader(limit: limits.headerBytes), packet: nil, offset: start)
    }
  }

  /// Keeps information that stands in front of the frames.
  mutating func keep(info bytes: [UInt8], at start: UInt64) throws(NUTError) {
    info.append(bytes)
    try keep(bytes, at: start)
  }

  /// The headers, once all of them are there.
  ///
  /// - Parameter isOver: whether the stream ends here.
  func header(at offset: UInt64, isOver: Bool) throws(NUTError) -> (MainHeader, NUTHeader) {
    guard let main else { throw .truncatedHeader(offset: offset) }
    var all: [NUTStream] = []
    for number in 0..<main.streamCount {
      guard let stream = streams[number] else {
        if isOver { throw .truncatedHeader(offset: offset) }
        throw .malformed(.missingStream(number), packet: nil, offset: offset)
      }
      all.append(stream)
    }
    var header = NUTHeader(timeBases: main.timeBases, streams: all, info: info)
    header.version = main.version
    header.longestDistance = main.longestDistance
    header.isPipe = main.isPipe
    return (main, header)
  }
}
