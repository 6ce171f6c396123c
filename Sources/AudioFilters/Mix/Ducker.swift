import Bytes
import Timeline
import WAV

/// Makes a sound step back while another is heard.
///
/// The other is heard at a moment when it reaches the threshold, in any of its channels, within the
/// ``window`` before it or the look-ahead after it. Then the gain falls towards `amount`, else it
/// comes up towards 1: evenly in decibels, so that the whole way takes the attack, or the release.
/// An amount of silence is gone to evenly in amplitude.
///
/// Buses that step back alike share one.
final class Ducker {
  /// For how long what was heard is still heard, in seconds: 10 ms, so that a deep note's zero
  /// crossings are no gaps.
  static let window = 0.01

  let lookahead: Int
  private let hold: Int
  private let threshold: Float
  private let amount: Double
  /// How much ``depth`` changes with each sample while the gain falls, and while it rises.
  private let fall: Double
  private let rise: Double
  /// By what the gain is multiplied with each sample; nil when it goes evenly in amplitude.
  private let ratios: (fall: Double, rise: Double)?

  /// The stretches in which the other is heard, from the present one on.
  private var heard: [Range<Int>] = []
  private var position = 0
  /// How far the gain has come down: 0 is unchanged, 1 all the way to the amount.
  private var depth = 0.0
  private var gain = 1.0
  /// The gains of the last chunk, and whether any of them is not 1.
  private var chunk = 0..<0
  private var isActive = false
  private lazy var gains = AudioBlock(channels: 1, capacity: MixBus.chunk)

  init(_ ducking: Ducking, rate: Int) {
    func samples(_ time: Time) -> Int { max(SoundPlan.sample(of: time, rate: rate), 0) }
    lookahead = samples(ducking.lookahead)
    hold = Int(Double(rate) * Self.window)
    threshold = Float(max(ducking.threshold.factor, 1e-9))
    amount = min(max(ducking.amount.factor, 0), 1)
    fall = 1 / Double(max(samples(ducking.attack), 1))
    rise = 1 / Double(max(samples(ducking.release), 1))
    if amount > 0 {
      let way = Maths.log(amount)
      ratios = (Maths.exp(way * fall), Maths.exp(-way * rise))
    } else {
      ratios = nil
    }
  }

  /// Says which sample will be the first that is asked for.
  func start(at sample: Int) { position = sample &- lookahead }

  /// Hears the other: its samples from `start` on, block after block; silence may be left out.
  func listen(_ block: AudioBlock, at start: Int) {
    let count = block.count
    for channel in 0..<block.channels {
      guard let samples = block[channel].baseAddress else { return }
      // What is nowhere loud need not be looked through; what is too short for a pause need not
      // either.
      var index = 0
      while index < count {
        let length = min(64, count &- index)
        if GainKernels.peak(samples + index, length) >= threshold {
          var (first, last) = (index, index &+ length &- 1)
          while samples[first].magnitude < threshold { first += 1 }
          while samples[last].magnitude < threshold { last -= 1 }
          note(start &+ first, start &+ last)
        }
        index += length
      }
    }
  }

  /// Notes that the other is loud at the samples `first` to `last`, less than the window apart.
  private func note(_ first: Int, _ last: Int) {
    let new = (first &- lookahead)..<(last &+ hold &+ 1)
    // Channels come one after another, so that a stretch may begin before the last.
    var place = heard.count
    while place > 0, heard[place - 1].lowerBound > new.lowerBound { place -= 1 }
    if place > 0, heard[place - 1].upperBound >= new.lowerBound {
      place -= 1
      heard[place] = heard[place].lowerBound..<max(heard[place].upperBound, new.upperBound)
    } else {
      heard.insert(new, at: place)
    }
    while place + 1 < heard.count, heard[place].upperBound >= heard[place + 1].lowerBound {
      let end = max(heard[place].upperBound, heard[place + 1].upperBound)
      heard[place] = heard[place].lowerBound..<end
      heard.remove(at: place + 1)
    }
  }

  /// The gains of a chunk, which is that of the last call or follows it; nil where all are 1.
  func gains(of range: Range<Int>) -> UnsafePointer<Float>? {
    guard let target = gains[0].baseAddress, range.count <= gains.capacity else { return nil }
    if range != chunk {
      isActive = fill(target, at: range.lowerBound, count: range.count)
      chunk = range
    }
    return isActive ? UnsafePointer(target) : nil
  }

  /// Puts out the gains of `count` samples from `start` on, which follows what was asked for last
  /// but for samples that nobody needs.
  ///
  /// - Returns: whether any gain is not 1; if not, nothing is put out.
  func fill(_ gains: UnsafeMutablePointer<Float>, at start: Int, count: Int) -> Bool {
    if position < start { run(nil, to: start) }
    let end = start &+ count
    if depth == 0, heard.first.map({ $0.lowerBound >= end }) ?? true {
      position = end
      return false
    }
    run(gains, to: end)
    return true
  }

  /// Goes on up to `end`.
  private func run(_ gains: UnsafeMutablePointer<Float>?, to end: Int) {
    let start = position
    while position < end {
      while let first = heard.first, first.upperBound <= position { heard.removeFirst() }
      var isHeard = false
      var next = end
      if let first = heard.first {
        isHeard = first.lowerBound <= position
        next = min(end, isHeard ? first.upperBound : first.lowerBound)
      }
      let count = next &- position
      let target = gains.map { $0 + (position &- start) }
      move(target, count, isHeard: isHeard)
      position = next
    }
  }

  private func move(_ gains: UnsafeMutablePointer<Float>?, _ count: Int, isHeard: Bool) {
    var index = 0
    let goal = isHeard ? 1.0 : 0.0
    while index < count, depth != goal {
      step(isHeard: isHeard)
      gains?[index] = Float(gain)
      index += 1
    }
    if let gains, index < count {
      GainKernels.fill(gains + index, count &- index, with: Float(gain))
    }
  }

  @inline(__always)
  private func step(isHeard: Bool) {
    depth = isHeard ? depth + fall : depth - rise
    if depth >= 1 - 1e-9 {
      (depth, gain) = (1, amount)
    } else if depth <= 1e-9 {
      (depth, gain) = (0, 1)
    } else if let ratios {
      gain *= isHeard ? ratios.fall : ratios.rise
    } else {
      gain = 1 - depth
    }
  }
}
