import Pipes
import Testing

@testable import WAV

/// What a header says, right or wrong.
@Suite struct HeaderTests {
  static let data = Wave.chunk("data", [1, 0, 2, 0, 3, 0, 4, 0])
  static let fmt = Wave.chunk("fmt ", Wave.fmt())

  /// WAVEFORMATEXTENSIBLE.
  static func extensible(
    tag: Int = 1, channels: Int = 2, align: Int? = nil, bits: Int = 16, valid: Int? = nil,
    mask: Int = 3
  ) -> [UInt8] {
    Wave.fmt(tag: 0xFFFE, channels: channels, align: align, bits: bits)
      + littleEndian(22, 2) + littleEndian(valid ?? bits, 2) + littleEndian(mask, 4)
      + littleEndian(tag, 2)
      + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
  }

  static func header(fmt: [UInt8]) -> Wave.Outcome {
    Wave.outcome(Wave.riff(Wave.chunk("fmt ", fmt), Wave.chunk("data", [])))
  }

  @Test(arguments: [
    (Wave.fmt(bits: 8), SampleFormat.u8), (Wave.fmt(bits: 16), .s16), (Wave.fmt(bits: 24), .s24),
    (Wave.fmt(bits: 32), .s32), (Wave.fmt(bits: 20), .signed(bytes: 3, bits: 20)),
    (Wave.fmt(bits: 12), .signed(bytes: 2, bits: 12)),
    (Wave.fmt(align: 8, bits: 24), .signed(bytes: 4, bits: 24)),
    (Wave.fmt(tag: 3, bits: 32), .f32), (Wave.fmt(tag: 3, bits: 64), .f64),
    (Wave.fmt(tag: 6, bits: 8), .aLaw), (Wave.fmt(tag: 7, bits: 8), .muLaw),
    (Array(Wave.fmt(bits: 16).prefix(14)), .s16), (Wave.fmt(bits: 16) + [99, 99], .s16),
    (extensible(bits: 24, valid: 20), .signed(bytes: 3, bits: 20)),
    (extensible(bits: 32, valid: 24), .signed(bytes: 4, bits: 24)),
    (extensible(bits: 32, valid: 0), .s32), (extensible(tag: 3, bits: 64), .f64),
    (extensible(tag: 7, bits: 8), .muLaw), (extensible(bits: 8), .u8),
    (Wave.fmt(bits: 1), .u8), (Wave.fmt(bits: 5), .u8), (Wave.fmt(bits: 7), .u8),
    (extensible(bits: 8, valid: 5), .u8), (extensible(bits: 7), .u8),
    (Wave.fmt(bits: 9), .signed(bytes: 2, bits: 9)),
    (Wave.fmt(bits: 17), .signed(bytes: 3, bits: 17)),
    (Wave.fmt(bits: 25), .signed(bytes: 4, bits: 25)),
    (Wave.fmt(align: 4, bits: 7), .signed(bytes: 2, bits: 8)),
    (extensible(bits: 12), .signed(bytes: 2, bits: 12)),
    (extensible(bits: 16, valid: 5), .signed(bytes: 2, bits: 8)),
    (Wave.fmt(align: 0), .s16), (Wave.fmt(align: 2), .s16), (Wave.fmt(align: 3, bits: 24), .s24),
    (Wave.fmt(tag: 3, align: 0, bits: 32), .f32),
    (extensible(bits: 16, valid: 24), .s16), (extensible(bits: 24, valid: 65535), .s24),
    (extensible(align: 6, bits: 16, valid: 24), .s24), (extensible(bits: 0, valid: 16), .s16),
    (extensible(tag: 3, bits: 32, valid: 24), .f32), (Wave.fmt(tag: 7, bits: 16), .muLaw),
    (Wave.fmt(tag: 6, bits: 0), .aLaw), (extensible(tag: 6, bits: 8, valid: 13), .aLaw),
  ])
  func `sample formats are told apart`(_ fmt: [UInt8], _ samples: SampleFormat) {
    let outcome = Self.header(fmt: fmt)
    #expect(outcome.error == nil)
    #expect(outcome.header?.samples == samples)
  }

