import Timeline
import WAV

/// The shapes of a slow wave.
enum Waveform: String, Choice {
  case sine, triangle, square
}

/// A slow wave from -1 to 1 that moves what an effect does, and starts at its top.
///
/// Its phase is a function of the sample's number: the rate times the time, or the sum of the rates
/// of all samples before where the rate moves.
struct LowFrequencyOscillator {
  private let waveform: Waveform
  private var rate: Envelope
  private let sampleRate: Double
  /// Where a rate that moves has come to, in turns.
  private var phase = 0.0
  private let rates: AudioBlock
  /// Where the wave is at each sample, in turns from 0 to 1.
  private var turns: [Double]

  init(
    _ waveform: Waveform, _ rate: Animated<Double>, in limits: ClosedRange<Double>,
    _ setting: AudioEffectSetting
  ) {
    self.waveform = waveform
    self.rate = Envelope(rate, rate: setting.format.rate, in: limits)
    sampleRate = Double(setting.format.rate)
    let room = max(setting.longestBlock, 1)
    rates = AudioBlock(channels: 1, capacity: room)
    turns = Array(repeating: 0, count: room)
  }

  /// Finds the turns and the rates of `count` samples from `start` on, which follow those before.
  mutating func move(_ count: Int, at start: Int) {
    rates.count = count
    let rates = rates[0]
    rate.fill(rates, at: start)
    if let constant = rate.constant {
      for index in 0..<count {
        let place = constant * Double(start &+ index) / sampleRate
        turns[index] = place - place.rounded(.down)
      }
      return
    }
    for index in 0..<count {
      turns[index] = phase
      phase += Double(rates[index]) / sampleRate
      if phase >= 1 { phase -= phase.rounded(.down) }
    }
  }

  /// The sine, which is at 1 at the start of a turn.
  ///
  /// - Parameter turns: 0 to 2, the second excluded.
  @inline(__always) static func sine(_ turns: Double) -> Double {
    let x = (fold(turns) - 0.25) * 6.283185307179586
    let square = x * x
    // The Taylor series to the 15th power: within 10^-11.
    var sum = 1.6059043836821613e-10 - square * 7.647163731819816e-13
    sum = sum * square - 2.505210838544172e-8
    sum = sum * square + 2.7557319223985893e-6
    sum = sum * square - 1.9841269841269841e-4
    sum = sum * square + 8.333333333333333e-3
    sum = sum * square - 0.16666666666666666
    return x + x * square * sum
  }

  /// Straight lines from 1 to -1 and back.
  @inline(__always) static func triangle(_ turns: Double) -> Double { 4 * fold(turns) - 1 }

  /// How far a place is from the middle of its turn.
  @inline(__always) private static func fold(_ turns: Double) -> Double {
    ((turns >= 1 ? turns - 1 : turns) - 0.5).magnitude
  }

  /// Writes the wave of the samples of ``move(_:at:)`` as a share of the way from its top, which is
  /// 0, to its bottom, which is 1.
  ///
  /// - Parameter phase: how far it is ahead, in turns from 0 to 1.
  func fill(_ target: UnsafeMutableBufferPointer<Float>, phase: Double) {
    switch waveform {
    case .sine:
      for index in 0..<target.count {
        target[index] = Float(0.5 - 0.5 * Self.sine(turns[index] + phase))
      }
    case .triangle:
      for index in 0..<target.count {
        target[index] = Float(0.5 - 0.5 * Self.triangle(turns[index] + phase))
      }
    case .square:
      let rates = rates[0]
      for index in 0..<target.count {
        // Its edges take 4 ms, or half a turn where that is shorter, so that they do not click.
        let slope = 125 / min(max(Double(rates[index]), 1e-6), 125)
        let wave = Self.triangle(turns[index] + phase) * slope
        target[index] = Float(0.5 - 0.5 * min(max(wave, -1), 1))
      }
    }
  }
}
