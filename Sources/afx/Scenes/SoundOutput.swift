import AudioFilters
import NUT
import Pipes
import Sounds
import WAV

/// The stream that samples are written to.
enum SoundOutput {
  case wav(WAVWriter)
  case nut(NUTSoundWriter)

  /// How samples are written.
  var samples: SampleFormat {
    switch self {
    case .wav(let writer): writer.samples
    case .nut(let writer): writer.samples.samples
    }
  }

  /// Bytes that were written.
  var offset: Int {
    switch self {
    case .wav(let writer): writer.offset
    case .nut(let writer): writer.offset
    }
  }

  /// Samples beyond full scale, which were clipped, and the first one's sample frame.
  var clipped: (count: Int, first: Int?) {
    switch self {
    case .wav(let writer): (writer.clippedCount, writer.firstClipped)
    case .nut(let writer): (writer.samples.clippedCount, writer.samples.firstClipped)
    }
  }

  /// Why what passes beside the sound could not be written.
  var failure: PipeError? {
    if case .nut(let writer) = self { writer.failure } else { nil }
  }

  /// Writes the samples of a block, as ``WAV/WAVWriter/write(_:changed:raw:)`` does.
  mutating func write(_ block: AudioBlock, changed: [Range<Int>], raw: RawSamples?) throws {
    switch self {
    case .wav(var writer):
      defer { self = .wav(writer) }
      try writer.write(block, changed: changed, raw: raw)
    case .nut(let writer): try writer.write(block, changed: changed, raw: raw)
    }
  }

  /// Ends the stream.
  ///
  /// - Parameter input: the input whose last chunks follow the sound; nil where none do.
  mutating func finish(tailOf input: InputSound?) throws {
    switch self {
    case .wav(var writer):
      defer { self = .wav(writer) }
      guard let input else { return try writer.finish() }
      try input.withReader { reader in try writer.finish(tailOf: &reader) }
    case .nut(let writer): try writer.finish()
    }
  }
}
