import Bytes
import Pipes
import TestFiles
import Testing

@testable import NUT

/// Files that ffmpeg wrote, and what it says of them.
struct Sample: Sendable, CustomTestStringConvertible {
  /// What ffprobe says of a packet.
  struct Packet: Equatable {
    var stream, ticks, size: Int
    var isKey: Bool
    var offset: UInt64
    var digest: String
  }

  let name: String
  var testDescription: String { name }

  static let folder = Checkout.fixture("nut").path + "/"

  static let all = [
    "ffmpeg5-av-aac", "ffmpeg5-ffv1", "ffmpeg5-mpeg4-mp3", "ffmpeg5-ntsc", "ffmpeg5-opus-skip",
    "ffmpeg5-raw-gray", "ffmpeg5-raw-gray16le", "ffmpeg5-raw-nv12", "ffmpeg5-raw-yuv422p10le",
    "ffmpeg5-raw-yuva420p", "ffmpeg5-sar", "ffmpeg5-side-data-hdr", "ffmpeg5-subtitles",
    "ffmpeg5-syncpoints-none", "ffmpeg5-syncpoints-timestamped", "ffmpeg9-av-2-sounds-6ch",
    "ffmpeg9-av-s16", "ffmpeg9-chapters", "ffmpeg9-raw-yuv420p10le", "ffmpeg9-start-offset",
    "ffmpeg9-vfr", "ffmpeg9-vfr-gap",
  ].map { Sample(name: $0) }

  static func load(_ file: String) throws -> [UInt8] {
    try Files.load(folder + file, limit: 1 << 20)
  }

  /// The lines of a table, cut at tabs.
  static func table(_ file: String) throws -> [[String]] {
    String(decoding: try load(file), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  func bytes() throws -> [UInt8] { try Self.load(name + ".nut") }

  func expected() throws -> [Packet] {
    try Self.table(name + ".tsv").compactMap { fields in
      guard fields.count == 9, let stream = Int(fields[0]), let ticks = Int(fields[1]),
        let size = Int(fields[5]), let offset = UInt64(fields[7])
      else { return nil }
      return Packet(
        stream: stream, ticks: ticks, size: size, isKey: fields[6].hasPrefix("K"), offset: offset,
        digest: fields[8])
    }
  }
}

/// What comes of reading a stream to its end.
struct Outcome: Equatable {
  var header: NUTHeader?
  var packets: [Sample.Packet] = []
  var sideData: [[UInt8]] = []
  var info: [[UInt8]] = []
  var error: NUTError?
  var cut: Int?
  var missing: Int?

  init(
    of bytes: [UInt8], step: Int = .max, limits: NUTLimits = NUTLimits(),
    truncation: NUTReader.Truncation = .error
  ) {
    do throws(NUTError) {
      var reader = try NUTReader(
        ByteSource(bytes, step: step), limits: limits, truncation: truncation)
      header = reader.header
      var data: [UInt8] = []
      while let item = try reader.next() {
        switch item {
        case .info(let body): info.append(body)
        case .packet(let packet):
          guard try reader.read(into: &data) else { continue }
          packets.append(
            Sample.Packet(
              stream: packet.stream, ticks: packet.ticks, size: packet.size, isKey: packet.isKey,
              offset: packet.dataOffset, digest: MD5.hexDigest(of: data)))
          sideData.append(packet.sideData)
        }
      }
      (cut, missing) = (reader.cut?.packet, reader.cut?.missing)
    } catch {
      self.error = error
    }
  }

  /// What there is apart from places in the stream.
  var contents: [Sample.Packet] {
    packets.map {
      var packet = $0
      packet.offset = 0
      return packet
    }
  }
}

/// What is written of a stream.
func rewritten(_ bytes: [UInt8]) throws -> [UInt8] {
  var reader = try NUTReader(ByteSource(bytes))
  return try written(reader.header) { writer in
    var data: [UInt8] = []
    while let item = try reader.next() {
      switch item {
      case .info(let body): try writer.write(info: body)
      case .packet(let packet):
        #expect(try reader.read(into: &data))
        try writer.write(packet, data)
      }
    }
  }
}

/// What `body` writes, with the index at its end.
func written(
  _ header: NUTHeader, _ body: (inout NUTWriter) throws -> Void
) throws -> [UInt8] {
  let path = TemporaryFile.standardFolder + "/vfx-nut-\(UInt64.random(in: 0 ... .max))"
  let file = try FileDescriptor(opening: path, for: .creating)
  defer { Files.remove(path) }
  var writer = try NUTWriter(file, header: header)
  try body(&writer)
  try writer.finish()
  try file.close()
  let bytes = try Files.load(path, limit: 1 << 26)
  #expect(writer.offset == UInt64(bytes.count))
  return bytes
}
