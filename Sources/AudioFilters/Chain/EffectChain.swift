import Timeline
import WAV

/// The effects on one bus, one after another, each in its span.
///
/// Blocks of any lengths give the same samples. What is no sound (not a number, infinite, or 120 dB
/// above full scale) is silence to the effects.
struct EffectChain {
  /// By how many samples what comes out of ``process(_:at:)`` is behind what goes in; the same for
  /// the whole stream, in the spans of the effects and outside.
  let latency: Int
  /// How many samples the effects ring on at most when the bus has ended: this much silence is to
  /// be fed to hear all of it.
  let tail: Int
  /// The effects, by their index among all, that cannot work before a first pass has measured what
  /// they get. The chain skips them: its maker has them measured, or reports
  /// ``AudioError/Fault/unmeasured(_:)``.
  let unmeasured: [Int]

  private var links: [EffectLink] = []
  /// The index among all of each.
  private var numbers: [Int] = []
  /// In a first pass, the span of the effect that is measured; nil otherwise.
  private(set) var measuredSpan: Range<Int>?

  /// Makes the effects of a bus.
  ///
  /// - Parameters:
  ///   - longestBlock: the most samples that ``process(_:at:)`` gets at once.
  ///   - length: the samples of the bus; nil when it is not known.
  ///   - isDoubled: whether the two channels are one sound, heard at half of its power in each.
  ///   - measured: what a first pass has found, by the index of the effect.
  ///   - measures: makes a chain for that first pass: it ends before the first effect that has to
  ///     be measured and gives silence outside of its span, so that all it gives is to be measured.
  /// - Throws: what an effect cannot do in this format.
  init(
    _ uses: [SoundEffectUse], format: AudioFormat, longestBlock: Int, length: Int?,
    isDoubled: Bool = false, measured: [Int: MeasuredLoudness] = [:], measures: Bool = false
  ) throws(AudioError) {
    var missing: [Int] = []
    var (latency, tail) = (0, 0)
    for (index, use) in uses.enumerated() {
      guard let kind = AudioRegistry.effect(named: use.effect) else {
        throw AudioError(.unknownEffect(use.effect), at: use.place)
      }
      let span = EffectSpan(use.range, rate: format.rate, length: length)
      if measured[index] == nil, kind.needsMeasuring(use.arguments) {
        missing.append(index)
        guard measures else { continue }
        measuredSpan = span.samples
        break
      }
      let mix = Envelope(use.mix, rate: format.rate, in: 0...1)
      if span.samples.isEmpty || mix.constant == 0 || kind.isIdle(use.arguments) { continue }
      if let length, span.samples.lowerBound >= length { continue }
      let end = min(span.samples.upperBound, length ?? .max)
      let setting = AudioEffectSetting(
        format: format, longestBlock: longestBlock,
        length: end == .max ? nil : end - span.samples.lowerBound, measured: measured[index],
        isDoubled: isDoubled, place: use.place)
      let link = EffectLink(
        try kind.init(use.arguments, setting), span: span, mix: mix, setting: setting)
      latency += link.latency
      tail += link.tail
      links.append(link)
      numbers.append(index)
    }
    (self.latency, self.tail) = (latency, tail)
    unmeasured = missing
  }

  /// Whether an effect makes channels different that are alike.
  static func spreads(_ use: SoundEffectUse) -> Bool {
    AudioRegistry.effect(named: use.effect)?.spreads(use.arguments) ?? false
  }

  /// Whether an effect lets what is in one channel be heard in others.
  static func crosses(_ use: SoundEffectUse) -> Bool {
    AudioRegistry.effect(named: use.effect)?.crosses(use.arguments) ?? false
  }

  /// How loud all was that effects got so far of which the timeline says that beforehand, in LUFS,
  /// with their index among all.
  var heard: [(effect: Int, loudness: Double)] {
    zip(numbers, links).compactMap { number, link in link.heard.map { (number, $0) } }
  }

  /// Whether there is nothing to do at any time.
  var isEmpty: Bool { links.isEmpty }

  /// Whether any sample of a range of the bus may differ from what went in.
  func touches(_ range: Range<Int>) -> Bool {
    links.contains { $0.reach.overlaps(range) }
  }

  /// The parts of a range of the bus, one for each effect that works there, in which samples may
  /// differ from what went in.
  func touched(_ range: Range<Int>) -> [Range<Int>] {
    links.map { $0.reach.clamped(to: range) }.filter { !$0.isEmpty }
  }

  /// Changes a block in place.
  ///
  /// Blocks follow one another without gaps. What comes out is that of ``latency`` samples before;
  /// what came before the first block is silence.
  ///
  /// - Parameter sample: where the block's first sample as it goes in stands in the bus.
  mutating func process(_ block: AudioBlock, at sample: Int) {
    var sample = sample
    for index in links.indices {
      links[index].process(block, at: sample)
      sample &-= links[index].latency
    }
    guard let measuredSpan else { return }
    let inside = (sample..<sample &+ block.count).clamped(to: measuredSpan)
    for channel in 0..<block.channels {
      let samples = block[channel]
      for index in 0..<samples.count where !inside.contains(sample &+ index) { samples[index] = 0 }
    }
  }
}
