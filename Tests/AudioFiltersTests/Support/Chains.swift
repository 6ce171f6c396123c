import Bytes
import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

/// The use of an effect as a timeline states it: its parameters as JSON.
func use(
  _ effect: String, _ json: String = "{}", from start: Double = 0, to end: Double? = nil,
  mix: Animated<Double> = Animated(1)
) throws -> SoundEffectUse {
  let declaration = try #require(AudioRegistry.effect(named: effect)).declaration
  var context = DecodingContext(rate: try #require(FrameRate(25, 1)))
  let parsed = try #require(
    JSONParser.parse(SourceText(name: "effect", text: json), reportingTo: &context.diagnostics))
  context.duration = Time(Rational(approximating: (end ?? start + 1) - start))
  let node = parsed.root
  let arguments = ParameterList(declaration.parameters).decode(
    try #require(node.members), at: 0..<1, in: &context)
  try #require(context.diagnostics.isEmpty, "\(context.diagnostics.sorted.map(\.message))")
  return SoundEffectUse(
    effect: effect,
    range: TimeRange(
      start: Time(Rational(approximating: start)),
      end: end.map { Time(Rational(approximating: $0)) }), mix: mix, arguments: arguments,
    place: 0..<1)
}

/// Sends sounds through a chain in blocks of the given lengths, in turn, and takes out what comes
/// with the latency made up for: as many samples as went in and `more`.
func run(
  _ uses: [SoundEffectUse], _ input: [[Float]], rate: Int = 48000, blocks: [Int] = [1024],
  more: Int = 0, isLengthKnown: Bool = true, measured: [Int: MeasuredLoudness] = [:]
) throws -> [[Float]] {
  let length = input[0].count
  var chain = try EffectChain(
    uses, format: AudioFormat(rate: rate, layout: ChannelLayout(mask: 0, count: input.count)),
    longestBlock: blocks.max() ?? 1, length: isLengthKnown ? length : nil, measured: measured)
  let padded = input.map { $0 + Sound.silence(chain.latency + more) }
  let total = length + chain.latency + more
  var output = [[Float]](repeating: [], count: input.count)
  var (position, turn) = (0, 0)
  while position < total {
    let block = AudioBlock(
      channels: input.count, capacity: min(blocks[turn % blocks.count], total - position))
    block.take(padded, from: position)
    chain.process(block, at: position)
    for channel in 0..<input.count { output[channel] += block[channel] }
    position += block.count
    turn += 1
  }
  return output.map { Array($0.dropFirst(chain.latency)) }
}

/// What an effect makes of an impulse in one channel of 5.1 at 8 kHz.
func surround(
  _ effect: String, _ json: String, impulseIn channel: Int, count: Int
) throws -> [[Float]] {
  var chain = try EffectChain(
    [use(effect, json)],
    format: AudioFormat(rate: 8000, layout: ChannelLayout(mask: 0x3F, count: 6)),
    longestBlock: count, length: count)
  let block = AudioBlock(
    (0..<6).map { $0 == channel ? Sound.impulse(count) : Sound.silence(count) })
  chain.process(block, at: 0)
  return block.arrays
}
