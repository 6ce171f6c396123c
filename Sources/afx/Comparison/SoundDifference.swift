import Shell
import WAV

/// How far two streams lie apart, gathered block by block.
struct SoundDifference {
  /// How far one channel of the two lies apart.
  struct Channel {
    /// The greatest magnitude of a difference, as a factor of full scale.
    fileprivate(set) var largest: Float = 0
    /// The sample frame of it.
    fileprivate(set) var place = 0
    fileprivate var squares = 0.0
    fileprivate var signal = 0.0
  }

  private(set) var channels: [Channel]
  /// Sample frames compared.
  private(set) var compared = 0
  /// Sample frames in which a channel differs.
  private(set) var differing = 0
  /// The first of them.
  private(set) var first: Int?
  /// The sample frames that each stream has in all.
  var lengths = (0, 0)

  init(channels: Int) { self.channels = Array(repeating: Channel(), count: channels) }

  /// Compares two blocks, as far as both reach.
  mutating func add(_ a: AudioBlock, _ b: AudioBlock) {
    let count = min(a.count, b.count)
    if isEqual(a, b, count) {
      for channel in channels.indices { addSignal(a[channel].span, count, to: channel) }
      compared += count
      return
    }
    for index in 0..<count {
      var isDifferent = false
      for channel in channels.indices {
        let (x, y) = (a[channel][index], b[channel][index])
        channels[channel].signal += Double(x) * Double(x)
        // Not-a-numbers are alike among themselves and infinitely far from all others.
        guard x != y, !(x.isNaN && y.isNaN) else { continue }
        isDifferent = true
        let distance = (x - y).magnitude
        let apart = distance.isNaN ? .infinity : distance
        channels[channel].squares += Double(apart) * Double(apart)
        if apart > channels[channel].largest {
          channels[channel].largest = apart
          channels[channel].place = compared + index
        }
      }
      guard isDifferent else { continue }
      differing += 1
      if first == nil { first = compared + index }
    }
    compared += count
  }

  private func isEqual(_ a: AudioBlock, _ b: AudioBlock, _ count: Int) -> Bool {
    channels.indices.allSatisfy { channel in
      a[channel].prefix(count).elementsEqual(b[channel].prefix(count))
    }
  }

  private mutating func addSignal(
    _ samples: Span<Float>, _ count: Int, to channel: Int
  ) {
    var sum = 0.0
    for index in 0..<count { sum += Double(samples[index]) * Double(samples[index]) }
    channels[channel].signal += sum
  }

  /// The greatest difference of all channels.
  var largest: Float { channels.map(\.largest).max() ?? 0 }

  /// The root of the mean square of the difference, of a channel or of all.
  func level(of channel: Int? = nil) -> Double {
    let chosen = channel.map { [channels[$0]] } ?? channels
    let sum = chosen.reduce(0) { $0 + $1.squares }
    return compared > 0 ? (sum / Double(compared * chosen.count)).squareRoot() : 0
  }

  /// How much louder the first stream is than the difference, in decibels.
  func ratio(of channel: Int? = nil) -> Double {
    let chosen = channel.map { [channels[$0]] } ?? channels
    let (signal, noise) = chosen.reduce((0.0, 0.0)) { ($0.0 + $1.signal, $0.1 + $1.squares) }
    return noise > 0 ? decibels((signal / noise).squareRoot()) : .infinity
  }
}

/// How far sounds may lie apart and still pass; in decibels of full scale.
struct SoundGates {
  let largest: Double?
  let level: Double?

  /// What does not pass, one text for each gate; nothing when all is well.
  ///
  /// Without a gate, the streams must be equal.
  func faults(of difference: SoundDifference) -> [String] {
    var faults: [String] = []
    let (first, second) = difference.lengths
    if first != second { faults.append("the streams have \(first) and \(second) samples") }
    if largest == nil, level == nil, difference.differing > 0 {
      faults.append("\(difference.differing) of \(difference.compared) samples differ")
    }
    let found = (decibels(Double(difference.largest)), decibels(difference.level()))
    if let largest, found.0 > largest {
      faults.append("a sample differs by \(text(found.0)), more than \(text(largest))")
    }
    if let level, found.1 > level {
      faults.append("the difference has a level of \(text(found.1)), more than \(text(level))")
    }
    return faults
  }

  private func text(_ level: Double) -> String { "\(fixed(level, 2)) dB" }
}
