import Bytes
import Timeline

/// Reads timelines of auto-editor, of its versions 1 and 3, as cuts.
///
/// Version 1 has chunks of one source, `[from, to, speed]` in frames, but no frame rate; speeds
/// from 99999 are left out. Version 3 has tracks of clips; `offset` and `dur` count in frames of
/// the timeline, `offset` in those of the source.
struct AutoEditorReader {
  private var log = ImportLog()
  private let root: JSONNode
  private var rate: FrameRate?

  static func read(_ source: SourceText, rate: FrameRate?) -> (cut: CutTimeline, log: ImportLog) {
    let (json, log) = JSONSource.parse(source, as: .timeline)
    guard let json else { return (CutTimeline(), log) }
    var reader = AutoEditorReader(json, rate: rate, log: log)
    return (reader.cut(), reader.log)
  }

  private init(_ root: JSONNode, rate: FrameRate?, log: ImportLog) {
    (self.root, self.rate, self.log) = (root, rate, log)
  }

  private mutating func cut() -> CutTimeline {
    let version = root["version"]
    switch version?.string ?? version?.double.map({ JSONText.spelling($0) }) {
    case "1": return chunks()
    case "2": return parts()
    case "3": return tracks()
    default:
      log.error(
        "this is no timeline of auto-editor of version 1, 2 or 3", at: version?.range ?? 0..<1)
      return CutTimeline()
    }
  }

  // MARK: Version 1

  private mutating func chunks() -> CutTimeline {
    var cut = CutTimeline()
    guard let source = root["source"]?.string, !source.isEmpty,
      let chunks = root["chunks"]?.elements
    else {
      log.error("a timeline of version 1 needs a source and chunks", at: root.range.prefix)
      return cut
    }
    let rate = timebase() ?? rate
    if rate == nil {
      log.warn(
        "the timeline does not say how many frames a second it counts; 30 are taken, and --rate says "
          + "otherwise", at: root["chunks"]?.range.prefix ?? 0..<0)
    }
    guard let rate = rate ?? FrameRate(30, 1) else { return cut }
    cut.rate = rate
    var track = CutTrack(.picture)
    for chunk in chunks {
      guard let parts = chunk.elements, parts.count == 3, let from = parts[0].integer,
        let to = parts[1].integer, let speed = parts[2].rational, from >= 0, to >= from,
        speed >= .zero
      else {
        log.error("a chunk must be [from, to, speed]", at: chunk.range)
        continue
      }
      guard speed > .zero, speed < Rational(99_999), to > from else { continue }
      let frames = Rational(to - from).divided(by: speed) ?? .zero
      var clip = CutClip(.file([source]), duration: rate.seconds(frames), place: chunk.range)
      (clip.start, clip.speed, clip.hasSound) = (rate.seconds(from), speed, true)
      track.items.append(.clip(clip))
    }
    cut.tracks = [track]
    return cut
  }

  // MARK: Version 2

  /// Parts of one source, `[from, to, number of its effects]`.
  private mutating func parts() -> CutTimeline {
    var cut = CutTimeline()
    guard let source = root["source"]?.string, !source.isEmpty, let clips = root["clips"]?.elements,
      let rate = timebase("tb") ?? rate
    else {
      log.error("a timeline of version 2 needs a source, a tb and clips", at: root.range.prefix)
      return cut
    }
    cut.rate = rate
    let effects = (root["effects"]?.elements ?? []).map { AutoEditorActions($0) }
    var (pictures, sounds) = (CutTrack(.picture), CutTrack(.sound))
    for node in clips {
      guard let parts = node.elements, parts.count == 3, let from = parts[0].integer,
        let to = parts[1].integer, let number = parts[2].integer, from >= 0, to >= from,
        effects.indices.contains(number)
      else {
        log.error("a clip must be [from, to, number of its effects]", at: node.range)
        continue
      }
      let actions = effects[number]
      let frames = Rational(to - from).divided(by: actions.speed) ?? .zero
      guard !actions.isCut, frames > .zero else { continue }
      var clip = CutClip(.file([source]), duration: rate.seconds(frames), place: node.range)
      (clip.start, clip.speed) = (rate.seconds(from), actions.speed)
      var sound = clip
      actions.take(&clip, .picture, &log)
      actions.take(&sound, .sound, &log)
      pictures.items.append(.clip(clip))
      sounds.items.append(.clip(sound))
    }
    cut.tracks = [pictures, sounds]
    return cut
  }

