import Bytes

/// A timeline as editing programs exchange it: tracks of clips, gaps and transitions.
///
/// All times are exact seconds. What is said of a clip holds without the handles that transitions
/// need; ``CutLayout`` adds these.
struct CutTimeline: Sendable {
  /// What it is called; empty where it has no name.
  var name = ""
  /// The frames a second that its times are counted in; nil where it has none.
  var rate: FrameRate?
  /// The size of its pictures, where the source says it.
  var size: CutSize?
  /// The canvas as a timeline of ours writes it, without its rate.
  var canvas: TimelineDraft.Members = []
  /// Pictures from the bottom up, and sounds, each in the order of the source.
  var tracks: [CutTrack] = []
  /// Files of subtitles over all pictures.
  var subtitles: [CutSubtitles] = []
  /// Markers of the whole, in its own time.
  var markers: [CutMarker] = []
  /// The timelines that its clips play, by their numbers.
  var nests: [CutPlayed] = []

  /// Nothing yet.
  init() {}
}

/// Width and height in pixels, both from 1 to 16,384.
struct CutSize: Hashable, Sendable {
  /// Pixels across.
  let width: Int
  /// Pixels down.
  let height: Int

  /// Nil for sizes that no picture has.
  init?(_ width: Int, _ height: Int) {
    let allowed = 1...16_384
    guard allowed.contains(width), allowed.contains(height) else { return nil }
    (self.width, self.height) = (width, height)
  }
}

/// A file of subtitles whose times are the timeline's.
struct CutSubtitles: Sendable {
  /// The names by which it may be found, the likeliest first; never none.
  let names: [String]
  /// The bytes of the source that say so.
  let place: Range<Int>
}

/// A text at a moment.
struct CutMarker: Sendable {
  /// What it says.
  let name: String
  /// When: of a clip in its source's time, of a cut in its own.
  let time: Rational
  /// The bytes of the source that say so.
  let place: Range<Int>
}

/// Items one after another.
struct CutTrack: Sendable {
  /// What a track holds.
  enum Kind: Sendable {
    case picture
    case sound
  }

  /// Pictures or sounds.
  let kind: Kind
  /// What it is called; empty where it has no name.
  var name = ""
  /// The items in order. A transition stands between the two that it joins and takes no time.
  var items: [CutItem] = []
  /// Whether it is seen or heard.
  var isEnabled = true

  /// A track without items.
  init(_ kind: Kind, name: String = "", items: [CutItem] = []) {
    (self.kind, self.name, self.items) = (kind, name, items)
  }

  /// How long its items last together.
  var duration: Rational { items.reduce(.zero) { $0 + $1.duration } }
}

/// A part of a track.
enum CutItem: Sendable {
  case clip(CutClip)
  /// Nothing for so many seconds.
  case gap(Rational)
  case transition(CutTransition)
  case nest(CutNest)

  /// The seconds that it takes on the track; a transition takes none.
  var duration: Rational {
    switch self {
    case .clip(let clip): clip.duration
    case .gap(let duration): duration
    case .transition: .zero
    case .nest(let nest): nest.duration
    }
  }
}

/// What a clip plays.
enum CutMedia: Hashable, Sendable {
  /// A file, under the names by which it may be found, the likeliest first; never none.
  case file([String])
  /// A colour, as a timeline writes it.
  case color(String)
  /// Colour bars.
  case bars
  /// Letters over what is below.
  case text(CutText)
  /// A timeline, by its number in ``CutTimeline/nests``.
  case nest(Int)
}

/// A part of a source on a track.
struct CutClip: Sendable {
  /// What it is called; empty where it has no name.
  var name = ""
  /// What it plays.
  var media: CutMedia
  /// The earliest second of the source that is played, counted from the source's first.
  var start = Rational.zero
  /// The seconds that it takes on the track.
  var duration: Rational
  /// Seconds of the source for each on the track: below 0 the part is played backwards, at 0 the
  /// picture at ``start`` is held.
  var speed = Rational.one
  /// Where the source ends, where that is known.
  var sourceEnd: Rational?
  /// Whether it is seen or heard.
  var isEnabled = true
  /// Whether a clip of pictures has its sound with it.
  var hasSound = false
  /// Its markers.
  var markers: [CutMarker] = []
  /// How its picture is changed.
  var look = CutLook()
  /// How its sound is changed.
  var sound = CutSound()
  /// The bytes of the source that say so.
  var place: Range<Int>

  /// A clip that plays a source from its first second.
  init(_ media: CutMedia, duration: Rational, place: Range<Int>) {
    (self.media, self.duration, self.place) = (media, duration, place)
  }

  /// The seconds of the source that are played.
  var span: Rational { duration * (speed < .zero ? -speed : speed) }

  /// Whether it is no file: a colour or bars.
  var isComputed: Bool { if case .file = media { false } else { true } }

  /// Whether it shows letters, as only layers can.
  var isText: Bool { if case .text = media { true } else { false } }

  /// Whether it plays a timeline.
  var isNest: Bool { if case .nest = media { true } else { false } }

  /// Whether its source has no times of its own: a colour, bars, a still picture.
  var isStill: Bool {
    switch media {
    case .color, .bars, .text: true
    case .nest: false
    case .file(let names): names.first.map(MediaName.isStill) ?? false
    }
  }
}

/// A timeline in a timeline.
struct CutNest: Sendable {
  /// What is nested.
  var cut: CutTimeline
  /// What it is called; empty where it has no name.
  var name = ""
  /// The earliest second of it that is played.
  var start = Rational.zero
  /// The seconds that it takes on the track.
  var duration: Rational
  /// As of a clip.
  var speed = Rational.one
  /// Whether it is seen or heard.
  var isEnabled = true
  /// How its picture is changed as a whole.
  var look = CutLook()
  /// How its sound is changed as a whole.
  var sound = CutSound()
  /// The bytes of the source that say so.
  var place: Range<Int>

  /// All of a timeline, unchanged.
  init(_ cut: CutTimeline, duration: Rational, place: Range<Int>) {
    (self.cut, self.duration, self.place) = (cut, duration, place)
  }

  /// A timeline that is played as a clip of it would be.
  init(_ cut: CutTimeline, as clip: CutClip) {
    self.init(cut, duration: clip.duration, place: clip.place)
    (name, start, speed, isEnabled) = (clip.name, clip.start, clip.speed, clip.isEnabled)
    (look, sound) = (clip.look, clip.sound)
  }

  /// The clip as which it is played; what it plays is said elsewhere.
  var clip: CutClip {
    var clip = CutClip(.nest(0), duration: duration, place: place)
    (clip.name, clip.start, clip.speed, clip.isEnabled) = (name, start, speed, isEnabled)
    (clip.look, clip.sound) = (look, sound)
    return clip
  }
}

/// The change from one item of a track to the next.
struct CutTransition: Sendable {
  /// Which change it is.
  var kind: CutChange
  /// What a timeline of ours writes in it besides.
  var settings: TimelineDraft.Members = []
  /// How many seconds before the cut it begins.
  var before: Rational
  /// How many seconds behind the cut it ends.
  var after: Rational
  /// The bytes of the source that say so.
  var place: Range<Int>
}

/// Which transition is seen.
enum CutChange: Hashable, Sendable {
  case dissolve
  /// One that a timeline calls so, with its direction if it has one.
  case named(String, direction: String? = nil)
}