  @Test(arguments: [
    (Wave.fmt(channels: 0, align: 4), WAVError.malformedHeader(.noChannels, offset: 22)),
    (Wave.fmt(channels: 65), .unsupported(.channels(65), offset: 22)),
    (Wave.fmt(channels: 65535, align: 65534), .unsupported(.channels(65535), offset: 22)),
    (Wave.fmt(rate: 0), .malformedHeader(.noRate, offset: 24)),
    (Wave.fmt(rate: 0xFFFF_FFFF), .unsupported(.rate(0xFFFF_FFFF), offset: 24)),
    (Wave.fmt(bits: 0), .unsupported(.sampleSize(bits: 0, isFloat: false), offset: 20)),
    (Wave.fmt(bits: 33), .unsupported(.sampleSize(bits: 33, isFloat: false), offset: 20)),
    (
      Wave.fmt(align: 4, bits: 65535),
      .unsupported(.sampleSize(bits: 65535, isFloat: false), offset: 20)
    ),
    (
      Wave.fmt(align: 16, bits: 64),
      .unsupported(.sampleSize(bits: 64, isFloat: false), offset: 20)
    ),
    (Wave.fmt(tag: 3, bits: 16), .unsupported(.sampleSize(bits: 16, isFloat: true), offset: 20)),
    (
      Wave.fmt(align: 3),
      .malformedHeader(.badSampleSize(bits: 16, blockAlign: 3, channels: 2), offset: 32)
    ),
    (Wave.fmt(tag: 2, bits: 4), .unsupported(.codec(tag: 2), offset: 20)),
    (Wave.fmt(tag: 0x55, bits: 0), .unsupported(.codec(tag: 0x55), offset: 20)),
    (
      Array(Wave.fmt().prefix(13)), .malformedHeader(.shortChunk("fmt", size: 13), offset: 20)
    ),
    ([], .malformedHeader(.shortChunk("fmt", size: 0), offset: 20)),
    (
      Array(extensible().prefix(24)), .malformedHeader(.shortChunk("fmt", size: 24), offset: 20)
    ),
    (extensible(tag: 0x11, bits: 16), .unsupported(.codec(tag: 0x11), offset: 20)),
    (
      Array(extensible().dropLast()) + [0],
      .unsupported(.guid(Array(extensible()[24..<39]) + [0]), offset: 44)
    ),
  ])
  func `a format that makes no sense is refused where it stands`(
    _ fmt: [UInt8], _ error: WAVError
  ) {
    let outcome = Self.header(fmt: fmt)
    #expect(outcome.error == error)
    #expect(!"\(error)".isEmpty)
  }

  @Test(arguments: [
    ("", WAVError.empty), ("RI", .notWAV(start: Array("RI".utf8))),
    ("RIFF", .truncatedHeader(offset: 4)), ("RIFFxxxxWAV", .truncatedHeader(offset: 11)),
    ("RIFFxxxxWAVE", .truncatedHeader(offset: 12)),
    ("RIFFxxxxWAVEfmt ", .truncatedHeader(offset: 16)),
    ("RIFFxxxxAVI LIST", .notWAV(start: Array("RIFFxxxxAVI ".utf8))),
  ])
  func `a stream that ends early or is another is refused`(_ text: String, _ error: WAVError) {
    #expect(Wave.outcome(Array(text.utf8)).error == error)
  }

  @Test(arguments: [
    ("FORM....AIFF", "AIFF"), ("FORM....AIFC", "AIFF"), ("fLaC....", "FLAC"),
    ("OggS", "Ogg"), ("ID3.", "MP3"), ("....ftypisom", "MP4"), ("RIFF....AVI ", "AVI"),
    ("caff", "CAF"), ("riff", "Wave64"), (".snd", "AU"), ("wvpk", "WavPack"), ("GIF89a", "GIF"),
    ("G@\u{11}\u{10}\u{0}B", "MPEG-TS"), ("....ftypM4A ", "M4A"), ("....ftypqt  ", "MOV"),
  ])
  func `another kind of file is called by its name`(_ start: String, _ name: String) {
    let message = "\(WAVError.notWAV(start: Array(start.utf8)))"
    #expect(message.contains("\(name)") && message.contains("ffmpeg -i FILE -f wav - |"))
  }

  @Test func `other starts are told apart by bytes`() {
    #expect("\(WAVError.notWAV(start: [0xFF, 0xFB, 0x90, 0x64]))".contains("MP3"))
    #expect("\(WAVError.notWAV(start: [0xFF, 0xF1, 0x50, 0x80]))".contains("AAC"))
    #expect("\(WAVError.notWAV(start: [0x1A, 0x45, 0xDF, 0xA3]))".contains("Matroska"))
    #expect("\(WAVError.notWAV(start: Array("YUV4MPEG2 W5".utf8)))".contains("vfx"))
    #expect("\(WAVError.notWAV(start: [0, 1, 2]))".contains(#""\x00\x01\x02""#))
  }

