/// One entry of `clips`, with everything checked that can be checked without its source.
package struct Clip: Sendable {
  /// Its name in messages, in addition to its number; nil without `name`.
  package let name: String?
  /// Which source it plays, and how.
  package let media: MediaUse
  /// Where it is put on the timeline, when the timeline says so; else it follows the one before.
  package let start: Time?
  /// What its picture takes: the parameters of ``Vocabulary/clip``.
  package let arguments: Arguments
  /// Effect layers, whose times count from the clip's start.
  package let effects: [Layer]
  /// Which of ``effects`` are on.
  package let effectIndex: RangeIndex
  /// The transition to the next clip.
  package let transition: TransitionUse?
  /// Its sound, which has no effect on pictures.
  package let sound: ClipSound
  /// Number of the source in ``Document/feeds``.
  package let feed: Int
  /// Whether it is standard input as it comes, frame by frame, which the canvas places as a whole.
  package let isStream: Bool
  /// The bytes of the clip's object in the timeline.
  package let place: Range<Int>
  /// The bytes of `start`, where that is given.
  let startPlace: Range<Int>?

  /// A clip whose parts are checked already; without `start` it follows the one before.
  package init(
    name: String? = nil, media: MediaUse, start: Time? = nil,
    arguments: Arguments = Arguments(), effects: [Layer] = [], transition: TransitionUse? = nil,
    sound: ClipSound = ClipSound(), feed: Int, isStream: Bool = false, place: Range<Int> = 0..<0,
    startPlace: Range<Int>? = nil
  ) {
    self.name = name
    self.media = media
    self.start = start
    self.arguments = arguments
    self.effects = effects
    effectIndex = RangeIndex(effects.map(\.range))
    self.transition = transition
    self.sound = sound
    self.feed = feed
    self.isStream = isStream
    self.place = place
    self.startPlace = startPlace
  }
}

/// How a clip sounds.
package struct ClipSound: Sendable {
  /// A factor of the amplitude; times count from the clip's start.
  package let volume: Animated<Gain>
  /// Whether it is silent whatever ``volume`` says.
  package let isMuted: Bool
  /// Its fade from silence at the clip's start.
  package let fadeIn: SoundFade
  /// Its fade to silence at the clip's end.
  package let fadeOut: SoundFade
  /// Whether another speed leaves the pitch as it is.
  package let preservesPitch: Bool

  /// The source's sound unchanged, unless stated otherwise.
  package init(
    volume: Animated<Gain> = Animated(.one), isMuted: Bool = false, fadeIn: SoundFade = SoundFade(),
    fadeOut: SoundFade = SoundFade(), preservesPitch: Bool = true
  ) {
    self.volume = volume
    self.isMuted = isMuted
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.preservesPitch = preservesPitch
  }
}

/// A source that the timeline plays somewhere: a clip's, a video layer's, or a part of either, such
/// as a mask.
package struct Feed: Sendable {
  /// Its name in messages: "clip 2", "the video layer 'face'", "the mask of clip 2".
  package let title: String
  /// Which source is played, and how.
  package let media: MediaUse
  /// When a layer plays it on its timeline, or a part of a clip in the clip's time; nil for clips,
  /// which the ``EditList`` places.
  package let layerRange: TimeRange?
  /// The number of a clip among those of its timeline; nil for all else.
  package let clip: Int?
  /// The number of the clip whose part it is, in whose time ``layerRange`` counts; nil for all
  /// else.
  let clipAround: Int?
  /// What it is of a clip or of a layer, "mask"; nil for what these play themselves.
  package let part: String?
  /// What plays the timelines in which it stands, from the outside in; nothing for sources of the
  /// timeline itself.
  package let within: [TimelineHost]

  /// The source of a clip, or with a range that of a video layer or of a part of something.
  package init(
    title: String, media: MediaUse, layerRange: TimeRange? = nil, clip: Int? = nil,
    clipAround: Int? = nil, part: String? = nil, within: [TimelineHost] = []
  ) {
    self.title = title
    self.media = media
    self.layerRange = layerRange
    self.clip = clip
    self.clipAround = clipAround
    self.part = part
    self.within = within
  }
}
