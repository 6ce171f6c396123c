import Bytes
import Markup
import Timeline

/// An item of a playlist, and what of it is seen and heard.
struct MLTItem {
  var item: CutItem
  var hasPicture = true
  var hasSound = true
}

extension MLTReader {
  /// The tracks of a tractor, from the bottom up.
  mutating func tractor(_ element: MarkupElement, depth: Int) -> CutTimeline {
    var cut = CutTimeline()
    guard depth < Self.deepest else {
      log.warn("tractors lie in one another too often to be carried over", at: element.place)
      return cut
    }
    var rows: [[CutTrack]] = []
    for track in element.all("track") + (element.first("multitrack")?.all("track") ?? []) {
      rows.append(self.track(track, depth: depth, &cut.subtitles))
    }
    for transition in element.all("transition") { apply(transition, to: &rows) }
    var (level, cues) = (0.0, [MarkupElement]())
    for filter in element.all("filter") {
      if isSubtitles(filter) {
        cut.subtitles += subtitles(filter, of: element)
      } else if writesCues(filter) {
        cues.append(filter)
      } else if keepsCues(filter, of: element) {
        continue
      } else if let fader = Self.fader(filter) {
        level += fader
      } else {
        note(filter)
      }
    }
    // Shotcut and Kdenlive lay black under everything.
    let first = rows.firstIndex { row in row.contains { $0.kind == .picture } }
    if let first, rows.count > 1, rows[first].allSatisfy(\.isBlack) { rows.remove(at: first) }
    let tracks = rows.flatMap { $0 }
    cut.tracks = tracks.filter { $0.kind == .picture } + tracks.filter { $0.kind == .sound }
    cut.turn(by: min(max(level, -100), 60))
    for filter in cues { writeCues(filter, of: element, into: &cut) }
    attach(markers(of: element), to: &cut)
    return cut
  }

  /// - Parameter subtitles: gets those that lie over the track.
  private mutating func track(
    _ element: MarkupElement, depth: Int, _ subtitles: inout [CutSubtitles]
  ) -> [CutTrack] {
    guard count(at: element.place), let service = service(element) else {
      log.warn("a track that plays nothing is not carried over", at: element.place)
      return []
    }
    let properties = service.properties
    var hidden = element.attributes["hide"] ?? ""
    if properties["kdenlive:audio_track"] == "1" || properties["shotcut:audio"] == "1" {
      hidden = hidden == "audio" || hidden == "both" ? "both" : "video"
    }
    let name = properties["kdenlive:track_name"] ?? properties["shotcut:name"] ?? ""
    if service.name == "tractor" {
      // A track of Kdenlive is a tractor of two playlists.
      let whole = tractor(service, depth: depth + 1)
      subtitles += whole.subtitles
      var inner = whole.tracks
      for index in inner.indices {
        if !name.isEmpty { inner[index].name = name }
        let isHidden = hidden == (inner[index].kind == .picture ? "video" : "audio")
        if hidden == "both" { inner[index].isEnabled = false }
        if isHidden { inner[index].items = [] }
      }
      return inner.filter { !$0.items.isEmpty }
    }
    let row =
      service.name == "playlist"
      ? playlist(service, depth: depth) : [entry(service, service, depth: depth)].compactMap { $0 }
    for filter in service.name == "playlist" ? service.all("filter") : [] { note(filter) }
    return tracks(row, name: name, hidden: hidden)
  }

  /// A row of items as a track of pictures and one of sounds.
  func tracks(_ row: [MLTItem], name: String, hidden: String) -> [CutTrack] {
    var tracks: [CutTrack] = []
    let kinds: [(CutTrack.Kind, String, KeyPath<MLTItem, Bool>)] = [
      (.picture, "video", \.hasPicture), (.sound, "audio", \.hasSound),
    ]
    for (kind, word, has) in kinds where hidden != word {
      var track = CutTrack(kind, name: name)
      track.isEnabled = hidden != "both"
      var isEmpty = true
      for item in row {
        var left = item.item
        if case .clip(var clip) = left {
          if item[keyPath: has] { isEmpty = false }
          if kind == .sound { (clip.markers, clip.look) = ([], CutLook()) }
          left = item[keyPath: has] ? .clip(clip) : .gap(clip.duration)
        } else if case .nest = left {
          // Its sounds come with it.
          if kind == .sound { left = .gap(left.duration) } else { isEmpty = false }
        }
        track.items.append(left)
      }
      if !isEmpty { tracks.append(track) }
    }
    return tracks
  }

