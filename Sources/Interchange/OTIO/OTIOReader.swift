import Bytes
import Timeline

/// Reads timelines of OpenTimelineIO as cuts.
struct OTIOReader {
  /// How deep tracks and stacks may lie in one another.
  private static let deepest = 100

  var log = ImportLog()
  /// How many items have their lengths counted at a rate.
  private var rates: [FrameRate: Int] = [:]
  /// The rate at which most lengths are counted so far; of several the highest.
  private(set) var rate: FrameRate?

  /// The cut, and what of the timeline is not in it.
  static func read(_ source: SourceText) -> (cut: CutTimeline, log: ImportLog) {
    var reader = OTIOReader()
    let (json, log) = JSONSource.parse(source, as: .json5)
    reader.log = log
    guard let json else { return (CutTimeline(), log) }
    guard let root = OTIOObject(json) else {
      reader.log.error("this is no timeline of OpenTimelineIO: it has no OTIO_SCHEMA", at: 0..<1)
      return (CutTimeline(), reader.log)
    }
    var cut = reader.root(root)
    cut.rate = cut.rate ?? reader.rate
    return (cut, reader.log)
  }

  /// Whatever may be the outermost object.
  private mutating func root(_ object: OTIOObject) -> CutTimeline {
    switch object.schema {
    case "Timeline":
      var cut = CutTimeline()
      if let stack = OTIOObject(object.node["tracks"]) { cut = composition(stack, depth: 0) }
      cut.name = object.name
      let canvas = Self.ownCanvas(object)
      if !canvas.isEmpty { cut.canvas = canvas }
      if let start = OTIOTime(object.node["global_start_time"]), start.seconds != .zero {
        log.warn(
          "the timecode with which the timeline begins is not carried over", at: object.place)
        cut.rate = start.rate
      }
      note(object)
      return cut
    case "SerializableCollection":
      let timelines = object.objects("children")
      guard let first = timelines.first(where: { $0.schema == "Timeline" }) ?? timelines.first
      else { break }
      if timelines.count > 1 {
        log.warn("of a collection only the first timeline is carried over", at: object.place)
      }
      return root(first)
    case "Stack", "Track", "Sequence", "Clip": return composition(object, depth: 0)
    default: break
    }
    log.error("\(object.schema) is nothing that can be played", at: object.place)
    return CutTimeline()
  }

  /// The tracks of a stack, or one track around anything else, as long as the source wants it.
  private mutating func composition(_ object: OTIOObject, depth: Int) -> CutTimeline {
    var cut = CutTimeline()
    cut.name = object.name
    if object.schema == "Stack" {
      cut.canvas = Self.ownCanvas(object)
      for child in object.objects("children") { cut.tracks += tracks(child, depth: depth + 1) }
      effects(object)
      attach(markers(object), to: &cut)
    } else {
      cut.tracks = tracks(object, depth: depth)
    }
    note(object)
    if object.schema == "Stack", let range = OTIORange(object.node["source_range"]) {
      cut.tracks = cut.tracks.map { $0.part(from: range.start, duration: range.duration) }
    }
    return cut
  }

  /// Gives markers of a cut's time to the clips of its first pictures.
  private mutating func attach(_ markers: [CutMarker], to cut: inout CutTimeline) {
    if let index = cut.tracks.firstIndex(where: { $0.kind == .picture }) {
      for marker in markers { cut.tracks[index].attach(marker, &log) }
    } else {
      cut.markers = markers
    }
  }

  /// What a child of a stack is: a track, or an item that lies there alone.
  private mutating func tracks(_ object: OTIOObject, depth: Int) -> [CutTrack] {
    guard object.schema == "Track" || object.schema == "Sequence" else {
      guard let item = item(object, depth: depth) else { return [] }
      return [CutTrack(.picture, name: object.name, items: [item])]
    }
    let kindName = object.node["kind"]?.string ?? "Video"
    guard let kind = ["Video": CutTrack.Kind.picture, "Audio": .sound][kindName] else {
      log.warn("a track of kind \(kindName.quotedText) is not carried over", at: object.place)
      return []
    }
    var track = CutTrack(kind, name: object.name)
    track.isEnabled = object.isEnabled
    for child in object.objects("children") {
      if let item = item(child, depth: depth) { track.items.append(item) }
    }
    effects(object)
    for marker in markers(object) { track.attach(marker, &log) }
    note(object)
    if let range = OTIORange(object.node["source_range"]) {
      track = track.part(from: range.start, duration: range.duration)
    }
    return [track]
  }

