import Bytes

/// What a `ds64` chunk says: the sizes that need more than 32 bits (EBU Tech 3306, 3).
struct LargeSizes: Sendable {
  /// The 32-bit size of a chunk whose size stands in `ds64`, and of one that has no end.
  static let elsewhere = 0xFFFF_FFFF
  /// Reserved for `ds64` by writers that do not know yet whether they need one.
  static let bytes = 28

  /// The size of the stream without its first eight bytes; nil when the writer did not know.
  let stream: Int?
  /// The size of the sound; nil when the writer did not know.
  let data: Int?
  /// The sizes of other chunks.
  let others: [ChunkID: Int]

  init(parsing bytes: [UInt8], offset: Int) throws(WAVError) {
    var cursor = ByteCursor(bytes)
    guard let stream = cursor.littleEndian64(), let data = cursor.littleEndian64(),
      cursor.littleEndian64() != nil
    else { throw .malformedHeader(.shortChunk("ds64", size: bytes.count), offset: offset) }
    self.stream = try Self.size(stream, offset: offset)
    self.data = try Self.size(data, offset: offset + 8)
    var others: [ChunkID: Int] = [:]
    _ = cursor.littleEndian32()
    while let id = cursor.skip(4), let size = cursor.littleEndian64() {
      let place = offset + cursor.position - 8
      others[ChunkID(bytes[id])] = try Self.size(size, offset: place) ?? 0
    }
    self.others = others
  }

  /// A size that a file can have; nil for 0 and for all ones, which writers into pipes leave there.
  private static func size(_ value: UInt64, offset: Int) throws(WAVError) -> Int? {
    guard value != 0, value != .max else { return nil }
    guard value < 1 << 62 else { throw .malformedHeader(.impossibleSize, offset: offset) }
    return Int(value)
  }
}

/// How much sound a stream says it has.
///
/// A program that writes into a pipe cannot know, and puts down what its author thought best:
/// 0xFFFFFFFF (ffmpeg), 0 (GStreamer, and whoever means to come back), 0x7FFFF000 in whole sample
/// frames (SoX, mpv), 0x7FFFFF00 or 0x80000000 (arecord). Of such a stream the end is wherever it
/// ends; of any other it is as stated, and one that ends before that is truncated.
struct SoundSize {
  /// Bytes of sound; nil when nobody knows.
  let bytes: Int?
  /// The stated size, where it is one of those that mean nothing most of the time and are possible
  /// all the same.
  let provisional: Int?

  /// Takes the size of `data`, that of `ds64`, and whether the stream claims to go on after the
  /// beginning of the sound.
  init(stated: Int, large: Int?, claimsMore: Bool, frameBytes: Int) {
    let isEndless = stated >= 0xFFFF_F000
    // Near 2 GiB: the range holds what the programs named above write for any sample frame.
    let isProvisional = (0x7FFF_F000 - frameBytes + 1...0x8000_0000).contains(stated)
    if stated == LargeSizes.elsewhere, let large {
      (bytes, provisional) = (large, nil)
    } else if isEndless || (stated == 0 && !claimsMore) {
      (bytes, provisional) = (nil, nil)
    } else if isProvisional {
      (bytes, provisional) = (nil, stated)
    } else {
      (bytes, provisional) = (stated, nil)
    }
  }
}
