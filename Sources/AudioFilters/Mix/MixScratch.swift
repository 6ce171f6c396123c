import WAV

/// Blocks that are written and read again within one step, shared by all buses.
final class MixScratch {
  /// Two tables of gains.
  let tables = AudioBlock(channels: 2, capacity: MixBus.chunk)
  /// By the number of channels.
  private var first: [AudioBlock?]
  private var second: [AudioBlock?]

  init() {
    first = Array(repeating: nil, count: AudioFormat.mostChannels + 1)
    second = first
  }

  /// Says that blocks of this layout will be asked for.
  func need(_ layout: ChannelLayout) {
    let channels = min(max(layout.count, 0), AudioFormat.mostChannels)
    guard first[channels] == nil else { return }
    first[channels] = AudioBlock(channels: channels, capacity: MixBus.chunk)
    second[channels] = AudioBlock(channels: channels, capacity: MixBus.chunk)
  }

  /// What is read from a source.
  func block(_ layout: ChannelLayout, count: Int) -> AudioBlock { Self.take(&first, layout, count) }

  /// What has been brought into another layout.
  func converted(_ layout: ChannelLayout, count: Int) -> AudioBlock {
    Self.take(&second, layout, count)
  }

  private static func take(
    _ blocks: inout [AudioBlock?], _ layout: ChannelLayout, _ count: Int
  ) -> AudioBlock {
    let channels = min(max(layout.count, 0), AudioFormat.mostChannels)
    let block = blocks[channels] ?? AudioBlock(channels: channels, capacity: MixBus.chunk)
    blocks[channels] = block
    block.count = count
    return block
  }
}

extension AudioBlock {
  /// Adds the samples of another block of as many channels from `offset` on, as far as there is
  /// room.
  func add(_ other: AudioBlock, at offset: Int) {
    let length = min(other.count, count &- offset)
    guard offset >= 0, length > 0 else { return }
    for channel in 0..<min(channels, other.channels) {
      guard let source = other[channel].baseAddress, let target = self[channel].baseAddress else {
        return
      }
      GainKernels.add(source, to: target + offset, length)
    }
  }

  /// Puts out `length` samples of another block from `start` on, as its own from `offset` on.
  func copy(_ other: AudioBlock, from start: Int, count length: Int, at offset: Int) {
    let length = min(length, other.count &- start, count &- offset)
    guard offset >= 0, start >= 0, length > 0 else { return }
    for channel in 0..<min(channels, other.channels) {
      guard let source = other[channel].baseAddress, let target = self[channel].baseAddress else {
        return
      }
      (target + offset).update(from: source + start, count: length)
    }
  }
}
