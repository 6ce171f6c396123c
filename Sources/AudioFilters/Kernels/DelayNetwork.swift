import Bytes
import WAV

/// Delay lines that feed one another, with the given loss only.
struct DelayNetwork {
  static let lines = 16

  /// The lengths in ms of a room of middle size; spread so that echoes seldom meet.
  private static let lengths: [Double] = [
    23.3, 26.1, 28.9, 30.7, 33.1, 36.3, 39.7, 41.9, 44.3, 47.1, 50.9, 53.3, 57.7, 61.1, 66.7, 71.3,
  ]

  private var delays: [EchoLine]
  /// What of a line comes back, and how much of its last value stays: a lowpass of one pole.
  private let gains: [Float]
  private let poles: [Float]
  private var states: [Float]
  /// So that reverberation and sound are equally loud.
  private let level: Float
  private let sum: AudioBlock
  private let line: AudioBlock

  /// - Parameters:
  ///   - decay: seconds for 60 dB at low frequencies.
  ///   - chunk: the most samples that are run at once; it must be less than the shortest line.
  init(rate: Double, decay: Double, size: Double, damping: Double, chunk: Int) {
    let scale = 0.4 + 1.2 * size
    let counts = Self.primes(Self.lengths.map { max(Int($0 * scale * rate / 1000), chunk) })
    delays = counts.map { EchoLine(length: $0) }
    // At the highest frequency the decay is a tenth as long with a damping of 1.
    let ratio = 1 - 0.9 * damping
    var (gains, poles, lost) = ([Float](), [Float](), 0.0)
    for count in counts {
      let gain = Maths.exp(-6.907755278982137 * Double(count) / (decay * rate))
      let high = Maths.pow(gain, 1 / ratio - 1)
      let pole = (1 - high) / (1 + high)
      poles.append(Float(pole))
      gains.append(Float(gain * (1 - pole)))
      lost += 1 - gain * gain * (1 - pole) / (1 + pole)
    }
    (self.gains, self.poles) = (gains, poles)
    let kept = max(Double(Self.lines) - lost, 1e-3)
    level = Float((lost / kept).squareRoot())
    states = Array(repeating: 0, count: Self.lines)
    sum = AudioBlock(channels: 1, capacity: chunk)
    line = AudioBlock(channels: 1, capacity: chunk)
  }

  /// The next prime numbers from some lengths on, all different, so that no two lines have an echo
  /// in common.
  private static func primes(_ lengths: [Int]) -> [Int] {
    var found: [Int] = []
    for length in lengths {
      var candidate = max(length, (found.last ?? 1) + 1) | 1
      while !isPrime(candidate) { candidate += 2 }
      found.append(candidate)
    }
    return found
  }

  private static func isPrime(_ number: Int) -> Bool {
    var divisor = 3
    while divisor * divisor <= number {
      if number % divisor == 0 { return false }
      divisor += 2
    }
    return true
  }

  /// Runs the network for a few samples.
  ///
  /// - Parameters:
  ///   - inputs: what goes into the lines, by turns.
  ///   - outputs: what comes out of each.
  mutating func run(_ inputs: AudioBlock, into outputs: AudioBlock) {
    (sum.count, line.count) = (outputs.count, outputs.count)
    let (sum, line) = (sum[0], line[0])
    sum.update(repeating: 0)
    for index in 0..<Self.lines {
      let output = outputs[index]
      delays[index].read(output)
      let (gain, pole) = (gains[index], poles[index])
      var state = states[index]
      for sample in 0..<output.count {
        state = Sanity.settled(output[sample] * gain + state * pole)
        output[sample] = state
        sum[sample] += state
      }
      states[index] = state
    }
    for sample in 0..<sum.count { sum[sample] *= 2 / Float(Self.lines) }
    for index in 0..<Self.lines {
      let (output, input) = (outputs[index], inputs[index % inputs.channels])
      // The signs keep what comes in apart from the sum that is fed back.
      let gain = index & 2 == 0 ? level : -level
      for sample in 0..<line.count {
        line[sample] = output[sample] - sum[sample] + input[sample] * gain
      }
      delays[index].write(line)
    }
  }
}

/// Four allpass filters, which turn a click into a dense burst.
struct Diffuser {
  private static let lengths: [Double] = [4.77, 3.59, 12.73, 9.31]
  private static let gain: Float = 0.6

  private var delays: [EchoLine]
  private let held: AudioBlock

  /// - Parameter feed: whose lengths differ a little from the other's.
  init(rate: Double, feed: Int) {
    delays = Self.lengths.map {
      EchoLine(length: max(Int($0 * (1 + 0.073 * Double(feed)) * rate / 1000), 1))
    }
    held = AudioBlock(channels: 1, capacity: 64)
  }

  /// Filters samples in place: y[n] = -g x[n] + v[n - d] with v[n] = x[n] + g y[n].
  mutating func run(_ samples: UnsafeMutableBufferPointer<Float>) {
    for index in delays.indices {
      var done = 0
      while done < samples.count {
        let count = min(samples.count - done, delays[index].length, held.capacity)
        held.count = count
        let held = held[0]
        delays[index].read(held)
        for place in 0..<count {
          let input = samples[done &+ place]
          let output = held[place] - Self.gain * input
          samples[done &+ place] = output
          held[place] = input + Self.gain * output
        }
        delays[index].write(held)
        done += count
      }
    }
  }
}
