/// Where pictures or sounds come from.
package enum MediaSource: Sendable {
  /// The stream on standard input.
  case stdin
  /// A file, whose kind is found in the file: Y4M, PNG, APNG, GIF, JPEG, WebP, Lottie, SVG, or what
  /// ffmpeg reads.
  case file(Path)
  /// A file that is taken as a picture, still or animated.
  case image(Path)
  case color(Color)
  /// Pictures that are computed: `name` is that of a declaration of ``Vocabulary/generators``.
  case generator(name: String, Arguments)
  /// Another timeline; without a path, it stands in the one that plays it.
  indirect case timeline(Path?, SourceTimeline)
}

/// A timeline that is the source of a clip or of a layer, in a time of its own.
package struct SourceTimeline: Sendable {
  /// All that is in it, but its sources, which are among those of the timeline that plays it.
  package let document: Document
  /// The end of its clips, or without any that of its last layer; nil where that is not known, and
  /// where a layer has no end of its own.
  package let length: Time?
  /// Which of ``Document/films`` of the timeline around it this is; nil for the source of a clip.
  package internal(set) var number: Int?

  /// Its layers, bottom to top.
  package var layers: [Layer] { document.layers }

  /// - Parameter end: the end of its clips, where it has any and that is known.
  init(_ document: Document, end: Time?) {
    self.document = document
    guard document.clips.isEmpty else {
      length = end
      return
    }
    let ends = document.layers.compactMap(\.range.end)
    length = ends.count == document.layers.count ? ends.max() ?? .zero : nil
  }
}

extension MediaSource {
  /// The source's length where that is known without a look at a file.
  var ownLength: Time? {
    switch self {
    case .timeline(_, let timeline): timeline.length
    case .stdin, .file, .image, .color, .generator: nil
    }
  }

  /// The clips of a timeline; none of other sources.
  package var clips: [Clip] {
    if case .timeline(_, let timeline) = self { return timeline.document.clips }
    return []
  }
}

/// Which frames are shown at a time between two frames.
package enum FrameSampling: String, Choice {
  /// The one whose time is nearest; of two at the same distance the later.
  case nearest
  /// The one that a player would show.
  case previous
  /// Both, mixed by their distance.
  case blend
  /// As a blend, but drawn along the motion between both.
  case flow
  /// The mean of all that pass while the shutter is open.
  case average
}

/// A freeze: a picture that is held for a while.
package struct Freeze: Hashable, Sendable {
  /// Its start, in the clip's own time without the freeze.
  package let time: Time
  /// How long the picture is held.
  package let duration: Time
  /// Whether ``time`` is a share of the clip's length without the freeze: 1 is its end.
  let isShare: Bool

  /// Stops at `time`, which is a time and not a share, unless stated otherwise.
  package init(time: Time, duration: Time, isShare: Bool = false) {
    self.time = time
    self.duration = duration
    self.isShare = isShare
  }
}

/// How a source is played: which part of it, in which direction, how fast and how often.
///
/// These are applied in this order: the part from ``start`` to ``end``; its repetitions, every
/// other one backwards when ``isPingPong``; all of it backwards when ``isReversed``; at its speed;
/// and stopped for the length of the freeze. ``duration`` then cuts it off.
package struct MediaUse: Sendable {
  /// The file, standard input, or a picture that is made.
  package let source: MediaSource
  /// `in`: where the part begins, in the source's time.
  package let start: Time
  /// `out`: where it ends, not included; nil is the source's end.
  package let end: Time?
  /// How long it is played, in the timeline's time; nil is as long as there is something to play.
  package let duration: Time?
  /// Source seconds for each second, by the clip's own time without the freeze; 0.01 to 100.
  package let speed: Animated<Double>
  /// Whether the times in ``speed`` are shares of that time's length: 1 is its end.
  let isSpeedShared: Bool
  /// Whether all of it, repetitions included, is played backwards.
  package let isReversed: Bool
  /// How often the part is played; nil is for ever.
  package let loop: Int?
  /// Whether every other repetition runs backwards.
  package let isPingPong: Bool
  /// Nil without a freeze.
  package let freeze: Freeze?
  /// Which frame is seen between two of the source.
  package let sampling: FrameSampling
  /// How long the shutter is open, where that is said; for means of frames.
  package let motionBlur: MotionBlur?
  /// The bytes of `source` in the timeline.
  package let place: Range<Int>
  /// The bytes of the other values, by their keys, for those that are given.
  package let places: [String: Range<Int>]

  /// The whole of a source, once, forwards and at its own speed, unless stated otherwise.
  package init(
    source: MediaSource, start: Time = .zero, end: Time? = nil, duration: Time? = nil,
    speed: Animated<Double> = Animated(1), isSpeedShared: Bool = false,
    isReversed: Bool = false, loop: Int? = 1, isPingPong: Bool = false, freeze: Freeze? = nil,
    sampling: FrameSampling = .nearest, motionBlur: MotionBlur? = nil, place: Range<Int> = 0..<0,
    places: [String: Range<Int>] = [:]
  ) {
    self.source = source
    self.start = start
    self.end = end
    self.duration = duration
    self.speed = speed
    self.isSpeedShared = isSpeedShared
    self.isReversed = isReversed
    self.loop = loop
    self.isPingPong = isPingPong
    self.freeze = freeze
    self.sampling = sampling
    self.motionBlur = motionBlur
    self.place = place
    self.places = places
  }

  /// The use of another source, for the rest the same.
  package func playing(_ source: MediaSource, place: Range<Int>) -> MediaUse {
    MediaUse(
      source: source, start: start, end: end, duration: duration, speed: speed,
      isSpeedShared: isSpeedShared, isReversed: isReversed, loop: loop, isPingPong: isPingPong,
      freeze: freeze, sampling: sampling, motionBlur: motionBlur, place: place, places: places)
  }

  /// Where a message about the value of `key` points to: at the source where the key is not given.
  package func place(of key: String) -> Range<Int> { places[key] ?? place }
}
