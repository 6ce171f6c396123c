import WAV

/// Lays taps on all channels of a block, one place after another.
struct ChannelTaps {
  private let channels: Int
  /// The length of the input.
  private let length: Int
  /// Where the channels of the input begin, and then those of the output.
  private let places: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let room: UnsafeMutablePointer<Float>

  /// Does something with the taps' room and the channels.
  ///
  /// - Parameter longest: the most taps that there will be.
  static func with(
    _ input: AudioBlock, _ output: AudioBlock, longest: Int,
    _ body: (_ taps: UnsafeMutablePointer<Float>, _ channels: Self) -> Void
  ) {
    let channels = input.channels
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * longest) { memory in
      withUnsafeTemporaryAllocation(
        of: UnsafeMutablePointer<Float>.self, capacity: 2 * channels
      ) { places in
        guard let room = memory.baseAddress, let base = places.baseAddress else { return }
        for channel in 0..<channels {
          guard let from = input[channel].baseAddress, let to = output[channel].baseAddress
          else { return }
          (base + channel).initialize(to: from)
          (base + channels + channel).initialize(to: to)
        }
        body(
          room,
          Self(channels: channels, length: input.count, places: base, room: room + longest))
      }
    }
  }

  /// Makes a sample of every channel: the sum of samples, each times its tap.
  ///
  /// - Parameters:
  ///   - count: of taps, a multiple of 16.
  ///   - start: the sample of the input for the first tap. Where there are none, there is silence.
  ///   - index: the sample of the output.
  @inline(__always)
  func lay(_ taps: UnsafePointer<Float>, count: Int, at start: Int, to index: Int) {
    let outputs = places + channels
    var channel = 0
    guard start >= 0, start <= length &- count else {
      while channel < channels {
        gather(places[channel], from: start, count: count)
        outputs[channel][index] = DotProduct.one(room, taps, count: count)
        channel &+= 1
      }
      return
    }
    while channel &+ 1 < channels {
      (outputs[channel][index], outputs[channel &+ 1][index]) = DotProduct.two(
        places[channel] + start, places[channel &+ 1] + start, taps, count: count)
      channel &+= 2
    }
    if channel < channels {
      outputs[channel][index] = DotProduct.one(places[channel] + start, taps, count: count)
    }
  }

  /// Copies samples of which some may be missing at the edges.
  private func gather(_ samples: UnsafePointer<Float>, from start: Int, count: Int) {
    for tap in 0..<count {
      let place = start &+ tap
      room[tap] = place >= 0 && place < length ? samples[place] : 0
    }
  }
}
