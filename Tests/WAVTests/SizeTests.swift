import Pipes
import Testing

@testable import WAV

/// How much sound there is: sizes that are right, that mean nothing, and that come to nothing.
@Suite struct SizeTests {
  static let fmt = Wave.chunk("fmt ", Wave.fmt())
  /// Five sample frames of 4 bytes.
  static let sound = Wave.noise(20)
  static let list = Wave.chunk("LIST", Array("INFO".utf8))

  static func ds64(stream: Int, data: Int, table: [UInt8] = []) -> [UInt8] {
    Wave.chunk(
      "ds64",
      littleEndian(stream, 8) + littleEndian(data, 8) + littleEndian(0, 8)
        + littleEndian(table.count / 12, 4) + table)
  }

  /// ffmpeg, SoX, mpv and arecord, and crashed recorders.
  @Test(arguments: [
    (0xFFFF_FFFF, 0xFFFF_FFFF), (0x22, 0xFFFF_FFFE), (0xFFFF_FFFF, 0xFFFF_FFDB), (0, 0), (36, 0),
    (0xFFFF_FFFF, 0), (0x7FFF_F024, 0x7FFF_F000), (0x7FFF_F023, 0x7FFF_EFFE),
    (0x7FFF_FF24, 0x7FFF_FF00), (0x8000_0024, 0x8000_0000),
  ])
  func `sizes of streams mean that the end is the end`(_ stream: Int, _ data: Int) {
    let bytes = Wave.riff(Self.fmt, Wave.chunk("data", Self.sound, size: data), size: stream)
    let outcome = Wave.outcome(bytes)
    #expect(outcome.error == nil)
    #expect(outcome.header?.length == nil)
    #expect(outcome.raw == Self.sound && outcome.tail.isEmpty)
    // With such a size a sample frame may be cut all the same.
    let cut = Wave.outcome(bytes.dropLast())
    #expect(cut.error == .truncated(sample: 4, missing: 1))
    #expect(cut.raw == Array(Self.sound.prefix(16)))
    let padded = Wave.outcome(bytes.dropLast(), truncation: .pad)
    #expect(padded.error == nil && padded.missing == 1)
    #expect(padded.raw == Array(Self.sound.prefix(18)) + [0, 0])
  }

  @Test func `no sound at all is no error`() {
    for (stream, data) in [(36, 0), (0, 0), (0xFFFF_FFFF, 0xFFFF_FFFF), (48, 0)] {
      let bytes = Wave.riff(Self.fmt, Wave.chunk("data", [], size: data), size: stream)
      let outcome = Wave.outcome(bytes)
      #expect(outcome.error == nil && outcome.count == 0)
    }
    // An empty data chunk before others is just that.
    let outcome = Wave.outcome(Wave.riff(Self.fmt, Wave.chunk("data", []), Self.list))
    #expect(outcome.header?.length == 0 && outcome.tail == Self.list)
    // Also before one whose name nobody knows.
    let other = Wave.chunk("XyZ1", [1, 2, 3, 4])
    let unknown = Wave.outcome(Wave.riff(Self.fmt, Wave.chunk("data", []), other))
    #expect(unknown.header?.length == 0 && unknown.tail == other)
  }

  /// As recorders leave it that count the bytes of the stream, but those of the sound at the end.
  @Test func `a size of 0 before sound is none`() {
    let bytes = Wave.riff(Self.fmt, Wave.chunk("data", Self.sound, size: 0))
    let outcome = Wave.outcome(bytes)
    #expect(outcome.error == nil && outcome.header?.length == nil)
    #expect(outcome.raw == Self.sound && outcome.tail.isEmpty)
  }

  @Test func `chunks behind the sound are not heard`() {
    let bytes = Wave.riff(Self.fmt, Wave.chunk("data", Self.sound), Self.list)
    for step in [1, 3, 1000] {
      let outcome = Wave.outcome(bytes, step: step, block: 2)
      #expect(outcome.error == nil)
      #expect(outcome.header?.length == 5 && outcome.header?.trailingBytes == 12)
      #expect(outcome.raw == Self.sound && outcome.tail == Self.list)
    }
  }

  @Test func `a size that is no multiple of a sample frame leaves a rest`() {
    let bytes = Wave.riff(Self.fmt, Wave.chunk("data", Self.sound + [1, 2, 3]), Self.list)
    let outcome = Wave.outcome(bytes)
    #expect(outcome.error == nil)
    #expect(outcome.header?.length == 5)
    #expect(outcome.raw == Self.sound && outcome.tail == [1, 2, 3, 0] + Self.list)
  }

