/// What plays a timeline within another one.
package enum TimelineHost: Hashable, Sendable {
  /// A clip, by its number in ``Document/clips``.
  case clip(Int)
  /// A layer, by its number in ``Document/films``.
  case film(Int)
}

/// A film that is a layer, as far as time and sound go: a timeline with clips, or what a video
/// layer plays.
package struct FilmLayer: Sendable {
  /// Its name in messages, in addition to its number; nil without `name`.
  package let name: String?
  /// What messages call it.
  let title: String
  /// The timeline, and how it is played.
  package let media: MediaUse
  /// When it is seen and heard: what is left of its layer's range in groups. Without an end, as
  /// long as the film; pictures are held after their end.
  package let range: TimeRange
  /// Its sound, which has no effect on pictures.
  package let sound: ClipSound
  /// The bytes of the layer's object in the timeline.
  package let place: Range<Int>

  /// What is heard of it: a track of its own.
  var track: SoundTrack {
    var bus = SoundBus()
    bus.name = name
    (bus.volume, bus.isMuted) = (sound.volume, sound.isMuted)
    (bus.fadeIn, bus.fadeOut, bus.place) = (sound.fadeIn, sound.fadeOut, place)
    return SoundTrack(
      media: media, range: range, preservesPitch: sound.preservesPitch, bus: bus, title: title,
      place: place)
  }
}

extension MediaSource {
  /// The timeline; nil for other sources.
  package var timeline: SourceTimeline? {
    if case .timeline(_, let timeline) = self { return timeline }
    return nil
  }
}

extension LayerDecoder {
  /// What is heard of the timelines that are layers, and of the video layers, of the timeline that
  /// is read.
  var sounds: [SoundTrack] { films.map(\.track) + heard }
}

extension Soundtrack {
  /// The soundtrack with what is heard of layers as its last tracks.
  func playing(_ layers: [SoundTrack]) -> Soundtrack {
    var sound = self
    sound.tracks += layers
    return sound
  }
}
