import Timeline
import WAV

/// One effect at its place in a chain, in its span.
///
/// An effect without a tail is faded over at the edges of its span. The tail of one that has one is
/// heard after the span, so not the effect but what goes into it comes and goes.
struct EffectLink {
  let span: EffectSpan
  /// By how many samples what comes out is behind what goes in.
  let latency: Int
  /// How many samples after the span the effect may still be heard.
  let tail: Int
  private var effect: any AudioEffect
  private var mix: Envelope
  private var dry: DelayLine
  private let wet: AudioBlock
  /// How much of the sound as it was and how much of the effect, for each sample.
  private let shares: AudioBlock

  init(_ effect: any AudioEffect, span: EffectSpan, mix: Envelope, setting: AudioEffectSetting) {
    self.effect = effect
    self.span = span
    self.mix = mix
    latency = max(effect.latency, 0)
    tail = max(effect.tail, 0)
    dry = DelayLine(length: latency, channels: setting.format.channels)
    wet = AudioBlock(channels: setting.format.channels, capacity: setting.longestBlock)
    shares = AudioBlock(channels: 2, capacity: setting.longestBlock)
  }

  /// See ``AudioEffect/heard``.
  var heard: Double? { effect.heard }

  /// The samples that the effect may change.
  var reach: Range<Int> { span.samples.lowerBound..<Self.sum(span.samples.upperBound, tail) }

  /// Changes a block whose first sample stands at `start` of the bus; what comes out is that of
  /// ``latency`` samples before.
  mutating func process(_ block: AudioBlock, at start: Int) {
    let whole = start..<start &+ block.count
    let fed = whole.clamped(to: reach.lowerBound..<Self.sum(reach.upperBound, latency))
    guard !fed.isEmpty else { return dry.run(block) }
    let local = fed.lowerBound &- start..<fed.upperBound &- start
    Sanity.clean(block, local)
    if latency == 0, mix.constant == 1, span.isWhole(whole) {
      return effect.process(block, at: start &- span.samples.lowerBound)
    }
    takeInput(from: block, local, at: fed.lowerBound)
    effect.process(wet, at: fed.lowerBound &- span.samples.lowerBound)
    dry.run(block)
    // The first that comes out of an effect with latency stands before its span.
    let early = max(span.samples.lowerBound &+ latency &- fed.lowerBound, 0)
    guard early < fed.count else { return }
    setShares(at: fed.lowerBound &- latency, count: fed.count)
    for channel in 0..<block.channels {
      let (samples, wet) = (block[channel], wet[channel])
      let (a, b) = (shares[0], shares[1])
      for index in early..<fed.count {
        let place = local.lowerBound &+ index
        samples[place] = samples[place] * a[index] + wet[index] * b[index]
      }
    }
  }

  /// Copies what the effect gets, whose first sample stands at `first` of the bus.
  private func takeInput(from block: AudioBlock, _ local: Range<Int>, at first: Int) {
    wet.count = local.count
    for channel in 0..<block.channels {
      let (samples, wet) = (block[channel], wet[channel])
      for index in 0..<local.count { wet[index] = samples[local.lowerBound &+ index] }
      guard tail > 0, !span.isWhole(first..<first &+ local.count) else { continue }
      for index in 0..<local.count { wet[index] *= span.share(at: first &+ index) }
    }
  }

  /// Finds out how much is heard of both for `count` samples of what comes out.
  private mutating func setShares(at first: Int, count: Int) {
    shares.count = count
    let (a, b) = (shares[0], shares[1])
    mix.fill(b, at: first &- span.samples.lowerBound)
    if span.isWhole(first..<first &+ count) {
      for index in 0..<count { a[index] = 1 - b[index] }
    } else if tail == 0 {
      for index in 0..<count {
        b[index] *= span.share(at: first &+ index)
        a[index] = 1 - b[index]
      }
    } else {
      for index in 0..<count {
        a[index] = 1 - b[index] * span.share(at: first &+ index)
        b[index] *= ending(at: first &+ index)
      }
    }
  }

  /// Lets the very end of a tail go to silence, however little is left of it.
  private func ending(at sample: Int) -> Float {
    let left = reach.upperBound &- sample
    return left > span.fadeOut ? 1 : max(Float(left) - 0.5, 0) / Float(span.fadeOut)
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}
