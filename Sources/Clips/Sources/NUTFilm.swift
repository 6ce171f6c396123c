import Bytes
import NUT
import Pipes
import Y4M

/// The pictures of a NUT stream, with what comes between them: its first stream of pictures is
/// drawn on, and all other packets pass.
///
/// It is used by one thread.
package final class NUTFilm {
  /// What stands between two pictures.
  package enum Passed {
    case packet(NUTPacket, data: [UInt8])
    case info([UInt8])

    /// What it takes in memory, about.
    var size: Int {
      switch self {
      case .packet(let packet, let data): data.count + packet.sideData.count + 128
      case .info(let body): body.count + 128
      }
    }
  }

  /// The headers of the whole stream.
  package let nut: NUTHeader
  /// The number of the stream of pictures.
  package let number: Int
  /// What the stream says of its pictures, as the header of Y4M would.
  package private(set) var header: StreamHeader
  /// The packet of the picture that ``read(into:)`` gives; nil where other packets come first.
  package private(set) var waiting: NUTPacket?
  /// Whether the stream is over, but for ``waiting``.
  package private(set) var hasEnded = false
  /// Pictures that were read.
  package private(set) var frameCount = 0
  /// The picture that was truncated, and dropped or padded, and its missing bytes.
  package private(set) var cut: (frame: Int, missing: Int)?
  /// The bytes that are missing where the stream was truncated elsewhere, and that is no error.
  package private(set) var missing: Int?

  private var reader: NUTReader
  /// The first packet, until it is read, or what is wrong with it.
  private var first: Result<NUTItem?, NUTError>?
  private let truncation: Truncation

  /// Reads the headers.
  ///
  /// - Parameter truncation: what becomes of a stream that ends inside a packet; one that is no
  ///   picture is left out where that is no error.
  package init(_ source: ByteSource, truncation: Truncation = .error) throws(NUTError) {
    reader = try NUTReader(source, truncation: truncation == .error ? .error : .end)
    self.truncation = truncation
    nut = reader.header
    let pictures = nut.streams.firstIndex { if case .video = $0.content { true } else { false } }
    guard let pictures, case .video(let picture) = nut.streams[pictures].content else {
      throw .unsupported(.noPictures, packet: nil, offset: reader.offset)
    }
    number = pictures
    if let refusal = PixelRefusal(of: nut.streams[pictures]) {
      throw .unsupported(.pictures(refusal), packet: nil, offset: reader.offset)
    }
    guard let format = nut.streams[pictures].pixelFormat else {
      throw .unsupported(.noPictures, packet: nil, offset: reader.offset)
    }
    // Where nothing says a rate, a slow clock ticks once for each frame.
    let clock = nut.clock(ofStream: pictures)
    let isSlow = clock.denominator <= clock.numerator * RateDoubt.mostFrames
    header = StreamHeader(
      carrying: format,
      rate: nut.rate(ofStream: pictures)
        ?? (isSlow ? FrameRate(clock.denominator, clock.numerator) : nil),
      aspect: PixelAspect(picture.aspect, picture.aspectOver), range: picture.range)
    // What is wrong with the first packet is reported when it is read.
    do { first = .success(try reader.next()) } catch { first = .failure(error) }
    if case .success(.packet(let packet)?) = first,
      let ticks = FrameRate(clock.denominator, clock.numerator)
    {
      header.clock = FrameClock(
        ticks: ticks, start: nut.clock(ofStream: packet.stream).seconds(packet.ticks))
    }
  }

  /// Bytes that were read.
  var offset: UInt64 { reader.offset }

  /// Whether a stream that begins with these bytes is NUT.
  package static func isNUT(_ start: [UInt8]) -> Bool {
    !start.isEmpty && NUTHeader.magic.starts(with: start)
  }

  /// The time of a picture in seconds, exactly.
  package func time(of packet: NUTPacket) -> Rational {
    nut.clock(ofStream: number).seconds(packet.ticks)
  }

  /// Goes on to the next picture, or the end, and gives what stands before it.
  ///
  /// - Parameter limit: how many bytes are enough; then no picture may be waiting yet.
  package func passed(atMost limit: Int) throws(NUTError) -> [Passed] {
    var passed: [Passed] = []
    var size = 0
    while waiting == nil, !hasEnded, size < limit {
      guard let item = try next() else { break }
      passed.append(item)
      size += item.size
    }
    return passed
  }

  private func nextItem() throws(NUTError) -> NUTItem? {
    guard let item = first else { return try reader.next() }
    first = nil
    return try item.get()
  }

  /// The next item that passes; nil where a picture is waiting, and at the end.
  private func next() throws(NUTError) -> Passed? {
    guard let item = try nextItem() else {
      (hasEnded, missing) = (true, reader.cut?.missing)
      return nil
    }
    switch item {
    case .info(let body): return .info(body)
    case .packet(let packet):
      if packet.stream == number, !packet.isEnd {
        guard packet.size == header.format.frameBytes else {
          throw .malformed(
            .badValue("the size of a picture", packet.size), packet: reader.packetCount - 1,
            offset: packet.dataOffset)
        }
        waiting = packet
        return nil
      }
      var data: [UInt8] = []
      guard try reader.read(into: &data) else {
        (hasEnded, missing) = (true, reader.cut?.missing)
        return nil
      }
      return .packet(packet, data: data)
    }
  }

  /// Reads the picture that is waiting into `frame`, whose format is ``header``'s; false where
  /// there is none.
  package func read(into frame: Frame) throws(NUTError) -> Bool {
    guard waiting != nil else { return false }
    waiting = nil
    let count = try reader.read(into: frame.bytes)
    if count < frame.bytes.count {
      hasEnded = true
      cut = (frameCount, frame.bytes.count - count)
      guard truncation == .pad else { return false }
      frame.fillBlack(fromByte: count, range: header.range)
    }
    frameCount += 1
    return true
  }
}
