/// The sound of a timeline: the object `audio`, with everything checked that can be checked without
/// its sources.
package struct Soundtrack: Sendable {
  /// Samples a second of the output; nil is the input's rate.
  package let rate: Int?
  /// The number of channels of the output; nil is the input's.
  package let channels: Int?
  /// Whether there is a main sound; without one the clips are silent, and standard input, where
  /// there are none, is not heard either.
  package var hasMain: Bool
  /// The sound of the clips, or of standard input where there are none.
  package let main: SoundBus
  /// How clips are crossfaded if their transitions do not say.
  package let crossfade: SoundTransition
  /// How long the fades are on both sides of a cut, where the sound is not continuous.
  package let cutFade: Time
  /// The enabled tracks of music, voices and noises; and after them what is heard of layers.
  package internal(set) var tracks: [SoundTrack]
  /// What happens to the sum of all.
  package let master: SoundBus

  /// The main sound alone, unchanged, unless stated otherwise.
  package init(
    rate: Int? = nil, channels: Int? = nil, hasMain: Bool = true, main: SoundBus = SoundBus(),
    crossfade: SoundTransition = .equalPower, cutFade: Time = Soundtrack.usualCutFade,
    tracks: [SoundTrack] = [], master: SoundBus = SoundBus()
  ) {
    self.rate = rate
    self.channels = channels
    self.hasMain = hasMain
    self.main = main
    self.crossfade = crossfade
    self.cutFade = cutFade
    self.tracks = tracks
    self.master = master
  }

  /// 3 milliseconds: too short to be heard as a fade, long enough for a click to be gone.
  static let usualCutFade = Time(3, 1000) ?? .zero
}

/// How the sounds of two clips are crossfaded.
package enum SoundTransition: String, Choice {
  /// A quarter of a sine and of a cosine: the level of unrelated sounds holds.
  case equalPower = "equal-power"
  /// Straight lines whose sum is 1: the level of related sounds holds.
  case equalGain = "equal-gain"
  /// Not at all: the next is heard from the middle on.
  case cut
}

/// A bus: a sound that goes into the mix, or the mix itself.
package struct SoundBus: Sendable {
  /// Its name in messages and for ducking.
  package var name: String?
  /// Times count from the start of the bus.
  package var volume = Animated(Gain.one)
  /// Whether it is silent whatever ``volume`` says.
  package var isMuted = false
  /// -1 is left and 1 is right; times count from the start of the bus.
  package var pan = Animated(0.0)
  /// Its fade from silence at the start of the bus.
  package var fadeIn = SoundFade()
  /// Its fade to silence at the end of the bus.
  package var fadeOut = SoundFade()
  /// When and how much it is lowered under another sound; nil for never.
  package var duck: Ducking?
  /// In the order in which they are applied; times count from the start of the bus.
  package var effects: [SoundEffectUse] = []
  /// The bytes of the object that says so.
  package var place = 0..<0

  /// A bus that changes nothing.
  package init() {}
}

/// A track: a sound in addition to the main one.
package struct SoundTrack: Sendable {
  /// Which part of which source, how fast and how often.
  package let media: MediaUse
  /// When it is heard on the timeline; without an end, as long as its source lasts.
  package let range: TimeRange
  /// Whether another speed leaves the pitch as it is.
  package let preservesPitch: Bool
  /// How much the end of each pass overlaps with the start of the next.
  package let loopCrossfade: Time
  /// What is done to it before it is mixed.
  package let bus: SoundBus
  /// What messages call it where it is heard of a layer; nil for a track of `audio`.
  package let title: String?
  /// The bytes of the track's object in the timeline.
  package let place: Range<Int>

  /// One pass in the bus that changes nothing, unless stated otherwise.
  package init(
    media: MediaUse, range: TimeRange, preservesPitch: Bool = true, loopCrossfade: Time = .zero,
    bus: SoundBus = SoundBus(), title: String? = nil, place: Range<Int> = 0..<0
  ) {
    self.media = media
    self.range = range
    self.preservesPitch = preservesPitch
    self.loopCrossfade = loopCrossfade
    self.bus = bus
    self.title = title
    self.place = place
  }
}

/// How a sound is lowered while another is heard.
package struct Ducking: Sendable {
  /// The sound under which it is lowered.
  package enum Key: Hashable, Sendable {
    case main
    /// By its number in ``Soundtrack/tracks``.
    case track(Int)
  }

  /// The name of the track or of the layer, or `main`.
  package var under: String
  /// The sound that ``under`` names.
  package var key: Key
  /// The gain while it is lowered.
  package var amount: Gain
  /// How long the lowering takes.
  package var attack: Time
  /// How long the return to full level takes.
  package var release: Time
  /// How long before the other sound the lowering starts.
  package var lookahead: Time
  /// How loud the other sound must be, as a peak relative to full scale.
  package var threshold: Gain
  /// The bytes of `under`.
  package var place: Range<Int>

  /// Lowers by 12 dB at once, unless stated otherwise.
  package init(
    under: String, key: Key = .main, amount: Gain = Gain(decibels: -12), attack: Time = .zero,
    release: Time = .zero, lookahead: Time = .zero, threshold: Gain = Gain(decibels: -40),
    place: Range<Int> = 0..<0
  ) {
    self.under = under
    self.key = key
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
  /// Its name in messages, in addition to its number; nil without `name`.
  package let name: String?
  /// Counted from the start of the bus.
  package let range: TimeRange
  /// How much of the result is the effect's, 0 to 1; times count from the start of ``range``.
  package let mix: Animated<Double>
  /// Its parameters; times in them count from the start of ``range``.
  package let arguments: Arguments
  /// The bytes of the effect's object in the timeline.
  package let place: Range<Int>

  /// All of the effect over `range`, unless `mix` says less.
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
