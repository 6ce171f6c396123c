/// Named values in front of a frame's data: two lists, of what belongs to the data and of metadata.
enum SideData {
  /// Reads both lists as bytes; an error where they are longer than `limit`.
  static func read(
    _ source: inout PacketSource, atMost limit: Int
  ) throws(NUTError) -> [UInt8] {
    var recorder = Recorder(source: source, room: limit)
    for _ in 0..<2 {
      // Each entry takes bytes, so that the number needs no bound of its own.
      for _ in 0..<(try recorder.number()) { try passEntry(&recorder) }
    }
    source = recorder.source
    return recorder.bytes
  }

  /// Passes a name and a value, whose type is told by a number (nut.txt, "info packet").
  private static func passEntry(_ bytes: inout some NumberReading) throws(NUTError) {
    try passCounted(&bytes)
    switch try bytes.signedNumber() {
    case -1: try passCounted(&bytes)
    case -2:
      try passCounted(&bytes)
      try passCounted(&bytes)
    case ..<(-2): try bytes.skipNumber()
    default: break
    }
  }

  private static func passCounted(_ bytes: inout some NumberReading) throws(NUTError) {
    for _ in 0..<(try bytes.number()) { _ = try bytes.byte() }
  }

  /// Keeps the bytes that are read.
  private struct Recorder: NumberReading {
    var source: PacketSource
    var room: Int
    var bytes: [UInt8] = []

    var offset: UInt64 { source.offset }

    mutating func byte() throws(NUTError) -> UInt8 {
      guard bytes.count < room else { throw malformed(.shortFrame, at: offset) }
      let byte = try source.byte()
      bytes.append(byte)
      return byte
    }

    func malformed(_ fault: NUTFault, at offset: UInt64) -> NUTError {
      source.malformed(fault, at: offset)
    }
  }
}
