import Bytes
import Markup
import Timeline

extension FCPXMLReader {
  /// What is adjusted of a clip, and what of it is left out.
  mutating func take(
    _ element: MarkupElement, _ clip: inout CutClip, from start: Rational, source: CutSize?
  ) {
    for child in element.children {
      switch child.name {
      case "adjust-transform": transform(child, &clip.look, from: start)
      case "adjust-crop": crop(child, &clip.look, source)
      case "adjust-conform":
        clip.look.fit = ["fill": "cover", "none": "none"][child.attributes["type"] ?? "fit"]
      case "adjust-blend": blend(child, &clip, from: start)
      case "adjust-volume": volume(child, &clip, from: start)
      case "filter-video", "filter-audio", "filter-video-mask":
        let name = child.attributes["name"] ?? child.name
        log.warn("the effect \(name.quotedText) is not carried over", at: child.place)
      case "mc-source":
        takeCamera(child, &clip, from: start)
      case "note", "keyword":
        log.warn("notes and keywords are not carried over", at: child.place)
      default:
        guard !Self.isElsewhere(child) else { continue }
        log.warn("\(child.name.quotedText) is not carried over", at: child.place)
      }
    }
  }

  /// What is adjusted of a camera, which is all that the clip shows, or all that it plays.
  private mutating func takeCamera(
    _ element: MarkupElement, _ clip: inout CutClip, from start: Rational
  ) {
    let part = element.attributes["srcEnable"] ?? "all"
    guard part != "none" else { return }
    let (look, sound) = (clip.look, clip.sound)
    take(element, &clip, from: start, source: nil)
    if part == "video" { clip.sound = sound }
    if part == "audio" { clip.look = look }
  }

  /// Whether what stands in a clip is no change of it, or one that is taken elsewhere.
  private static func isElsewhere(_ child: MarkupElement) -> Bool {
    if child.attributes["lane"] != nil { return true }
    switch child.name {
    // Whether it is switched off is taken with the clip's channels.
    case "audio-channel-source": return child.children.isEmpty
    case "audio-role-source":
      return child.children.isEmpty && child.attributes["enabled"] != "0"
        && child.attributes["active"] != "0"
    case "sync-source": return child.children.allSatisfy(isElsewhere)
    default: return elsewhere.contains(child.name)
    }
  }

  private static let elsewhere: Set<String> = [
    "adjust-colorConform", "analysis-marker", "asset-clip", "audio", "audition", "caption",
    "chapter-marker", "clip", "conform-rate", "gap", "hidden-clip-marker", "marker", "mc-clip",
    "metadata", "param",
    "rating", "ref-clip", "spine", "sync-clip", "text", "text-style-def", "timeMap", "title",
    "video",
  ]

  /// Places count in hundredths of the canvas's height, upwards, and angles counter-clockwise.
  private mutating func transform(
    _ element: MarkupElement, _ look: inout CutLook, from start: Rational
  ) {
    guard element.attributes["enabled"] != "0" else { return }
    let shape = size.map { Double($0.height) / Double($0.width) } ?? 9.0 / 16
    if let place = curve(element, "position", from: start), place.keys[0].values.count == 2,
      place.constant != [0, 0]
    {
      look.offset = place.mapped { [$0[0] / 100 * shape, -$0[1] / 100] }
    }
    if let scale = curve(element, "scale", from: start), scale.keys[0].values.count == 2,
      scale.constant != [1, 1]
    {
      look.scale = scale
    }
    if let turn = curve(element, "rotation", from: start), turn.constant != [0] {
      look.rotation = turn.mapped { $0.map(-) }
    }
    if let anchor = curve(element, "anchor", from: start)?.keys.first?.values, anchor.count == 2,
      anchor != [0, 0]
    {
      look.pivot = [0.5 + anchor[0] / 100 * shape, 0.5 - anchor[1] / 100]
    }
  }

  /// What is cut off counts in hundredths of the picture's height.
  private mutating func crop(
    _ element: MarkupElement, _ look: inout CutLook, _ source: CutSize?
  ) {
    guard element.attributes["enabled"] != "0" else { return }
    let mode = element.attributes["mode"] ?? "trim"
    if mode != "trim" {
      log.warn("a crop of kind \(mode.quotedText) is made a trim", at: element.place)
    }
    guard let rect = element.first("trim-rect") ?? element.first("crop-rect") else { return }
    let shape = (source ?? size).map { Double($0.height) / Double($0.width) } ?? 9.0 / 16
    let sides = ["left", "top", "right", "bottom"].map { side in
      let share = (rect.decimal(side) ?? 0) / 100
      return min(max(side == "left" || side == "right" ? share * shape : share, 0), 1)
    }
    if sides != [0, 0, 0, 0] { look.crop = CutCurve(values: sides) }
  }
}
