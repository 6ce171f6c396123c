/// The header of a stream that is written: it can be made anew with other sizes, in the same place.
struct StreamLayout: Sendable {
  let description: FormatChunk
  let metadata: [Chunk]
  /// Whether there is room for a `ds64` chunk, which is a `JUNK` chunk as long as it is not needed
  /// (EBU Tech 3306, 4).
  var hasRoom: Bool
  /// Whether a `fact` chunk tells the number of sample frames, as formats other than PCM need.
  let hasFact: Bool

  /// The most that a 32-bit size can say; all ones means something else.
  private static let largest = 0xFFFF_FFFE

  /// The bytes behind the sound for `frames` sample frames: one of padding when they are odd.
  func padding(frames: Int) -> Int { frames * frameBytes % 2 }

  var frameBytes: Int { description.format.channels * description.samples.bytes }

  /// The bytes up to the first sample, for `frames` sample frames and `tail` bytes of other chunks
  /// behind them; nil where nobody knows. Their number is the same for every length.
  func bytes(frames: Int?, tail: Int) -> [UInt8] {
    var chunks: [UInt8] = []
    append(&chunks, "fmt ", description.bytes)
    if hasFact {
      append(&chunks, "fact", littleEndian(frames.map { min($0, 0xFFFF_FFFF) } ?? 0xFFFF_FFFF, 4))
    }
    for chunk in metadata { append(&chunks, chunk.id, chunk.bytes) }
    let room = hasRoom ? 8 + LargeSizes.bytes : 0
    let start = 12 + room + chunks.count + 8
    // A length that no file can have is as good as none.
    guard let frames, frames < 1 << 48 else {
      return head("RIFF", LargeSizes.elsewhere) + junk + chunks
        + ChunkID("data").bytes + littleEndian(LargeSizes.elsewhere, 4)
    }
    let sound = frames * frameBytes
    let whole = start + sound + padding(frames: frames) + tail - 8
    guard whole > Self.largest else {
      return head("RIFF", whole) + junk + chunks + ChunkID("data").bytes + littleEndian(sound, 4)
    }
    guard hasRoom else {
      return head("RIFF", LargeSizes.elsewhere) + chunks
        + ChunkID("data").bytes + littleEndian(LargeSizes.elsewhere, 4)
    }
    var sizes: [UInt8] = []
    append(
      &sizes, "ds64",
      littleEndian(whole, 8) + littleEndian(sound, 8) + littleEndian(frames, 8)
        + littleEndian(0, 4))
    return head("RF64", LargeSizes.elsewhere) + sizes + chunks
      + ChunkID("data").bytes + littleEndian(LargeSizes.elsewhere, 4)
  }

  private func head(_ name: StaticString, _ size: Int) -> [UInt8] {
    ChunkID(name).bytes + littleEndian(size, 4) + ChunkID("WAVE").bytes
  }

  private var junk: [UInt8] {
    guard hasRoom else { return [] }
    var bytes: [UInt8] = []
    append(&bytes, "JUNK", [UInt8](repeating: 0, count: LargeSizes.bytes))
    return bytes
  }

  private func append(_ bytes: inout [UInt8], _ name: StaticString, _ body: [UInt8]) {
    append(&bytes, ChunkID(name), body)
  }

  private func append(_ bytes: inout [UInt8], _ id: ChunkID, _ body: [UInt8]) {
    bytes += id.bytes + littleEndian(body.count, 4) + body
    if body.count % 2 == 1 { bytes.append(0) }
  }

  /// Whether a stream of `frames` sample frames needs sizes of 64 bits.
  func needsRoom(frames: Int, tail: Int) -> Bool {
    let others = metadata.reduce(1 << 10) { $0 + $1.bytes.count + 9 } + tail
    return frames > (Self.largest - others) / frameBytes
  }
}
