import Timeline
import WAV

/// Makes the buses of a mix, and finds the order in which they work.
struct MixMaker {
  let plan: SoundPlan
  private(set) var format: AudioFormat
  /// Whether ``format`` is that of a bus of one channel that works with two.
  private(set) var isDoubled = false
  private let mixLayout: ChannelLayout
  let supply: any SoundSupply
  let measured: [Mix.Measurement: MeasuredLoudness]
  /// The bus of which a first pass is made.
  let measuring: Mix.Bus?
  /// Whether ``MixBus/trace`` is wanted.
  var tracesDucking = false
  let scratch = MixScratch()
  private(set) var length: Int?
  /// The main sound first, then the tracks in their order.
  private(set) var queues: [MixQueue] = []
  /// What each of them is.
  private(set) var buses: [Mix.Bus] = []
  /// The numbers of ``queues`` with those first that others listen to.
  private(set) var order: [Int] = []
  /// Whether the main sound is among the queues, or is silent altogether.
  private(set) var hasMain = false
  private(set) var isMainSilent = false
  private(set) var needsMeasuring: [Mix.Measurement] = []

  init(
    _ plan: SoundPlan, format: AudioFormat, supply: any SoundSupply,
    measured: [Mix.Measurement: MeasuredLoudness], measuring: Mix.Bus?
  ) {
    self.plan = plan
    self.format = AudioFormat(rate: plan.rate, layout: format.layout)
    mixLayout = format.layout
    self.supply = supply
    self.measured = measured
    self.measuring = measuring
    length = plan.length
  }

  var master: SoundBus { plan.soundtrack.master }

  /// What was found for the effects of a bus.
  func measured(of bus: Mix.Bus) -> [Int: MeasuredLoudness] {
    var found: [Int: MeasuredLoudness] = [:]
    for (key, value) in measured where key.bus == bus { found[key.effect] = value }
    return found
  }

  mutating func make() throws(MixError) {
    var drafts: [Draft] = []
    if let main = try mainDraft() { drafts.append(main) }
    isMainSilent = drafts.isEmpty
    if isMainSilent, plan.mainCount > 0 { length = length ?? knownEnd }
    for number in plan.soundtrack.tracks.indices {
      // A first pass makes no other bus than the one that it is for.
      if let measuring, measuring != .master, measuring != .track(number) { continue }
      if let track = try trackDraft(number) { drafts.append(track) }
    }
    if let measuring, measuring != .master {
      drafts = drafts.filter { $0.bus == measuring }
      if let setting = drafts.first?.setting {
        format = AudioFormat(rate: plan.rate, layout: setting.layout)
        isDoubled = setting.isDoubled
      }
    }
    hasMain = drafts.first?.bus == .main
    var numbers: [Mix.Bus: Int] = [:]
    for (number, draft) in drafts.enumerated() { numbers[draft.bus] = number }
    let leads = try leads(of: drafts, numbers)
    for (draft, lead) in zip(drafts, leads) {
      let bus: MixBus
      do throws(AudioError) {
        bus = try MixBus(
          draft.setting, output: format.layout, notesChanges: draft.bus == .main, scratch: scratch)
      } catch {
        throw .sound(error)
      }
      needsMeasuring += bus.unmeasured.map { Mix.Measurement(bus: draft.bus, effect: $0) }
      queues.append(MixQueue(bus, lead: lead))
      buses.append(draft.bus)
      if measuring == draft.bus { length = draft.setting.end ?? length }
    }
    guard measuring == nil || measuring == .master else { return }
    var duckers: [DuckerKey: Ducker] = [:]
    for (number, draft) in drafts.enumerated() {
      guard let duck = draft.setting.bus.duck, let key = numbers[Mix.Bus(duck.key)] else {
        continue
      }
      // Those that step back alike, and are made at one time, do it together.
      let like = DuckerKey(duck, lead: leads[number])
      let ducker = duckers[like] ?? Ducker(duck, rate: plan.rate)
      if duckers.updateValue(ducker, forKey: like) == nil {
        queues[key].bus.listeners.append(ducker)
      }
      queues[number].bus.ducker = ducker
      if tracesDucking { queues[number].bus.trace = GainTrace() }
    }
  }

  // MARK: Drafts

  private struct Draft {
    let bus: Mix.Bus
    let setting: MixBusSetting
  }

  private func heardLayout(of feed: Int) throws(MixError) -> ChannelLayout? {
    do { return try supply.layout(of: feed) } catch { throw .supply(error, feed: feed) }
  }

  private func mainDraft() throws(MixError) -> Draft? {
    var bus = plan.soundtrack.main
    guard plan.mainCount > 0 else { return nil }
    // Without a length, the end is that of what is read, even if nobody hears it.
    if bus.isMuted, plan.length != nil { return nil }
    if bus.isMuted { bus.volume = Animated(Gain(0)) }
    let layouts = try (0..<plan.mainCount).map { (feed) throws(MixError) in
      try heardLayout(of: feed)
    }
    let known = layouts.compactMap { $0 }
    guard let first = known.first else { return nil }
    let common = known.allSatisfy { $0 == first } ? first : format.layout
    let (layout, isDoubled) = room(for: common, bus)
    let parts = ClipParts(plan).parts(layouts: layouts, bus: layout, isDoubled: isDoubled)
    let end = plan.length ?? (parts.contains(where: \.isOpen) ? nil : knownEnd)
    return Draft(
      bus: .main,
      setting: MixBusSetting(
        plan: plan, supply: supply, layout: layout, isDoubled: isDoubled, parts: parts, bus: bus,
        origin: 0, end: end, measured: measured(of: .main),
        measures: measuring == .main))
  }

