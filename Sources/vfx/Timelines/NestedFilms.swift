import Shell
import Timeline

extension TimelineParts<Footage> {
  /// What is wrong with films in timelines that clips play at another pace than their own: the frames of
  /// such films are supplied in their own order alone.
  var filmsOutOfPace: [Fault] {
    document.feeds.indices.compactMap { number in
      let feed = document.feeds[number]
      guard let clip = feed.clip, document.clips.indices.contains(clip),
        footage.sources.indices.contains(number), footage.sources[number]?.isPlayed ?? false
      else { return nil }
      let media = document.clips[clip].media
      guard media.speed != Animated(1) || media.isReversed || media.loop != 1 || media.freeze != nil
      else { return nil }
      return Fault(
        "a film in a timeline that is a clip plays at its own pace, so that the clip cannot have "
          + "'speed', 'reverse', 'loop' or 'freeze'",
        at: feed.media.place)
    }
  }
}
