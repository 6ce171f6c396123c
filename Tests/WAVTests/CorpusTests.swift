import Bytes
import Pipes
import TestFiles
import Testing

@testable import WAV

/// Files that other programs wrote, and what ffmpeg and the tests of their origin make of them.
@Suite struct CorpusTests {
  static let folder = Checkout.fixture("wav").path + "/"

  static func load(_ file: String) throws -> [UInt8] {
    try Files.load(folder + file, limit: 1 << 20)
  }

  struct Expectation: Sendable, CustomTestStringConvertible {
    let file: String
    let rate, channels, length: Int
    let digest: String
    var testDescription: String { file }
  }

  static let expected: [Expectation] = {
    let table = (try? load("decoded.tsv")) ?? []
    return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 5, let rate = Int(fields[1]), let channels = Int(fields[2]),
        let length = Int(fields[3])
      else { return nil }
      return Expectation(
        file: fields[0], rate: rate, channels: channels, length: length, digest: fields[4])
    }
  }()

  /// Whether ffmpeg 5.1 takes the file for something that it is not.
  static func isMistaken(_ file: String) -> Bool {
    file.contains("24bit-4byte") || file == "ffmpeg_pipe_rf64.wav"
  }

  /// The bytes of `ffmpeg -f f32le`.
  static func interleaved(_ samples: [[Float]]) -> [UInt8] {
    (0..<(samples.first?.count ?? 0)).flatMap { index in
      samples.flatMap { littleEndian(Int($0[index].bitPattern), 4) }
    }
  }

  @Test func `the table is there`() {
    #expect(Self.expected.count == 37)
    #expect(Self.expected.filter { Self.isMistaken($0.file) }.count == 3)
  }

  @Test(arguments: expected)
  func `samples are those that ffmpeg reads`(_ expectation: Expectation) throws {
    let bytes = try Self.load(expectation.file)
    let outcome = Wave.outcome(bytes, block: 1000)
    #expect(outcome.error == nil)
    #expect(outcome.header?.format.rate == expectation.rate)
    #expect(outcome.header?.format.channels == expectation.channels)
    if !Self.isMistaken(expectation.file) {
      #expect(outcome.count == expectation.length)
      #expect(MD5.hexDigest(of: Self.interleaved(outcome.samples)) == expectation.digest)
    }
    #expect(outcome.header.map { $0.length == nil || $0.length == outcome.count } ?? false)
    for (step, block) in [(1, 7), (4095, 4096), (.max, 1)] {
      #expect(Wave.outcome(bytes, step: step, block: block) == outcome)
    }
  }

  @Test(arguments: expected)
  func `a file is read as a stream is`(_ expectation: Expectation) throws {
    let file = try WAVFile(path: Self.folder + expectation.file)
    let outcome = Wave.outcome(try Self.load(expectation.file))
    #expect(file.header == outcome.header)
    #expect(file.length == outcome.count && file.missing == 0)
    let block = AudioBlock(channels: file.header.format.channels, capacity: 64)
    for start in [0, 1, file.length / 2, file.length - 1, file.length] {
      let count = try file.read(at: start, into: block)
      #expect(count == min(64, file.length - start) && block.count == count)
      for channel in 0..<block.channels {
        let expected = outcome.samples[channel][start..<start + count]
        #expect(block[channel].elementsEqual(expected))
      }
    }
    #expect(try file.read(at: -1, into: block) == 0)
    #expect(try file.read(at: .max, into: block) == 0)
  }

  /// With nothing to do the stream leaves as it came, header, chunks and all.
  @Test(arguments: expected)
  func `a copy is the same byte for byte`(_ expectation: Expectation) throws {
    let bytes = try Self.load(expectation.file)
    let copy = try Output.file { file in
      try Output.copy(bytes, to: file) { try WAVWriter($0, copying: $1) }
    }
    #expect(copy == bytes)
    let piped = try Output.pipe { pipe in
      try Output.copy(bytes, to: pipe) { try WAVWriter($0, copying: $1) }
    }
    #expect(piped == bytes)
    // Nothing needs to be decoded for it.
    let undecoded = try Output.pipe { pipe in
      var reader = try WAVReader(ByteSource(bytes, step: 999))
      var writer = try WAVWriter(pipe, copying: reader.header)
      let raw = RawSamples(reader.header, capacity: 333)
      while try reader.read(into: raw) > 0 { try writer.write(raw) }
      try writer.finish(tailOf: &reader)
    }
    #expect(undecoded == bytes)
  }

  /// Under a header of our own the samples stay what they are.
  @Test(arguments: expected)
  func `a stream written anew has the same samples`(_ expectation: Expectation) throws {
    let bytes = try Self.load(expectation.file)
    let outcome = Wave.outcome(bytes)
    let copy = try Output.file { file in
      try Output.copy(bytes, to: file) { output, header in
        try WAVWriter(
          output, format: header.format, samples: header.samples, metadata: header.metadata)
      }
    }
    let again = Wave.outcome(copy)
    #expect(again.error == nil)
    #expect(again.samples == outcome.samples)
    #expect(again.header?.length == outcome.count)
    #expect(again.header?.streamBytes == copy.count)
    #expect(again.header?.format == outcome.header?.format)
    #expect(again.header?.samples == outcome.header?.samples.written)
    if again.header?.samples == outcome.header?.samples { #expect(again.raw == outcome.raw) }
  }

  @Test(arguments: [
    ("pcmwaveformat-16bit-44100Hz-mono", SampleFormat.s16, [2, -3, 5, -7]),
    ("pcmwaveformat-16bit-44100Hz-mono-extra", .s16, [2, -3, 5, -7]),
    ("waveformatex-16bit-44100Hz-mono", .s16, [2, -3, 5, -7]),
    ("waveformatex-16bit-44100Hz-mono-extra", .s16, [2, -3, 5, -7]),
    ("waveformatex-16bit-44100Hz-stereo", .s16, [2, -3, 5, -7, 11, -13, 17, -19]),
    ("pcmwaveformat-8bit-44100Hz-mono", .u8, [19, -53, 89, -127]),
    ("waveformatex-8bit-11025Hz-mono", .u8, [-128, -128, -128, -128]),
    ("pcmwaveformat-24bit-4byte-48kHz-stereo", .low24, [-96, 23_052, 8_388_607, -8_360_672]),
    (
      "waveformatextensible-24bit-4byte-48kHz-stereo", .low24,
      [-96, 23_052, 8_388_607, -8_360_672]
    ),
    ("waveformatextensible-24bit-192kHz-mono", .s24, [-17, 4_194_319, -6_291_437, 8_355_817]),
    (
      "waveformatextensible-32bit-48kHz-stereo", .s32,
      [19, -229_373, 33_587_161, -2_147_483_497]
    ),
    ("nonstandard-02", .s32, [19, -229_373, 33_587_161, -2_147_483_497]),
    ("nonstandard-01", .s24, [0, 0]),
  ])
  func `whole numbers are those of hound's tests`(
    _ file: String, _ samples: SampleFormat, _ values: [Int]
  ) throws {
    let outcome = Wave.outcome(try Self.load(file + ".wav"))
    #expect(outcome.header?.samples == samples)
    let scale = Float(1 << ((samples.integerBits ?? 0) - 1))
    let channels = outcome.samples.count
    for (index, value) in values.enumerated() {
      #expect(outcome.samples[index % channels][index / channels] == Float(value) / scale)
    }
    #expect(outcome.count * channels == values.count)
  }

  @Test(arguments: [
    "waveformatex-ieeefloat-44100Hz-mono", "waveformatextensible-ieeefloat-44100Hz-mono",
  ])
  func `floats are those of hound's tests`(_ file: String) throws {
    let outcome = Wave.outcome(try Self.load(file + ".wav"))
    #expect(outcome.samples == [[2, 3, -16411, 1019]])
  }

  @Test(arguments: [
    ("ffmpeg_file_rf64_s24_6ch", 0x3F), ("ffmpeg_pipe_pcm_f32le", 3), ("ffmpeg_pipe_bitexact", 3),
    ("sox_pipe_s24", 4), ("pop", 1), ("kick", 4),
  ])
  func `channels are where the mask has them`(_ file: String, _ mask: UInt32) throws {
    #expect(Wave.outcome(try Self.load(file + ".wav")).header?.format.layout.mask == mask)
  }

  @Test func `metadata is what stands before the sound`() throws {
    let outcome = Wave.outcome(try Self.load("nonstandard-01.wav"))
    let header = try #require(outcome.header)
    #expect(header.metadata.map(\.id.description) == ["\"bext\"", "\"minf\""])
    #expect(header.metadata.map(\.bytes.count) == [602, 16])
    #expect(header.metadataRanges.first?.range == 20..<112)
    let tail = Wave.outcome(try Self.load("bwf.wav")).tail
    #expect(tail.starts(with: [0] + Array("AFAn".utf8)))
  }
}
