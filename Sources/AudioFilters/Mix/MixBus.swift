import Timeline
import WAV

/// What a bus is made of.
struct MixBusSetting {
  let plan: SoundPlan
  let supply: any SoundSupply
  let layout: ChannelLayout
  /// Whether ``layout`` is the two channels of a sound of one, which an effect makes different.
  let isDoubled: Bool
  /// The parts in the order of their starts.
  let parts: [MixPart]
  let bus: SoundBus
  /// Where the bus's own time begins, in samples of the mix.
  let origin: Int
  /// The time of the bus at ``origin``: at most half a sample from zero.
  var offset = Time.zero
  /// The first sample that is not heard any more, its tail left out; nil when that is found out.
  let end: Int?
  /// Whether it is a track that is played for ever, unless something else ends it.
  var isEndless = false
  /// What a first pass has found for its effects.
  let measured: [Int: MeasuredLoudness]
  /// Whether this is that first pass, for the first effect that needs it.
  let measures: Bool
}

/// A sound on its way into the mix: its parts, its effects, its gains.
///
/// What it puts out is made chunk after chunk. A bus that others listen to is ahead of the mix.
final class MixBus {
  /// How many samples a chunk has.
  static let chunk = 2048

  let layout: ChannelLayout
  let origin: Int
  /// See ``EffectChain/unmeasured``.
  var unmeasured: [Int] { chain.unmeasured }
  /// See ``EffectChain/heard``.
  var heard: [(effect: Int, loudness: Double)] { chain.heard }
  /// The first sample that is not heard any more; nil when that is not known yet.
  private(set) var end: Int?
  /// The duckers that step back while this bus is heard.
  var listeners: [Ducker] = []
  var ducker: Ducker?
  /// Remembers what the ducker did, where that is wanted.
  var trace: GainTrace?
  var panner: Panner
  /// Where samples differ from those of the one part that is heard.
  private var changed = SampleRanges()

  private let supply: any SoundSupply
  private var parts: [MixPart]
  private var nextPart = 0
  private var active: [Int] = []
  private var chain: EffectChain
  private var gains: GainStack
  /// The first sample that may be heard.
  let begin: Int
  /// Whether it is a track that is played for ever.
  let isEndless: Bool
  private var hasBegun = false
  private let notesChanges: Bool
  private let scratch: MixScratch

  /// - Parameters:
  ///   - output: the layout of the mix.
  ///   - notesChanges: whether ``changed`` is wanted.
  init(
    _ setting: MixBusSetting, output: ChannelLayout, notesChanges: Bool, scratch: MixScratch
  ) throws(AudioError) {
    let (plan, bus) = (setting.plan, setting.bus)
    (supply, layout, parts, origin) = (
      setting.supply, setting.layout, setting.parts, setting.origin
    )
    self.notesChanges = notesChanges
    self.scratch = scratch
    begin = setting.parts.first?.range.lowerBound ?? setting.origin
    end = setting.end
    isEndless = setting.isEndless
    let length = setting.end.map { max($0 &- setting.origin, 0) }
    chain = try EffectChain(
      bus.effects, format: AudioFormat(rate: plan.rate, layout: layout),
      longestBlock: Self.chunk, length: length, isDoubled: setting.isDoubled,
      measured: setting.measured, measures: setting.measures)
    let clock = SampleClock(rate: plan.rate, offset: setting.offset)
    var sources: [EnvelopeSource] = []
    var pan = Animated(0.0)
    if !setting.measures {
      if bus.fadeOut.duration > .zero, length == nil {
        throw AudioError(.missingEnd(notesChanges ? .main : .track(bus.name)), at: bus.place)
      }
      sources.append(EnvelopeSource(bus.volume, clock: clock))
      sources += SoundFade.gains(bus.fadeIn, bus.fadeOut, length: length, rate: plan.rate)
      pan = bus.pan
    }
    gains = GainStack(sources)
    panner = Panner(
      pan, from: layout, to: output, clock: clock,
      isDoubled: setting.isDoubled && !setting.measures)
    for index in parts.indices {
      scratch.need(parts[index].layout)
      parts[index].fitsOutput = supply.fitsOutput(parts[index].feed)
    }
    scratch.need(layout)
  }

  /// Makes the samples of `range`, which follows what was made last; `block` holds those that may
  /// be heard.
  ///
  /// - Returns: where the block's first sample is; the block is empty where nothing is heard.
  func make(_ range: Range<Int>, in block: AudioBlock) throws(MixError) -> Int {
    let first = max(range.lowerBound, begin)
    block.count = 0
    var last = lastHeard(range.upperBound)
    guard first < last else { return first }
    if !hasBegun {
      try prime(from: first, with: block)
      hasBegun = true
    }
    let latency = chain.latency
    try read(first &+ latency..<last &+ latency, into: block)
    // Where the source has ended, so does the bus.
    last = max(lastHeard(range.upperBound), first)
    if !chain.isEmpty {
      chain.process(block, at: first &+ latency &- origin)
      if notesChanges { noteEffects(first..<last) }
    }
    block.count = last &- first
    let ducked = ducker?.gains(of: range).map { $0 + (first &- range.lowerBound) }
    trace?.add(ducked, count: block.count, at: first)
    if notesChanges {
      let local = first &- origin..<last &- origin
      gains.note(local, in: &changed, offset: origin)
      if ducked != nil { changed.add(first..<last) }
      panner.note(local, in: &changed, offset: origin)
    }
    if ducked != nil || !gains.isEmpty {
      gains.apply(to: block, at: first &- origin, besides: ducked, tables: scratch.tables)
    }
    for listener in listeners { listener.listen(block, at: first) }
    return first
  }

