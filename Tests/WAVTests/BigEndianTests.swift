import Pipes
import Testing

@testable import WAV

/// RIFX: the numbers of RIFF with their highest bytes first.
@Suite struct BigEndianTests {
  /// A stream in both orders, from the numbers of its fmt chunk by their sizes.
  private static func streams(
    _ fields: [(value: Int, size: Int)], tail: [UInt8] = [], width: Int, sound: [UInt8],
    chunks: [UInt8] = []
  ) -> (little: [UInt8], big: [UInt8]) {
    func stream(_ isBig: Bool) -> [UInt8] {
      func number(_ value: Int, _ size: Int) -> [UInt8] {
        isBig ? littleEndian(value, size).reversed() : littleEndian(value, size)
      }
      func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
        Array(id.utf8) + number(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
      }
      let data = isBig ? sound.chunked(width).flatMap { $0.reversed() } : sound
      let body =
        chunk("fmt ", fields.flatMap { number($0.value, $0.size) } + tail)
        + chunk("LIST", Array("odd".utf8)) + chunk("data", data) + chunks
      return Array((isBig ? "RIFX" : "RIFF").utf8) + number(body.count + 4, 4) + Array("WAVE".utf8)
        + body
    }
    return (stream(false), stream(true))
  }

  private static func plain(tag: Int, bits: Int, bytes: Int) -> [(value: Int, size: Int)] {
    [(tag, 2), (2, 2), (44_100, 4), (44_100 * 2 * bytes, 4), (2 * bytes, 2), (bits, 2)]
  }

  /// Streams of every container: a tag, the bits, the bytes of a sample.
  private static let kinds = [
    (1, 8, 1), (1, 5, 1), (1, 12, 2), (1, 16, 2), (1, 20, 3), (1, 24, 3), (1, 24, 4), (1, 32, 4),
    (3, 32, 4), (3, 64, 8), (6, 8, 1), (7, 8, 1),
  ]

  private static func pair(_ kind: (Int, Int, Int), frames: Int) -> (
    little: [UInt8], big: [UInt8]
  ) {
    let (tag, bits, bytes) = kind
    let sound = Wave.noise(frames * 2 * bytes)
    return streams(plain(tag: tag, bits: bits, bytes: bytes), width: bytes, sound: sound)
  }

  @Test(arguments: kinds, [7, 100, .max])
  func `RIFX has the samples of RIFF`(_ kind: (Int, Int, Int), _ step: Int) {
    let (little, big) = Self.pair(kind, frames: 301)
    let (expected, found) = (
      Wave.outcome(little, step: step), Wave.outcome(big, step: step)
    )
    #expect(found.error == nil && found.count == 301)
    #expect(found.raw == expected.raw)
    #expect(
      found.samples.map { $0.map(\.bitPattern) } == expected.samples.map { $0.map(\.bitPattern) })
    #expect(found.header?.samples == expected.header?.samples)
    #expect(found.header?.format == expected.header?.format)
    #expect(found.header?.container == .rifx)
    #expect(found.header?.canBeCopied == false && found.header?.metadata == [])
  }

  @Test(arguments: [true, false])
  func `WAVEFORMATEXTENSIBLE is turned round field by field`(_ isOfSoX: Bool) {
    let guid = isOfSoX ? [(1, 2)] : [(1, 4), (0, 2), (0x10, 2)]
    let fields =
      [
        (0xFFFE, 2), (2, 2), (48_000, 4), (48_000 * 6, 4), (6, 2), (24, 2), (22, 2), (20, 2),
        (0x30, 4),
      ] + guid
    let tail: [UInt8] = [0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    let (little, big) = Self.streams(
      fields.map { (value: $0.0, size: $0.1) },
      tail: isOfSoX ? [0, 0, 0, 0, 0x10, 0] + tail : tail, width: 3, sound: Wave.noise(600))
    let (expected, found) = (Wave.outcome(little), Wave.outcome(big))
    #expect(expected.header?.samples == .signed(bytes: 3, bits: 20))
    #expect(expected.header?.format.layout.mask == 0x30)
    #expect(found.header?.samples == expected.header?.samples)
    #expect(found.header?.format == expected.header?.format)
    #expect(found.samples == expected.samples && found.error == nil)
  }

  @Test(arguments: WAVReader.Truncation.allCases, [1, 3, 4, 5, 9])
  func `RIFX that is cut short ends as RIFF does`(
    _ truncation: WAVReader.Truncation, _ missing: Int
  ) {
    let (little, big) = Self.pair((1, 24, 3), frames: 50)
    let expected = Wave.outcome(Array(little.dropLast(missing)), truncation: truncation)
    let found = Wave.outcome(Array(big.dropLast(missing)), truncation: truncation)
    #expect(found.samples.map(\.count) == expected.samples.map(\.count))
    #expect(found.error == expected.error && found.cut == expected.cut)
    // The bytes of a sample that is cut are others.
    let whole = max(0, 50 - (missing + 5) / 6)
    #expect(found.raw.prefix(whole * 6) == expected.raw.prefix(whole * 6))
  }

  @Test func `24 bits in the lower of 4 bytes are found in RIFX, too`() {
    let samples: [UInt8] = Wave.noise(400 * 3).chunked(3).reduce(into: []) { $0 += $1 + [0] }
    let (little, big) = Self.streams(
      Self.plain(tag: 1, bits: 24, bytes: 4), width: 4, sound: samples)
    #expect(Wave.outcome(little).header?.samples == .low24)
    #expect(Wave.outcome(big).header?.samples == .low24)
    #expect(Wave.outcome(big).samples == Wave.outcome(little).samples)
  }

  @Test func `RIFX is read at any place of a file, and leaves as RIFF`() throws {
    let (little, big) = Self.pair((1, 16, 2), frames: 200)
    let expected = Wave.outcome(little)
    let path = try Output.path(holding: big)
    defer { Output.remove(path) }
    let file = try WAVFile(path: path)
    let part = AudioBlock(channels: 2, capacity: 90)
    #expect(try file.read(at: 50, into: part) == 90)
    #expect(Array(part[1]) == Array(expected.samples[1][50..<140]))
    var reader = try WAVReader(ByteSource(big))
    let written = try Output.file { file in
      var writer = try WAVWriter(
        file, format: reader.header.format, samples: reader.header.samples,
        metadata: reader.header.metadata)
      let block = AudioBlock(channels: 2, capacity: 64)
      let raw = RawSamples(reader.header, capacity: 64)
      while try reader.read(into: block, raw: raw) > 0 {
        try writer.write(block, changed: [], raw: raw)
      }
      try writer.finish(tailOf: &reader)
    }
    let again = Wave.outcome(written)
    #expect(written.starts(with: Array("RIFF".utf8)) && again.raw == expected.raw)
    #expect(again.tail.isEmpty)
  }
}
