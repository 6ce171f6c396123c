import Bytes

/// What a `fmt ` chunk says (WAVEFORMAT, PCMWAVEFORMAT, WAVEFORMATEX and WAVEFORMATEXTENSIBLE of
/// Microsoft's mmreg.h).
struct FormatChunk: Hashable, Sendable {
  /// `wFormatTag` of the formats that are read.
  enum Tag {
    static let pcm = 1
    static let float = 3
    static let aLaw = 6
    static let muLaw = 7
    static let extensible = 0xFFFE
  }

  /// The bytes behind the tag in KSDATAFORMAT_SUBTYPE_PCM and its kin (ksmedia.h), and in the ones
  /// that Ambisonic files have.
  private static let guidTails: [[UInt8]] = [
    [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71],
    [0, 0, 0x21, 0x07, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0],
  ]

  let format: AudioFormat
  let samples: SampleFormat

  init(format: AudioFormat, samples: SampleFormat) {
    self.format = format
    self.samples = samples
  }

  /// A chunk of RIFX with its lowest bytes first, as RIFF has them: the bytes of every number
  /// turned round, and those behind them as they are.
  static func turned(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    var turned: [UInt8] = []
    // Up to the bits of a sample; the size of what follows, its bits and its mask.
    for size in [2, 2, 4, 4, 2, 2] + [2, 2, 4] {
      turned += rest.prefix(size).reversed()
      rest = rest.dropFirst(size)
    }
    // A GUID is three numbers and eight bytes; SoX turns no more of it than the tag.
    let isTagTurned = guidTails.contains(Array(rest.dropFirst(2).prefix(14)))
    for size in isTagTurned ? [2] : [4, 2, 2] {
      turned += rest.prefix(size).reversed()
      rest = rest.dropFirst(size)
    }
    return turned + rest
  }

  /// Reads a chunk whose first byte stands at `offset` of the stream.
  init(parsing bytes: [UInt8], offset: Int) throws(WAVError) {
    var cursor = ByteCursor(bytes)
    guard var tag = cursor.littleEndian16(), let channels = cursor.littleEndian16(),
      let rate = cursor.littleEndian32(), cursor.littleEndian32() != nil,
      let blockAlign = cursor.littleEndian16()
    else { throw .malformedHeader(.shortChunk("fmt", size: bytes.count), offset: offset) }
    // The oldest form ends here; its samples fill their bytes.
    var bits = cursor.littleEndian16() ?? (channels > 0 ? blockAlign / channels * 8 : 0)
    // cbSize is not to be trusted: some writers leave it uninitialised.
    _ = cursor.littleEndian16()
    var mask: UInt32?
    var containerBits: Int?
    if tag == Tag.extensible {
      guard let valid = cursor.littleEndian16(), let speakers = cursor.littleEndian32(),
        let subtype = cursor.littleEndian16(), let tail = cursor.skip(14)
      else { throw .malformedHeader(.shortChunk("fmt", size: bytes.count), offset: offset) }
      guard Self.guidTails.contains(Array(bytes[tail])) else {
        throw .unsupported(.guid(Array(bytes[24..<40])), offset: offset + 24)
      }
      tag = subtype
      // The bits above those of speakers are reserved; ffmpeg's two for a downmix are left and right.
      mask = UInt32(speakers) & 0x3FFFF
      // Only of whole numbers some bits may say nothing.
      if tag == Tag.pcm {
        // Where more bits are valid than there are, the frame's size tells which number is right.
        let isAligned = blockAlign == channels * ((valid + 7) / 8)
        containerBits = valid > bits && (bits == 0 || isAligned) ? valid : bits
        // Some writers leave 0 here, and mean all bits.
        bits = (1...max(bits, 1)).contains(valid) ? valid : containerBits ?? bits
      }
    }
    guard channels > 0 else { throw .malformedHeader(.noChannels, offset: offset + 2) }
    guard channels <= AudioFormat.mostChannels else {
      throw .unsupported(.channels(channels), offset: offset + 2)
    }
    guard rate > 0 else { throw .malformedHeader(.noRate, offset: offset + 4) }
    guard rate <= AudioFormat.highestRate else {
      throw .unsupported(.rate(rate), offset: offset + 4)
    }
    samples = try Self.samples(tag: tag, bits: bits, container: containerBits, offset: offset) {
      blockAlign == channels * $0
    }
    // Some writers leave 0, or the bytes of one channel; SoX and ffmpeg do not look at it at all.
    // Those of G.711 may have bits and bytes of what was encoded.
    let isEncoded = [.aLaw, .muLaw].contains(samples)
    guard isEncoded || [channels * samples.bytes, samples.bytes, 0].contains(blockAlign) else {
      throw .malformedHeader(
        .badSampleSize(bits: bits, blockAlign: blockAlign, channels: channels),
        offset: offset + 12)
    }
    // A mask of 0 says as little as none: ffmpeg takes the usual layout for it, too.
    let layout =
      mask.flatMap { $0 == 0 ? nil : ChannelLayout(mask: $0, count: channels) }
      ?? ChannelLayout(count: channels)
    format = AudioFormat(rate: rate, layout: layout)
  }

