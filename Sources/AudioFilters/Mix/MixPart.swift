import Timeline
import WAV

/// A feed on its way into a bus.
struct MixPart {
  let feed: Int
  /// Where the feed's first sample is in the mix.
  let start: Int
  /// What of it is heard, in samples of the mix.
  var range: Range<Int>
  /// Whether the range ends only when the source does.
  let isOpen: Bool
  let layout: ChannelLayout
  /// Brings it into the layout of its bus; nil when it has that.
  let matrix: ChannelMatrix?
  /// Whether it is played at another speed with its pitch, so that each sample follows from those
  /// before.
  let isStretched: Bool
  /// Counted from ``start``.
  var gains: GainStack
  /// Whether the feed's samples fit in the output as they are.
  var fitsOutput = true

  init(
    feed: Int, _ plan: SoundPlan, range: Range<Int>, layout: ChannelLayout, bus: ChannelLayout,
    isDoubled: Bool = false, gains: [EnvelopeSource]
  ) {
    let placed = plan.feeds[feed]
    self.feed = feed
    start = placed.start
    self.range = range
    isOpen = placed.end == nil && range.upperBound == EnvelopePiece.everything.upperBound
    isStretched = placed.preservesPitch && placed.retiming.constantSpeed != .one
    self.layout = layout
    let matrix = isDoubled ? .doubled : ChannelMatrix(from: layout, to: bus)
    self.matrix = matrix.isIdentity ? nil : matrix
    self.gains = GainStack(gains)
  }
}

/// How a feed begins or ends to be heard.
enum MixEdge {
  /// With the sound itself: at its first or last sample, or without a gap beside the next part.
  case open
  /// In the midst of a sound, which takes a short fade.
  case cut
  /// By a crossfade over some samples of the mix.
  case crossfade(SoundTransition, Easing, Range<Int>)
}

/// A feed with how it begins and ends.
struct MixEdges {
  var range: Range<Int>
  var start = MixEdge.open
  var end = MixEdge.open

  /// The gains that follow, in samples from `origin` on.
  ///
  /// - Parameters:
  ///   - cutFade: the length of the fades at cuts, of which two never overlap.
  ///   - fadesIn: whether the sound fades in anyway.
  func gains(
    origin: Int, cutFade: Int, fadesIn: Bool, fadesOut: Bool
  ) -> [EnvelopeSource] {
    var gains: [EnvelopeSource] = []
    let heard = (range.lowerBound &- origin)..<(range.upperBound &- origin)
    let length = min(cutFade, heard.count / 2)
    switch start {
    case .crossfade(let kind, let ease, let range):
      gains.append(
        EnvelopeSource(crossfade: kind, ease: ease, over: range.moved(by: -origin), isOut: false))
    case .cut where !fadesIn && length > 0:
      gains.append(
        EnvelopeSource(
          fade: .hsin, over: heard.lowerBound..<heard.lowerBound &+ length, isOut: false))
    case .cut, .open: break
    }
    switch end {
    case .crossfade(let kind, let ease, let range):
      gains.append(
        EnvelopeSource(crossfade: kind, ease: ease, over: range.moved(by: -origin), isOut: true))
    case .cut where !fadesOut && length > 0:
      gains.append(
        EnvelopeSource(
          fade: .hsin, over: heard.upperBound &- length..<heard.upperBound, isOut: true))
    case .cut, .open: break
    }
    return gains
  }
}

extension Range<Int> {
  func moved(by distance: Int) -> Range<Int> { lowerBound &+ distance..<upperBound &+ distance }
}

extension SoundPlan.Feed {
  /// Whether it begins with the first sample of its source, or with the last one backwards.
  var beginsNaturally: Bool {
    let instant = retiming.instant(at: .zero)
    if instant.isBackward { return media.end == nil }
    return instant.time <= .zero
  }

  /// Whether all of it has been played when it ends at `end`, in its own time, up to the first or
  /// last sample of its source.
  func endsNaturally(at end: Time?) -> Bool {
    guard let end, let available = retiming.available, end >= available else { return end == nil }
    let instant = retiming.instant(at: end)
    return instant.isBackward ? instant.time <= .zero : media.end == nil
  }

  /// The gain around a pause, during which its source is silent.
  func pauseGain(rate: Int, cutFade: Int) -> EnvelopeSource? {
    guard let pause = retiming.pause, let end = pause.end, cutFade > 0 else { return nil }
    let clock = SampleClock(rate: rate, offset: time(of: 0, rate: rate))
    let (first, last) = (clock.sample(notBefore: pause.start), clock.sample(notBefore: end))
    let all = EnvelopePiece.everything
    guard first > all.lowerBound &+ cutFade, last < all.upperBound &- cutFade, last > first else {
      return nil
    }
    let out = EnvelopeSource(fade: .hsin, over: first &- cutFade..<first, isOut: true)
    let back = EnvelopeSource(fade: .hsin, over: last..<last &+ cutFade, isOut: false)
    return EnvelopeSource(
      piece: { sample in
        let side = sample < first ? out : back
        let piece = side.piece(sample)
        return sample < first
          ? EnvelopePiece(
            range: piece.range.lowerBound..<min(piece.range.upperBound, first), shape: piece.shape)
          : EnvelopePiece(
            range: max(piece.range.lowerBound, first)..<piece.range.upperBound, shape: piece.shape)
      },
      value: { sample in sample < first ? out.value(sample) : back.value(sample) })
  }
}
