import Bytes
import Timeline
import WAV

/// Brings a bus into the layout of the mix, at its place between left and right.
///
/// One channel alone is panned at equal power: cos and sin of a quarter turn, -3 dB on both sides
/// in the middle. Of two channels, the one on the far side is moved into the near one at equal
/// power, and the near one stays as it is: as the `StereoPannerNode` of the Web Audio API has it.
/// In the middle nothing changes. In larger layouts every pair of a left and a right channel is so
/// treated. One channel that effects have made two of is panned as one: cos on the left and sin on
/// the right.
struct Panner {
  /// Whether nothing is changed at any time.
  let isIdentity: Bool
  private let matrix: ChannelMatrix?
  private let isMono: Bool
  private let isDoubled: Bool
  /// Left and right channels of the output.
  private let pairs: [(left: Int, right: Int)]
  /// Of one channel: the gains of left and right. Of two: how much of the left one stays and goes
  /// over, and of the right one.
  private var gains: [Envelope] = []
  private let isMoved: Bool

  init(
    _ pan: Animated<Double>, from input: ChannelLayout, to output: ChannelLayout,
    clock: SampleClock, isDoubled: Bool = false
  ) {
    self.isDoubled = isDoubled
    let isCentred = pan.constantValue == 0
    let map = SpeakerMap(output)
    var pairs: [(left: Int, right: Int)] = []
    let names: [(Speaker, Speaker)] = [
      (.left, .right), (.backLeft, .backRight), (.leftOfCentre, .rightOfCentre),
      (.sideLeft, .sideRight), (.topFrontLeft, .topFrontRight), (.topBackLeft, .topBackRight),
    ]
    for (left, right) in names {
      if let left = map[left], let right = map[right] { pairs.append((left, right)) }
    }
    isMono = input == .mono && map[.left] != nil && map[.right] != nil && !isCentred
    isMoved = isDoubled || (!isCentred && !pairs.isEmpty)
    self.pairs = isMono ? Array(pairs.prefix(1)) : pairs
    let matrix = ChannelMatrix(from: input, to: output)
    self.matrix = matrix.isIdentity || isMono ? nil : matrix
    isIdentity = matrix.isIdentity && !isMoved
    if isMoved { gains = Self.gains(pan, isMono: isMono || isDoubled, clock: clock) }
  }

  private static func gains(
    _ pan: Animated<Double>, isMono: Bool, clock: SampleClock
  ) -> [Envelope] {
    @Sendable func turn(_ pan: Double) -> Double { min(max(pan, -1), 1) * .pi / 2 }
    let changes: [@Sendable (Double) -> Double] =
      isMono
      ? [{ Maths.cos((turn($0) + .pi / 2) / 2) }, { Maths.sin((turn($0) + .pi / 2) / 2) }]
      : [
        { $0 > 0 ? Maths.cos(turn($0)) : 1 }, { $0 > 0 ? Maths.sin(turn($0)) : 0 },
        { $0 < 0 ? Maths.cos(turn($0)) : 1 }, { $0 < 0 ? -Maths.sin(turn($0)) : 0 },
      ]
    return changes.map { Envelope(EnvelopeSource(pan, clock: clock, $0)) }
  }

  /// Adds to `changed` where, of `range` in samples of the bus, it changes what is heard.
  mutating func note(_ range: Range<Int>, in changed: inout SampleRanges, offset: Int) {
    if isIdentity { return }
    guard matrix == nil, !isMono, gains.count == 4 else {
      return changed.add(range, offset: offset)
    }
    for index in gains.indices {
      gains[index].note(range, not: index % 2 == 0 ? 1 : 0, in: &changed, offset: offset)
    }
  }

  /// Brings the samples of `input` from `sample` of the bus on into the layout of `output`.
  ///
  /// - Parameter tables: two channels of scratch.
  mutating func apply(
    _ input: AudioBlock, to output: AudioBlock, at sample: Int, tables: AudioBlock
  ) {
    if isMono { return panMono(input, to: output, at: sample, tables: tables) }
    if let matrix {
      matrix.apply(input, to: output)
    } else {
      output.copy(input)
    }
    guard isMoved else { return }
    if isDoubled { return scaleDoubled(output, at: sample, tables: tables) }
    let count = input.count
    tables.count = count
    guard let stay = tables[0].baseAddress, let move = tables[1].baseAddress else { return }
    for (own, isLeft) in [(0, true), (2, false)] {
      if gains[own].constant(over: sample..<sample &+ count) == 1 { continue }
      gains[own].fill(stay, at: sample, count: count)
      gains[own + 1].fill(move, at: sample, count: count)
      for pair in pairs {
        let (far, near) = isLeft ? (pair.left, pair.right) : (pair.right, pair.left)
        guard let far = output[far].baseAddress, let near = output[near].baseAddress else { return }
        GainKernels.add(far, times: move, to: near, count)
        GainKernels.multiply(far, count, by: stay)
      }
    }
  }

  private mutating func scaleDoubled(
    _ output: AudioBlock, at sample: Int, tables: AudioBlock
  ) {
    let count = output.count
    tables.count = count
    guard let gain = tables[0].baseAddress else { return }
    for channel in gains.indices.prefix(output.channels) {
      guard let target = output[channel].baseAddress else { return }
      if let value = gains[channel].constant(over: sample..<sample &+ count) {
        GainKernels.scale(target, count, by: Float(value))
      } else {
        gains[channel].fill(gain, at: sample, count: count)
        GainKernels.multiply(target, count, by: gain)
      }
    }
  }

  private mutating func panMono(
    _ input: AudioBlock, to output: AudioBlock, at sample: Int, tables: AudioBlock
  ) {
    let count = input.count
    output.count = count
    tables.count = count
    output.clear()
    guard let pair = pairs.first, let source = input[0].baseAddress,
      let gain = tables[0].baseAddress
    else { return }
    for (index, channel) in [pair.left, pair.right].enumerated() {
      guard let target = output[channel].baseAddress else { return }
      if let value = gains[index].constant(over: sample..<sample &+ count) {
        GainKernels.copy(source, times: Float(value), to: target, count)
      } else {
        gains[index].fill(gain, at: sample, count: count)
        GainKernels.copy(source, times: gain, to: target, count)
      }
    }
  }
}

extension AudioBlock {
  /// Takes the samples of another block of as many channels.
  func copy(_ other: AudioBlock) {
    count = other.count
    for channel in 0..<min(channels, other.channels) {
      guard let source = other[channel].baseAddress else { return }
      self[channel].baseAddress?.update(from: source, count: count)
    }
  }
}
