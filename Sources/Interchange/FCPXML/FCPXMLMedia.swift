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
}
