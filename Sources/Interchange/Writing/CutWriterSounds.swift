import Bytes
import Timeline

/// The clips of all tracks of sound, each sound once.
struct SoundPlaces {
  /// What makes two sounds the same.
  struct Identity: Hashable {
    let media: CutMedia
    let start: Rational
    let duration: Rational
    let speed: Rational
    let place: Rational
    /// How long it goes over from what is before it, and into what is behind it, be that another
    /// clip or nothing: where one clip of pictures has no sound, that of the other fades.
    let entry: Rational
    let exit: Rational
  }

  /// Whether there is any sound, so that clips of pictures bring none with them.
  private(set) var exists = false
  /// In the order of tracks and times.
  private(set) var placed: [PlacedClip] = []
  /// The sounds that are played without any change, and can be those of a clip.
  private var plain: Set<Identity> = []

  /// - Parameters:
  ///   - nested: the sounds that come with nested timelines.
  ///   - isInSound: whether a timeline around it has any sound.
  init(
    _ tracks: [CutTrack], inNests nested: [CutTrack], isInSound: Bool, _ log: inout ImportLog
  ) {
    exists = isInSound
    var silent = ImportLog()
    var seen = Set(nested.flatMap { CutLayout.place($0, &silent) }.map(Self.identity))
    for track in tracks {
      for clip in CutLayout.place(track, &log) {
        exists = true
        var clip = clip
        if !track.isEnabled { clip.clip.sound.isMuted = true }
        if !clip.clip.isEnabled { clip.clip.sound.isMuted = true }
        let identity = Self.identity(clip)
        if clip.clip.sound.isMuted {
          placed.append(clip)
        } else if seen.insert(identity).inserted {
          if clip.isPlain { plain.insert(identity) }
          placed.append(clip)
        } else {
          log.warn(
            "a sound that is on another track at the same time is played once", at: clip.clip.place)
        }
      }
    }
  }

  static func identity(_ placed: PlacedClip) -> Identity {
    Identity(
      media: placed.clip.media, start: placed.clip.start, duration: placed.clip.duration,
      speed: placed.clip.speed, place: placed.start, entry: max(placed.entered, placed.fadeIn),
      exit: max(placed.change?.duration ?? .zero, placed.fadeOut))
  }

  /// Whether the sound of a picture's clip is one of these, or belongs to the clip itself.
  func isHeardWithClip(_ clip: PlacedClip) -> Bool {
    clip.clip.hasSound || clip.hasNoFade && plain.contains(Self.identity(clip))
  }

  /// The sounds that no clip of the main track brings with it.
  func others(than main: Set<Identity>) -> [PlacedClip] {
    placed.filter { !($0.isPlain && main.contains(Self.identity($0))) }
  }
}

extension PlacedClip {
  /// Whether it does not come out of nothing or go into it. Where pictures go over into one
  /// another, their sounds do too.
  var hasNoFade: Bool { fadeIn == .zero && fadeOut == .zero }

  /// Whether its sound is unchanged but for where it goes over from or into another one, or
  /// nothing.
  var isPlain: Bool {
    let sound = clip.sound
    return !sound.isMuted && sound.volume == nil && sound.pan == nil
      && sound.fadeIn == .zero && sound.fadeOut == .zero
  }
}

extension CutWriter {
  /// Writes the sounds that are not those of the main track's clips.
  mutating func writeSounds(_ heard: SoundPlaces) {
    guard heard.exists else { return }
    for placed in heard.others(than: mainSounds) {
      let clip = placed.clip
      // Colours and bars are silent.
      guard case .file(let names) = clip.media else { continue }
      if finder.usesStandIns, finder.file(names) == nil {
        // No picture stands in for a sound.
        _ = source(clip)
        continue
      }
      var members = name(clip)
      members.append(("source", source(clip)))
      if placed.start != .zero { members.append(("start", spelling.time(placed.start))) }
      members += part(clip, isLayer: true)
      members.append(("duration", spelling.time(clip.duration)))
      if clip.speed == .zero {
        log.warn("a sound that stands still is silent", at: clip.place)
        continue
      }
      let fadeIn = max(clip.sound.fadeIn, placed.fadeIn, placed.entered)
      let fadeOut = max(clip.sound.fadeOut, placed.fadeOut, placed.change?.duration ?? .zero)
      let curves = clip.sound.curves
      members += fade("fadeIn", fadeIn, placed.isEntered ? "qsin" : curves.in)
      members += fade("fadeOut", fadeOut, placed.change != nil ? "qsin" : curves.out)
      if let volume = clip.sound.volume {
        members.append(("volume", curve(volume) { Self.decibels($0.first ?? 0) }))
      }
      if let pan = clip.sound.pan {
        members.append(("pan", curve(pan) { TimeSpelling.number(min(max($0.first ?? 0, -1), 1)) }))
      }
      if clip.sound.isMuted { members.append(("mute", .bool(true))) }
      draft.tracks.append(members)
      end = max(end, placed.end)
    }
    guard !isMainHeard else { return }
    draft.audio.append(("main", .bool(false)))
    for index in draft.clips.indices { draft.clips[index].removeAll { $0.key == "mute" } }
  }

  /// A fade; `qsin` keeps the level of two sounds that go over into one another.
  func fade(_ key: String, _ duration: Rational, _ curve: String?) -> TimelineDraft.Members {
    guard duration > .zero else { return [] }
    let time = spelling.time(duration)
    return [(key, curve.map { .object([("duration", time), ("curve", .string($0))]) } ?? time)]
  }

  static func decibels(_ value: Double) -> JSONText {
    guard value > -100 else { return .integer(0) }
    guard case .number(let text) = TimeSpelling.number(min(value, 59.999)) else {
      return .integer(1)
    }
    return .string(text + "dB")
  }
}
