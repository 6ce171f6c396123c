import WAV

/// Finds where a segment of sound best continues another one: by normalised cross-correlation over
/// all channels, first of thinned sound, then around its best places sample by sample.
final class StretchSearch {
  /// How much less alike a place may be when it is as far off as the tolerance lets it; nearer ones
  /// by the square of their distance.
  private static let pull = 0.03
  /// Places of the thinned sound that are looked at closely.
  private static let candidates = 4

  private let tolerance: Int
  /// Samples of which one of the thinned sound is the mean.
  private let thinning: Int
  private let length: Int
  private let tail: AudioBlock
  private let window: AudioBlock
  /// By how much of a sample stretches are off from where waves would go on, in sum. What is off by
  /// the same part every time bends the pitch; what is made up for is a jump of the phase.
  private var misfit = 0.0
  /// How much of it is forgotten each time, as no one hears it.
  private let allowance: Double

  /// - Parameters:
  ///   - length: of what is compared; a multiple of 16.
  ///   - tolerance: how far off the place may be.
  ///   - allowance: by how much of a sample a stretch may always be off in the same direction.
  init(channels: Int, length: Int, tolerance: Int, thinning: Int, allowance: Double) {
    self.allowance = allowance
    self.length = length
    self.tolerance = tolerance
    self.thinning = thinning
    tail = AudioBlock(channels: channels, capacity: (length / thinning + 15) & ~15)
    // The last place is read as far as the tail is padded.
    window = AudioBlock(
      channels: channels, capacity: 2 * tolerance / thinning + 2 + tail.capacity)
  }

  /// The offset at which the sound continues best, and the similarity there, at most 1.
  ///
  /// - Parameters:
  ///   - tail: what should go on.
  ///   - window: the sound from the offset `range.lowerBound` on.
  ///   - range: the offsets that may be; no more than twice the tolerance and one.
  ///   - natural: the offset at which `tail` itself stands.
  func best(
    for tail: AudioBlock, in window: AudioBlock, range: ClosedRange<Int>, natural: Int?
  ) -> (offset: Int, likeness: Double) {
    let energy = Self.energy(of: tail, count: length)
    let nearest = min(max(0, range.lowerBound), range.upperBound)
    guard energy > 1e-12 else { return (nearest, 0) }
    var best = (offset: nearest, likeness: 0.0, score: -penalty(nearest))
    if let natural, range.contains(natural) { best = (natural, 1, 1 - penalty(natural)) }
    var place = Double(best.offset)
    var steady = best.offset
    for center in coarse(tail, window, range) {
      let (low, high) = (center - thinning, center + thinning)
      let near = max(range.lowerBound, low)...min(range.upperBound, high)
      let places = Places(
        tail: tail, window: window, length: length, first: near.lowerBound - range.lowerBound,
        count: near.count)
      // Among neighbours the most alike one counts: a pull there would bend the pitch.
      let top = Top(of: places.likenesses(energy: energy))
      let offset = near.lowerBound + top.index
      let score = top.likeness - penalty(offset)
      guard score > best.score else { continue }
      best = (offset, top.likeness, score)
      place = Double(offset) + top.rest
      steady = near.lowerBound + top.neighbour(by: top.rest - misfit)
    }
    misfit = min(max(misfit + Double(steady) - place, -1), 1)
    misfit -= min(max(misfit, -allowance), allowance)
    return (steady, best.likeness)
  }

  /// Starts anew.
  func reset() { misfit = 0 }

  /// How alike the start of a block is to the tail.
  func likeness(of block: AudioBlock, to tail: AudioBlock) -> Double {
    let places = Places(tail: tail, window: block, length: length, first: 0, count: 1)
    return places.likenesses(energy: Self.energy(of: tail, count: length)).first ?? 0
  }

  private func penalty(_ offset: Int) -> Double {
    let share = Double(offset) / Double(tolerance)
    return Self.pull * share * share
  }

