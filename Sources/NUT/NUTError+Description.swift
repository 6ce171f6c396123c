import Bytes

extension NUTError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty:
      "the input is empty: the program before the pipe wrote nothing"
    case .notNUT(let start):
      Self.recognise(start)
    case .malformed(let fault, let packet, let offset):
      "NUT \(Self.place(packet, offset)): \(fault)"
    case .unsupported(let feature, let packet, let offset):
      "NUT \(Self.place(packet, offset)): \(feature)"
    case .truncatedHeader(let offset):
      "the input ends at byte \(offset), inside the headers of NUT"
    case .truncated(let packet, let offset, let missing):
      "the input ends at byte \(offset), inside packet \(packet): \(missingBytes(missing))"
    case .pipe(let error):
      "\(error)"
    }
  }

  private static func place(_ packet: Int?, _ offset: UInt64) -> String {
    packet.map { "packet \($0), byte \(offset)" } ?? "header, byte \(offset)"
  }

  /// What to say of a stream that begins with `start`.
  private static func recognise(_ start: [UInt8]) -> String {
    guard let kind = FileMagic(of: start) else {
      return "the input is not NUT: it starts with \(start.prefix(16).quotedBytes)"
    }
    if kind.name == "NUT" {
      return
        "the identification of the NUT stream is damaged: it starts with \(start.prefix(25).quotedBytes)"
    }
    return "the input is \(kind.name), not NUT: convert it with ffmpeg, as in ffmpeg -i FILE "
      + "-c:v rawvideo -c:a copy -f nut - | vfx ..."
  }
}

extension NUTFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noMainHeader(let found): "the main header expected, but \(found.quotedBytes) found"
    case .missingStream(let stream): "stream \(stream) has no header"
    case .changedHeader: "the headers are repeated, and are not the same"
    case .damagedStart(let found):
      "a packet begins with \(found.quotedBytes): the stream is damaged"
    case .wrongChecksum: "the checksum is wrong: the stream is damaged"
    case .shortPacket: "the packet ends too soon"
    case .largeNumber: "a number of more than 63 bits"
    case .badValue(let name, let value): "\(name) is \(value)"
    case .badFrameCode(let code): "no frame begins with \(CollectionOfOne(code).quotedBytes)"
    case .badTimestamp: "an impossible timestamp"
    case .missingSyncpoint: "no syncpoint where one should be: the stream is damaged"
    case .missingChecksum: "a frame without its checksum: the stream is damaged"
    case .shortFrame: "the frame is smaller than what stands in front of its data"
    }
  }
}

extension NUTFeature: CustomStringConvertible {
  package var description: String {
    switch self {
    case .version(let version): "version \(version); known are 2 to 4"
    case .largePacket(let stream, let size, let limit):
      "a packet of stream \(stream) has \(size) bytes; at most \(limit) are read"
    case .noPictures: "there are no pictures in it"
    case .longPause(let limit):
      "there are more than \(limit >> 20) MiB of other streams between two pictures"
    case .noSound: "there is no sound in it"
    case .sound(let name, let instead):
      "the sound is \(name), which is not played: ask ffmpeg for -c:a \(instead)"
    case .soundFormat(let rate, let channels):
      "sound of \(rate) Hz and \(channels) channels is not played"
    case .pictures(let refusal): "\(refusal)"
    case .largeHeader(let limit): "headers of more than \(limit) bytes"
    }
  }
}
