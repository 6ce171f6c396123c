import Bytes
import Markup
import Timeline

extension MLTReader {
  /// The items of a playlist one after another.
  mutating func playlist(_ element: MarkupElement, depth: Int) -> [MLTItem] {
    var row: [MLTItem] = []
    for child in element.children {
      switch child.name {
      case "blank":
        guard let length = frames(child.attributes["length"]), length > 0 else { continue }
        row.append(MLTItem(item: .gap(rate.seconds(length))))
      case "entry":
        guard count(at: child.place) else { return row }
        guard let service = service(child) else {
          log.warn("an entry that plays nothing is not carried over", at: child.place)
          continue
        }
        if let mix = mix(child, service, depth: depth) {
          row += mix
        } else if let item = entry(child, service, depth: depth, isInRow: true) {
          let parts = remapped(item, service, from: range(child, service).first)
          if parts.count > 1 { row += parts } else { parts.forEach { append($0, to: &row) } }
        }
      default: break
      }
    }
    return row
  }

  /// Adds a clip; one that goes on from where a transition has left it is the same clip.
  private func append(_ item: MLTItem, to row: inout [MLTItem]) {
    if row.count > 1, case .clip(let clip) = item.item, case .transition = row[row.count - 2].item,
      case .clip(var head) = row[row.count - 1].item, head.media == clip.media,
      head.speed == clip.speed, head.speed > .zero, head.start + head.span == clip.start
    {
      head.duration = head.duration + clip.duration
      (head.look, head.sound, head.name) = (clip.look, clip.sound, clip.name)
      row[row.count - 1].item = .clip(head)
    } else {
      row.append(item)
    }
  }

  /// A transition of Shotcut, which is a tractor of the two clips: the transition, and the
  /// beginning of the second clip.
  private mutating func mix(
    _ element: MarkupElement, _ service: MarkupElement, depth: Int
  ) -> [MLTItem]? {
    let tracks = service.all("track") + (service.first("multitrack")?.all("track") ?? [])
    let changes = service.all("transition")
    guard service.name == "tractor", tracks.count == 2, depth < Self.deepest,
      service.properties["shotcut:transition"] != nil
        || changes.contains(where: { $0.properties["mlt_service"] == "luma" }),
      let second = self.service(tracks[1]), second.name != "tractor",
      let head = entry(tracks[1], second, depth: depth + 1), case .clip(var clip) = head.item
    else { return nil }
    let (first, last) = range(element, service)
    let length = rate.seconds(max(last - first + 1, 0))
    clip.duration = length
    let luma = changes.first { $0.properties["mlt_service"] == "luma" }?.properties["resource"]
    if let luma, !luma.isEmpty {
      log.warn("a transition of a shape is made a dissolve", at: element.place)
    }
    let transition = CutTransition(
      kind: .dissolve, before: .zero, after: length, place: element.place)
    var item = head
    item.item = .clip(clip)
    return [MLTItem(item: .transition(transition)), item]
  }

  /// The first and the last frame that an entry plays.
  func range(_ element: MarkupElement, _ service: MarkupElement) -> (first: Int, last: Int) {
    let first =
      frames(element.attributes["in"]) ?? frames(service.attributes["in"]) ?? 0
    let length = frames(service.properties["length"])
    let last =
      frames(element.attributes["out"]) ?? frames(service.attributes["out"])
      ?? length.map { $0 - 1 } ?? first - 1
    return (max(first, 0), last)
  }

  /// What an entry plays; nil for what is not carried over, which has been reported.
  ///
  /// - Parameter isInRow: whether it can become several clips, where its speed changes.
  mutating func entry(
    _ element: MarkupElement, _ service: MarkupElement, depth: Int, isInRow: Bool = false
  ) -> MLTItem? {
    let (first, last) = range(element, service)
    let duration = rate.seconds(max(last - first + 1, 0))
    guard duration > .zero else {
      log.warn(
        "its length is not known without an 'out', so it is not carried over",
        at: element.place)
      return nil
    }
    if service.name == "tractor" || service.name == "playlist" {
      guard depth < Self.deepest else {
        log.warn("tractors lie in one another too often to be carried over", at: element.place)
        return MLTItem(item: .gap(duration))
      }
      var cut = CutTimeline()
      if service.name == "tractor" {
        cut = tractor(service, depth: depth + 1)
      } else {
        cut.tracks = tracks(playlist(service, depth: depth + 1), name: "", hidden: "")
      }
      var whole = CutNest(cut, duration: duration, place: element.place).clip
      whole.start = rate.seconds(first)
      for filter in element.all("filter") { take(filter, &whole, from: first) }
      return MLTItem(item: .nest(CutNest(cut, as: whole)))
    }
    let properties = service.properties
    guard let media = media(service, properties) else {
      return MLTItem(item: .gap(duration))
    }
    var clip = CutClip(media, duration: duration, place: element.place)
    clip.name = properties["shotcut:caption"] ?? properties["kdenlive:clipname"] ?? ""
    play(&clip, properties, from: first, to: last)
    if clip.speed == .one, !clip.isStill {
      clip.markers = markers(service, "kdenlive:markers").filter {
        (clip.start..<clip.start + duration).contains($0.time)
      }
    }
    let isTitle = clip.isText || clip.isComputed
    let source = MLTSource(service, properties, in: self)
    for filter in service.all("filter") + element.all("filter") {
      take(filter, &clip, from: first, of: source)
    }
    for link in service.all("link") where !(isInRow && isTimeMap(link)) {
      log.warn("a link of a chain, such as a map of times, is not carried over", at: link.place)
    }
    return MLTItem(
      item: .clip(clip),
      hasPicture: properties["video_index"] != "-1" && properties["set.test_image"] != "1",
      hasSound: !isTitle && !clip.isStill && properties["audio_index"] != "-1"
        && properties["set.test_audio"] != "1")
  }

  /// Where in its source a clip begins, and how fast it plays.
  private func play(
    _ clip: inout CutClip, _ properties: [String: String], from first: Int, to last: Int
  ) {
    let length = frames(properties["length"])
    guard let text = properties["warp_speed"], let value = Double(text), value != 0,
      abs(value) <= 1000
    else {
      clip.start = clip.isStill ? .zero : rate.seconds(first)
      if let length, length > 0 { clip.sourceEnd = rate.seconds(length) }
      return
    }
    let speed = Rational(simplest: value)
    clip.speed = speed
    let size = speed < .zero ? -speed : speed
    // Backwards, it counts from its end.
    let from = speed < .zero ? max((length ?? last + 1) - 1 - last, 0) : first
    clip.start = rate.seconds(Rational(from) * size)
    if let length, length > 0 { clip.sourceEnd = rate.seconds(Rational(length) * size) }
  }
}
