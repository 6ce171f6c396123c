import Bytes
import Timeline
import WAV

/// Lays out the main sound: which of its feeds are heard when, and how they go over.
struct ClipParts {
  let plan: SoundPlan
  /// The samples of a fade at a cut.
  let cutFade: Int

  init(_ plan: SoundPlan) {
    self.plan = plan
    cutFade = max(SoundPlan.sample(of: plan.soundtrack.cutFade, rate: plan.rate), 0)
  }

  /// The parts of the main sound in the layout `bus`; feeds without sound are left out.
  ///
  /// - Parameter isDoubled: whether one channel goes into both of the bus as it is.
  func parts(
    layouts: [ChannelLayout?], bus: ChannelLayout, isDoubled: Bool = false
  ) -> [MixPart] {
    let last = EnvelopePiece.everything.upperBound
    return edges().enumerated().compactMap { number, edges -> MixPart? in
      let feed = plan.feeds[number]
      guard let layout = layouts[number], !edges.range.isEmpty else { return nil }
      guard case .clip(let clip) = feed.origin, plan.clips.indices.contains(clip) else {
        return MixPart(
          feed: number, plan, range: feed.start..<(feed.end ?? last), layout: layout, bus: bus,
          isDoubled: isDoubled, gains: [])
      }
      let sound = plan.clips[clip].sound
      // Where the end is found out, it is that of what is read, even if nobody hears it.
      guard !sound.isMuted || feed.end == nil else { return nil }
      let clock = SampleClock(rate: plan.rate, offset: feed.time(of: 0, rate: plan.rate))
      var gains = [
        sound.isMuted ? EnvelopeSource(0) : EnvelopeSource(sound.volume, clock: clock)
      ]
      gains += SoundFade.gains(
        sound.fadeIn, sound.fadeOut, length: feed.end.map { $0 &- feed.start }, rate: plan.rate)
      gains += edges.gains(
        origin: feed.start, cutFade: cutFade, fadesIn: sound.fadeIn.duration > .zero,
        fadesOut: sound.fadeOut.duration > .zero)
      if let pause = feed.pauseGain(rate: plan.rate, cutFade: cutFade) { gains.append(pause) }
      return MixPart(
        feed: number, plan, range: edges.range, layout: layout, bus: bus, isDoubled: isDoubled,
        gains: gains)
    }
  }

  /// How each main feed begins and ends.
  private func edges() -> [MixEdges] {
    let last = EnvelopePiece.everything.upperBound
    var all = plan.feeds.prefix(plan.mainCount).map { feed in
      MixEdges(range: feed.start..<max(feed.end ?? last, feed.start))
    }
    guard !plan.clips.isEmpty else { return all }
    for number in all.indices {
      if number > 0, join(number - 1, number, &all) { continue }
      if !plan.feeds[number].beginsNaturally { all[number].start = .cut }
      if number > 0 { close(number - 1, &all) }
    }
    if let number = all.indices.last { close(number, &all) }
    return all
  }

  /// Ends a feed that nothing follows without a gap.
  private func close(_ number: Int, _ all: inout [MixEdges]) {
    let feed = plan.feeds[number]
    if !feed.endsNaturally(at: feed.retiming.duration) { all[number].end = .cut }
  }

  /// Leads one feed into the next; false when they have nothing to do with each other.
  private func join(_ number: Int, _ next: Int, _ all: inout [MixEdges]) -> Bool {
    if let overlap = plan.entries[number].transition, let end = overlap.end,
      let use = plan.clips[number].transition
    {
      let low = SoundPlan.sample(of: overlap.start, rate: plan.rate)
      let high = max(SoundPlan.sample(of: end, rate: plan.rate), low)
      let kind = use.sound ?? plan.soundtrack.crossfade
      guard high > low, kind != .cut else {
        let middle = low &+ (high &- low) / 2
        all[number].range = all[number].range.clamped(to: .min..<middle)
        all[next].range = all[next].range.clamped(to: middle..<Int.max)
        (all[number].end, all[next].start) = (.cut, .cut)
        return true
      }
      all[number].end = .crossfade(kind, use.ease, low..<high)
      all[next].start = .crossfade(kind, use.ease, low..<high)
      return true
    }
    return isContinuous(number, next)
  }

  /// Whether the second feed continues exactly where the first stops, in the same way and at the
  /// same volume.
  private func isContinuous(_ number: Int, _ next: Int) -> Bool {
    let (a, b) = (plan.feeds[number], plan.feeds[next])
    let (first, second) = (plan.clips[number].sound, plan.clips[next].sound)
    guard a.end == b.start, let length = a.retiming.duration, a.media.source.isSame(b.media.source),
      let speed = a.media.speed.constantValue, speed == b.media.speed.constantValue,
      speed == 1 || (!a.preservesPitch && !b.preservesPitch),
      a.retiming.direction != .both, a.retiming.direction == b.retiming.direction,
      a.retiming.pause == nil, b.retiming.pause == nil,
      a.retiming.instant(at: length).time == b.retiming.instant(at: .zero).time,
      first.isMuted == second.isMuted, first.fadeOut.duration == .zero,
      second.fadeIn.duration == .zero
    else { return false }
    let end = first.volume.value(at: length).factor
    return (end - second.volume.value(at: .zero).factor).magnitude <= 1e-5 * end
  }
}

extension MediaSource {
  /// Whether both are the same stream or file.
  func isSame(_ other: MediaSource) -> Bool {
    switch (self, other) {
    case (.stdin, .stdin): true
    case (.file(let path), .file(let other)): path == other
    default: false
    }
  }
}

extension SoundFade {
  /// The gains of the fades of what lasts `length` samples; without a length, nothing fades out.
  static func gains(
    _ fadeIn: SoundFade, _ fadeOut: SoundFade, length: Int?, rate: Int
  ) -> [EnvelopeSource] {
    var gains: [EnvelopeSource] = []
    let rise = SoundPlan.sample(of: fadeIn.duration, rate: rate)
    if rise > 0 {
      gains.append(EnvelopeSource(fade: fadeIn.curve, over: 0..<rise, isOut: false))
    }
    let fall = SoundPlan.sample(of: fadeOut.duration, rate: rate)
    if fall > 0, let length {
      gains.append(
        EnvelopeSource(fade: fadeOut.curve, over: length &- fall..<length, isOut: true))
    }
    return gains
  }
}
