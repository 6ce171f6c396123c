import Bytes
import Markup
import Timeline

extension FCPXMLReader {
  private static let known: Set<String> = [
    "asset-clip", "clip", "video", "audio", "title", "ref-clip", "sync-clip", "gap", "spine",
    "audition", "mc-clip", "caption",
  ]

  /// Adds an element and what is connected to it.
  mutating func add(_ element: MarkupElement, at position: Rational, lane: Int, depth: Int) {
    guard Self.known.contains(element.name) else { return noteOther(element) }
    guard count(at: element.place) else { return }
    guard depth < Self.deepest else {
      return log.warn("clips lie in one another too often to be carried over", at: element.place)
    }
    if element.name == "spine" {
      return story(element, at: position, from: .zero, lane: lane, depth: depth)
    }
    if element.name == "audition" {
      // Apple's DTD: "one active story element followed by alternative story elements".
      log.warn("of an audition only the clip that is picked is carried over", at: element.place)
      if let first = element.children.first(where: { Self.known.contains($0.name) }) {
        add(first, at: position, lane: lane, depth: depth + 1)
      }
      return
    }
    let start = element.time("start") ?? assetStart(element)
    let speed = conformed(element)
    for child in element.children {
      // Captions lie over all lanes, and need none.
      let own = child.attributes["lane"].flatMap { Int($0) } ?? (child.name == "caption" ? 0 : nil)
      guard let own, own.magnitude <= 10_000 else { continue }
      let passed = (child.time("offset") ?? start) - start
      let place = position + (passed.divided(by: speed) ?? passed)
      add(child, at: place, lane: lane + own, depth: depth + 1)
    }
    let duration =
      element.time("duration")
      ?? resource(element).flatMap { $0.time("duration") ?? $0.first("sequence")?.time("duration") }
      .map { $0.divided(by: speed) ?? $0 } ?? .zero
    guard duration > .zero, element.name != "gap" else {
      for marker in element.all("marker") {
        log.warn("a marker on a gap is not carried over", at: marker.place)
      }
      return
    }
    switch element.name {
    case "title": addTitle(element, duration, at: position, lane: lane)
    case "caption": addCaption(element, duration, at: position)
    case "ref-clip", "sync-clip", "mc-clip":
      addNest(element, duration, from: start, speed, at: position, lane: lane, depth: depth)
    default: addMedia(element, duration, from: start, speed, at: position, lane: lane)
    }
  }

  /// What stands in a spine or a clip beside clips.
  private mutating func noteOther(_ element: MarkupElement) {
    log.warn("\(element.name.quotedText) is not carried over", at: element.place)
  }

  private func assetStart(_ element: MarkupElement) -> Rational {
    ["asset-clip", "video", "audio"].contains(element.name)
      ? resource(element)?.time("start") ?? .zero : .zero
  }

  private mutating func addNest(
    _ element: MarkupElement, _ duration: Rational, from start: Rational, _ speed: Rational,
    at position: Rational, lane: Int, depth: Int
  ) {
    var inner: CutTimeline
    var origin = Rational.zero
    switch element.name {
    case "ref-clip":
      guard let sequence = resource(element)?.first("sequence") else {
        return log.warn("a compound clip without a sequence is not carried over", at: element.place)
      }
      origin = sequence.time("tcStart") ?? .zero
      inner = self.sequence(sequence, depth: depth + 1)
    case "mc-clip":
      guard let multicam = resource(element)?.first("multicam") else {
        return log.warn(
          "a clip of several cameras without cameras is not carried over", at: element.place)
      }
      origin = multicam.time("tcStart") ?? .zero
      inner = cameras(of: multicam, for: element, depth: depth + 1)
    default:
      let outer = (rate, lanes)
      lanes = FCPXMLLanes()
      rate = format(element).flatMap(Self.rate) ?? rate
      for child in element.children where Self.known.contains(child.name) {
        guard child.attributes["lane"] == nil, child.name != "caption" else { continue }
        add(child, at: child.time("offset") ?? .zero, lane: 0, depth: depth + 1)
      }
      inner = CutTimeline()
      inner.tracks = lanes.tracks
      (rate, lanes) = outer
    }
    var whole = CutNest(inner, duration: duration * speed, place: element.place).clip
    whole.name = element.attributes["name"] ?? ""
    whole.start = max((element.time("start") ?? origin) - origin, .zero)
    whole.isEnabled = element.attributes["enabled"] != "0"
    take(element, &whole, from: start, source: nil)
    let enabled = element.attributes["srcEnable"] ?? "all"
    if enabled == "video" { inner.tracks.removeAll { $0.kind == .sound } }
    let clips = retimed(element, whole.retimed(speed), from: start)
    guard enabled == "all", isSplit(element) else {
      let kind: CutTrack.Kind = enabled == "audio" ? .sound : .picture
      return add(clips, at: position, lane: lane, kind) { .nest(CutNest(inner, as: $0)) }
    }
    var (pictures, sounds) = (inner, inner)
    pictures.tracks.removeAll { $0.kind == .sound }
    sounds.tracks.removeAll { $0.kind == .picture }
    let sound = sound(of: whole, element, from: start, at: position, speed)
    let heard = retimed(element, sound.clip.retimed(speed), from: sound.first)
    add(clips, at: position, lane: lane, .picture) { .nest(CutNest(pictures, as: $0)) }
    add(heard, at: sound.position, lane: lane, .sound) { .nest(CutNest(sounds, as: $0)) }
  }

