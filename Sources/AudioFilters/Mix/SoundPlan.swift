import Bytes
import Timeline

/// When each sound is heard, in samples of the output: first the main sound's clips in their order,
/// or standard input instead of them; then the tracks.
package struct SoundPlan: Sendable {
  /// Why a feed is there.
  package enum Origin: Hashable, Sendable {
    /// Standard input, whole, as there are no clips.
    case input
    /// A clip, by its number in ``Document/clips``.
    case clip(Int)
    /// A track, by its number in ``Soundtrack/tracks``.
    case track(Int)
  }

  /// A source that is played once, and where on the timeline.
  package struct Feed: Sendable {
    /// The part of the timeline that the source belongs to.
    package let origin: Origin
    /// Its name in messages: "clip 2", "the track 'voice'".
    package let title: String
    /// Which file, and how it is played.
    package let media: MediaUse
    /// The time in the source at each time, counted from ``begin``.
    package let retiming: Retiming
    /// When it begins, exactly.
    package let begin: Time
    /// The first sample that is heard, the one nearest to ``begin``.
    package let start: Int
    /// The first sample that is no longer heard; nil if that is the end of the source or of the
    /// mix.
    package let end: Int?
    /// Whether another speed leaves the pitch as it is.
    package let preservesPitch: Bool
    /// How much the end of each pass overlaps with the start of the next.
    package let loopCrossfade: Time
    /// The bytes of the source in the timeline.
    package var place: Range<Int> { media.place }

    /// The time in the clip or track of sample `sample` of the feed: for the first, at most half a
    /// sample before zero, because it is on the output's grid.
    ///
    /// So parts of one source that follow each other without a gap are read without one: what is
    /// played at its own speed and rate begins with the source's sample nearest to this moment and
    /// goes on sample by sample.
    package func time(of sample: Int, rate: Int) -> Time {
      let place = Int128(start) + Int128(sample)
      return Time(Rational(reducing: place, over: Int128(max(rate, 1)))) - begin
    }
  }

  /// Samples a second of the output, and of all feeds.
  package let rate: Int
  /// All sources, in the order of the plan.
  package let feeds: [Feed]
  /// What is to be done with them.
  package let soundtrack: Soundtrack
  /// The clips; empty if standard input is the main sound.
  package let clips: [Clip]
  /// The place of each clip on the timeline, in the order of ``clips``.
  package let entries: [EditList.Entry]
  /// How many of the feeds are the main sound's.
  let mainCount: Int
  /// How many samples the mix has: as many as the main sound, or without one, as many as the tracks
  /// that end; nil if that is only known at the end of a stream.
  package let length: Int?

  /// Lays out a timeline's sounds.
  ///
  /// - Parameters:
  ///   - list: the clips as laid out with their sources' lengths; without clips, standard input is
  ///     the main sound.
  ///   - trackLengths: the lengths of the tracks' sources, by their numbers; nil where unknown.
  ///   - inputStart: when standard input begins, where that is before the timeline does.
  ///   - inputLength: where standard input ends on the timeline, nil where unknown.
  package init(
    _ document: Document, list: EditList, trackLengths: [Time?], inputStart: Time = .zero,
    inputLength: Time? = nil, rate: Int
  ) {
    self.rate = rate
    (soundtrack, clips, entries) = (document.soundtrack, document.clips, list.entries)
    var feeds: [Feed] = []
    if document.clips.isEmpty {
      if soundtrack.hasMain {
        feeds.append(Self.input(start: inputStart, length: inputLength, rate: rate))
      }
    } else {
      for entry in list.entries where document.clips.indices.contains(entry.clip) {
        feeds.append(Self.clip(entry, document, rate: rate))
      }
    }
    mainCount = feeds.count
    for number in document.soundtrack.tracks.indices {
      let length = trackLengths.indices.contains(number) ? trackLengths[number] : nil
      feeds.append(Self.track(number, document.soundtrack, length: length, rate: rate))
    }
    self.feeds = feeds
    if mainCount == 0 {
      length = soundtrack.tracksLength(trackLengths).map { Self.sample(of: $0, rate: rate) }
    } else if document.clips.isEmpty {
      length = feeds[0].end
    } else {
      length = list.end.map { Self.sample(of: $0, rate: rate) }
    }
  }

  /// The number of the sample nearest to `time`, of two the later: floor(time * rate + 1/2), held
  /// within ±2^60.
  package static func sample(of time: Time, rate: Int) -> Int {
    let place = time.value * Rational(rate) + Rational(reducing: 1, over: 2)
    return Int(clamping: min(max(place.floor, -farthest), farthest))
  }

  private static let farthest = Int128(1) << 60

  /// The name of a clip in messages, by its number.
  package static func title(of clip: Clip, _ number: Int) -> String {
    clip.name.map { "the clip '\($0)'" } ?? "clip \(number + 1)"
  }

  /// The name of a track in messages, by its number.
  package static func title(of track: SoundTrack, _ number: Int) -> String {
    track.title ?? track.bus.name.map { "the track '\($0)'" } ?? "track \(number + 1)"
  }

  private static func input(start: Time, length: Time?, rate: Int) -> Feed {
    let media = MediaUse(source: .stdin)
    let begin = min(start, .zero)
    return Feed(
      origin: .input, title: "standard input", media: media,
      retiming: Retiming(media, length: length.map { $0 - begin }), begin: begin,
      start: sample(of: begin, rate: rate),
      end: length.map { sample(of: $0, rate: rate) }, preservesPitch: true, loopCrossfade: .zero)
  }

  private static func clip(_ entry: EditList.Entry, _ document: Document, rate: Int) -> Feed {
    let clip = document.clips[entry.clip]
    let start = sample(of: entry.range.start, rate: rate)
    return Feed(
      origin: .clip(entry.clip),
      title: title(of: clip, entry.clip),
      media: clip.media, retiming: entry.retiming, begin: entry.range.start, start: start,
      end: entry.range.end.map { max(sample(of: $0, rate: rate), start) },
      preservesPitch: clip.sound.preservesPitch, loopCrossfade: .zero)
  }

  private static func track(
    _ number: Int, _ soundtrack: Soundtrack, length: Time?, rate: Int
  ) -> Feed {
    let track = soundtrack.tracks[number]
    let start = sample(of: track.range.start, rate: rate)
    return Feed(
      origin: .track(number),
      title: title(of: track, number),
      media: track.media, retiming: Retiming(track.media, length: length),
      begin: track.range.start, start: start,
      end: track.end(length: length).map { max(sample(of: $0, rate: rate), start) },
      preservesPitch: track.preservesPitch, loopCrossfade: track.loopCrossfade)
  }
}
