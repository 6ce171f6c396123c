/// The 256 codes with which frames begin.
struct FrameCodes: Hashable, Sendable {
  private var codes = [FrameCode](repeating: FrameCode(), count: 256)

  subscript(code: UInt8) -> FrameCode { codes[Int(code)] }

  /// Reads the table, which is written in runs of codes that differ in their sizes alone.
  init(parsing body: inout PacketBody, streams: Int) throws(NUTError) {
    var run = FrameCode()
    var next = 0
    while next < 256 {
      let start = body.offset
      run.flags = FrameFlags(rawValue: try body.number())
      let fields = try body.number("the number of fields", in: 0...256)
      if fields > 0 { run.step = try body.signedNumber() }
      if fields > 1 { run.multiplier = try body.number("size_mul", in: 0...(1 << 31)) }
      if fields > 2 { run.stream = try body.number("a stream", in: 0...streams - 1) }
      run.size = fields > 3 ? try body.number("size_lsb", in: 0...(1 << 31)) : 0
      run.reserved = fields > 4 ? try body.number("a count", in: 0...256) : 0
      var count = fields > 5 ? try body.number() : run.multiplier - run.size
      if fields > 6 { try body.skipNumber() }  // match_time_delta
      if fields > 7 { run.elision = try body.number("an elision header", in: 0...127) }
      for _ in 0..<max(0, fields - 8) { try body.skipNumber() }
      // The code of startcodes is in no run.
      let room = 256 - next - (next <= Int(StartCode.lead) ? 1 : 0)
      guard (1...room).contains(count) else {
        throw body.malformed(.badValue("a count of frame codes", count), at: start)
      }
      while count > 0, next < 256 {
        if next != Int(StartCode.lead) {
          codes[next] = run
          run.size += 1
          count -= 1
        }
        next += 1
      }
    }
  }
}

extension FrameCodes {
  /// The codes of frames that are written: whether they are key frames, and have a checksum.
  static func written(isKey: Bool, hasChecksum: Bool) -> UInt8 {
    2 + (isKey ? 0 : 1) + (hasChecksum ? 2 : 0)
  }

  /// The code of a written frame whose flags are coded.
  static let writtenCoded: UInt8 = 1
  /// What stands in the header of all written frames.
  static let writtenFlags: FrameFlags = [.codedTime, .stream, .size]

  /// The table that is written.
  ///
  /// Codes 0 and 255 are invalid, as runs of such bytes are common in what is damaged.
  static func appendWritten(to body: inout [UInt8]) {
    func run(_ flags: FrameFlags, _ count: Int) {
      body.append(number: flags.rawValue)
      body.append(number: 6)
      body.append(signed: 0)  // pts_delta
      body.append(number: 1)  // size_mul
      body.append(number: 0)  // stream
      body.append(number: 0)  // size_lsb
      body.append(number: 0)  // reserved
      body.append(number: count)
    }
    run(.invalid, 1)
    run(.coded, 1)
    for hasChecksum in [false, true] {
      for isKey in [true, false] {
        var flags = writtenFlags
        if isKey { flags.insert(.key) }
        if hasChecksum { flags.insert(.checksum) }
        run(flags, 1)
      }
    }
    // All others but that of startcodes.
    run(.invalid, 256 - 6 - 1)
  }
}
