import Bytes
import Timeline

extension ShotstackReader {
  /// A text with its letters, in its box.
  mutating func text(_ clip: inout ShotstackClip) -> TimelineDraft.Members? {
    clip.fields.ignore("fit")
    switch clip.kind {
    case "title": return title(&clip)
    case "html": return html(&clip)
    default: return plain(&clip)
    }
  }

  /// The members `text` and, where it has fields of the merge, `template`.
  private mutating func words(_ text: String) -> TimelineDraft.Members {
    let (shown, isTemplate) = merge.template(text)
    let members: TimelineDraft.Members = [("type", .string("text")), ("text", .string(shown))]
    return members + (isTemplate ? [("template", .bool(true))] : [])
  }

  /// The texts of titles have sizes by name.
  private mutating func title(_ clip: inout ShotstackClip) -> TimelineDraft.Members? {
    guard let text = clip.asset.text("text", &log) else { return nil }
    var members = words(text)
    if let style = clip.asset.text("style", &log), style != "minimal" {
      log.warn("the styles of titles are not carried over", at: clip.place)
    }
    let sizes = [
      "xx-small": 3.0, "x-small": 4.5, "small": 6, "medium": 8, "large": 11, "x-large": 14,
      "xx-large": 18,
    ]
    let size = sizes[clip.asset.text("size", &log) ?? "medium"] ?? 8
    members.append(("size", TimeSpelling.percentage(size / 100)))
    if let color = reversedColor(&clip.asset, "color") { members.append(("color", .string(color))) }
    if let color = reversedColor(&clip.asset, "background") {
      members.append(("background", .object([("color", .string(color))])))
    }
    members += [("align", .string("center"))]
    // A title has a place of its own, which its clip's goes on from.
    if let place = clip.asset.take("position") { clip.fields.fill("position", with: place) }
    if let offset = clip.asset.take("offset") { clip.fields.fill("offset", with: offset) }
    return members
  }

  /// A colour of eight digits begins with its alpha here.
  private mutating func reversedColor(_ fields: inout JSONFields, _ key: String) -> String? {
    guard let text = fields.color(key, &log), text.hasPrefix("#"), text.utf8.count == 9 else {
      return fields.color(key, &log)
    }
    return "#" + text.dropFirst(3) + text.dropFirst().prefix(2)
  }

  private mutating func plain(_ clip: inout ShotstackClip) -> TimelineDraft.Members? {
    guard let text = clip.asset.text("text", &log) else {
      log.warn("an asset without a text is not carried over", at: clip.place)
      return nil
    }
    var style = JSONFields(clip.asset.take("style"))
    let shown = Self.transformed(text, style.text("textTransform", &log))
    var members = words(shown) + font(clip.asset.take("font"))
    if let height = style.number("lineHeight", &log)?.double {
      members.removeAll { $0.key == "lineHeight" }
      members.append(("lineHeight", .decimal(min(max(height, 0.1), 10))))
    }
    if let spacing = style.number("letterSpacing", &log)?.double, spacing != 0 {
      members.append(("letterSpacing", .decimal(min(max(spacing, -1000), 1000))))
    }
    switch style.text("textDecoration", &log) {
    case "underline": members.append(("underline", .bool(true)))
    case "line-through": members.append(("strikethrough", .bool(true)))
    default: break
    }
    style.report(&log, in: "a style")
    members += stroke(clip.asset.take("stroke")) + shadow(clip.asset.take("shadow"))
    members += background(clip.asset.take("background"), padding: clip.asset.take("padding"))
    members += textBox(&clip)
    if let animation = clip.asset.take("animation") { members += animate(animation) }
    return members
  }

  private static func transformed(_ text: String, _ way: String?) -> String {
    switch way {
    case "uppercase": text.uppercased()
    case "lowercase": text.lowercased()
    default: text
    }
  }

  /// The box of a text and how its lines stand in it.
  mutating func textBox(_ clip: inout ShotstackClip) -> TimelineDraft.Members {
    let asset = [clip.asset.number("width", &log), clip.asset.number("height", &log)]
    let own = [clip.fields.number("width", &log), clip.fields.number("height", &log)]
    var align = JSONFields(clip.asset.take("alignment") ?? clip.asset.take("align"))
    let across = align.text("horizontal", &log) ?? "center"
    let down = align.text("vertical", &log) ?? "center"
    align.report(&log, in: "an alignment")
    let words = ["left", "center", "right"]
    let places = ["top": "top", "bottom": "bottom"]
    let side = { (index: Int) -> JSONText in
      (own[index] ?? asset[index]).map { .decimal(min(max($0.double, 0), 100_000)) }
        ?? .string("100%")
    }
    return [
      ("width", side(0)), ("height", side(1)),
      ("align", .string(words.contains(across) ? across : "center")),
      ("verticalAlign", .string(places[down] ?? "middle")),
    ]
  }
}
