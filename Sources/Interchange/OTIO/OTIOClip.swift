import Bytes
import Timeline

extension OTIOReader {
  /// A clip with its media, its speed and what Resolve says of its picture; a gap for what a
  /// timeline can't show.
  mutating func clip(_ object: OTIOObject) -> CutItem? {
    let reference = reference(object)
    let available = OTIORange(reference?.node["available_range"])
    let range = OTIORange(object.node["source_range"]) ?? available
    guard let range else {
      log.warn("a clip without a range is not carried over", at: object.place)
      return nil
    }
    remember(range.rate)
    guard let media = media(reference, object.name) else { return .gap(range.duration) }
    var clip = CutClip(media, duration: range.duration, place: object.place)
    clip.name = object.name
    clip.isEnabled = object.isEnabled
    clip.speed = speed(object) ?? .one
    // The source counts from the first frame that there is of it.
    let first = available.map { range.start >= $0.start ? $0.start : .zero } ?? .zero
    clip.start = range.start - first
    if let available, available.duration > .zero, range.start >= available.start {
      clip.sourceEnd = available.duration
    }
    if clip.start < .zero, !clip.isStill {
      log.warn("a clip begins before its source does", at: object.place)
      clip.start = .zero
    }
    clip.markers = markers(object).map {
      CutMarker(name: $0.name, time: $0.time - first, place: $0.place)
    }
    note(object)
    for effect in object.objects("effects") { take(effect, into: &clip) }
    return .clip(clip)
  }

  /// What a clip plays: of several references the active one.
  private mutating func reference(_ object: OTIOObject) -> OTIOObject? {
    if let single = OTIOObject(object.node["media_reference"]) { return single }
    guard let references = object.node["media_references"]?.members else { return nil }
    let key = object.node["active_media_reference_key"]?.string ?? "DEFAULT_MEDIA"
    if references.count > 1 {
      log.warn("of several media of a clip only the active one is carried over", at: object.place)
    }
    let active = references.first { $0.key == key } ?? references.first
    return OTIOObject(active?.value)
  }

  private mutating func media(_ reference: OTIOObject?, _ name: String) -> CutMedia? {
    let fallback = CutMedia.file([name.isEmpty ? "missing" : name])
    guard let reference else { return fallback }
    switch reference.schema {
    case "ExternalReference":
      guard let url = reference.node["target_url"]?.string, !url.isEmpty else { return fallback }
      return .file([url] + (name.isEmpty ? [] : [name]))
    case "GeneratorReference": return generator(reference)
    case "ImageSequenceReference":
      log.warn("of a sequence of pictures only the first is carried over", at: reference.place)
      return .file([Self.firstPicture(reference)])
    case "MissingReference":
      log.warn("a clip has no media; its name is taken for the file's", at: reference.place)
      return fallback
    default:
      log.warn(
        "media of kind \(reference.schema.quotedText) are not carried over", at: reference.place)
      return fallback
    }
  }

  private mutating func generator(_ reference: OTIOObject) -> CutMedia? {
    let kind = (reference.node["generator_kind"]?.string ?? "").lowercased()
    if kind.contains("bar") { return .bars }
    if kind == "black" || kind == "slug" { return .color("#000000") }
    if kind == "solidcolor", let color = reference.node["parameters"]?["color"]?.string,
      color.hasPrefix("#"), color.dropFirst().allSatisfy(\.isHexDigit),
      [4, 7, 9].contains(color.count)
    {
      return .color(color)
    }
    log.warn("the generator \(kind.quotedText) is not carried over", at: reference.place)
    return nil
  }

  /// `base/prefix0001.suffix`.
  private static func firstPicture(_ reference: OTIOObject) -> String {
    let node = reference.node
    let number = node["start_frame"]?.integer ?? 0
    let width = min(max(node["frame_zero_padding"]?.integer ?? 0, 0), 20)
    let base = node["target_url_base"]?.string ?? ""
    let slash = base.isEmpty || base.hasSuffix("/") ? "" : "/"
    return base + slash + (node["name_prefix"]?.string ?? "") + (number < 0 ? "-" : "")
      + number.magnitude.padded(to: width) + (node["name_suffix"]?.string ?? "")
  }

  /// A transition, with how far it reaches to both sides.
  mutating func transition(_ object: OTIOObject) -> CutTransition? {
    let before = OTIOTime(object.node["in_offset"])?.seconds ?? .zero
    let after = OTIOTime(object.node["out_offset"])?.seconds ?? .zero
    let kind = object.node["transition_type"]?.string ?? ""
    guard before >= .zero, after >= .zero, before + after > .zero else {
      log.warn("a transition of no length is not carried over", at: object.place)
      return nil
    }
    if let own = Self.ownChange(object) {
      return CutTransition(
        kind: own.kind, settings: own.settings, before: before, after: after, place: object.place)
    }
    if kind != "SMPTE_Dissolve" {
      log.warn(
        "the transition \((object.name.isEmpty ? kind : object.name).quotedText) is made a dissolve",
        at: object.place)
    }
    note(object)
    return CutTransition(kind: .dissolve, before: before, after: after, place: object.place)
  }

  /// The transition that `vfx export` has written, by the names that timelines have.
  private static func ownChange(
    _ object: OTIOObject
  ) -> (kind: CutChange, settings: TimelineDraft.Members)? {
    guard let own = object.node["metadata"]?["vfx"], let type = own["type"]?.string,
      isName(type)
    else { return nil }
    let direction = own["direction"]?.string
    guard direction.map(isName) ?? true else { return nil }
    // The offsets say how long it lasts.
    let settings = (own.members ?? []).filter {
      !["type", "duration"].contains($0.key) && !($0.key == "direction" && direction != nil)
    }
    return (
      isDissolve(type) ? .dissolve : .named(type, direction: direction),
      settings.map { ($0.key, JSONText($0.value)) }
    )
  }

  /// Whether a transition of a timeline is one that all programs have.
  static func isDissolve(_ type: String) -> Bool { type == "crossfade" || type == "fade" }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
  }

  /// The canvas that `vfx export` has written.
  static func ownCanvas(_ object: OTIOObject) -> TimelineDraft.Members {
    let members = object.node["metadata"]?["vfx"]?["canvas"]?.members ?? []
    return members.filter { $0.key != "rate" }.map { ($0.key, JSONText($0.value)) }
  }
}
