import WAV

/// Holds sound back by a fixed number of samples.
struct DelayLine {
  /// By how many samples.
  let length: Int
  /// A ring for each channel, one after another.
  private var rings: [Float]
  private var position = 0

  init(length: Int, channels: Int) {
    self.length = length
    rings = Array(repeating: 0, count: length * channels)
  }

  /// Puts the block in and takes what went in ``length`` samples before; silence at first.
  mutating func run(_ block: AudioBlock) {
    guard length > 0 else { return }
    let start = position
    rings.withUnsafeMutableBufferPointer { rings in
      for channel in 0..<block.channels {
        let samples = block[channel]
        var place = start
        let base = channel &* length
        for index in 0..<samples.count {
          let held = rings[base &+ place]
          rings[base &+ place] = samples[index]
          samples[index] = held
          place &+= 1
          if place == length { place = 0 }
        }
      }
    }
    position = (start + block.count) % length
  }
}