  /// One child of a track.
  private mutating func item(_ object: OTIOObject, depth: Int) -> CutItem? {
    guard depth < Self.deepest else {
      log.warn("tracks lie in one another too often to be carried over", at: object.place)
      return nil
    }
    switch object.schema {
    case "Clip": return clip(object)
    case "Gap", "Filler":
      for marker in markers(object) {
        log.warn("a marker on a gap is not carried over", at: marker.place)
      }
      let range = OTIORange(object.node["source_range"])
      if let range { remember(range.rate) }
      return .gap(range?.duration ?? .zero)
    case "Transition": return transition(object).map { .transition($0) }
    case "Stack", "Track", "Sequence": return nest(object, depth: depth)
    default:
      log.warn("\(object.schema.quotedText) is not carried over", at: object.place)
      return nil
    }
  }

  /// A stack or a track in a track.
  private mutating func nest(_ object: OTIOObject, depth: Int) -> CutItem {
    var inner = object.schema == "Stack" ? stack(object, depth: depth) : track(object, depth: depth)
    inner.name = object.name
    let range = OTIORange(object.node["source_range"])
    let length = inner.tracks.map(\.duration).max() ?? .zero
    var whole = CutNest(inner, duration: range?.duration ?? length, place: object.place).clip
    (whole.name, whole.start) = (object.name, range?.start ?? .zero)
    whole.isEnabled = object.isEnabled
    whole.speed = speed(object) ?? .one
    for effect in object.objects("effects") { take(effect, into: &whole) }
    if let range { remember(range.rate) }
    return .nest(CutNest(inner, as: whole))
  }

  private mutating func stack(_ object: OTIOObject, depth: Int) -> CutTimeline {
    var cut = CutTimeline()
    cut.canvas = Self.ownCanvas(object)
    for child in object.objects("children") { cut.tracks += tracks(child, depth: depth + 1) }
    for marker in markers(object) {
      log.warn("a marker on a nested timeline is not carried over", at: marker.place)
    }
    note(object)
    return cut
  }

  /// A track that lies in another one; its range and its effects are read as those of the nest.
  private mutating func track(_ object: OTIOObject, depth: Int) -> CutTimeline {
    var cut = CutTimeline()
    let kind: CutTrack.Kind = object.node["kind"]?.string == "Audio" ? .sound : .picture
    var track = CutTrack(kind, name: object.name)
    for child in object.objects("children") {
      if let item = item(child, depth: depth + 1) { track.items.append(item) }
    }
    for marker in markers(object) { track.attach(marker, &log) }
    cut.tracks = [track]
    note(object)
    return cut
  }

  /// Counts a length at its rate: media have rates of their own, but most lengths that of the
  /// whole.
  mutating func remember(_ found: FrameRate) {
    let count = (rates[found] ?? 0) &+ 1
    rates[found] = count
    guard let best = rate, best != found else { return rate = found }
    let others = rates[best] ?? 0
    if count > others || count == others && found.isFaster(than: best) { rate = found }
  }

  /// Says that metadata is not carried over.
  mutating func note(_ object: OTIOObject) {
    let others = (object.node["metadata"]?.members ?? []).filter {
      $0.key != "Resolve_OTIO" && $0.key != "vfx"
    }
    if let first = others.first {
      log.warn("metadata is not carried over", at: first.value.range)
    }
  }

  mutating func markers(_ object: OTIOObject) -> [CutMarker] {
    object.objects("markers").compactMap { marker in
      guard let range = OTIORange(marker.node["marked_range"] ?? marker.node["range"]) else {
        log.warn("a marker without a time is not carried over", at: marker.place)
        return nil
      }
      let comment = marker.node["comment"]?.string ?? ""
      return CutMarker(
        name: marker.name.isEmpty ? comment : marker.name, time: range.start, place: marker.place)
    }
  }
}

extension CutTrack {
  /// Gives a marker of the track's time to the clip that is there.
  mutating func attach(_ marker: CutMarker, _ log: inout ImportLog) {
    var position = Rational.zero
    for (index, item) in items.enumerated() {
      let elapsed = marker.time - position
      position = position + item.duration
      guard elapsed >= .zero, position > marker.time, case .clip(var clip) = item else { continue }
      let time = clip.start + elapsed * (clip.speed > .zero ? clip.speed : .one)
      clip.markers.append(CutMarker(name: marker.name, time: time, place: marker.place))
      items[index] = .clip(clip)
      return
    }
    log.warn("a marker with no clip at its time is not carried over", at: marker.place)
  }
}

extension String {
  /// The text in quotes, cut off where it is long.
  var quotedText: String {
    let short = count > 60 ? prefix(60) + "…" : self[...]
    return "'\(short)'"
  }
}
