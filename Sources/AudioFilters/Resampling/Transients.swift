import WAV

/// The sudden onsets in a part of a source: clicks, drums, plucked strings.
///
/// An onset is where the differences from sample to sample get four times as strong within a
/// millisecond as they have been for 25. The pulses of a low voice are no onsets, for they follow
/// one another more quickly than that.
struct Transients {
  struct Onset {
    /// The sample of the source with the greatest difference to the one before.
    let place: Int
    let strength: Double
  }

  private static let memory = 25
  private static let rise = 4.0
  /// The mean square of the differences below which nothing is an onset.
  private static let floor = 1e-7

  /// Samples of a millisecond.
  private let grain: Int
  /// The energies of the grains from ``firstGrain`` on, which are computed once.
  private var energies: [Double] = []
  private var firstGrain = 0

  init(rate: Int) { grain = max(rate / 1000, 1) }

  /// The onsets in sight, but for the first 26 ms. They do not depend on where the window stands.
  mutating func onsets(in window: SourceWindow) -> [Onset] {
    let first = grains(before: window.start) + 2
    let count = grains(before: window.start + window.samples.count) - first
    guard count > Self.memory else { return [] }
    keep(first..<first + count)
    for index in energies.count..<max(energies.count, count) {
      energies.append(energy(in: window, from: (first + index) * grain - window.start))
    }
    let floor = Self.floor * Double(grain)
    var result: [Onset] = []
    for index in Self.memory..<count - 1 where energies[index] > floor {
      let before = energies[index - Self.memory..<index].max() ?? 0
      guard energies[index] > Self.rise * before else { continue }
      let peak = peak(in: window, from: (first + index) * grain - window.start)
      result.append(
        Onset(place: peak + window.start, strength: energies[index] + energies[index + 1]))
    }
    return result
  }

  /// Forgets all, as when another source follows.
  mutating func reset() { energies.removeAll(keepingCapacity: true) }

  /// Keeps the energies of those of some grains that are known, from the first one on.
  private mutating func keep(_ grains: Range<Int>) {
    let known = firstGrain..<firstGrain + energies.count
    if known.contains(grains.lowerBound) {
      energies.removeFirst(grains.lowerBound - known.lowerBound)
      if energies.count > grains.count { energies.removeLast(energies.count - grains.count) }
    } else {
      energies.removeAll(keepingCapacity: true)
    }
    firstGrain = grains.lowerBound
  }

  /// The grains that end at or before a place, which may be negative.
  private func grains(before place: Int) -> Int {
    let (quotient, rest) = place.quotientAndRemainder(dividingBy: grain)
    return rest < 0 ? quotient - 1 : quotient
  }

  private func energy(in window: SourceWindow, from start: Int) -> Double {
    var sum: Float = 0
    for channel in 0..<window.samples.channels {
      let samples = window.samples[channel]
      for i in start..<start + grain {
        let difference = samples[i] - samples[i - 1]
        sum += difference * difference
      }
    }
    return Double(sum)
  }

  /// Where the difference is greatest, in two grains.
  private func peak(in window: SourceWindow, from start: Int) -> Int {
    var (result, highest) = (start, -1.0 as Float)
    for channel in 0..<window.samples.channels {
      let samples = window.samples[channel]
      for i in start..<min(start + 2 * grain, samples.count) {
        let difference = abs(samples[i] - samples[i - 1])
        if difference > highest { (result, highest) = (i, difference) }
      }
    }
    return result
  }
}