  @Test func `chunks out of order and in doubt`() {
    let other = Wave.chunk("fmt ", Wave.fmt(channels: 1))
    #expect(
      Wave.outcome(Wave.riff(Self.data, Self.fmt)).error
        == .malformedHeader(.dataBeforeFormat, offset: 12))
    #expect(
      Wave.outcome(Wave.riff(Self.fmt, other, Self.data)).error
        == .malformedHeader(.contradictoryFormats, offset: 44))
    // The same again says nothing new; and what follows the sound does not change it.
    let twice = Wave.outcome(Wave.riff(Self.fmt, Self.fmt, Self.data, other, Self.data))
    #expect(twice.error == nil)
    #expect(twice.raw == [1, 0, 2, 0, 3, 0, 4, 0])
    #expect(twice.tail == other + Self.data)
    let zeros = Wave.riff(Self.fmt, [UInt8](repeating: 0, count: 64))
    #expect(
      Wave.outcome(zeros).error
        == .malformedHeader(.badChunk(found: [0, 0, 0, 0]), offset: 36))
  }

  @Test func `names have letters beyond ASCII, and zeros at their end`() {
    let names: [[UInt8]] = [
      [0xA9, 0x6E, 0x61, 0x6D], [0x80, 0xFF, 0x20, 0xFE], [0x50, 0x41, 0x44, 0],
    ]
    for name in names {
      let chunk = name + Wave.chunk("", [1, 2, 3, 4])
      #expect(Wave.outcome(Wave.riff(Self.fmt, chunk, Self.data)).raw == [1, 0, 2, 0, 3, 0, 4, 0])
    }
    for name: [UInt8] in [
      [0x50, 0, 0x41, 0x44], [0, 0x41, 0x41, 0x44], [0x50, 0x1F, 0x41, 0x44],
    ] {
      let chunk = name + Wave.chunk("", [1, 2, 3, 4])
      #expect(
        Wave.outcome(Wave.riff(Self.fmt, chunk, Self.data)).error
          == .malformedHeader(.badChunk(found: name), offset: 36))
    }
  }

  @Test func `a skip that would be negative is a long one`() {
    for size in [0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, 0xFFFF_FFFF] {
      let bytes = Wave.riff(Self.fmt, Wave.chunk("LIST", [1, 2], size: size), Self.data)
      #expect(Wave.outcome(bytes).error == .truncatedHeader(offset: bytes.count))
    }
  }

  @Test func `empty chunks are passed, but not without end`() {
    let empty = Wave.chunk("JUNK", [])
    let many = Array(repeatElement(empty, count: 20_000).joined())
    #expect(Wave.outcome(Wave.riff(Self.fmt, many, Self.data)).count == 2)
    let tooMany = Array(repeatElement(empty, count: 70_000).joined())
    guard case .unsupported(.tooManyChunks, _) = Wave.outcome(Wave.riff(Self.fmt, tooMany)).error
    else {
      Issue.record("a stream of empty chunks has no end")
      return
    }
  }

  @Test func `odd chunks are padded, or not where a name tells`() {
    let odd = Array("LIST".utf8) + littleEndian(3, 4) + [1, 2, 3]
    for pad in [[], [0], [7]] as [[UInt8]] {
      let outcome = Wave.outcome(Wave.riff(odd + pad, Self.fmt, odd + pad, Self.data))
      #expect(outcome.error == nil && outcome.count == 2)
      #expect(outcome.header?.metadata.map(\.bytes) == [[1, 2, 3], [1, 2, 3]])
    }
  }

  @Test(arguments: [
    (3, 0xB), (4, 0x107), (5, 0x37), (6, 0x3F), (7, 0x70F), (8, 0x63F), (9, 0), (64, 0),
  ])
  func `channels without a mask have the usual places`(_ count: Int, _ mask: UInt32) {
    #expect(
      Self.header(fmt: Wave.fmt(channels: count)).header?.format.layout
        == ChannelLayout(mask: mask, count: count))
    #expect(
      Self.header(fmt: Self.extensible(channels: count, mask: 0)).header?.format.layout
        == ChannelLayout(mask: mask, count: count))
  }

  @Test(arguments: [
    (2, 0x6000_0000, ChannelLayout.stereo), (2, 0x8000_0003, .stereo), (1, 0x8000_0000, .mono),
  ])
  func `reserved bits of a mask are no places`(
    _ count: Int, _ mask: Int, _ layout: ChannelLayout
  ) {
    let fmt = Self.extensible(channels: count, mask: mask)
    #expect(Self.header(fmt: fmt).header?.format.layout == layout)
  }

  @Test func `a mask of more or fewer places than channels`() {
    let layout = ChannelLayout(mask: 0x63F, count: 3)
    #expect(layout.mask == 0x7)
    #expect((0..<4).map { layout.speaker(of: $0) } == [0, 1, 2, nil])
    let few = ChannelLayout(mask: 0x600, count: 4)
    #expect((0..<4).map { few.speaker(of: $0) } == [9, 10, nil, nil])
    #expect(few.description == "4 channels (SL SR ? ?)")
    #expect(ChannelLayout(count: 6).description == "5.1")
    #expect(ChannelLayout(count: 12).description == "12 channels")
  }
}
