/// What a WAV stream says before its sound.
package struct WAVHeader: Hashable, Sendable {
  /// The kinds of file, which differ in where sizes stand.
  package enum Container: Hashable, Sendable {
    case riff
    /// EBU Tech 3306.
    case rf64
    /// ITU-R BS.2088.
    case bw64
    /// RIFF with the highest byte of every number first (Multimedia Programming Interface 1.0). Its
    /// samples are turned round as they are read, so that it leaves as RIFF.
    case rifx
    /// None: the sound comes in packets of another stream, which says what its samples are.
    case packets
  }

  /// The container of the stream.
  package let container: Container
  /// The rate and the channels.
  package let format: AudioFormat
  /// How each sample is written.
  package let samples: SampleFormat
  /// Sample frames that are to come; nil when the stream does not say, as one in a pipe.
  package let length: Int?
  /// The stream up to its first sample as it came; nil when that is more than is kept, and for
  /// RIFX, in whose chunks numbers are turned round.
  package let bytes: [UInt8]?
  /// The `fmt ` chunk as it came, without name and size.
  let formatBytes: [UInt8]
  /// The byte of the stream that the sound begins at.
  package let dataOffset: Int
  /// The bytes of sound, which need not be whole sample frames; nil when the stream does not say.
  let dataBytes: Int?
  /// Whether a copy of the stream may begin with ``bytes``, and end with what follows its sound:
  /// not where the samples that were read are not those of the stream, byte for byte.
  package var canBeCopied: Bool { container != .rifx && container != .packets }
  /// Whether ``dataBytes`` is nil because of a size that a file can have, but that programs write
  /// when they do not know better: other chunks may stand behind it.
  let provisionalBytes: Int?
  /// The bytes that the stream says it has, with its first eight; nil when it does not say.
  let streamBytes: Int?
  /// Where the chunks before the sound lie in ``bytes``, other than `fmt ` and `ds64`.
  let metadataRanges: [MetadataRange]

  /// A chunk's name, and its bytes without padding.
  struct MetadataRange: Hashable, Sendable {
    let id: ChunkID
    let range: Range<Int>
  }

  /// The bytes of a sample frame.
  package var frameBytes: Int { format.channels * samples.bytes }

  /// The chunks before the sound that can stand before other sound as well, in their order: neither
  /// those that describe the sound, nor fillers.
  package var metadata: [Chunk] {
    guard let bytes else { return [] }
    return metadataRanges.filter { !$0.id.isBound }
      .map { Chunk(id: $0.id, bytes: Array(bytes[$0.range])) }
  }

  /// The bytes of chunks behind the sound; nil when the stream does not say.
  package var trailingBytes: Int? {
    guard canBeCopied else { return 0 }
    guard let dataBytes, let streamBytes else { return nil }
    return max(0, streamBytes - dataOffset - dataBytes - dataBytes % 2)
  }

  /// ``bytes`` with sizes that are right for a copy of the stream that has `offset` bytes in all
  /// and `frames` sample frames; nil where the header was not kept.
  func bytes(afterWriting offset: Int, frames: Int) -> [UInt8]? {
    guard var bytes else { return nil }
    let sound = frames * frameBytes
    func put(_ value: Int, _ count: Int, at place: Int) {
      guard place >= 0, place + count <= bytes.count else { return }
      bytes.replaceSubrange(place..<(place + count), with: littleEndian(value, count))
    }
    if sound < 0xFFFF_FFFF, offset - 8 < 0xFFFF_FFFF, container == .riff {
      put(offset - 8, 4, at: 4)
      put(sound, 4, at: bytes.count - 4)
    } else if bytes[12..<16].elementsEqual(ChunkID("ds64").bytes) {
      put(offset - 8, 8, at: 20)
      put(sound, 8, at: 28)
      put(frames, 8, at: 36)
    }
    return bytes
  }
}

extension WAVHeader {
  /// What is known of sound that comes in packets, without a header of its own.
  package init(ofPackets format: AudioFormat, samples: SampleFormat) {
    self.init(
      container: .packets, format: format, samples: samples, length: nil, bytes: nil,
      formatBytes: [], dataOffset: 0, dataBytes: nil, provisionalBytes: nil, streamBytes: nil,
      metadataRanges: [])
  }
}
