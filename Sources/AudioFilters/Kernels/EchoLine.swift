/// A ring of samples that is written now and read later.
struct EchoLine {
  let length: Int
  private var samples: [Float]
  private var place = 0

  /// - Parameter length: how many samples later, at least 1.
  init(length: Int) {
    self.length = max(length, 1)
    samples = Array(repeating: 0, count: self.length)
  }

  /// Copies the next samples to come out, at most ``length``, and does not yet move on.
  func read(_ target: UnsafeMutableBufferPointer<Float>) {
    samples.withUnsafeBufferPointer { samples in
      let whole = min(target.count, length &- place)
      for index in 0..<whole { target[index] = samples[place &+ index] }
      for index in whole..<max(target.count, whole) { target[index] = samples[index &- whole] }
    }
  }

  /// Puts samples in the place of those that were read, and moves on.
  mutating func write(_ source: UnsafeMutableBufferPointer<Float>) {
    let place = place
    samples.withUnsafeMutableBufferPointer { samples in
      let whole = min(source.count, samples.count &- place)
      // What has all but died away becomes silence, as subnormal numbers are slow.
      for index in 0..<whole { samples[place &+ index] = Sanity.settled(source[index]) }
      for index in whole..<max(source.count, whole) {
        samples[index &- whole] = Sanity.settled(source[index])
      }
    }
    self.place = (place + source.count) % length
  }
}
