import Bytes
import Timeline
import WAV

/// All sounds of a timeline, as one.
///
/// Samples are computed in chunks from the first one requested; the size of the requests does not
/// change them. Only sounds that are heard cost anything.
package final class Mix {
  /// A bus that effects work on.
  package enum Bus: Hashable, Sendable {
    case main
    /// By its number in ``Soundtrack/tracks``.
    case track(Int)
    case master
  }

  /// An effect that must know its whole input before it can start, such as `normalize`.
  package struct Measurement: Hashable, Sendable {
    /// Whose effect it is.
    package let bus: Bus
    /// Its number among the effects of the bus.
    package let effect: Int
  }

  /// What ``render(into:at:)`` gives; of a measurement, the format of what is measured.
  package let format: AudioFormat
  /// Whether what is measured is one sound in two channels, heard at half of its power in each.
  private let isDoubled: Bool
  /// How many samples there are; nil until the end of a stream of unknown length is reached.
  package private(set) var length: Int?
  /// The effects that cannot work until a first pass has measured their input:
  /// ``init(_:format:supply:measured:measuring:)`` makes such a pass for each of them, in this
  /// order, and then a mix with the results.
  package let needsMeasuring: [Measurement]

  private let queues: [MixQueue]
  /// What each of them is.
  private let buses: [Bus]
  /// The places of the queues in the order in which they are made.
  private let ranks: [Int]
  /// Those that have not begun, the next one last; those that are heard now, in their order and in
  /// that of making.
  private var waiting: [Int]
  private var active: [Int] = []
  private var making: [Int] = []
  /// Whether the first queue is that of the main sound.
  private let hasMain: Bool
  /// Whether there is nothing of the main sound in the mix.
  private let isMainSilent: Bool
  private let hasEndOfTracks: Bool
  private var chain: EffectChain
  private var gains: GainStack
  private var panner: Panner
  private let scratch: MixScratch
  private var changed = SampleRanges()
  /// The sum of a chunk, and what came of it.
  private var sum: AudioBlock
  private var result: AudioBlock
  /// The sample of ``result``'s first, and how many have been taken.
  private var resultStart = 0
  private var taken = 0
  private var origin: Int?
  private var chunk = 0
  private var position = 0

  /// Makes the mix of a plan.
  ///
  /// - Parameters:
  ///   - format: the output's; its rate is the plan's.
  ///   - supply: gives the plan's feeds, from their beginnings.
  ///   - measured: what was found of what ``needsMeasuring`` names.
  ///   - measuring: gives what this effect gets in place of the mix; what comes before it must have
  ///     been measured.
  ///   - tracesDucking: whether ``ducking`` is wanted.
  /// - Throws: what cannot be done, and what the supply throws.
  package convenience init(
    _ plan: SoundPlan, format: AudioFormat, supply: any SoundSupply,
    measured: [Measurement: MeasuredLoudness] = [:], measuring: Measurement? = nil,
    tracesDucking: Bool = false
  ) throws(MixError) {
    var maker = MixMaker(
      plan, format: format, supply: supply, measured: measured, measuring: measuring?.bus)
    maker.tracesDucking = tracesDucking
    try maker.make()
    try self.init(maker)
  }

  private init(_ maker: MixMaker) throws(MixError) {
    (format, isDoubled) = (maker.format, maker.isDoubled)
    length = maker.length
    (queues, buses) = (maker.queues, maker.buses)
    var ranks = maker.order
    for (rank, number) in maker.order.enumerated() { ranks[number] = rank }
    self.ranks = ranks
    let queues = maker.queues
    waiting = queues.indices.sorted { (queues[$0].begin, $0) > (queues[$1].begin, $1) }
    (hasMain, isMainSilent) = (maker.hasMain, maker.isMainSilent)
    hasEndOfTracks = maker.plan.mainCount == 0
    scratch = maker.scratch
    let master = maker.master
    let measures = maker.measuring == .master
    let isWhole = maker.measuring == nil
    do throws(AudioError) {
      chain = try EffectChain(
        isWhole || measures ? master.effects : [], format: maker.format,
        longestBlock: MixBus.chunk, length: maker.length, measured: maker.measured(of: .master),
        measures: measures)
    } catch {
      throw .sound(error)
    }
    let clock = SampleClock(rate: maker.format.rate)
    var sources: [EnvelopeSource] = []
    if isWhole {
      if master.fadeOut.duration > .zero, maker.length == nil {
        throw .sound(AudioError(.missingEnd(.mix), at: master.place))
      }
      sources.append(
        EnvelopeSource(master.isMuted ? Animated(Gain(0)) : master.volume, clock: clock))
      sources += SoundFade.gains(
        master.fadeIn, master.fadeOut, length: maker.length, rate: maker.format.rate)
    }
    gains = GainStack(sources)
    panner = Panner(
      isWhole ? master.pan : Animated(0), from: maker.format.layout, to: maker.format.layout,
      clock: clock)
    needsMeasuring =
      maker.needsMeasuring
      + chain.unmeasured.map { Measurement(bus: .master, effect: $0) }
    sum = AudioBlock(channels: maker.format.channels, capacity: MixBus.chunk)
    result = AudioBlock(channels: maker.format.channels, capacity: MixBus.chunk)
    result.count = 0
    scratch.need(maker.format.layout)
  }

  /// In a first pass, a meter for the samples to be measured.
  package func makeMeter() -> LoudnessMeter {
    LoudnessMeter(format: format, isDoubled: isDoubled)
  }

  /// In a first pass, the samples to be measured; the others are silent.
  package var measuredRange: Range<Int>? {
    chain.measuredSpan ?? queues.lazy.compactMap(\.bus.measuredRange).first
  }

  /// How loud all was in LUFS, as far as the mix was rendered, that effects got of which the
  /// timeline says that beforehand.
  package var heard: [(effect: Measurement, loudness: Double)] {
    let buses = zip(buses, queues.map(\.bus.heard)) + [(.master, chain.heard)]
    return buses.flatMap { bus, heard in
      heard.map { (Measurement(bus: bus, effect: $0.effect), $0.loudness) }
    }
  }

  /// The gains of the buses that duck, as far as the mix was rendered.
  package var ducking: [Bus: GainTrace] {
    var traces: [Bus: GainTrace] = [:]
    for (bus, queue) in zip(buses, queues) { traces[bus] = queue.bus.trace }
    return traces
  }

  /// The sample from which the mix must be rendered so that `sample` is the same as in a render
  /// from the beginning: an earlier one if effects, stretched sounds or ducking depend on earlier
  /// samples.
  package func beginning(before sample: Int) -> Int {
    guard sample > 0 else { return sample }
    let isBoundToWhole = !chain.isEmpty || queues.contains { $0.bus.ducker != nil }
    let first = isBoundToWhole ? 0 : queues.map { $0.bus.beginning(before: sample) }.min() ?? sample
    // The same chunks, so that not even sums are rounded in another order.
    return first < sample ? first / MixBus.chunk &* MixBus.chunk : sample
  }

  /// Renders the next samples, as many as `block` counts; fewer at the end of the mix, and then
  /// none. The block's count is set accordingly.
  ///
  /// - Parameter sample: where the block begins; blocks follow one another, from wherever the first
  ///   begins.
  /// - Returns: the parts of the block whose samples may differ from what the main sound's one feed
  ///   gave, or that the output cannot hold (``SoundSupply/fitsOutput(_:)``); elsewhere they are
  ///   identical to it, or the silence between feeds.
  /// - Throws: what the supply throws, and no other.
  package func render(
    into block: AudioBlock, at sample: Int
  ) throws(MixError) -> [Range<Int>] {
    if origin == nil {
      origin = sample
      position = sample
      for queue in queues { queue.bus.ducker?.start(at: sample) }
    }
    let wanted = block.count
    var done = 0
    while done < wanted {
      if taken >= result.count {
        guard try makeResult() else { break }
        continue
      }
      let count = min(result.count &- taken, wanted &- done)
      block.copy(result, from: taken, count: count, at: done)
      (taken, done) = (taken &+ count, done &+ count)
    }
    block.count = done
    let window = position..<position &+ done
    position = window.upperBound
    let ranges = changed.joined(in: window)
    changed.drop(before: position)
    return ranges
  }

  /// Makes the next samples; false at the end.
  private func makeResult() throws(MixError) -> Bool {
    guard let origin else { return false }
    let low = origin &+ chunk &* MixBus.chunk
    let latency = chain.latency
    if let length, low &- latency >= length { return false }
    try makeSum(chunk, at: low)
    chunk += 1
    if !chain.isEmpty { chain.process(sum, at: low) }
    // What comes out of the effects is late; what belongs before the beginning is left out.
    resultStart = low &- latency
    let first = max(resultStart, origin)
    let last = min(resultStart &+ sum.count, length ?? .max)
    result.count = max(last &- first, 0)
    (resultStart, taken) = (first, 0)
    guard first < last else { return true }
    if panner.isIdentity, first == low &- latency {
      swap(&sum, &result)
      result.count = last &- first
      finish(first..<last)
    } else if panner.isIdentity {
      result.copy(sum, from: first &- (low &- latency), count: last &- first, at: 0)
      finish(first..<last)
    } else {
      let source = scratch.converted(format.layout, count: last &- first)
      source.copy(sum, from: first &- (low &- latency), count: last &- first, at: 0)
      panner.apply(source, to: result, at: first, tables: scratch.tables)
      finish(first..<last)
    }
    return true
  }

  private func finish(_ range: Range<Int>) {
    for part in chain.touched(range) { changed.add(part) }
    panner.note(range, in: &changed, offset: 0)
    guard !gains.isEmpty else { return }
    gains.note(range, in: &changed, offset: 0)
    gains.apply(to: result, at: range.lowerBound, tables: scratch.tables)
  }

  /// Adds up a chunk.
  private func makeSum(_ number: Int, at low: Int) throws(MixError) {
    let range = low..<low &+ MixBus.chunk
    sum.count = range.count
    activate(in: range)
    for index in making {
      try queues[index].make(upTo: number, origin: low &- number &* MixBus.chunk)
    }
    if isMainSilent { changed.add(range) }
    var isFilled = false
    for place in active where queues[place].bus.isHeard(in: range) {
      let queue = queues[place]
      let isMain = hasMain && place == 0
      let (block, start) = queue.chunk(number)
      if isMain { changed.add(queue.bus.takeChanges(before: range.upperBound)) }
      guard block.count > 0 else { continue }
      if !isMain { changed.add(start..<start &+ block.count) }
      add(queue.bus, block, from: start, at: start &- low, isFirst: !isFilled)
      isFilled = true
    }
    if !isFilled { sum.clear() }
    guard length == nil else { return }
    length = hasMain ? queues[0].bus.end : hasEndOfTracks ? endOfTracks() : nil
  }

  /// Takes up the buses that begin in `range`, and leaves those that are over.
  private func activate(in range: Range<Int>) {
    var isNew = false
    while let next = waiting.last, queues[next].begin < range.upperBound {
      waiting.removeLast()
      active.append(next)
      making.append(next)
      isNew = true
    }
    if isNew {
      active.sort()
      making.sort { ranks[$0] < ranks[$1] }
    }
    guard active.contains(where: { queues[$0].bus.isOver(at: range.lowerBound) }) else { return }
    for place in active where queues[place].bus.isOver(at: range.lowerBound) {
      queues[place].close()
    }
    active.removeAll { queues[$0].bus.isOver(at: range.lowerBound) }
    making.removeAll { queues[$0].bus.isOver(at: range.lowerBound) }
  }

  private func add(
    _ bus: MixBus, _ block: AudioBlock, from start: Int, at offset: Int, isFirst: Bool
  ) {
    var source = block
    if !bus.panner.isIdentity {
      source = scratch.converted(format.layout, count: block.count)
      bus.panner.apply(block, to: source, at: start &- bus.origin, tables: scratch.tables)
    }
    if isFirst, source.count == sum.count { return sum.copy(source) }
    if isFirst { sum.clear() }
    sum.add(source, at: offset)
  }

  /// Where the last track ends that is not played for ever; nil while that is not known.
  private func endOfTracks() -> Int? {
    var last: Int?
    for queue in queues where !queue.bus.isEndless {
      guard let end = queue.bus.end else { return nil }
      last = max(last ?? 0, end)
    }
    return last
  }
}
