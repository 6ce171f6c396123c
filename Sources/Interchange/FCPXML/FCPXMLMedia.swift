import Bytes
import Markup
import Timeline

/// What a clip of Final Cut Pro plays.
struct FCPXMLMedia {
  var asset: MarkupElement?
  /// Nil for what can't be shown, which has been reported.
  var media: CutMedia?
  /// The second of the file with which it begins.
  var start: Rational
  var hasPicture: Bool
  var hasSound: Bool
}

extension FCPXMLReader {
  /// What an element plays when its own time begins at `start`; nil where it names nothing.
  mutating func media(_ element: MarkupElement, from start: Rational) -> FCPXMLMedia? {
    if element.name == "clip" { return clipMedia(element, from: start) }
    guard let resource = resource(element) else { return nil }
    if resource.name == "effect" { return generator(element, resource) }
    guard resource.name == "asset" else { return nil }
    let enabled = element.attributes["srcEnable"] ?? "all"
    return FCPXMLMedia(
      asset: resource, media: file(resource),
      start: start - (resource.time("start") ?? .zero),
      hasPicture: resource.attributes["hasVideo"] == "1" && element.name != "audio"
        && enabled != "audio",
      hasSound: resource.attributes["hasAudio"] == "1" && element.name != "video"
        && enabled != "video")
  }

  /// A clip plays what lies in it without a lane; in a gap, what is connected to that.
  private mutating func clipMedia(_ element: MarkupElement, from start: Rational) -> FCPXMLMedia? {
    let parts = element.children.filter {
      ["video", "audio", "gap"].contains($0.name) && $0.attributes["lane"] == nil
    }
    guard var part = parts.first else { return nil }
    var shift = start - (part.time("offset") ?? .zero)
    let hasDetached = part.name == "gap"
    if hasDetached {
      let origin = part.time("start") ?? .zero
      guard let inner = part.first("audio") ?? part.first("video") else { return nil }
      shift = origin + shift - (inner.time("offset") ?? origin)
      part = inner
    }
    guard let resource = resource(part), resource.name == "asset" else {
      return resource(part).map { generator(part, $0) }
    }
    let first = part.time("start") ?? resource.time("start") ?? .zero
    return FCPXMLMedia(
      asset: resource, media: file(resource),
      start: first + shift - (resource.time("start") ?? .zero),
      hasPicture: part.name == "video",
      hasSound: part.name == "audio" || part.first("audio") != nil)
  }

  private func file(_ asset: MarkupElement) -> CutMedia? {
    let url = asset.attributes["src"] ?? asset.first("media-rep")?.attributes["src"]
    let name = asset.attributes["name"]
    let names = [url, name].compactMap { $0 }.filter { !$0.isEmpty }
    return .file(names.isEmpty ? ["missing"] : names)
  }

  /// A generator: a colour, or what is not carried over.
  private mutating func generator(
    _ element: MarkupElement, _ effect: MarkupElement
  ) -> FCPXMLMedia {
    let name = effect.attributes["name"] ?? element.attributes["name"] ?? ""
    let color = element.all("param").first { $0.attributes["name"] == "Color" }
    let media = Self.color(color?.attributes["value"]).map { CutMedia.color($0) }
    if media == nil {
      log.warn("the generator \(name.quotedText) is not carried over", at: element.place)
    }
    return FCPXMLMedia(
      asset: nil, media: media, start: .zero, hasPicture: true, hasSound: false)
  }

  /// `0.5 0.25 1 1`: red, green, blue and alpha from 0 to 1.
  static func color(_ text: String?) -> String? {
    let parts = (text ?? "").split(separator: " ").compactMap { Double($0) }
    guard parts.count == 3 || parts.count == 4, parts.allSatisfy(\.isFinite) else { return nil }
    let color = Color(
      red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
    let spelled = color.description
    return spelled.hasSuffix("ff") ? String(spelled.dropLast(2)) : spelled
  }

  /// The height that a title's template counts in: that of its margins, or the sequence's.
  private func templateHeight(_ title: MarkupElement) -> Double {
    let margin = title.all("param").first { $0.attributes["name"] == "Top Margin" }
    let value = margin?.decimal("value").map { abs($0) * 2 } ?? 0
    return value >= 100 ? value : Double(size?.height ?? 1080)
  }

  /// Adds a title as a text in its place.
  mutating func addTitle(
    _ element: MarkupElement, _ duration: Rational, at position: Rational, lane: Int
  ) {
    let styles = element.all("text-style-def")
    let parts = element.all("text").flatMap { $0.all("text-style") }
    let words = parts.isEmpty ? element.all("text").map(\.text) : parts.map(\.text)
    let text = words.joined().split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n")
    guard !text.allSatisfy(\.isWhitespace) else {
      return log.warn("a title without a text is not carried over", at: element.place)
    }
    let used = parts.first?.attributes["ref"]
    let style = (styles.first { $0.attributes["id"] == used } ?? styles.first)?.first("text-style")
    if Set(parts.compactMap { $0.attributes["ref"] }).count > 1 {
      log.warn("of several styles in a title only the first is carried over", at: element.place)
    }
    var title = CutText(text)
    title.font = style?.attributes["font"]
    let height = templateHeight(element)
    title.size = style?.decimal("fontSize").map { $0 / height }
    title.color = Self.color(style?.attributes["fontColor"])
    title.align = style?.attributes["alignment"].flatMap {
      ["left", "center", "right"].contains($0) ? $0 : nil
    }
    title.isBold = style?.attributes["bold"] == "1"
    title.isItalic = style?.attributes["italic"] == "1"
    var clip = CutClip(.text(title), duration: duration, place: element.place)
    clip.isEnabled = element.attributes["enabled"] != "0"
    let start = element.time("start") ?? .zero
    take(element, &clip, from: start, source: nil)
    if let place = element.all("param").first(where: { $0.attributes["name"] == "Position" }) {
      let numbers = (place.attributes["value"] ?? "").split(separator: " ").compactMap {
        Double($0)
      }
      if numbers.count >= 2, let size, clip.look.offset == nil {
        // Pixels from the middle, upwards.
        let shape = Double(size.height) / Double(size.width)
        clip.look.offset = CutCurve(numbers[0] / height * shape, -numbers[1] / height)
      }
    }
    let known = [
      "Position", "Top Margin", "Bottom Margin", "Left Margin", "Right Margin", "Build In",
      "Build Out", "Alignment", "Flatten",
    ]
    let others = element.all("param").filter { !known.contains($0.attributes["name"] ?? "") }
    if let other = others.first {
      log.warn("the settings of a title's template are not carried over", at: other.place)
    }
    lanes.add(.clip(clip), at: position, lane: lane, .picture)
  }
}
