/// What a timeline says of its sound: the object `audio`, with everything checked that can be
/// checked without its sources.
package struct Soundtrack: Sendable {
  /// Samples a second of the output; nil is the input's rate.
  package let rate: Int?
  /// The number of channels of the output; nil is the input's.
  package let channels: Int?
  /// The sound of the clips, or of standard input where there are none.
  package let main: SoundBus
  /// Music, voices and noises beside it.
  package let tracks: [SoundTrack]
  /// What happens to the sum of all.
  package let master: SoundBus

  package init(
    rate: Int? = nil, channels: Int? = nil, main: SoundBus = SoundBus(), tracks: [SoundTrack] = [],
    master: SoundBus = SoundBus()
  ) {
    self.rate = rate
    self.channels = channels
    self.main = main
    self.tracks = tracks
    self.master = master
  }
}

/// A sound on its way into the mix, or the mix itself.
package struct SoundBus: Sendable {
  /// What messages and ducking call it.
  package var name: String?
  /// A factor of the amplitude; times count from the start of the bus.
  package var volume = Animated(1.0)
  package var isMuted = false
  /// -1 is left and 1 is right; times count from the start of the bus.
  package var pan = Animated(0.0)
  package var fadeIn = SoundFade()
  package var fadeOut = SoundFade()
  package var duck: Ducking?
  /// In the order in which they work; times count from the start of the bus.
  package var effects: [SoundEffectUse] = []

  package init() {}
}

/// A fade from silence or to it.
package struct SoundFade: Hashable, Sendable {
  /// Zero for none.
  package var duration = Time.zero
  /// The name of a curve, as ffmpeg's `afade` has them.
  package var curve = FadeCurve.tri

  package init(_ duration: Time = .zero, _ curve: FadeCurve = .tri) {
    self.duration = duration
    self.curve = curve
  }
}

/// The curves of ffmpeg's `afade`.
package enum FadeCurve: String, Choice {
  case tri, qsin, esin, hsin, log, ipar, qua, cub, squ, cbr, par, exp, iqsin, ihsin, dese, desi
  case losi, sinc, isinc
}

/// One of the sounds beside the main one.
package struct SoundTrack: Sendable {
  /// Which part of which source, how fast and how often.
  package let media: MediaUse
  /// When it is heard on the timeline; without an end, as long as its source lasts.
  package let range: TimeRange
  /// Whether another speed leaves the pitch as it is.
  package let preservesPitch: Bool
  /// How much the end of each pass overlaps with the start of the next.
  package let loopCrossfade: Time
  package let bus: SoundBus
  /// The bytes of the track's object in the timeline.
  package let place: Range<Int>

  package init(
    media: MediaUse, range: TimeRange, preservesPitch: Bool = true, loopCrossfade: Time = .zero,
    bus: SoundBus = SoundBus(), place: Range<Int> = 0..<0
  ) {
    self.media = media
    self.range = range
    self.preservesPitch = preservesPitch
    self.loopCrossfade = loopCrossfade
    self.bus = bus
    self.place = place
  }
}

/// How a sound steps back while another is heard.
package struct Ducking: Sendable {
  /// The name of the track, or `main`.
  package var under: String
  /// The factor that is left of it.
  package var amount: Double
  package var attack: Time
  package var release: Time
  package var lookahead: Time
  /// How loud the other must be, as a factor of full scale.
  package var threshold: Double
  /// The bytes of `under`.
  package var place: Range<Int>

  package init(
    under: String, amount: Double, attack: Time, release: Time, lookahead: Time, threshold: Double,
    place: Range<Int>
  ) {
    self.under = under
    self.amount = amount
    self.attack = attack
    self.release = release
    self.lookahead = lookahead
    self.threshold = threshold
    self.place = place
  }
}

/// An effect on a sound, for a span of its time.
package struct SoundEffectUse: Sendable {
  /// The name of a declaration of ``Vocabulary/soundEffects``.
  package let effect: String
  package let name: String?
  /// Counted from the start of the bus.
  package let range: TimeRange
  /// How much of the result is the effect's, 0 to 1; times count from the start of ``range``.
  package let mix: Animated<Double>
  /// Its parameters; times in them count from the start of ``range``.
  package let arguments: Arguments
  package let place: Range<Int>

  package init(
    effect: String, name: String? = nil, range: TimeRange, mix: Animated<Double> = Animated(1),
    arguments: Arguments, place: Range<Int>
  ) {
    self.effect = effect
    self.name = name
    self.range = range
    self.mix = mix
    self.arguments = arguments
    self.place = place
  }
}
