extension Soundtrack {
  /// How long the tracks are heard if there is no main sound: up to the end of the last one that
  /// ends. One that is played for ever ends with the others. Nil if that is not known, or if none
  /// ends.
  ///
  /// - Parameter lengths: of the tracks' sources, by their numbers; nil where unknown.
  package func tracksLength(_ lengths: [Time?]) -> Time? {
    guard !tracks.isEmpty else { return .zero }
    var last: Time?
    for (number, track) in tracks.enumerated() {
      guard !track.isEndless else { continue }
      let length = lengths.indices.contains(number) ? lengths[number] : nil
      guard let end = track.end(length: length) else { return nil }
      last = max(last ?? .zero, end)
    }
    return last
  }
}

extension SoundTrack {
  /// Whether it is played for ever, unless something else ends it.
  package var isEndless: Bool { media.loop == nil && range.end == nil }

  /// When it ends on the timeline; nil where that is not known, and for ever.
  ///
  /// - Parameter length: of its source, where that is known.
  package func end(length: Time?) -> Time? {
    let available = Retiming(media, length: length).available(crossfade: loopCrossfade)
    return [range.end, available.map { range.start + $0 }].compactMap { $0 }.min()
  }
}