  /// Adds clips one after another.
  private mutating func add(
    _ clips: [CutClip], at position: Rational, lane: Int, _ kind: CutTrack.Kind,
    _ item: (CutClip) -> CutItem
  ) {
    var place = position
    for clip in clips {
      lanes.add(item(clip), at: place, lane: lane, kind)
      place = place + clip.duration
    }
  }

  /// Adds a clip of one file, its picture and its sound.
  private mutating func addMedia(
    _ element: MarkupElement, _ duration: Rational, from start: Rational, _ speed: Rational,
    at position: Rational, lane: Int
  ) {
    guard let found = media(element, from: start) else {
      return log.warn("a clip without media is not carried over", at: element.place)
    }
    guard let media = found.media else { return }
    var clip = CutClip(media, duration: duration * speed, place: element.place)
    clip.name = element.attributes["name"] ?? ""
    clip.isEnabled = element.attributes["enabled"] != "0"
    clip.start = max(found.start, .zero)
    if let end = found.asset?.time("duration"), end > .zero { clip.sourceEnd = end }
    clip.markers = markers(element, found.start - start)
    take(element, &clip, from: start, source: formatSize(found.asset))
    if found.hasSound { takeChannels(element, of: found.asset, &clip) }
    if found.hasPicture {
      let clips = retimed(element, clip.retimed(speed), from: start)
      add(clips, at: position, lane: lane, .picture) { .clip($0) }
    }
    guard found.hasSound else { return }
    var sound = sound(of: clip, element, from: start, at: position, speed)
    (sound.clip.markers, sound.clip.look) = ([], CutLook())
    let clips = retimed(element, sound.clip.retimed(speed), from: sound.first)
    add(clips, at: sound.position, lane: lane, .sound) { .clip($0) }
  }

  private func markers(_ element: MarkupElement, _ shift: Rational) -> [CutMarker] {
    (element.all("marker") + element.all("chapter-marker")).compactMap { marker in
      marker.time("start").map {
        CutMarker(
          name: marker.attributes["value"] ?? "", time: $0 + shift, place: marker.place)
      }
    }
  }

  /// The clip at the speeds of its map; several where they change.
  private mutating func retimed(
    _ element: MarkupElement, _ clip: CutClip, from start: Rational
  ) -> [CutClip] {
    guard let map = element.first("timeMap"), !clip.isStill else { return [clip] }
    let points = map.all("timept").compactMap { point -> (time: Rational, source: Rational)? in
      guard let time = point.time("time"), let value = point.time("value") else { return nil }
      return (time, value)
    }.sorted { $0.time < $1.time }
    guard points.count > 1 else { return [clip] }
    if map.all("timept").contains(where: { $0.attributes["interp"]?.hasPrefix("smooth") == true }),
      points.count > 2
    {
      log.warn("a speed that changes smoothly is carried over in steps", at: map.place)
    }
    return CutSpeedMap(points).clips(clip, from: start)
  }
}