  /// The changes noted before a sample, once.
  func takeChanges(before sample: Int) -> SampleRanges { changed.take(before: sample) }

  /// See ``Mix/measuredRange``.
  var measuredRange: Range<Int>? {
    chain.measuredSpan.map { span in
      // Spans without an end reach as far as numbers do.
      let last = span.upperBound == .max ? .max : span.upperBound &+ origin
      return (span.lowerBound &+ origin..<last).clamped(
        to: max(begin, 0)..<max(end ?? .max, begin, 0))
    }
  }

  /// See ``Mix/beginning(before:)``.
  func beginning(before sample: Int) -> Int {
    guard begin < sample, !isOver(at: sample) else { return sample }
    if !chain.isEmpty { return max(begin, 0) }
    let stretched = parts.filter { $0.isStretched && $0.range.contains(sample) }
    return stretched.map { max($0.range.lowerBound, 0) }.min() ?? sample
  }

  /// Whether anything may be heard in `range`.
  func isHeard(in range: Range<Int>) -> Bool {
    max(range.lowerBound, begin) < lastHeard(range.upperBound)
  }

  /// Whether nothing is heard from `sample` on.
  func isOver(at sample: Int) -> Bool { lastHeard(.max) <= sample }

  private func lastHeard(_ limit: Int) -> Int {
    end.map { min($0 &+ min(chain.tail, 1 << 40), limit) } ?? limit
  }

  /// Feeds the effects with what they need before they put out the sample `first`.
  private func prime(from first: Int, with block: AudioBlock) throws(MixError) {
    var sample = first
    let target = first &+ chain.latency
    while sample < target {
      block.count = min(target &- sample, block.capacity)
      try read(sample..<sample &+ block.count, into: block)
      chain.process(block, at: sample &- origin)
      sample &+= block.count
    }
  }

  private func noteEffects(_ range: Range<Int>) {
    for part in chain.touched(range.moved(by: -origin)) { changed.add(part.moved(by: origin)) }
  }

  // MARK: Parts

  /// Puts out the sum of the parts.
  private func read(_ whole: Range<Int>, into block: AudioBlock) throws(MixError) {
    block.count = whole.count
    while nextPart < parts.count, parts[nextPart].range.lowerBound < whole.upperBound {
      active.append(nextPart)
      nextPart += 1
    }
    active.removeAll { parts[$0].range.upperBound <= whole.lowerBound }
    if active.count == 1, parts[active[0]].matrix == nil,
      parts[active[0]].range.clamped(to: whole) == whole
    {
      return try readPart(active[0], whole, into: block)
    }
    block.clear()
    var covered = whole.lowerBound
    for index in active {
      let range = parts[index].range.clamped(to: whole)
      guard !range.isEmpty else { continue }
      let own = scratch.block(parts[index].layout, count: range.count)
      try readPart(index, range, into: own)
      if notesChanges {
        changed.add(parts[index].matrix == nil ? range.clamped(to: .min..<covered) : range)
        covered = max(covered, range.upperBound)
      }
      var source = own
      if let matrix = parts[index].matrix {
        source = scratch.converted(layout, count: range.count)
        matrix.apply(own, to: source)
      }
      block.add(source, at: range.lowerBound &- whole.lowerBound)
    }
  }

  /// Reads the samples of one part, with its gains.
  private func readPart(
    _ index: Int, _ range: Range<Int>, into block: AudioBlock
  ) throws(MixError) {
    block.count = range.count
    let start = parts[index].start
    let feed = parts[index].feed
    let count: Int
    do {
      count = try supply.read(feed, at: range.lowerBound &- start, into: block)
    } catch {
      throw .supply(error, feed: feed)
    }
    if parts[index].isOpen, count < range.count {
      let last = range.lowerBound &+ max(count, 0)
      parts[index].range = parts[index].range.lowerBound..<max(last, parts[index].range.lowerBound)
      end = parts[index].range.upperBound
    }
    if notesChanges, !parts[index].fitsOutput { changed.add(range) }
    guard !parts[index].gains.isEmpty else { return }
    if notesChanges {
      parts[index].gains.note(range.moved(by: -start), in: &changed, offset: start)
    }
    parts[index].gains.apply(to: block, at: range.lowerBound &- start, tables: scratch.tables)
  }
}
