import Bytes
import Markup
import Timeline

extension FCP7Reader {
  /// The items of a track, with the gaps between them.
  mutating func track(_ element: MarkupElement, _ kind: CutTrack.Kind, depth: Int) -> CutTrack {
    var track = CutTrack(
      kind, name: element.attributes["MZ.TrackName"] ?? element.value("name") ?? "")
    track.isEnabled = element.flag("enabled") ?? true
    let items = element.children.filter {
      ["clipitem", "generatoritem", "transitionitem"].contains($0.name)
    }.compactMap { definition($0) }
    var end = 0
    for (index, item) in items.enumerated() {
      guard count(at: item.place) else { break }
      if item.name == "transitionitem" {
        addTransition(item, to: &track, end: &end)
        continue
      }
      let head = index > 0 && items[index - 1].name == "transitionitem" ? items[index - 1] : nil
      let tail =
        index + 1 < items.count && items[index + 1].name == "transitionitem"
        ? items[index + 1] : nil
      add(item, head, tail, to: &track, end: &end, depth: depth)
    }
    return track
  }

  /// The frame at which the clips beside a transition meet.
  private func cutPoint(_ transition: MarkupElement) -> Int? {
    guard let start = transition.integer("start"), let end = transition.integer("end"), end >= start
    else { return nil }
    switch transition.value("alignment") {
    case "start", "start-black": return start
    case "end", "end-black": return end
    default: return start + (end - start) / 2
    }
  }

  private mutating func addTransition(
    _ element: MarkupElement, to track: inout CutTrack, end: inout Int
  ) {
    guard let start = element.integer("start"), let last = element.integer("end"),
      let cut = cutPoint(element)
    else { return log.error("a transition needs a start and an end", at: element.place) }
    if cut > end {
      track.items.append(.gap(rate.seconds(cut - end)))
      end = cut
    }
    let effect = element.first("effect")
    track.items.append(
      .transition(
        CutTransition(
          kind: FCP7Change.change(effect, &log), before: rate.seconds(cut - start),
          after: rate.seconds(last - cut), place: element.place)))
  }

  private mutating func add(
    _ element: MarkupElement, _ head: MarkupElement?, _ tail: MarkupElement?,
    to track: inout CutTrack, end: inout Int, depth: Int
  ) {
    guard var (start, last) = range(element) else {
      return log.error("a clip needs a start and an end", at: element.place)
    }
    // Where a transition is, a clip's times are said by it; its source begins with the transition.
    var late = 0
    if start == -1, let head, let cut = cutPoint(head) {
      start = cut
      late = cut - (head.integer("start") ?? cut)
    }
    if last == -1, let tail, let cut = cutPoint(tail) { last = cut }
    guard start >= 0, last >= start, last <= 1_000_000_000 else {
      return log.warn("a clip that has no place is not carried over", at: element.place)
    }
    if start > end { track.items.append(.gap(rate.seconds(start - end))) }
    if start < end, head == nil {
      log.warn(
        "a clip begins before the one before it ends, which is cut short", at: element.place)
      track.shorten(by: rate.seconds(end - start))
      end = start
    } else if start < end {
      log.warn(
        "a clip that begins before the one before it ends is moved behind it", at: element.place)
    }
    end = max(start, end) + (last - start)
    track.items += items(
      element, frames: last - start, late: late, kind: track.kind, depth: depth)
  }

