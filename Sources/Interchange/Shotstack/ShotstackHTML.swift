import Bytes
import Timeline

extension ShotstackReader {
  /// The text of a piece of HTML, with the letters that its CSS says; a colour where it has no
  /// text.
  mutating func html(_ clip: inout ShotstackClip) -> TimelineDraft.Members? {
    let markup = clip.asset.text("html", &log) ?? ""
    let css = clip.asset.text("css", &log) ?? ""
    let place = clip.asset.text("position", &log) ?? "center"
    let background = reversed(clip.asset.text("background", &log))
    let width = clip.asset.number("width", &log)?.double
    let height = clip.asset.number("height", &log)?.double
    clip.fields.ignore("width", "height")
    let size: [JSONText] = [
      width.map { .decimal(min(max($0, 0), 100_000)) } ?? .string("100%"),
      height.map { .decimal(min(max($0, 0), 100_000)) } ?? .string("100%"),
    ]
    let text = Self.text(of: markup)
    guard !text.isEmpty else {
      guard let background else {
        log.warn("a piece of HTML without a text is not carried over", at: clip.place)
        return nil
      }
      return [("type", .string("color")), ("color", .string(background)), ("size", .array(size))]
    }
    log.warn("of HTML, only its text is carried over", at: clip.place)
    let (shown, isTemplate) = merge.template(text)
    var members: TimelineDraft.Members = [("type", .string("text")), ("text", .string(shown))]
    if isTemplate { members.append(("template", .bool(true))) }
    members += letters(css)
    members += [("width", size[0]), ("height", size[1])]
    let lower = place.lowercased()
    let across = Self.value(of: "text-align", in: css) ?? ""
    let word = lower.contains("left") ? "left" : lower.contains("right") ? "right" : "center"
    members.append(
      ("align", .string(["left", "center", "right", "justify"].contains(across) ? across : word)))
    let down = lower.contains("top") ? "top" : lower.contains("bottom") ? "bottom" : "middle"
    members.append(("verticalAlign", .string(down)))
    if let background {
      members.append(
        ("background", .object([("color", .string(background)), ("padding", .integer(0))])))
    }
    return members
  }

  /// A colour whose first of eight digits are its alpha.
  private func reversed(_ text: String?) -> String? {
    guard let text, text != "transparent" else { return nil }
    do throws(ValueError) {
      _ = try Color(parsing: text)
    } catch {
      return nil
    }
    guard text.hasPrefix("#"), text.utf8.count == 9 else { return text }
    return "#" + text.dropFirst(3) + text.dropFirst().prefix(2)
  }

  /// What CSS says of letters, wherever it says it.
  private func letters(_ css: String) -> TimelineDraft.Members {
    var members: TimelineDraft.Members = []
    if let family = Self.value(of: "font-family", in: css) {
      let first = family.split(separator: ",").first.map(String.init) ?? family
      let name = first.filter { $0 != "\"" && $0 != "'" }
        .split(separator: " ").joined(separator: " ")
      members += TimelineDraft.font(name)
    }
    if let text = Self.value(of: "font-size", in: css), text.hasSuffix("px"),
      let size = Double(text.dropLast(2)), (0...10_000).contains(size)
    {
      members.append(("size", .decimal(size)))
    }
    if let weight = Self.value(of: "font-weight", in: css) {
      if let value = Int(weight), (1...1000).contains(value) {
        members.append(("weight", .integer(value)))
      } else if weight == "bold" {
        members.append(("weight", .string("bold")))
      }
    }
    if let text = Self.value(of: "color", in: css), let color = reversed(text) {
      members.append(("color", .string(color)))
    }
    return members
  }

  /// The first value of a property, wherever it is set.
  static func value(of property: String, in css: String) -> String? {
    for part in css.split(whereSeparator: { "{};".contains($0) }) {
      guard let colon = part.firstIndex(of: ":") else { continue }
      let name = part[..<colon].filter { !$0.isWhitespace }.lowercased()
      guard name == property else { continue }
      let value = part[part.index(after: colon)...].split(whereSeparator: \.isWhitespace)
        .filter { $0 != "!important" }.joined(separator: " ")
      if !value.isEmpty { return value }
    }
    return nil
  }

  /// The text without tags, with a line for each block.
  static func text(of markup: String) -> String {
    var text = ""
    var rest = markup[...]
    while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      text += rest[..<next]
      rest = rest[next...]
      let closing: Character = rest.first == "<" ? ">" : ";"
      let limit =
        rest.first == "<"
        ? rest.endIndex
        : rest.index(
          rest.startIndex, offsetBy: 12, limitedBy: rest.endIndex) ?? rest.endIndex
      guard let end = rest[..<limit].firstIndex(of: closing) else {
        text += rest.prefix(1)
        rest = rest.dropFirst()
        continue
      }
      let inner = rest[rest.index(after: rest.startIndex)..<end]
      text += closing == ">" ? line(inner) : character(inner) ?? String(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    text += rest
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(whereSeparator: { $0.isWhitespace || $0 == "\u{A0}" }).joined(separator: " ")
    }
    return lines.split(separator: "").map { $0.joined(separator: "\n") }.joined(separator: "\n")
  }

  private static func line(_ tag: Substring) -> String {
    let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    if name == "br" { return "\n" }
    let blocks = ["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "tr"]
    return tag.first == "/" && blocks.contains(name) ? "\n" : ""
  }

  /// The character of a reference: HTML, section 13.5, as far as they are common.
  private static func character(_ name: Substring) -> String? {
    let names = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
      "copy": "©", "hellip": "…", "mdash": "—", "ndash": "–", "bull": "•",
    ]
    if let text = names[String(name)] { return text }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let code =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
  }
}
