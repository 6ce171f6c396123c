/// What a NUT stream says before its frames.
package struct NUTHeader: Hashable, Sendable {
  /// The bytes that every stream begins with.
  package static let magic = Array("nut/multimedia container\0".utf8)
  /// The most streams that are read, as in ffmpeg.
  static let mostStreams = 256
  /// The farthest that frames may stand behind a syncpoint.
  static let farthest = 65_536

  /// The version of the format, 2 to 4.
  package var version: Int
  /// How far behind a syncpoint a frame may begin, in bytes.
  var longestDistance: Int
  /// The clocks that streams use.
  package var timeBases: [TimeBase]
  /// Whether the stream may lack syncpoints, as it is not for seeking.
  var isPipe: Bool
  /// The streams by their numbers.
  package var streams: [NUTStream]
  /// What is said of the file, its streams and its chapters: the bodies of info packets in order.
  package var info: [[UInt8]]

  /// A header of version 3.
  package init(timeBases: [TimeBase], streams: [NUTStream], info: [[UInt8]] = []) {
    version = 3
    longestDistance = 32_767
    self.timeBases = timeBases
    isPipe = false
    self.streams = streams
    self.info = info
  }

  /// The clock of a stream.
  package func clock(ofStream number: Int) -> TimeBase { timeBases[streams[number].timeBase] }
}

/// The main header, and what in it is of use for reading alone.
struct MainHeader {
  let version: Int
  let streamCount: Int
  let longestDistance: Int
  let timeBases: [TimeBase]
  let codes: FrameCodes
  /// What is left out at the start of frames, by number; the first is empty.
  let elisions: [[UInt8]]
  let isPipe: Bool

  init(parsing body: inout PacketBody) throws(NUTError) {
    let place = body.offset
    version = try body.number()
    guard (2...4).contains(version) else {
      throw .unsupported(.version(version), packet: nil, offset: place)
    }
    if version > 3 { _ = try body.number() }
    streamCount = try body.number("the number of streams", in: 1...NUTHeader.mostStreams)
    longestDistance = min(try body.number(), NUTHeader.farthest)
    timeBases = try Self.timeBases(&body)
    codes = try FrameCodes(parsing: &body, streams: streamCount)
    elisions = try Self.elisions(&body)
    let flags = version > 3 && body.remaining > 0 ? try body.number() : 0
    isPipe = flags & 2 != 0
  }

  private static func timeBases(_ body: inout PacketBody) throws(NUTError) -> [TimeBase] {
    let count = try body.number("the number of time bases", in: 1...(1 << 20))
    var bases: [TimeBase] = []
    while bases.count < count {
      let numerator = try body.number("a time base", in: TimeBase.parts)
      let denominator = try body.number("a time base", in: TimeBase.parts)
      guard let base = TimeBase(numerator, denominator) else { break }
      bases.append(base)
    }
    return bases
  }

  private static func elisions(_ body: inout PacketBody) throws(NUTError) -> [[UInt8]] {
    var headers: [[UInt8]] = [[]]
    guard body.remaining > 0 else { return headers }
    let count = try body.number("the number of elision headers", in: 0...127)
    var total = 0
    for _ in 0..<count {
      let place = body.offset
      let header = try body.countedBytes()
      total += header.count
      // At most 1024 bytes in all (nut.txt, "elision_header").
      guard (1...255).contains(header.count), total <= 1024 else {
        throw body.malformed(.badValue("the length of an elision header", header.count), at: place)
      }
      headers.append(header)
    }
    return headers
  }
}

extension NUTHeader {
  /// The body of the main header that is written for it.
  var mainBody: [UInt8] {
    var body: [UInt8] = []
    body.append(number: version)
    if version > 3 { body.append(number: 0) }
    body.append(number: streams.count)
    body.append(number: longestDistance)
    body.append(number: timeBases.count)
    for base in timeBases {
      body.append(number: base.numerator)
      body.append(number: base.denominator)
    }
    FrameCodes.appendWritten(to: &body)
    body.append(number: 0)  // elision headers
    if version > 3 { body.append(number: 0) }  // flags
    return body
  }
}