  /// Fades a clip in or out where a transition lets a track come over another one.
  private mutating func apply(_ element: MarkupElement, to rows: inout [[CutTrack]]) {
    let properties = element.properties
    let service = properties["mlt_service"] ?? ""
    // These mix whole tracks.
    let isWhole =
      properties["always_active"] == "1" || properties["internal_added"] == "237"
      || properties["automatic"] == "1"
    guard !isWhole else { return }
    let first = frames(element.attributes["in"] ?? properties["in"])
    let last = frames(element.attributes["out"] ?? properties["out"])
    let upper = properties["b_track"].flatMap { Int($0) } ?? -1
    guard let first, let last, last >= first, rows.indices.contains(upper) else {
      // Without times it is there all the time.
      if !["mix", "composite", "qtblend", "frei0r.cairoblend", "movit.overlay", "affine"]
        .contains(service)
      {
        log.warn("the transition \(service.quotedText) is not carried over", at: element.place)
      }
      return
    }
    if let resource = properties["resource"], !resource.isEmpty, service == "luma" {
      log.warn("a transition of a shape is made a dissolve", at: element.place)
    }
    let (start, end) = (rate.seconds(first), rate.seconds(last + 1))
    var isFound = false
    for index in rows[upper].indices where Self.fades(service, rows[upper][index].kind) {
      isFound = rows[upper][index].fade(from: start, to: end, frame: rate.seconds(1)) || isFound
    }
    if !isFound {
      log.warn("the transition \(service.quotedText) is not carried over", at: element.place)
    }
  }

  /// The decibels of a fader of Kdenlive's mixer; nil for other filters.
  private static func fader(_ filter: MarkupElement) -> Double? {
    let properties = filter.properties
    guard properties["mlt_service"] == "volume", properties["internal_added"] == "237",
      properties["disable"] != "1", let level = properties["level"].flatMap({ Double($0) }),
      level.isFinite
    else { return nil }
    return min(max(level, -100), 60)
  }

  private static func fades(_ service: String, _ kind: CutTrack.Kind) -> Bool {
    service == "mix"
      ? kind == .sound
      : kind == .picture && ["luma", "movit.luma_mix", "dissolve", "movit.mix"].contains(service)
  }
}

extension CutTimeline {
  /// Turns all that is heard up or down.
  fileprivate mutating func turn(by decibels: Double) {
    guard decibels != 0 else { return }
    func turned(_ sound: CutSound) -> CutSound {
      var sound = sound
      let level = CutCurve(decibels)
      sound.volume = sound.volume?.merged(level, +) ?? level
      return sound
    }
    for track in tracks.indices {
      for index in tracks[track].items.indices {
        switch tracks[track].items[index] {
        case .clip(var clip) where tracks[track].kind == .sound:
          clip.sound = turned(clip.sound)
          tracks[track].items[index] = .clip(clip)
        case .nest(var nest):
          nest.sound = turned(nest.sound)
          tracks[track].items[index] = .nest(nest)
        case .clip, .gap, .transition: break
        }
      }
    }
  }
}

extension CutTrack {
  /// Whether it shows nothing but black.
  fileprivate var isBlack: Bool {
    kind == .picture
      && items.allSatisfy { item in
        guard case .clip(let clip) = item else {
          if case .gap = item { return true }
          return false
        }
        return ["#000000", "#000", "black", "#000000ff"].map(CutMedia.color).contains(clip.media)
      }
  }

  /// Lets the clip that begins or ends with a span fade over it; false where there is none.
  ///
  /// A mix of Kdenlive ends one frame behind the clip that it leads out of.
  fileprivate mutating func fade(
    from start: Rational, to end: Rational, frame: Rational
  ) -> Bool {
    var position = Rational.zero
    for index in items.indices {
      let (first, last) = (position, position + items[index].duration)
      position = last
      guard case .clip(var clip) = items[index],
        first == start || last == end || (last + frame == end && start < last)
      else { continue }
      let isIn = first == start
      let length = min((isIn ? end : last) - start, clip.duration)
      if kind == .sound {
        if isIn { clip.sound.fadeIn = length } else { clip.sound.fadeOut = length }
      } else {
        let keys = CutWriter.fade(
          isIn ? length : .zero, isIn ? .zero : length, over: clip.duration, to: 1)
        guard clip.look.add(keys, isFirst: isIn) else { return false }
      }
      items[index] = .clip(clip)
      return true
    }
    return false
  }
}

extension CutLook {
  /// Adds a fade before or behind the one at the clip's other end; false where the opacity moves
  /// otherwise.
  fileprivate mutating func add(_ keys: [CutCurve.Key], isFirst: Bool) -> Bool {
    let known = opacity?.keys ?? []
    let all = isFirst ? keys + known : known + keys
    let inner = isFirst ? known.first : known.last
    guard inner.map({ $0.values == [1] }) ?? true,
      zip(all, all.dropFirst()).allSatisfy({ $0.time <= $1.time })
    else { return false }
    opacity = CutCurve(keys: all)
    return true
  }
}
