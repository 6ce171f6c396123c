import Bytes
import Markup
import Timeline

extension MLTReader {
  /// What a producer plays; nil for what is not carried over.
  mutating func media(
    _ element: MarkupElement, _ properties: [String: String]
  ) -> CutMedia? {
    let service = properties["mlt_service"] ?? ""
    let resource = Self.resource(properties)
    switch service {
    case "color", "colour": return .color(Self.color(resource) ?? "#000000")
    case "kdenlivetitle": return title(element, properties)
    case "pango", "qtext":
      let text = properties["text"] ?? ""
      guard !text.isEmpty else { break }
      var title = CutText(text)
      title.font = properties["family"]
      title.color = properties["fgcolour"].flatMap(Self.color)
      if let points = properties["size"].flatMap({ Double($0) }), points > 0, points < 10_000 {
        title.size = points / Double(size?.height ?? 576)
      }
      title.align = ["left", "center", "right"].first { $0 == properties["align"] }
      return .text(title)
    case "", "avformat", "avformat-novalidate", "qimage", "pixbuf", "timewarp", "xml", "glaxnimate",
      "avformat_chain":
      guard !resource.isEmpty, service != "xml", service != "glaxnimate" else { break }
      if service.isEmpty, let color = Self.color(resource), resource.hasPrefix("0x") {
        return .color(color)
      }
      return .file(names(resource, properties, isWarped: service == "timewarp"))
    default: break
    }
    log.warn(
      "a producer of kind \((service.isEmpty ? resource : service).quotedText) is not carried over",
      at: element.place)
    return nil
  }

  /// The file that a producer plays: of one that plays a smaller copy of a film, the film.
  ///
  /// Kdenlive writes the paths of both; Shotcut's is the film's as soon as there is a copy.
  private static func resource(_ properties: [String: String]) -> String {
    let played = properties["warp_resource"] ?? properties["resource"] ?? ""
    let copy = MediaName.last(properties["kdenlive:proxy"] ?? "")
    let isCopy =
      properties["shotcut:proxy"] == "1" || (copy.count > 1 && copy == MediaName.last(played))
    let film = properties["kdenlive:originalurl"] ?? properties["shotcut:resource"] ?? ""
    return isCopy && !film.isEmpty ? film : played
  }

  private func names(
    _ resource: String, _ properties: [String: String], isWarped: Bool
  ) -> [String] {
    var path = resource
    // `2.000000:film.mp4`.
    if isWarped || Double(path.prefix { $0 != ":" }) != nil, let colon = path.firstIndex(of: ":"),
      Double(path[..<colon]) != nil
    {
      path = String(path[path.index(after: colon)...])
    }
    let isAbsolute = path.hasPrefix("/") || path.dropFirst().hasPrefix(":") || path.contains("://")
    let whole = isAbsolute ? path : folder + path
    let caption = properties["shotcut:caption"] ?? properties["kdenlive:clipname"] ?? ""
    return [whole] + (caption.isEmpty ? [] : [caption])
  }

  /// `#rgb`, `#aarrggbb`, `0xrrggbbaa` or a name.
  static func color(_ text: String) -> String? {
    var text = text
    if text.hasPrefix("#"), text.utf8.count == 9 {
      text = "#" + text.dropFirst(3) + text.dropFirst().prefix(2)
    } else if text.hasPrefix("0x") {
      text = "#" + text.dropFirst(2)
    }
    do throws(ValueError) {
      let spelled = try Color(parsing: text).description
      return spelled.hasSuffix("ff") ? String(spelled.dropLast(2)) : spelled
    } catch {
      return nil
    }
  }

  /// The letters of a title of Kdenlive, which has a document of its own in a property.
  private mutating func title(
    _ element: MarkupElement, _ properties: [String: String]
  ) -> CutMedia? {
    let inner = properties["xmldata"] ?? ""
    var items: [MarkupElement] = []
    do throws(MarkupError) {
      var open = [try MarkupDocument(Array(inner.utf8)).root]
      while let element = open.popLast() {
        if element.name == "item" { items.append(element) }
        open += element.children.reversed()
      }
    } catch {
      log.warn("a title that can't be read is not carried over", at: element.place)
      return nil
    }
    let texts = items.filter { $0.attributes["type"] == "QGraphicsTextItem" }
      .compactMap { $0.first("content") }
    let text = texts.compactMap(\.words).joined(separator: "\n")
    guard !text.isEmpty, let content = texts.first else {
      log.warn("a title without a text is not carried over", at: element.place)
      return nil
    }
    if items.count > 1 {
      log.warn("of a title only its texts are carried over, one under another", at: element.place)
    }
    var title = CutText(text)
    title.font = content.attributes["font"]
    if let pixels = content.decimal("font-pixel-size"), pixels > 0, pixels < 10_000 {
      title.size = pixels / Double(size?.height ?? 1080)
    }
    let parts = (content.attributes["font-color"] ?? "").split(separator: ",")
      .compactMap { Double($0) }
    if parts.count >= 3, parts.allSatisfy({ (0...255).contains($0) }) {
      let color = Color(
        red: parts[0] / 255, green: parts[1] / 255, blue: parts[2] / 255,
        alpha: parts.count > 3 ? parts[3] / 255 : 1)
      title.color = Self.color(color.description)
    }
    title.isItalic = content.attributes["font-italic"] == "1"
    title.isBold = (content.decimal("font-weight") ?? 0) >= 75
    return .text(title)
  }
}
