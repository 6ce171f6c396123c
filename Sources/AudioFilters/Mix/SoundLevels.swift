import Timeline
import WAV

/// The gains that a timeline gives its sounds over time, for charts: volumes, fades and crossfades,
/// and ducking where a mix has been made. Effects are left out.
package struct SoundLevels {
  /// A sound, or the mix of all.
  package struct Lane {
    /// The name of the sound in messages, or "the mix".
    package let title: String
    /// When it may be heard, in samples of the output; nil at its end when that is not known.
    package let start: Int
    /// The sample after its last one; nil when that is not known.
    package let end: Int?
    /// Whether it is never heard: it has no sound, or is muted.
    package let isSilent: Bool
    fileprivate let origin: Int
    fileprivate var gains: GainStack
    fileprivate var ducking: GainTrace?

    /// The factor of the amplitude at a sample of the output; 0 where it is not heard.
    package mutating func gain(at sample: Int) -> Double {
      guard !isSilent, sample >= start, sample < end ?? .max else { return 0 }
      return gains.value(at: sample &- origin) * (ducking?.value(at: sample) ?? 1)
    }
  }

  /// The clips in their order, or standard input; the tracks; and, where anything is done to it,
  /// the mix.
  package let lanes: [Lane]

  /// - Parameters:
  ///   - layouts: the channels of the plan's feeds; nil for those without sound.
  ///   - length: of the output, in samples; nil when that is not known.
  ///   - ducking: what became of sounds that duck.
  package init(
    _ plan: SoundPlan, layouts: [ChannelLayout?], length: Int?,
    ducking: [Mix.Bus: GainTrace] = [:]
  ) {
    let main = Self.main(plan, layouts, length, ducking[.main])
    let tracks = plan.feeds.indices.dropFirst(plan.mainCount).compactMap { number -> Lane? in
      guard case .track(let track) = plan.feeds[number].origin else { return nil }
      return Self.track(
        plan, plan.feeds[number], plan.soundtrack.tracks[track].bus,
        hasSound: layouts[number] != nil, length: length, ducking[.track(track)])
    }
    let gains = GainStack(Self.gains(plan.soundtrack.master, rate: plan.rate, length: length))
    let mix = Lane(
      title: "the mix", start: 0, end: length, isSilent: false, origin: 0, gains: gains)
    lanes = main + tracks + (gains.isEmpty ? [] : [mix])
  }

  /// The lanes of the clips, or of standard input.
  private static func main(
    _ plan: SoundPlan, _ layouts: [ChannelLayout?], _ length: Int?, _ ducking: GainTrace?
  ) -> [Lane] {
    let last = EnvelopePiece.everything.upperBound
    let bus = gains(plan.soundtrack.main, rate: plan.rate, length: length)
    var parts: [Int: MixPart] = [:]
    for part in ClipParts(plan).parts(layouts: layouts, bus: .stereo) { parts[part.feed] = part }
    return (0..<plan.mainCount).map { number in
      let feed = plan.feeds[number]
      var isMuted = plan.soundtrack.main.isMuted
      if case .clip(let clip) = feed.origin { isMuted = isMuted || plan.clips[clip].sound.isMuted }
      guard let part = parts[number], !isMuted else { return silent(feed) }
      var gains = part.gains
      // The gains of the bus count from the start of all.
      for source in bus { gains.add(source.moved(by: -part.start)) }
      return Lane(
        title: feed.title, start: part.range.lowerBound,
        end: part.range.upperBound >= last ? nil : part.range.upperBound, isSilent: false,
        origin: part.start, gains: gains, ducking: ducking)
    }
  }

  /// The lane of a track, which ends where the mix does.
  private static func track(
    _ plan: SoundPlan, _ feed: SoundPlan.Feed, _ bus: SoundBus, hasSound: Bool, length: Int?,
    _ ducking: GainTrace?
  ) -> Lane {
    let end = [feed.end, length].compactMap { $0 }.min()
    guard hasSound, !bus.isMuted, end.map({ $0 > feed.start }) ?? true else { return silent(feed) }
    let sources = gains(bus, rate: plan.rate, length: end.map { $0 &- feed.start })
    return Lane(
      title: feed.title, start: feed.start, end: end, isSilent: false, origin: feed.start,
      gains: GainStack(sources), ducking: ducking)
  }

  private static func silent(_ feed: SoundPlan.Feed) -> Lane {
    Lane(
      title: feed.title, start: feed.start, end: feed.end, isSilent: true, origin: feed.start,
      gains: GainStack([]))
  }

  private static func gains(_ bus: SoundBus, rate: Int, length: Int?) -> [EnvelopeSource] {
    let volume = bus.isMuted ? Animated(Gain(0)) : bus.volume
    return [EnvelopeSource(volume, clock: SampleClock(rate: rate))]
      + SoundFade.gains(bus.fadeIn, bus.fadeOut, length: length, rate: rate)
  }
}

extension EnvelopeSource {
  /// The envelope, `distance` samples later.
  func moved(by distance: Int) -> EnvelopeSource {
    EnvelopeSource(
      piece: { sample in
        let piece = piece(sample &- distance)
        let all = EnvelopePiece.everything
        func place(_ bound: Int) -> Int {
          bound == all.lowerBound || bound == all.upperBound ? bound : bound &+ distance
        }
        var shape = piece.shape
        if case .line(let base, let value, let slope) = shape {
          shape = .line(base: base &+ distance, value: value, slope: slope)
        }
        return EnvelopePiece(
          range: place(piece.range.lowerBound)..<place(piece.range.upperBound), shape: shape)
      },
      value: { value($0 &- distance) })
  }
}
