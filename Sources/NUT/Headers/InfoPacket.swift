import Bytes

/// The texts of an info packet, which says something of a stream or of the whole film.
struct InfoPacket {
  /// The number of the stream that it is about; nil for all.
  let stream: Int?
  /// Texts by their names, in order; values of other types are left out.
  private(set) var texts: [(name: String, value: String)] = []

  init(parsing bytes: [UInt8]) throws(NUTError) {
    var body = PacketBody(bytes, at: 0)
    let number = try body.number()
    stream = number > 0 ? number - 1 : nil
    // Chapter, start and length.
    for _ in 0..<3 { try body.skipNumber() }
    for _ in 0..<(try body.number()) {
      let name = String(decoding: try body.countedBytes(), as: UTF8.self)
      switch try body.signedNumber() {
      case -1: texts.append((name, String(decoding: try body.countedBytes(), as: UTF8.self)))
      case -2:
        _ = try body.countedBytes()
        _ = try body.countedBytes()
      case ..<(-2): try body.skipNumber()
      default: break
      }
    }
  }
}

extension NUTHeader {
  /// What ffmpeg calls the frames a second of a stream.
  private static let rateName = "r_frame_rate"

  /// Says the frames a second of a stream beside it.
  package mutating func state(_ rate: FrameRate, ofStream number: Int) {
    var body: [UInt8] = []
    body.append(number: number + 1)
    for _ in 0..<3 { body.append(number: 0) }  // chapter, start, length
    body.append(number: 1)
    body.append(counted: Array(Self.rateName.utf8))
    body.append(signed: -1)
    body.append(counted: Array("\(rate.numerator)/\(rate.denominator)".utf8))
    info.append(body)
  }

  /// The frames a second of a stream, as ffmpeg says them beside it; nil where nothing does.
  ///
  /// It is a guess of ffmpeg's for most files, and the highest rate for a film of varying rate.
  package func rate(ofStream number: Int) -> FrameRate? {
    for body in info {
      guard let packet = try? InfoPacket(parsing: body), packet.stream == number else { continue }
      for text in packet.texts where text.name == Self.rateName {
        let parts = text.value.split(separator: "/").compactMap { Int($0) }
        if parts.count == 2, let rate = FrameRate(parts[0], parts[1]) { return rate }
      }
    }
    return nil
  }
}
