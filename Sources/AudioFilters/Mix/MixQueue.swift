import WAV

/// The chunks of a bus that have been made and not yet been heard.
final class MixQueue {
  let bus: MixBus
  /// How many chunks the bus is ahead of the mix.
  let lead: Int
  /// As long as the bus is heard.
  private var blocks: [AudioBlock] = []
  private var starts: [Int]
  private var made = 0

  init(_ bus: MixBus, lead: Int) {
    self.bus = bus
    self.lead = lead
    starts = Array(repeating: 0, count: lead + 1)
  }

  /// The first sample before which no chunk need be made.
  var begin: Int { bus.begin &- lead &* MixBus.chunk }

  /// Makes all that is needed while chunk `number` is heard; the first begins at `origin`.
  func make(upTo number: Int, origin: Int) throws(MixError) {
    if blocks.isEmpty {
      blocks = (0...lead).map { _ in
        AudioBlock(channels: bus.layout.count, capacity: MixBus.chunk)
      }
    }
    // Before the bus begins there are none.
    made = max(made, number)
    while made <= number + lead {
      let low = origin &+ made &* MixBus.chunk
      let place = made % blocks.count
      starts[place] = try bus.make(low..<low &+ MixBus.chunk, in: blocks[place])
      made += 1
    }
  }

  /// Says that nothing will be asked for any more.
  func close() { blocks = [] }

  /// The samples of chunk `number`, and where the first is; the block may be empty.
  func chunk(_ number: Int) -> (block: AudioBlock, start: Int) {
    let place = number % blocks.count
    return (blocks[place], starts[place])
  }
}
