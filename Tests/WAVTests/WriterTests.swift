import Bytes
import Pipes
import Testing

@testable import WAV

/// The streams that are written: headers, sizes, and what becomes of the samples.
@Suite struct WriterTests {
  static let stereo = AudioFormat(rate: 48000, layout: .stereo)

  /// Writes `count` silent sample frames.
  static func write(
    _ output: FileDescriptor, _ format: AudioFormat = stereo, _ samples: SampleFormat = .s16,
    count: Int = 3, length: Int? = nil, metadata: [Chunk] = []
  ) throws {
    var writer = try WAVWriter(
      output, format: format, samples: samples, length: length, metadata: metadata)
    try writer.write(AudioBlock(channels: format.channels, capacity: count), changed: [])
    try writer.finish()
    #expect(writer.sampleCount == count)
  }

  static func word(_ bytes: [UInt8], at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  @Test func `a pipe gets sizes that say nothing, as ffmpeg has them`() throws {
    let bytes = try Output.pipe { try Self.write($0) }
    #expect(bytes.count == 44 + 12)
    // But for the samples it is what `ffmpeg -bitexact` writes.
    #expect(bytes.prefix(44).elementsEqual(try CorpusTests.load("ffmpeg_pipe_bitexact.wav")[..<44]))
  }

  @Test func `a pipe gets the length where it is known`() throws {
    let bytes = try Output.pipe { try Self.write($0, length: 3) }
    #expect(Self.word(bytes, at: 4) == bytes.count - 8 && Self.word(bytes, at: 40) == 12)
    #expect(bytes.count == 44 + 12)
  }

  @Test func `a file has its sizes, and room for larger ones`() throws {
    let bytes = try Output.file { try Self.write($0) }
    #expect(Array(bytes[12..<20]) == Array("JUNK".utf8) + [28, 0, 0, 0])
    #expect(Self.word(bytes, at: 4) == bytes.count - 8 && Self.word(bytes, at: 76) == 12)
    #expect(Wave.outcome(bytes).header?.length == 3)
    // A length that is known needs no room, and one that was wrong is put right.
    let known = try Output.file { try Self.write($0, length: 5) }
    #expect(known.count == 56 && Self.word(known, at: 40) == 12)
  }

  @Test func `what stands in a file before the stream is left alone`() throws {
    let path = try Output.path(holding: [])
    defer { Output.remove(path) }
    let file = try FileDescriptor(opening: path, for: .creating)
    try file.writeFully([1, 2, 3])
    try Self.write(file)
    try file.close()
    let bytes = try Files.load(path, limit: 1000)
    #expect(bytes.starts(with: [1, 2, 3]))
    #expect(Wave.outcome(Array(bytes[3...])).header?.length == 3)
  }

  @Test func `odd sound is padded where its size is known`() throws {
    let mono = AudioFormat(rate: 8000, layout: .mono)
    let file = try Output.file { try Self.write($0, mono, .u8, count: 3) }
    #expect(file.count % 2 == 0 && file.suffix(4) == [128, 128, 128, 0])
    #expect(Self.word(file, at: 4) == file.count - 8 && Self.word(file, at: 76) == 3)
    let known = try Output.pipe { try Self.write($0, mono, .u8, count: 3, length: 3) }
    #expect(known.suffix(4) == [128, 128, 128, 0])
    // Otherwise the padding would be heard.
    let endless = try Output.pipe { try Self.write($0, mono, .s24, count: 3) }
    #expect(endless.count == 68 + 9)
    let outcome = Wave.outcome(endless)
    #expect(outcome.error == nil && outcome.count == 3)
    // Of a writer that pads all the same, the byte is taken for what it is.
    for block in [1, 2, 3, 4] {
      let padded = Wave.outcome(endless + [0], block: block)
      #expect(padded.error == nil && padded.count == 3 && padded.tail == [0])
    }
    #expect(Wave.outcome(endless + [1]).error == .truncated(sample: 3, missing: 2))
    let copy = try Output.pipe { pipe in
      try Output.copy(endless + [0], to: pipe) { try WAVWriter($0, copying: $1) }
    }
    #expect(copy == endless + [0])
  }

  @Test(arguments: [
    (SampleFormat.s16, ChannelLayout.stereo, 16), (.u8, .mono, 16), (.f32, .stereo, 40),
    (.s24, .mono, 40), (.muLaw, .mono, 18), (.aLaw, ChannelLayout(count: 3), 40),
    (.s16, ChannelLayout(count: 6), 40), (.s16, ChannelLayout(mask: 1, count: 1), 40),
    (.signed(bytes: 2, bits: 12), .mono, 40),
  ])
  func `the format chunk is as large as it must be`(
    _ samples: SampleFormat, _ layout: ChannelLayout, _ size: Int
  ) throws {
    let format = AudioFormat(rate: 44100, layout: layout)
    let bytes = FormatChunk(format: format, samples: samples).bytes
    #expect(bytes.count == size)
    let again = try FormatChunk(parsing: bytes, offset: 0)
    #expect(again.format == format && again.samples == samples)
  }

  @Test func `formats other than PCM have a fact chunk`() throws {
    let bytes = try Output.file { try Self.write($0, Self.stereo, .f32) }
    let header = try #require(Wave.outcome(bytes).header)
    #expect(header.metadataRanges.map(\.id) == [ChunkID("JUNK"), ChunkID("fact")])
    #expect(header.metadataRanges.last.map { Array(bytes[$0.range]) } == [3, 0, 0, 0])
    // They are made anew each time.
    #expect(header.metadata.isEmpty)
    #expect(try Output.pipe { try Self.write($0, Self.stereo, .f32) }.count == 68 + 24)
  }

  /// EBU Tech 3306: above 4 GiB the room becomes ds64.
  @Test func `large sizes make RF64 of RIFF, in the same place`() throws {
    let layout = StreamLayout(
      description: FormatChunk(format: Self.stereo, samples: .f32), metadata: [], hasRoom: true,
      hasFact: true)
    let small = layout.bytes(frames: 1000, tail: 0)
    let large = layout.bytes(frames: 1 << 33, tail: 12)
    let unknown = layout.bytes(frames: nil, tail: 0)
    #expect(small.count == large.count && small.count == unknown.count)
    let header = try WAVReader(ByteSource(large)).header
    #expect(header.container == .rf64 && header.length == 1 << 33)
    #expect(header.trailingBytes == 12)
    #expect(try WAVReader(ByteSource(small)).header.length == 1000)
    #expect(try WAVReader(ByteSource(unknown)).header.length == nil)
    // The border: RIFF as long as its size is no more than 0xFFFFFFFE.
    let border = (0xFFFF_FFFE - (large.count - 8)) / 8
    #expect(layout.bytes(frames: border, tail: 0).starts(with: Array("RIFF".utf8)))
    #expect(layout.bytes(frames: border + 1, tail: 0).starts(with: Array("RF64".utf8)))
    // A length known before, into a pipe.
    let pipe = try Output.pipe { output in
      _ = try WAVWriter(output, format: Self.stereo, samples: .s16, length: 1 << 31)
    }
    #expect(try WAVReader(ByteSource(pipe)).header.length == 1 << 31)
  }

  @Test func `chunks are forwarded, before and behind`() throws {
    let bytes = try CorpusTests.load("bwf.wav")
    let copy = try Output.file { file in
      try Output.copy(bytes, to: file) { output, header in
        try WAVWriter(
          output, format: header.format, samples: .s16, length: header.length,
          metadata: header.metadata, tail: header.trailingBytes ?? 0)
      }
    }
    let (old, new) = (Wave.outcome(bytes), Wave.outcome(copy))
    #expect(new.header?.metadata == old.header?.metadata)
    // The stream says that its last byte is none of it.
    #expect(new.tail == Array(old.tail.dropFirst().prefix(new.tail.count)))
    #expect(new.tail.count == old.header?.trailingBytes)
    #expect(Self.word(copy, at: 4) == copy.count - 8)
  }

  @Test func `a copy of a cut stream has the right sizes where they can be put right`() throws {
    let bytes = try CorpusTests.load("kick.wav")
    let cut = Array(bytes[..<2001])
    let copy = try Output.file { file in
      try Output.copy(cut, to: file, truncation: .drop) { try WAVWriter($0, copying: $1) }
    }
    #expect(copy.count == 2000 && Self.word(copy, at: 4) == 1992 && Self.word(copy, at: 40) == 1956)
    let padded = try Output.file { file in
      try Output.copy(cut, to: file, truncation: .pad) { try WAVWriter($0, copying: $1) }
    }
    #expect(padded.count == bytes.count && padded.prefix(2000).elementsEqual(bytes[..<2000]))
    #expect(padded.dropFirst(2000).allSatisfy { $0 == 0 })
  }

  @Test func `a copied header gets sizes where sound is changed and the output is a file`() throws {
    for file in ["ffmpeg_pipe_pcm_s24le", "ffmpeg_pipe_rf64", "sox_endless_alaw"] {
      let bytes = try CorpusTests.load(file + ".wav")
      let old = Wave.outcome(bytes)
      let copy = try Output.file { output in
        try Output.copy(bytes, to: output, changed: { [0..<$0.count] }) {
          try WAVWriter($0, copying: $1)
        }
      }
      let new = Wave.outcome(copy)
      #expect(new.error == nil && new.count == old.count)
      #expect(new.header?.length == old.count && new.header?.streamBytes == copy.count)
      #expect(new.header?.metadata == old.header?.metadata)
      let piped = try Output.pipe { output in
        try Output.copy(bytes, to: output, changed: { [0..<$0.count] }) {
          try WAVWriter($0, copying: $1)
        }
      }
      let header = try #require(old.header?.bytes)
      #expect(Array(piped[..<header.count]) == header)
    }
  }

  @Test func `only what was changed is`() throws {
    let bytes = Wave.riff(Wave.chunk("fmt ", Wave.fmt()), Wave.chunk("data", Wave.noise(4000)))
    let plain = Array(bytes[44...])
    for length in [1, 7, 64, 1000] {
      let copy = try Output.pipe { output in
        var reader = try WAVReader(ByteSource(bytes))
        var writer = try WAVWriter(output, format: reader.header.format, samples: .s16)
        let block = AudioBlock(channels: 2, capacity: length)
        let raw = RawSamples(reader.header, capacity: length)
        while case let start = reader.sampleCount, try reader.read(into: block, raw: raw) > 0 {
          // The middle of the stream is silent.
          let end = start + block.count
          let range = max(300, start) - start..<max(300, min(600, end), start) - start
          if !range.isEmpty {
            for channel in 0..<2 { for index in range { block[channel][index] = 0 } }
          }
          try writer.write(block, changed: [range], raw: raw)
        }
        try writer.finish()
      }
      let sound = Array(copy[44...])
      #expect(sound[..<1200] == plain[..<1200] && sound[2400...] == plain[2400...])
      #expect(sound[1200..<2400].allSatisfy { $0 == 0 })
    }
  }

  @Test func `what cannot be held is counted, with the first place`() throws {
    let values: [Float] = [0, 1, -1, 1.5, -3, .nan, .infinity, 0.5]
    let pipe = try FileDescriptor.pipe()
    var writer = try WAVWriter(
      pipe.writing, format: AudioFormat(rate: 8000, layout: .mono), samples: .s16)
    try writer.write(Output.block([[0, 0]]), changed: [])
    try writer.write(Output.block([values]), changed: [])
    #expect(writer.clippedCount == 4 && writer.firstClipped == 5)
    try writer.finish()
    try pipe.writing.close()
    var source = ByteSource(pipe.reading)
    let outcome = Wave.outcome(try source.readBytes(1000))
    try pipe.reading.close()
    // Dither may move a sample by a step, but not beyond the ends.
    let expected: [Float] = [0, 0, 0, 1, -1, 1, -1, 0, 1, 0.5]
    for (sample, value) in zip(outcome.samples[0], expected) {
      #expect(abs(sample - value) <= 2 / 32768)
    }
    #expect(outcome.samples[0][7] == 0)
  }
}
