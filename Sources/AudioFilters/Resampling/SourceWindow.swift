import WAV

/// The part of a source around the place that is being played.
///
/// When the window moves, only what is new in it is asked for: a source that is played in one
/// direction is read in order, and nothing twice.
final class SourceWindow {
  /// As many samples as are in sight, in the order of the source.
  let samples: AudioBlock
  private(set) var start = 0
  private let fresh: AudioBlock
  private var isFilled = false

  init(channels: Int, count: Int) {
    samples = AudioBlock(channels: channels, capacity: count)
    fresh = AudioBlock(channels: channels, capacity: count)
  }

  /// Forgets all, as when another source follows.
  func clear() { isFilled = false }

  func move<Failure: Error>(
    to newStart: Int, source: (_ start: Int, _ block: AudioBlock) throws(Failure) -> Void
  ) throws(Failure) {
    let shift = newStart - start
    guard isFilled, abs(shift) < samples.count else {
      start = newStart
      try source(newStart, samples)
      isFilled = true
      return
    }
    guard shift != 0 else { return }
    isFilled = false
    fresh.count = abs(shift)
    try source(shift > 0 ? start + samples.count : newStart, fresh)
    let kept = samples.count - abs(shift)
    for channel in 0..<samples.channels {
      guard let memory = samples[channel].baseAddress, let new = fresh[channel].baseAddress
      else { continue }
      if shift > 0 {
        memory.update(from: memory + shift, count: kept)
        (memory + kept).update(from: new, count: shift)
      } else {
        (memory - shift).update(from: memory, count: kept)
        memory.update(from: new, count: -shift)
      }
    }
    start = newStart
    isFilled = true
  }

  /// Copies samples from a place of the source on, forwards or backwards; what is out of sight is
  /// silence.
  func copy(from place: Int, step: Int, into target: AudioBlock, count: Int) {
    for channel in 0..<samples.channels {
      let (from, to) = (samples[channel], target[channel])
      var index = place - start
      if step == 1, index >= 0, index + count <= from.count, let first = from.baseAddress {
        to.baseAddress?.update(from: first + index, count: count)
        continue
      }
      for i in 0..<count {
        to[i] = index >= 0 && index < from.count ? from[index] : 0
        index += step
      }
    }
  }
}