  @Test(arguments: ["RF64", "BW64"])
  func `64-bit sizes are in ds64`(_ id: String) {
    let data = Wave.chunk("data", Self.sound, size: 0xFFFF_FFFF)
    let ds64 = Self.ds64(stream: 4 + 36 + 24 + 28 + 12, data: 20)
    let outcome = Wave.outcome(
      Wave.riff(ds64, Self.fmt, data, Self.list, size: 0xFFFF_FFFF, id: id))
    #expect(outcome.error == nil)
    #expect(outcome.header?.length == 5 && outcome.header?.trailingBytes == 12)
    #expect(outcome.raw == Self.sound && outcome.tail == Self.list)
    // Written into a pipe, it has no sizes either.
    for size in [0, -1] {
      let stream = Wave.outcome(
        Wave.riff(Self.ds64(stream: size, data: size), Self.fmt, data, id: id))
      #expect(stream.error == nil && stream.header?.length == nil && stream.count == 5)
    }
    #expect(Wave.outcome(Wave.riff(Self.fmt, data, id: id)).count == 5)
  }

  @Test func `a ds64 chunk that cannot be is refused`() {
    let data = Wave.chunk("data", Self.sound, size: 0xFFFF_FFFF)
    let short = Wave.chunk("ds64", [UInt8](repeating: 1, count: 20))
    #expect(
      Wave.outcome(Wave.riff(short, Self.fmt, data, id: "RF64")).error
        == .malformedHeader(.shortChunk("ds64", size: 20), offset: 20))
    #expect(
      Wave.outcome(Wave.riff(Self.ds64(stream: -2, data: 20), Self.fmt, data, id: "RF64")).error
        == .malformedHeader(.impossibleSize, offset: 20))
    #expect(
      Wave.outcome(Wave.riff(Self.ds64(stream: 9, data: .min), Self.fmt, data, id: "RF64")).error
        == .malformedHeader(.impossibleSize, offset: 28))
    // As much as there can be is truncated, without memory for it.
    let huge = Wave.riff(Self.ds64(stream: 1 << 61, data: 1 << 61), Self.fmt, data, id: "RF64")
    #expect(
      Wave.outcome(huge).error == .truncated(sample: 5, missing: (1 << 61) - 20))
  }

  @Test func `ds64 tells of other large chunks`() {
    let table = Array("LIST".utf8) + littleEndian(4, 8)
    let list = Wave.chunk("LIST", Array("INFO".utf8), size: 0xFFFF_FFFF)
    let bytes = Wave.riff(
      Self.ds64(stream: 0, data: 20, table: table), list, Self.fmt,
      Wave.chunk("data", Self.sound, size: 0xFFFF_FFFF), id: "RF64")
    let outcome = Wave.outcome(bytes)
    #expect(outcome.error == nil && outcome.raw == Self.sound)
  }

  /// SoX writes 0x7FFFF000 for a stream that may be longer: there sound goes on, unless a chunk
  /// begins. Here the size that means little is 10 or 12 bytes.
  @Test func `a size that means little ends the sound only before a chunk`() throws {
    let bytes = Wave.riff(Self.fmt, Wave.chunk("data", [], size: 0x7FFF_F000))
    let long = try WAVReader(ByteSource(bytes)).header
    #expect(long.provisionalBytes == 0x7FFF_F000)
    for (size, behind) in [(12, Self.list), (12, Self.sound), (10, Self.list), (10, Self.sound)] {
      let header = WAVHeader(
        container: .riff, format: long.format, samples: .s16, length: nil, bytes: long.bytes,
        formatBytes: long.formatBytes, dataOffset: 44, dataBytes: nil, provisionalBytes: size,
        streamBytes: nil, metadataRanges: [])
      let rest = Array(Self.sound.prefix(size)) + behind
      var reader = WAVReader(PeekingSource(ByteSource(rest, step: 3)), behind: header, .drop)
      let raw = RawSamples(header, capacity: 100)
      let frames = try reader.read(into: raw)
      if behind == Self.list {
        #expect(frames == size / 4)
        #expect(try Wave.tail(of: &reader) == Array(rest[(size / 4 * 4)...]))
      } else {
        #expect(frames == rest.count / 4 && Array(raw.bytes) == Array(rest[..<(frames * 4)]))
      }
    }
  }
}