  /// The layout in which a bus works that has sound of `layout`.
  ///
  /// One channel works with two, where an effect makes them different and the mix has room for that.
  /// Each is the sound itself until it is panned, so that effects hear it as loud as it is. In a
  /// larger mix it stays in the centre, and what an effect sends into other channels is around it.
  private func room(
    for layout: ChannelLayout, _ bus: SoundBus
  ) -> (layout: ChannelLayout, isDoubled: Bool) {
    guard layout == .mono else { return (layout, false) }
    if mixLayout == .stereo {
      let isDoubled = bus.effects.contains(where: EffectChain.spreads)
      return (isDoubled ? .stereo : layout, isDoubled)
    }
    let map = SpeakerMap(mixLayout)
    // What is panned stands between left and right, where nothing else follows it.
    guard map.isKnown, mixLayout.count > 2, map[.centre] != nil, bus.pan.constantValue == 0,
      bus.effects.contains(where: EffectChain.crosses)
    else { return (layout, false) }
    return (mixLayout, false)
  }

  /// The least length of the main sound, if no sound has a known end.
  private var knownEnd: Int { plan.feeds.prefix(plan.mainCount).map(\.start).max() ?? 0 }

  private func trackDraft(_ number: Int) throws(MixError) -> Draft? {
    let index = plan.mainCount + number
    let (track, feed) = (plan.soundtrack.tracks[number], plan.feeds[index])
    let all = EnvelopePiece.everything
    let end = min(feed.end ?? all.upperBound, plan.length ?? all.upperBound)
    guard !track.bus.isMuted, feed.start < end else { return nil }
    if let length = plan.length, feed.start >= length { return nil }
    guard let layout = try heardLayout(of: index) else { return nil }
    var edges = MixEdges(range: feed.start..<end)
    if !feed.beginsNaturally { edges.start = .cut }
    if end != all.upperBound, !endsNaturally(feed, track, at: end) { edges.end = .cut }
    let clips = ClipParts(plan)
    let gains = edges.gains(
      origin: feed.start, cutFade: clips.cutFade, fadesIn: track.bus.fadeIn.duration > .zero,
      fadesOut: track.bus.fadeOut.duration > .zero)
    let (bus, isDoubled) = room(for: layout, track.bus)
    let part = MixPart(
      feed: index, plan, range: edges.range, layout: layout, bus: bus, isDoubled: isDoubled,
      gains: gains)
    return Draft(
      bus: .track(number),
      setting: MixBusSetting(
        plan: plan, supply: supply, layout: bus, isDoubled: isDoubled, parts: [part],
        bus: track.bus,
        origin: feed.start, offset: feed.time(of: 0, rate: plan.rate),
        end: end == all.upperBound ? nil : end, isEndless: track.isEndless,
        measured: measured(of: .track(number)),
        measures: measuring == .track(number)))
  }

  /// Whether a track ends because its source does, with the source's last sample.
  private func endsNaturally(_ feed: SoundPlan.Feed, _ track: SoundTrack, at end: Int) -> Bool {
    guard feed.end == end, let available = feed.retiming.available else { return false }
    if let limit = track.range.end, limit < track.range.start + available { return false }
    return feed.endsNaturally(at: available)
  }

  // MARK: Who listens to whom

  /// How many chunks each bus has to be ahead; also finds the ``order``.
  ///
  /// - Parameter numbers: of the drafts, by their buses.
  private mutating func leads(
    of drafts: [Draft], _ numbers: [Mix.Bus: Int]
  ) throws(MixError) -> [Int] {
    let isAll = measuring == nil || measuring == .master
    let keys = drafts.map { draft -> Int? in
      guard isAll, let duck = draft.setting.bus.duck else { return nil }
      return numbers[Mix.Bus(duck.key)]
    }
    var sorted: [Int] = []
    var seen: Set<Int> = []
    for start in drafts.indices {
      var path: [Int] = []
      var place = Int?.some(start)
      while let current = place, seen.insert(current).inserted {
        path.append(current)
        place = keys[current]
      }
      sorted += path.reversed()
    }
    order = sorted
    var leads = drafts.map { _ in 0 }
    for number in sorted.reversed() {
      guard let key = keys[number], let duck = drafts[number].setting.bus.duck else { continue }
      let lookahead = max(SoundPlan.sample(of: duck.lookahead, rate: plan.rate), 0)
      let chunks = (lookahead &+ MixBus.chunk &- 1) / MixBus.chunk
      leads[key] = max(leads[key], leads[number] + chunks)
      guard leads[key] * MixBus.chunk <= Self.longestLead * plan.rate else {
        throw .sound(
          AudioError(.tooLong(.lookahead(seconds: Self.longestLead)), at: duck.place))
      }
    }
    return leads
  }

  /// How many seconds a bus is ahead of the mix at the most: one of stereo at 48 kHz takes 23 MB.
  private static let longestLead = 60
}

/// What duckers have in common that do the same.
private struct DuckerKey: Hashable {
  private let key: Ducking.Key
  private let amount: Double
  private let times: [Time]
  private let threshold: Double
  private let lead: Int

  init(_ ducking: Ducking, lead: Int) {
    (key, amount, threshold) = (ducking.key, ducking.amount.factor, ducking.threshold.factor)
    times = [ducking.attack, ducking.release, ducking.lookahead]
    self.lead = lead
  }
}

extension Mix.Bus {
  init(_ key: Ducking.Key) {
    switch key {
    case .main: self = .main
    case .track(let number): self = .track(number)
    }
  }
}
