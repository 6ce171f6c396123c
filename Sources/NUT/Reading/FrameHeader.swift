/// What is read in front of a frame's data, with what follows of it.
struct FrameHeader {
  var flags: FrameFlags
  var stream: Int
  var ticks: Int
  /// All bytes of the frame that stand in the stream, side data included.
  var stored: Int
  /// What is left out of the stream at the start of the data.
  var elision: [UInt8]

  /// Reads a frame header behind its first byte, which is `code`.
  ///
  /// - Parameter start: where that byte stands.
  init(
    parsing source: inout PacketSource, code: UInt8, at start: UInt64, _ main: MainHeader,
    clocks: [StreamClock], limits: [Int]
  ) throws(NUTError) {
    let entry = main.codes[code]
    guard !entry.flags.contains(.invalid) else {
      throw source.malformed(.badFrameCode(code), at: start)
    }
    flags = entry.flags
    if flags.contains(.coded) {
      flags = flags.symmetricDifference(FrameFlags(rawValue: try source.number()))
    }
    guard flags.isSubset(of: .known) else {
      throw source.malformed(.badFrameCode(code), at: start)
    }
    stream = entry.stream
    if flags.contains(.stream) {
      stream = try source.number("the number of a stream", in: 0...main.streamCount - 1)
    }
    let clock = clocks[stream]
    let timePlace = source.offset
    let time =
      flags.contains(.codedTime)
      ? clock.time(coded: try source.number()) : clock.time(step: entry.step)
    guard let time else { throw source.malformed(.badTimestamp, at: timePlace) }
    ticks = time
    let size = entry.size(high: flags.contains(.size) ? try source.number() : 0) ?? .max
    elision = try Self.skipRest(&source, flags, entry, main)
    if size > StartCode.shortBody { elision = [] }
    guard size >= elision.count else { throw source.malformed(.shortFrame, at: start) }
    stored = size - elision.count
    try Self.check(
      &source, hasChecksum: flags.contains(.checksum),
      needsChecksum: clock.isFar(time) || (!main.isPipe && stored > 2 * main.longestDistance))
    guard size <= limits[stream] else {
      throw .unsupported(
        .largePacket(stream: stream, size: size, limit: limits[stream]), packet: source.packet,
        offset: start)
    }
  }

  /// Reads what stands between the size and the checksum, and gives what is left out of the data.
  private static func skipRest(
    _ source: inout PacketSource, _ flags: FrameFlags, _ entry: FrameCode, _ main: MainHeader
  ) throws(NUTError) -> [UInt8] {
    if flags.contains(.match) { try source.skipNumber() }
    let place = source.offset
    let elision = flags.contains(.elision) ? try source.number() : entry.elision
    let reserved =
      flags.contains(.reserved) ? try source.number("a count", in: 0...256) : entry.reserved
    for _ in 0..<reserved { try source.skipNumber() }
    guard main.elisions.indices.contains(elision) else {
      throw source.malformed(.badValue("an elision header", elision), at: place)
    }
    return main.elisions[elision]
  }

  /// Compares the checksum, or sees that none is needed.
  private static func check(
    _ source: inout PacketSource, hasChecksum: Bool, needsChecksum: Bool
  ) throws(NUTError) {
    let place = source.offset
    if hasChecksum {
      _ = try source.word()
      guard source.checksum.value == 0 else { throw source.malformed(.wrongChecksum, at: place) }
    } else if needsChecksum {
      throw source.malformed(.missingChecksum, at: place)
    }
  }
}
