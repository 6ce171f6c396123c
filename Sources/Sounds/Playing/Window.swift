import WAV

/// A stretch of a course that is held in memory and moves on.
final class Window {
  private let reader: CourseReader
  private var block: AudioBlock
  /// The place of the first sample frame that is held.
  private(set) var start = 0

  init(_ reader: CourseReader) {
    self.reader = reader
    block = AudioBlock(channels: reader.channels, capacity: 1 << 12)
    block.count = 0
  }

  /// Holds at least `range`, whose start mostly does not go back, and gives the block that begins
  /// at ``start``.
  func hold(_ range: Range<Int>) throws(SoundError.Fault) -> AudioBlock {
    let held = start..<start + block.count
    if !held.contains(range.lowerBound) || range.upperBound > start + block.capacity {
      let isJoined = held.contains(range.lowerBound)
      let kept = isJoined ? held.upperBound - range.lowerBound : 0
      let old = block
      if block.capacity < range.count {
        block = AudioBlock(channels: reader.channels, capacity: range.count * 2)
      }
      block.copy(0..<kept, from: old, at: range.lowerBound - start)
      block.count = kept
      start = range.lowerBound
    }
    let end = start + block.count
    if range.upperBound > end {
      block.count = range.upperBound - start
      try reader.read(end, into: block, end - start..<block.count)
    }
    return block
  }
}
