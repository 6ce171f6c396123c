import Pipes

/// What is wrong with a WAV header.
package enum WAVHeaderFault: Hashable, Sendable {
  /// These bytes stand where the name of a chunk should.
  case badChunk(found: [UInt8])
  /// `data` comes before `fmt `.
  case dataBeforeFormat
  /// There are two `fmt ` chunks that disagree.
  case contradictoryFormats
  /// A chunk, named as here, has fewer bytes than it must have.
  case shortChunk(String, size: Int)
  /// A size in `ds64` is more than a file can have.
  case impossibleSize
  case noChannels
  case noRate
  /// A sample's bits, and the bytes of a sample frame, that do not go together.
  case badSampleSize(bits: Int, blockAlign: Int, channels: Int)
}

/// A valid feature that is not supported.
package enum UnsupportedFeature: Hashable, Sendable {
  /// A `wFormatTag` other than PCM, float, A-law and mu-law.
  case codec(tag: Int)
  /// A GUID in WAVEFORMATEXTENSIBLE that stands for none of them.
  case guid([UInt8])
  /// Samples of that many bits.
  case sampleSize(bits: Int, isFloat: Bool)
  case channels(Int)
  case rate(Int)
  /// More chunks than ``HeaderParser/mostChunks`` before the sound.
  case tooManyChunks
  /// A `fmt ` or `ds64` chunk of that many bytes.
  case largeChunk(String, size: Int)
  /// More bytes before the sound than are kept.
  case largeMetadata
}

/// Why a stream cannot be read, or not to its end.
///
/// Sample frames count from 0; offsets count bytes from the start of the stream.
package enum WAVError: Error, Hashable, Sendable {
  /// The stream has no bytes.
  case empty
  /// The stream is not WAV, but starts with these bytes.
  case notWAV(start: [UInt8])
  case malformedHeader(WAVHeaderFault, offset: Int)
  case unsupported(UnsupportedFeature, offset: Int)
  /// The stream ends before the sound begins.
  case truncatedHeader(offset: Int)
  /// The stream ends before it should: after `sample` whole sample frames, with at least `missing`
  /// bytes not there.
  case truncated(sample: Int, missing: Int)
  /// The system failed, or the user asked for the end.
  case pipe(PipeError)
}
