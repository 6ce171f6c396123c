import Timeline
import WAV

/// The gains that a timeline gives its sounds over time, for charts: volumes, fades and crossfades.
///
/// What depends on the sounds themselves, ducking and effects, is left out.
package struct SoundLevels {
  /// A sound, or the mix of all.
  package struct Lane {
    /// What messages call the sound, or "the mix".
    package let title: String
    /// When it may be heard, in samples of the output; nil at its end when that is not known.
    package let start: Int
    /// The sample behind its last one; nil when that is not known.
    package let end: Int?
    fileprivate let origin: Int
    fileprivate var gains: GainStack

    /// The factor of the amplitude at a sample of the output; 0 where it is not heard.
    package mutating func gain(at sample: Int) -> Double {
      guard sample >= start, sample < end ?? .max else { return 0 }
      return gains.value(at: sample &- origin)
    }
  }

  /// The clips in their order, or standard input; the tracks; and, where anything is done to it, the
  /// mix.
  package let lanes: [Lane]

  /// - Parameter length: of the output, in samples; nil when that is not known.
  package init(_ plan: SoundPlan, length: Int?) {
    let last = EnvelopePiece.everything.upperBound
    func end(_ sample: Int?) -> Int? { sample.flatMap { $0 >= last ? nil : $0 } }
    var lanes: [Lane] = []
    let layouts = [ChannelLayout?](repeating: .stereo, count: plan.feeds.count)
    let main = Self.gains(plan.soundtrack.main, rate: plan.rate, length: length)
    for part in ClipParts(plan).parts(layouts: layouts, bus: .stereo) {
      var gains = part.gains
      // The gains of the bus count from the start of all.
      for source in main { gains.add(source.moved(by: -part.start)) }
      lanes.append(
        Lane(
          title: plan.feeds[part.feed].title, start: part.range.lowerBound,
          end: end(part.range.upperBound), origin: part.start, gains: gains))
    }
    for feed in plan.feeds.dropFirst(plan.mainCount) {
      guard case .track(let number) = feed.origin else { continue }
      let bus = plan.soundtrack.tracks[number].bus
      let sources = Self.gains(bus, rate: plan.rate, length: feed.end.map { $0 &- feed.start })
      lanes.append(
        Lane(
          title: feed.title, start: feed.start, end: feed.end, origin: feed.start,
          gains: GainStack(sources)))
    }
    let mix = GainStack(Self.gains(plan.soundtrack.master, rate: plan.rate, length: length))
    if !mix.isEmpty {
      lanes.append(Lane(title: "the mix", start: 0, end: length, origin: 0, gains: mix))
    }
    self.lanes = lanes
  }

  private static func gains(_ bus: SoundBus, rate: Int, length: Int?) -> [EnvelopeSource] {
    let volume = bus.isMuted ? Animated(Gain(0)) : bus.volume
    return [EnvelopeSource(volume, clock: SampleClock(rate: rate))]
      + SoundFade.gains(bus.fadeIn, bus.fadeOut, length: length, rate: rate)
  }
}

extension EnvelopeSource {
  /// The same, `distance` samples later.
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