  /// The way samples of `bits` are written; `fits` tells whether a number of bytes is right.
  private static func samples(
    tag: Int, bits: Int, container: Int?, offset: Int, fits: (Int) -> Bool
  ) throws(WAVError) -> SampleFormat {
    switch (tag, bits) {
    case (Tag.float, 32): return .f32
    case (Tag.float, 64): return .f64
    case (Tag.float, _): throw .unsupported(.sampleSize(bits: bits, isFloat: true), offset: offset)
    case (Tag.aLaw, _): return .aLaw
    case (Tag.muLaw, _): return .muLaw
    case (Tag.pcm, 1...32):
      // Where only PCMWAVEFORMAT speaks, the sample frame's size tells of a larger container.
      let least = (bits + 7) / 8
      let size = container.map { ($0 + 7) / 8 } ?? (least...4).first(where: fits) ?? least
      guard size >= least, size <= 4 else {
        throw .unsupported(.sampleSize(bits: bits, isFloat: false), offset: offset)
      }
      // Fewer bits than 8 are the upper ones of a byte, which nothing is cut down to.
      return size == 1 ? .u8 : .signed(bytes: size, bits: max(bits, 8))
    case (Tag.pcm, _): throw .unsupported(.sampleSize(bits: bits, isFloat: false), offset: offset)
    default: throw .unsupported(.codec(tag: tag), offset: offset)
    }
  }
}

extension ByteCursor {
  /// Reads a 32-bit number, lowest byte first.
  mutating func littleEndian32() -> Int? {
    guard remaining >= 4, let low = littleEndian16(), let high = littleEndian16() else {
      return nil
    }
    return high << 16 | low
  }

  /// Reads a 64-bit number, lowest byte first.
  mutating func littleEndian64() -> UInt64? {
    guard remaining >= 8, let low = littleEndian32(), let high = littleEndian32() else {
      return nil
    }
    return UInt64(high) << 32 | UInt64(low)
  }
}

// MARK: - Writing

extension FormatChunk {
  /// Whether WAVEFORMATEXTENSIBLE has to say it: more than two channels, more than 16 bits, bits
  /// that do not fill their bytes, or loudspeakers other than the usual (Microsoft, "Multiple
  /// channel audio data and WAVE files").
  private var isExtensible: Bool {
    let layout = format.layout
    if layout.count > 2 || layout != ChannelLayout(count: layout.count) { return true }
    if samples.bytes > 2 { return true }
    return samples.integerBits.map { $0 != samples.bytes * 8 } ?? false
  }

  /// The tag of the samples, 1 for whole numbers.
  var tag: Int {
    switch samples {
    case .u8, .signed, .low24: Tag.pcm
    case .f32, .f64: Tag.float
    case .aLaw: Tag.aLaw
    case .muLaw: Tag.muLaw
    }
  }

  /// The bytes of the chunk, without name and size: 16, 18 or 40 of them.
  var bytes: [UInt8] {
    let blockAlign = format.channels * samples.bytes
    let head =
      littleEndian(isExtensible ? Tag.extensible : tag, 2) + littleEndian(format.channels, 2)
      + littleEndian(format.rate, 4) + littleEndian(format.rate &* blockAlign, 4)
      + littleEndian(blockAlign, 2) + littleEndian(samples.bytes * 8, 2)
    guard isExtensible else { return tag == Tag.pcm ? head : head + [0, 0] }
    let valid = samples.integerBits ?? samples.bytes * 8
    return head + littleEndian(22, 2) + littleEndian(valid, 2)
      + littleEndian(Int(format.layout.mask), 4) + littleEndian(tag, 2) + Self.guidTails[0]
  }
}

/// The lowest `count` bytes of `value`, lowest first.
func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
