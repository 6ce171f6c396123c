import Bytes

extension CutTimeline {
  /// How deep timelines may lie in one another.
  static let deepestNest = 64
  /// How many items a flattened cut may have: timelines in timelines may multiply.
  static let mostItems = 1_000_000

  /// The same without timelines in it.
  ///
  /// The lowest track of a nested timeline takes its place, and the others lie right above, where
  /// nothing of the outer track is. So each picture is composed of the same pictures in the same
  /// order.
  func flattened(_ log: inout ImportLog) -> CutTimeline {
    var budget = Self.mostItems
    return flattened(depth: 0, &budget, &log)
  }

  private func flattened(depth: Int, _ budget: inout Int, _ log: inout ImportLog) -> CutTimeline {
    var flat = self
    flat.tracks = []
    var sounds: [CutTrack] = []
    for track in tracks {
      var flattening = TrackFlattening(track)
      for item in track.items {
        budget -= 1
        guard case .nest(let nest) = item, track.isEnabled else {
          flattening.add(item)
          continue
        }
        guard depth < Self.deepestNest, budget > 0 else {
          log.warn("timelines are nested too often to be carried over", at: nest.place)
          flattening.add(.gap(nest.duration))
          continue
        }
        if !nest.look.isPlain || !nest.sound.isPlain {
          log.warn(
            "what is done to a nested timeline as a whole is not carried over here", at: nest.place)
        }
        if !nest.cut.canvas.isEmpty {
          log.warn("the canvas of a nested timeline is not carried over here", at: nest.place)
        }
        for subtitles in nest.cut.subtitles {
          log.warn(
            "the subtitles of a nested timeline are not carried over here", at: subtitles.place)
        }
        let inner = nest.cut.flattened(depth: depth + 1, &budget, &log)
        flattening.add(nest, inner.playedTracks(nest))
      }
      flat.tracks += flattening.tracks
      sounds += flattening.sounds
    }
    flat.tracks += sounds
    return flat
  }

  /// The tracks of a nested timeline as they are played in the outer one.
  private func playedTracks(_ nest: CutNest) -> [CutTrack] {
    tracks.map { track in
      guard nest.speed != .zero else {
        return track.frozen(at: nest.start, for: nest.duration)
      }
      let size = nest.speed < .zero ? -nest.speed : nest.speed
      return track.part(from: nest.start, duration: nest.duration * size).retimed(nest.speed)
    }
  }
}

/// Replaces the timelines in a track, item by item.
private struct TrackFlattening {
  private var main: CutTrack
  /// Tracks over it, each as long as it was last needed.
  private var upper: [CutTrack] = []
  private(set) var sounds: [CutTrack] = []
  private var position = Rational.zero

  init(_ track: CutTrack) {
    main = track
    main.items = []
  }

  var tracks: [CutTrack] { [main] + upper }

  mutating func add(_ item: CutItem) {
    main.items.append(item)
    position = position + item.duration
  }

  mutating func add(_ nest: CutNest, _ tracks: [CutTrack]) {
    let pictures = tracks.filter { $0.kind == main.kind && $0.isEnabled && nest.isEnabled }
    var rest = pictures[...]
    let first = rest.popFirst()?.items ?? [.gap(nest.duration)]
    for (index, track) in rest.enumerated() {
      if index == upper.count { upper.append(CutTrack(main.kind, name: track.name)) }
      put(track.items, into: &upper[index])
    }
    if main.kind == .picture, nest.isEnabled {
      let heard = tracks.filter { $0.kind == .sound && $0.isEnabled }
      for (index, track) in heard.enumerated() {
        if index == sounds.count { sounds.append(CutTrack(.sound, name: track.name)) }
        put(track.items, into: &sounds[index])
      }
    }
    for item in first { add(item) }
  }

  /// Appends items that begin where the track stands.
  private func put(_ items: [CutItem], into track: inout CutTrack) {
    let gap = position - track.duration
    if gap > .zero { track.items.append(.gap(gap)) }
    track.items += items
  }
}
