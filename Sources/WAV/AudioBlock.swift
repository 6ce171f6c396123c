/// A block of sound as 32-bit floats, channel after channel: full scale is -1 to 1.
///
/// Storage is taken once, for `capacity` sample frames; `count` says how many of them are in use.
///
/// Unchecked: a block belongs to one thread at a time.
package final class AudioBlock: @unchecked Sendable {
  /// How many channels there are, each with room for ``capacity`` samples.
  package let channels: Int
  /// The most sample frames that it can hold.
  package let capacity: Int
  /// Sample frames in use, 0 to ``capacity``.
  package var count: Int
  private let storage: UnsafeMutablePointer<Float>
  /// The distance from one channel to the next, so that each begins on a cache line.
  private let stride: Int

  /// Makes a silent block, full to its capacity.
  package init(channels: Int, capacity: Int) {
    self.channels = channels
    self.capacity = capacity
    count = capacity
    stride = (capacity &+ 15) & ~15
    let room = max(1, stride * channels)
    // Of two blocks that lie less than a cache line apart in their pages, the copy takes some
    // processors a hundred times as long; blocks that malloc puts behind one another do.
    storage = UnsafeMutableRawPointer.allocate(
      byteCount: room * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: room)
    storage.initialize(repeating: 0, count: room)
  }

  deinit { UnsafeMutableRawPointer(storage).deallocate() }

  /// The samples of one channel: ``count`` of them.
  package subscript(channel: Int) -> UnsafeMutableBufferPointer<Float> {
    precondition(channel >= 0 && channel < channels)
    return UnsafeMutableBufferPointer(start: storage + channel * stride, count: count)
  }

  /// Fills all channels with silence.
  package func clear() {
    for channel in 0..<channels { self[channel].update(repeating: 0) }
  }
}

extension AudioBlock {
  /// Makes a part silent.
  package func silence(_ part: Range<Int>) {
    guard !part.isEmpty else { return }
    for channel in 0..<channels {
      UnsafeMutableBufferPointer(rebasing: self[channel][part]).update(repeating: 0)
    }
  }

  /// Copies sample frames from `start` on of another block of as many channels, which may be this
  /// one.
  package func copy(_ part: Range<Int>, from other: AudioBlock, at start: Int) {
    guard !part.isEmpty else { return }
    for channel in 0..<channels {
      guard let target = self[channel].baseAddress, let source = other[channel].baseAddress else {
        continue
      }
      (target + part.lowerBound).update(from: source + start, count: part.count)
    }
  }

  /// Turns the order of the sample frames of a part round.
  package func reverse(_ part: Range<Int>) {
    for channel in 0..<channels {
      var samples = UnsafeMutableBufferPointer(rebasing: self[channel][part])
      samples.reverse()
    }
  }
}