  /// What a clip, a generator or a sequence in the place of a clip becomes.
  private mutating func items(
    _ element: MarkupElement, frames: Int, late: Int, kind: CutTrack.Kind, depth: Int
  ) -> [CutItem] {
    let duration = rate.seconds(frames)
    let clipRate = Self.rate(element) ?? rate
    let first = clipRate.seconds(element.integer("in") ?? 0) + rate.seconds(late)
    if let nested = definition(element.first("sequence")) ?? camera(element, kind) {
      guard depth < Self.deepest else {
        log.warn("sequences lie in one another too often to be carried over", at: element.place)
        return [.gap(duration)]
      }
      // On a track of pictures it is heard where it stands on one of sound as well.
      let isHeard = kind == .sound || nestPlace(element).map(heard.contains) ?? false
      let cut = sequence(nested, depth: depth + 1, isHeard: isHeard)
      var whole = CutNest(cut, duration: duration, place: element.place).clip
      (whole.name, whole.start) = (element.value("name") ?? "", max(first, .zero))
      whole.isEnabled = element.flag("enabled") ?? true
      let filters = FCP7Filters(element, rate: clipRate, first: element.integer("in") ?? 0)
      return filters.items(whole, &log).map { .nest(CutNest(cut, as: $0)) }
    }
    guard let media = media(element, kind) else { return [.gap(duration)] }
    var clip = CutClip(media, duration: duration, place: element.place)
    clip.name = element.value("name") ?? ""
    clip.isEnabled = element.flag("enabled") ?? true
    clip.start = max(first, .zero)
    clip.markers = markers(element, at: clipRate)
    let file = definition(element.first("file"))
    let subclip = FCP7Subclip(element, rate: clipRate)
    if let frames = file?.integer("duration"), frames > 0 {
      let length = (Self.rate(file) ?? clipRate).seconds(frames)
      clip.sourceEnd = max(length - subclip.before - subclip.after, .zero)
    }
    if kind == .picture { clip.look.fit = fit(file) }
    if kind == .picture, !clip.isStill, let frame = stillFrame(element) {
      (clip.start, clip.speed) = (clipRate.seconds(frame), .zero)
    }
    let filters = FCP7Filters(element, rate: clipRate, first: element.integer("in") ?? 0)
    var clips = filters.items(clip, &log)
    if kind == .sound { clips = channels.whole(clips, of: element, in: file, &log) }
    return clips.map { .clip(subclip.inFile($0)) }
  }

  /// The frame of its file on which a clip stands still, whatever it says of its own times.
  private func stillFrame(_ element: MarkupElement) -> Int? {
    let frame = element.integer("stillframeoffset")
    guard frame != nil || element.flag("stillframe") == true else { return nil }
    return min(max(frame ?? 0, 0), 1_000_000_000)
  }

  /// Final Cut shows pictures as large as they are.
  private func fit(_ file: MarkupElement?) -> String? {
    let format = file?.at("media", "video", "samplecharacteristics")
    guard let width = format?.integer("width"), let height = format?.integer("height"), let size,
      CutSize(width, height) != size
    else { return nil }
    return "none"
  }

  private mutating func media(_ element: MarkupElement, _ kind: CutTrack.Kind) -> CutMedia? {
    if element.name == "generatoritem" { return generator(element) }
    let file = definition(element.first("file"))
    if let source = file?.value("mediaSource")?.lowercased(),
      source == "slug" || file?.value("pathurl") == nil
    {
      return synthetic(element, source, file?.value("name"), kind)
    }
    let names = [file?.value("pathurl"), file?.value("name"), element.value("name")]
      .compactMap { $0 }
    if file?.value("pathurl") == nil {
      log.warn("a clip has no path; its name is taken for the file's", at: element.place)
    }
    return names.isEmpty ? nil : .file(names)
  }

  /// What a file becomes that is none: Premiere calls all a slug that it makes itself but its
  /// graphics, and only their names tell them from one another.
  private mutating func synthetic(
    _ element: MarkupElement, _ source: String, _ title: String?, _ kind: CutTrack.Kind
  ) -> CutMedia? {
    let name = title ?? element.value("name") ?? source
    let words = name.lowercased()
    if source == "slug" {
      if words == "slug" || words.hasPrefix("black") { return .color("#000000") }
      if words.hasPrefix("transparent") { return nil }
      if words.contains("bars"), kind == .picture { return .bars }
    }
    log.warn("the generator \(name.quotedText) is not carried over", at: element.place)
    return nil
  }

  private mutating func generator(_ element: MarkupElement) -> CutMedia? {
    let effect = element.first("effect")
    let id = (effect?.value("effectid") ?? "").lowercased()
    let name = element.value("name") ?? effect?.value("name") ?? id
    switch id {
    case "black", "slug": return .color("#000000")
    case "color", "matte", "colour":
      let value = effect?.all("parameter").lazy.compactMap { $0.first("value") }
        .first { $0.first("red") != nil }
      let channels = ["red", "green", "blue"].map { min(max(value?.integer($0) ?? 0, 0), 255) }
      return .color("#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    case _ where id.contains("bars"): return .bars
    default:
      log.warn("the generator \(name.quotedText) is not carried over", at: element.place)
      return nil
    }
  }
}
