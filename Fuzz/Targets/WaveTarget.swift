import Pipes
import WAV

/// Reads a WAV stream to its end, in each way to end it, from a source that gives few bytes at a
/// time, and brings what was read to other formats.
enum WaveTarget {
  /// More sample frames than this are not read, as padding may have no end.
  private static let mostFrames = 1 << 14
  private static let formats: [SampleFormat] = [.u8, .s16, .s24, .s32, .f32, .f64, .aLaw, .muLaw]

  /// What came out of a stream.
  private struct Outcome {
    var frames = 0
    var sound: [UInt8] = []
    var error: WAVError?
    var hasCut = false
  }

  static func run(_ bytes: [UInt8]) {
    let step = Int(bytes.last ?? 0) + 1
    let block = Int(bytes.dropLast().last ?? 0) * 5 + 1
    var outcomes: [Outcome] = []
    for truncation in WAVReader.Truncation.allCases {
      guard
        let outcome = read(ByteSource(bytes, step: step), truncation, block: block, into: nil)
      else { return }
      outcomes.append(outcome)
    }
    let (failed, dropped, padded) = (outcomes[0], outcomes[1], outcomes[2])
    // Whole sample frames come out whatever becomes of the rest, and padding comes behind them.
    precondition(failed.sound == dropped.sound && padded.sound.starts(with: dropped.sound))
    precondition(dropped.error == nil && padded.error == nil)
    precondition((failed.error == nil) == !dropped.hasCut || failed.frames >= mostFrames)
    convert(bytes, block: block, to: formats[block % formats.count])
    copy(bytes, expecting: failed)
  }

  /// Reads to the end; nil when there is no header.
  private static func read(
    _ source: ByteSource, _ truncation: WAVReader.Truncation, block capacity: Int,
    into writer: ((AudioBlock, RawSamples, WAVHeader) -> Void)?
  ) -> Outcome? {
    var outcome = Outcome()
    do {
      var reader = try WAVReader(source, truncation: truncation)
      check(reader.header)
      let block = AudioBlock(channels: reader.header.format.channels, capacity: capacity)
      let raw = RawSamples(reader.header, capacity: capacity)
      do {
        while outcome.frames < mostFrames, try reader.read(into: block, raw: raw) > 0 {
          precondition(block.count == raw.count && raw.count <= capacity)
          outcome.frames += raw.count
          outcome.sound += Array(raw.bytes)
          writer?(block, raw, reader.header)
        }
        precondition(reader.sampleCount == outcome.frames)
        outcome.hasCut = reader.cut != nil
      } catch {
        precondition(!"\(error)".isEmpty)
        outcome.error = error
      }
      return outcome
    } catch {
      precondition(!"\(error)".isEmpty)
      return nil
    }
  }

  private static func check(_ header: WAVHeader) {
    precondition((1...AudioFormat.mostChannels).contains(header.format.channels))
    precondition((1...AudioFormat.highestRate).contains(header.format.rate))
    precondition(header.frameBytes >= 1 && header.length ?? 0 >= 0)
    precondition(header.bytes.map { $0.count == header.dataOffset } ?? true)
    precondition(header.metadata.count <= header.dataOffset / 8)
    precondition(header.trailingBytes ?? 0 >= 0)
  }

  /// Writes the stream in `samples`, half of each block changed, and reads it again.
  private static func convert(_ bytes: [UInt8], block: Int, to samples: SampleFormat) {
    guard let (reading, writing) = try? FileDescriptor.pipe() else { return }
    var writer: WAVWriter?
    var frames = 0
    let source = ByteSource(bytes)
    _ = read(
      source, .drop, block: min(block, 100),
      into: { block, raw, header in
        // No more than the pipe holds, as nobody reads meanwhile.
        guard (frames + block.count) * header.format.channels * samples.bytes < 16_000 else {
          return
        }
        if writer == nil {
          writer = try? WAVWriter(writing, format: header.format, samples: samples)
        }
        let half = block.count / 2
        try? writer?.write(block, changed: [0..<half], raw: raw)
        frames += block.count
      })
    try? writer?.finish()
    try? writing.close()
    var output = ByteSource(reading)
    let written = (try? output.readBytes(1 << 17)) ?? []
    try? reading.close()
    guard let writer else { return }
    let again = read(ByteSource(written), .error, block: 77, into: nil)
    precondition(again?.error == nil && again?.frames == frames)
    precondition(writer.clippedCount <= frames * writer.format.channels)
  }

  /// What is copied with nothing to do is the same, byte for byte.
  private static func copy(_ bytes: [UInt8], expecting outcome: Outcome) {
    guard bytes.count < 60_000, outcome.error == nil, outcome.frames < mostFrames,
      let (reading, writing) = try? FileDescriptor.pipe()
    else { return }
    do {
      var reader = try WAVReader(ByteSource(bytes))
      guard reader.header.canBeCopied else { return }
      var writer = try WAVWriter(writing, copying: reader.header)
      let block = AudioBlock(channels: reader.header.format.channels, capacity: 99)
      let raw = RawSamples(reader.header, capacity: 99)
      while try reader.read(into: block, raw: raw) > 0 {
        try writer.write(block, changed: [], raw: raw)
      }
      try writer.finish(tailOf: &reader)
      try writing.close()
      var output = ByteSource(reading)
      let copied = try output.readBytes(1 << 17)
      precondition(copied == bytes)
      try reading.close()
    } catch {
      preconditionFailure("a stream that was read cannot be copied: \(error)")
    }
  }
}