  // MARK: Version 3

  private mutating func tracks() -> CutTimeline {
    var cut = CutTimeline()
    guard let rate = timebase() ?? rate else {
      log.error(
        "the timebase must be a fraction such as \"30/1\"",
        at: root["timebase"]?.range ?? root.range.prefix)
      return cut
    }
    cut.rate = rate
    if let size = root["resolution"]?.elements, size.count == 2, let width = size[0].integer,
      let height = size[1].integer
    {
      cut.size = CutSize(width, height)
    }
    if let color = root["background"]?.string, !["#000", "#000000", "black"].contains(color) {
      log.warn("the background is not carried over", at: root["background"]?.range ?? 0..<0)
    }
    if let changes = root["transitions"] {
      log.warn("transitions are not carried over", at: changes.range.prefix)
    }
    for node in root["v"]?.elements ?? [] { cut.tracks.append(track(node, .picture, rate)) }
    for node in root["a"]?.elements ?? [] { cut.tracks.append(track(node, .sound, rate)) }
    return cut
  }

  private func timebase(_ key: String = "timebase") -> FrameRate? {
    guard let text = root[key]?.string else { return nil }
    let parts = text.split(separator: "/").compactMap { Int($0) }
    guard (1...2).contains(parts.count) else { return nil }
    return FrameRate(parts[0], parts.count > 1 ? parts[1] : 1)
  }

  private mutating func track(
    _ node: JSONNode, _ kind: CutTrack.Kind, _ rate: FrameRate
  ) -> CutTrack {
    var (track, end) = (CutTrack(kind), 0)
    for element in node.elements ?? [] {
      guard let start = element["start"]?.integer, let length = element["dur"]?.integer, start >= 0,
        length > 0
      else {
        log.error("a clip needs a start and a length, in frames", at: element.range.prefix)
        continue
      }
      guard let clip = clip(element, length, kind, rate) else { continue }
      if start < end {
        log.warn(
          "a clip begins before the one before it ends, and is put behind it", at: clip.place)
      }
      if start > end { track.items.append(.gap(rate.seconds(start - end))) }
      track.items.append(.clip(clip))
      end = max(start, end) + length
    }
    return track
  }

  private mutating func clip(
    _ node: JSONNode, _ length: Int, _ kind: CutTrack.Kind, _ rate: FrameRate
  ) -> CutClip? {
    let place = node.range.prefix
    let name = node["name"]?.string ?? ""
    guard let key = node["src"]?.string else {
      // Version 3 also draws ellipses, rectangles and texts.
      log.warn("\(name.quotedText) without a source is not carried over", at: place)
      return nil
    }
    let path = root["sources"]?[key]?.string ?? key
    var clip = CutClip(.file([path]), duration: rate.seconds(length), place: place)
    let actions = AutoEditorActions(node["effects"])
    guard !actions.isCut else { return nil }
    let own = max(node["speed"]?.rational ?? .one, .zero)
    clip.speed = own * actions.speed
    // Where the speed is an effect, offsets count frames as they are played.
    clip.start = rate.seconds(max(node["offset"]?.rational ?? .zero, .zero)) * actions.speed
    actions.take(&clip, kind, &log)
    if kind == .sound, let volume = node["volume"]?.double, volume != 1 {
      clip.sound.volume = CutCurve(CutSound.decibels(volume))
    }
    if let stream = node["stream"]?.integer, stream != 0 {
      log.warn("a stream of its source other than the first is not carried over", at: place)
    }
    return clip
  }
}

extension Range<Int> {
  /// The first byte alone, to point to something long.
  var prefix: Range<Int> { lowerBound..<Swift.min(lowerBound + 1, upperBound) }
}
