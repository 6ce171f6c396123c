import Bytes
import WAV

/// Holds the true peaks of a sound below a ceiling with a gain that falls before they come.
///
/// The least gain of a window is taken, let rise slowly, and averaged twice over half of the window
/// each: so it falls along a smooth curve and has reached its least where the peak is. Gains are
/// counted in units of 2^-30, so that sums are exact and an unlimited sound is not changed by a
/// bit.
struct LookAhead {
  private static let one = 1 << 30

  /// By how many samples what comes out is behind what goes in.
  let latency: Int
  private let ceiling: Float
  /// The share of the way up that is gone in one sample.
  private let rise: Double
  private var meters: [TruePeak]
  private var sound: DelayLine
  private var previous: Float = 0
  private var least: SlidingMinimum
  private var released = Self.one
  private var first: RunningMean
  private var second: RunningMean
  private let peaks: AudioBlock
  private let gains: AudioBlock

  /// - Parameters:
  ///   - ceiling: as a factor of full scale.
  ///   - window: the samples over which the gain falls, at least 2.
  ///   - release: the samples in which it rises for 63 % of the way.
  init(
    ceiling: Double, window: Int, release: Double, _ setting: AudioEffectSetting
  ) {
    let half = max(window / 2, 1)
    let meter = TruePeak(rate: setting.format.rate)
    meters = Array(repeating: meter, count: setting.format.channels)
    latency = meter.latency + 2 * half
    self.ceiling = Float(ceiling)
    rise = release > 0 ? 1 - Maths.exp(-1 / release) : 1
    sound = DelayLine(length: latency, channels: setting.format.channels)
    least = SlidingMinimum(2 * half + 1, filledWith: Self.one)
    first = RunningMean(half + 1, filledWith: Self.one)
    second = RunningMean(half + 1, filledWith: Self.one)
    peaks = AudioBlock(channels: 1, capacity: setting.longestBlock)
    gains = AudioBlock(channels: 1, capacity: setting.longestBlock)
  }

  mutating func process(_ block: AudioBlock) {
    (peaks.count, gains.count) = (block.count, block.count)
    let (peaks, gains) = (peaks[0], gains[0])
    gains.update(repeating: 0)
    for channel in 0..<block.channels {
      meters[channel].peaks(of: UnsafeBufferPointer(block[channel]), into: peaks)
      for index in 0..<gains.count { gains[index] = max(gains[index], peaks[index]) }
    }
    let scale = Double(ceiling) * Double(Self.one)
    for index in 0..<gains.count {
      // A peak between two samples binds the gain of both.
      let peak = max(gains[index], previous)
      previous = gains[index]
      let wanted = peak > ceiling ? Int(scale / Double(peak)) : Self.one
      gains[index] = next(wanted)
    }
    sound.run(block)
    LevelKernels.multiply(block, by: gains)
  }

  private mutating func next(_ wanted: Int) -> Float {
    let bound = least.next(wanted)
    if bound <= released {
      released = bound
    } else {
      // At least one unit, so that it arrives.
      released = min(bound, released &+ max(Int(Double(bound &- released) * rise), 1))
    }
    let gain = second.next(first.next(released))
    return gain == Self.one ? 1 : Float(gain) * 0x1p-30
  }
}

/// The least of the last so many numbers, at a constant cost.
struct SlidingMinimum {
  private let length: Int
  /// Candidates in rising order with the places until which they count, in a ring.
  private var values: [Int]
  private var ends: [Int]
  private var head = 0
  private var count = 0
  private var place = 0

  init(_ length: Int, filledWith value: Int) {
    self.length = length
    values = Array(repeating: value, count: length + 1)
    ends = Array(repeating: 0, count: length + 1)
  }

  mutating func next(_ value: Int) -> Int {
    let size = values.count
    if count > 0, ends[head] == place {
      head = head &+ 1 == size ? 0 : head &+ 1
      count &-= 1
    }
    var tail = head &+ count
    while count > 0 {
      let last = tail &- 1 >= size ? tail &- 1 &- size : tail &- 1
      guard values[last] >= value else { break }
      tail &-= 1
      count &-= 1
    }
    let free = tail >= size ? tail &- size : tail
    values[free] = value
    ends[free] = place &+ length
    count &+= 1
    place &+= 1
    return values[head]
  }
}

/// The mean of the last so many whole numbers, rounded down.
struct RunningMean {
  private var values: [Int]
  private var sum: Int
  private var place = 0

  init(_ length: Int, filledWith value: Int) {
    values = Array(repeating: value, count: length)
    sum = value * length
  }

  mutating func next(_ value: Int) -> Int {
    sum &+= value &- values[place]
    values[place] = value
    place = place &+ 1 == values.count ? 0 : place &+ 1
    return sum / values.count
  }
}