  /// The best places of the thinned sound: those that are better than both their neighbours.
  private func coarse(
    _ tail: AudioBlock, _ window: AudioBlock, _ range: ClosedRange<Int>
  ) -> [Int] {
    thin(tail, into: self.tail, count: length / thinning)
    thin(window, into: self.window, count: (length + range.count - 1) / thinning)
    let count = (range.count - 1) / thinning + 1
    let places = Places(
      tail: self.tail, window: self.window, length: self.tail.capacity, first: 0, count: count)
    let offsets = (0..<count).map { range.lowerBound + $0 * thinning }
    let likenesses = places.likenesses(
      energy: Self.energy(of: self.tail, count: self.tail.capacity))
    let tops = (0..<count).filter { index in
      (index == 0 || likenesses[index - 1] <= likenesses[index])
        && (index == count - 1 || likenesses[index + 1] < likenesses[index])
    }
    let scores = zip(likenesses, offsets).map { $0 - penalty($1) }
    return tops.sorted { scores[$0] > scores[$1] || (scores[$0] == scores[$1] && $0 < $1) }
      .prefix(Self.candidates).map { offsets[$0] }
  }

  private func thin(_ block: AudioBlock, into target: AudioBlock, count: Int) {
    for channel in 0..<block.channels {
      let (from, to) = (block[channel], target[channel])
      for i in 0..<min(count, to.count) {
        var sum: Float = 0
        for k in 0..<thinning { sum += from[i * thinning + k] }
        to[i] = sum
      }
      for i in min(count, to.count)..<to.count { to[i] = 0 }
    }
  }

  fileprivate static func energy(of block: AudioBlock, count: Int) -> Double {
    var sum = 0.0
    for channel in 0..<block.channels {
      let samples = block[channel]
      for i in 0..<count { sum += Double(samples[i]) * Double(samples[i]) }
    }
    return sum
  }
}

/// The best of some places, and where between the samples it would be.
private struct Top {
  let index: Int
  let likeness: Double
  /// From the index to the top of the parabola through it and its neighbours, -0.5 to 0.5.
  let rest: Double
  private let likenesses: [Double]

  init(of likenesses: [Double]) {
    var best = (index: 0, likeness: -2.0)
    for (index, likeness) in likenesses.enumerated() where likeness > best.likeness {
      best = (index, likeness)
    }
    (index, likeness) = best
    self.likenesses = likenesses
    guard index > 0, index + 1 < likenesses.count else {
      rest = 0
      return
    }
    let (before, after) = (likenesses[index - 1], likenesses[index + 1])
    let bend = 2 * likeness - before - after
    rest = bend > 1e-12 ? min(max((after - before) / (2 * bend), -0.5), 0.5) : 0
  }

  /// The index nearest to a way from the best one, if it is nearly as good.
  func neighbour(by way: Double) -> Int {
    let other = index + Int(min(max(way, -1), 1).rounded())
    guard likenesses.indices.contains(other) else { return index }
    return likenesses[other] > likeness - 0.03 ? other : index
  }
}

/// Places that follow one another, each to be compared with a tail.
private struct Places {
  let tail: AudioBlock
  let window: AudioBlock
  /// A multiple of 16.
  let length: Int
  /// The first place, and how many there are.
  let first: Int
  let count: Int

  /// How alike each is to a tail of this energy: the cosine between the two.
  func likenesses(energy: Double) -> [Double] {
    var result = [Double](repeating: 0, count: count)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { energies in
      energies.initialize(repeating: 0)
      for channel in 0..<tail.channels {
        guard let samples = window[channel].baseAddress, let taps = tail[channel].baseAddress
        else { continue }
        add(products: samples + first, taps, to: &result)
        var sum = 0.0
        for i in 0..<length { sum += square(samples[first + i]) }
        for place in 0..<count {
          energies[place] += sum
          sum += square(samples[first + place + length]) - square(samples[first + place])
        }
      }
      for place in 0..<count {
        let scale = energy * energies[place]
        result[place] = scale > 1e-24 ? min(1, result[place] / scale.squareRoot()) : 0
      }
    }
    return result
  }

  private func add(
    products samples: UnsafePointer<Float>, _ taps: UnsafePointer<Float>, to result: inout [Double]
  ) {
    var place = 0
    while place + 4 <= count {
      let four = DotProduct.four(samples + place, taps, count: length)
      result[place] += Double(four.0)
      result[place + 1] += Double(four.1)
      result[place + 2] += Double(four.2)
      result[place + 3] += Double(four.3)
      place += 4
    }
    while place < count {
      result[place] += Double(DotProduct.one(samples + place, taps, count: length))
      place += 1
    }
  }

  private func square(_ value: Float) -> Double { Double(value) * Double(value) }
}
