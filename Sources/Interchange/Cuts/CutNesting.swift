import Bytes

/// A timeline that a clip or a layer plays.
struct CutPlayed: Sendable {
  /// What is played.
  var cut: CutTimeline
  /// Until when something of it is shown at least, as it is played so far.
  var end: Rational
}

extension CutTimeline {
  /// How many timelines may lie in one another as clips and layers; those within are laid out flat.
  static let deepestPlayed = 12

  /// The same with nested timelines only where clips and layers can play them, as clips of
  /// ``nests``; all others are laid out flat.
  ///
  /// - Parameter depth: how many timelines it lies in itself.
  func played(depth: Int = 0, _ log: inout ImportLog) -> CutTimeline {
    var cut = self
    if depth < Self.deepestPlayed {
      for index in tracks.indices where tracks[index].kind == .picture && tracks[index].isEnabled {
        cut.tracks[index].items = cut.playing(tracks[index].items)
      }
    }
    let nests = cut.nests
    cut = cut.flattened(&log)
    cut.nests = nests
    return cut
  }

  /// The items of a track of pictures with clips in the places of timelines.
  private mutating func playing(_ items: [CutItem]) -> [CutItem] {
    items.indices.map { index in
      guard case .nest(let nest) = items[index] else { return items[index] }
      func change(_ place: Int) -> CutTransition? {
        guard items.indices.contains(place), case .transition(let change) = items[place] else {
          return nil
        }
        return change
      }
      let (before, after) = (change(index - 1)?.before ?? .zero, change(index + 1)?.after ?? .zero)
      guard nest.isPlayable(before: before, after: after) else { return items[index] }
      nests.append(
        CutPlayed(cut: nest.cut, end: nest.last(before: before, after: after)))
      return .clip(nest.clip(number: nests.count - 1))
    }
  }

  /// Whether it has any track of sound, disabled or not, with something on it.
  var hasSounds: Bool {
    tracks.contains { track in
      track.items.contains { item in
        switch item {
        case .clip(let clip):
          if case .nest(let number) = clip.media { return nests[number].cut.hasSounds }
          return track.kind == .sound
        case .nest(let nest): return nest.isEnabled && track.isEnabled && nest.cut.hasSounds
        case .gap, .transition: return false
        }
      }
    }
  }

  /// Whether something in it is heard where tracks of sound say what is.
  var isHeard: Bool {
    tracks.contains { track in
      track.isEnabled
        && track.items.contains { item in
          switch item {
          case .clip(let clip): clip.isEnabled && (track.kind == .sound || clip.hasSound)
          case .nest(let nest): nest.isEnabled && nest.cut.isHeard
          case .gap, .transition: false
          }
        }
    }
  }

  /// The sounds that come with the timelines that clips and layers play, in their places.
  var soundsOfNests: [CutTrack] {
    guard !nests.isEmpty, tracks.contains(where: { $0.kind == .sound && !$0.items.isEmpty }) else {
      return []
    }
    var cut = CutTimeline()
    cut.tracks = tracks.filter { $0.kind == .picture && $0.isEnabled }.map { track in
      var places = CutTrack(.picture)
      places.items = track.items.map { item in
        guard case .clip(let clip) = item, clip.isEnabled, case .nest(let number) = clip.media
        else { return .gap(item.duration) }
        var nest = CutNest(nests[number].cut, as: clip)
        (nest.look, nest.sound) = (CutLook(), CutSound())
        return .nest(nest)
      }
      return places
    }
    var silent = ImportLog()
    return cut.flattened(&silent).tracks.filter { $0.kind == .sound }
  }

  /// How many clips are seen or heard in it; counting ends at two.
  fileprivate var clipCount: Int {
    // A timeline with subtitles is more than its clip.
    var count = subtitles.isEmpty ? 0 : 2
    for track in tracks where track.isEnabled {
      for item in track.items where count < 2 {
        switch item {
        case .clip(let clip): count += clip.isEnabled && clip.duration > .zero ? 1 : 0
        case .nest(let nest): count += nest.isEnabled ? nest.cut.clipCount : 0
        case .gap, .transition: break
        }
      }
    }
    return count
  }
}

extension CutNest {
  private var size: Rational { speed < .zero ? -speed : speed }
  /// The seconds of it that are played.
  private var span: Rational { duration * size }
  /// When it ends.
  private var end: Rational { cut.tracks.map(\.duration).max() ?? .zero }

  /// Whether a clip or a layer can play it, which is more than one of its own clips, or has a
  /// canvas of its own.
  ///
  /// - Parameters:
  ///   - before: how much earlier it begins for a transition.
  ///   - after: how much later it ends for one.
  fileprivate func isPlayable(before: Rational, after: Rational) -> Bool {
    guard isEnabled, duration > .zero, start >= .zero,
      cut.clipCount > (look.isPlain && sound.isPlain && cut.canvas.isEmpty ? 1 : 0),
      speed == .zero || size >= Rational(reducing: 1, over: 100),
      size <= Rational(100), cut.tracks.contains(where: { $0.kind == .picture && $0.isEnabled })
    else { return false }
    guard speed != .zero else { return true }
    let (early, late) = (start, end - start - span)
    let (head, tail) = speed < .zero ? (late, early) : (early, late)
    return before * size <= max(head, .zero) && after * size <= max(tail, .zero)
  }

  /// When what is played of it ends, in its own time.
  fileprivate func last(before: Rational, after: Rational) -> Rational {
    if speed == .zero { return max(end, start) }
    return start + span + (speed < .zero ? before : after) * size
  }

  /// The clip that plays it.
  fileprivate func clip(number: Int) -> CutClip {
    var clip = clip
    clip.media = .nest(number)
    clip.sourceEnd = max(end, start + span)
    clip.hasSound = cut.isHeard
    return clip
  }
}
