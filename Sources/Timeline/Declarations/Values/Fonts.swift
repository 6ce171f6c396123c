/// Fonts to choose from: a name or a path, or several, of which the first that has a character is
/// used.
package struct FontList: ParameterValue {
  /// A requested font.
  package struct Name: Hashable, Sendable {
    /// A family, or the path of a file, which has a slash or a file extension.
    package let text: String
    /// Where it stands in the timeline.
    package let place: Range<Int>

    /// A name; one that is not from a timeline has no place.
    package init(_ text: String, place: Range<Int> = 0..<0) {
      self.text = text
      self.place = place
    }
  }

  /// In the order of preference; empty stands for the built-in font.
  package let names: [Name]

  /// Names in the order of preference; without any, the built-in font.
  package init(_ names: [Name] = []) { self.names = names }

  /// The most names in a list, which is more than anybody needs.
  private static let most = 64

  package static var typeName: String { "font" }
  package static var phrase: String { "the name of a font, or an array of names" }
  package static var spelling: String? {
    #""Noto Sans", "fonts/title.ttf", or an array of those"#
  }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> FontList? {
    let nodes = node.elements ?? [node]
    guard nodes.count <= most else {
      context.error("\(context.parameter.quoted) takes at most \(most) fonts", at: node.range)
      return nil
    }
    var names: [Name] = []
    for node in nodes where !node.isInvalid {
      guard let text = node.string else {
        context.mismatch(node, expected: phrase, hint: #"such as "Noto Sans""#)
        return nil
      }
      guard !text.isEmpty, !text.utf8.contains(0) else {
        context.error("\(context.parameter.quoted) names no font", at: node.range)
        return nil
      }
      let isFile = isFile(text)
      let name = isFile ? context.folders.path(text, writtenAt: node.origin) : text
      guard !isFile || context.checkAccess(name, at: node.range) else { return nil }
      names.append(Name(name, place: node.range))
    }
    return FontList(names)
  }

  /// Whether a name is the path of a file: it has a slash or the ending of one.
  private static func isFile(_ name: String) -> Bool {
    let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]
    return name.contains("/") || endings.contains { name.lowercased().hasSuffix($0) }
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    let name = JSONText.object([("type", .string("string")), ("minLength", .integer(1))])
    return .anyOf(name, .object([("type", .string("array")), ("items", name)]))
  }

  package var json: JSONText {
    names.count == 1 ? .string(names[0].text) : .array(names.map { .string($0.text) })
  }
}

/// How heavy letters are: 1 to 1000, or a word (CSS Fonts 4, 2.2).
package struct FontWeight: ParameterValue {
  /// 1 to 1000; 400 is regular and 700 bold.
  package let value: Double

  /// A weight that is within its limits already.
  package init(_ value: Double) { self.value = value }

  /// 400, which is the default.
  package static let regular = FontWeight(400)

  private static let words: [(String, Double)] = [
    ("thin", 100), ("extra-light", 200), ("light", 300), ("normal", 400), ("regular", 400),
    ("medium", 500), ("semi-bold", 600), ("bold", 700), ("extra-bold", 800), ("black", 900),
  ]

  package static var typeName: String { "weight" }
  package static var phrase: String { "a weight such as 400 or \"bold\"" }
  package static var spelling: String? { "1 to 1000, or \(words.map(\.0.quoted).listed())" }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> FontWeight? {
    keyword(node, words, Limits(1...1000), phrase, in: &context).map { FontWeight($0) }
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .anyOf(.oneOf(words.map(\.0)), Double.schema(Limits(1...1000), &definitions))
  }

  package var json: JSONText { .number(value) }
}

/// How wide letters are, in percent of the normal width, or a word (CSS Fonts 4, 2.3).
package struct FontStretch: ParameterValue {
  /// 50 to 200; 100 is normal.
  package let percent: Double

  /// A width that is within its limits already.
  package init(_ percent: Double) { self.percent = percent }

  /// 100 percent, which is the default.
  package static let normal = FontStretch(100)

  private static let words: [(String, Double)] = [
    ("ultra-condensed", 50), ("extra-condensed", 62.5), ("condensed", 75),
    ("semi-condensed", 87.5), ("normal", 100), ("semi-expanded", 112.5), ("expanded", 125),
    ("extra-expanded", 150), ("ultra-expanded", 200),
  ]

  package static var typeName: String { "stretch" }
  package static var phrase: String { "a stretch such as 75 or \"condensed\"" }
  package static var spelling: String? { "50 to 200 percent, or \(words.map(\.0.quoted).listed())" }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> FontStretch? {
    keyword(node, words, Limits(50...200), phrase, in: &context).map { FontStretch($0) }
  }

  package static func schema(_: Limits?, _ definitions: inout SchemaDefinitions) -> JSONText {
    .anyOf(.oneOf(words.map(\.0)), Double.schema(Limits(50...200), &definitions))
  }

  package var json: JSONText { .number(percent) }
}

/// Reads a number within limits, or a word that stands for one.
private func keyword(
  _ node: JSONNode, _ words: [(String, Double)], _ limits: Limits, _ phrase: String,
  in context: inout DecodingContext
) -> Double? {
  guard let word = node.string else {
    guard case .number = node.kind else {
      context.mismatch(node, expected: phrase)
      return nil
    }
    return context.value(Double.self, from: node, limits: limits)
  }
  if let value = words.first(where: { $0.0 == word })?.1 { return value }
  context.unknown(word, at: node, names: words.map(\.0))
  return nil
}

/// Settings by tags of four letters: features of a font, or places on its axes.
package struct FontTags: ParameterValue {
  /// What one tag is set to.
  package struct Setting: Hashable, Sendable {
    /// Four letters, such as `smcp` or `wght`.
    package let tag: String
    /// 0, 1 or the number of an alternative for a feature, and a place on it for an axis.
    package let value: Double

    /// Sets `tag`, which is checked already.
    package init(_ tag: String, _ value: Double) {
      self.tag = tag
      self.value = value
    }
  }

  /// In the order of the timeline.
  package let settings: [Setting]

  /// Settings in the order of the timeline; several may have one tag.
  package init(_ settings: [Setting] = []) { self.settings = settings }

  private static let most = 256

  package static var typeName: String { "tags" }
  package static var phrase: String { "an object of tags" }
  package static var spelling: String? {
    #"{ "wght": 650 }; for features also { "liga": false } or ["ss01", "-liga"]"#
  }

  package static func decode(_ node: JSONNode, in context: inout DecodingContext) -> FontTags? {
    if let elements = node.elements, elements.count <= most {
      let settings = elements.map { decodeWord($0, in: &context) }
      let sound = settings.compactMap(\.self)
      return sound.count == settings.count ? FontTags(sound) : nil
    }
    guard let members = node.members, members.count <= most else {
      context.mismatch(node, expected: phrase, hint: #"such as { "wght": 650 }"#)
      return nil
    }
    var settings: [Setting] = []
    for member in members {
      guard isTag(member.key) else {
        context.error(
          "\(member.key.quoted) is not a tag; tags have four letters", at: member.keyRange)
        return nil
      }
      if case .bool(let isOn) = member.value.kind {
        settings.append(Setting(member.key, isOn ? 1 : 0))
        continue
      }
      let value = context.with(parameter: member.key) { $0.value(Double.self, from: member.value) }
      guard let value else { return nil }
      settings.append(Setting(member.key, value))
    }
    return FontTags(settings)
  }

  /// A feature that is on, or off with a hyphen before it.
  private static func decodeWord(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> Setting? {
    guard let word = node.string else {
      context.mismatch(node, expected: "tags such as \"ss01\" or \"-liga\"")
      return nil
    }
    let isOff = word.hasPrefix("-")
    let tag = isOff ? String(word.dropFirst()) : word
    guard isTag(tag) else {
      context.error("\(word.quoted) is not a tag; tags have four letters", at: node.range)
      return nil
    }
    return Setting(tag, isOff ? 0 : 1)
  }

  private static func isTag(_ text: String) -> Bool {
    text.utf8.count == 4 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  package static func schema(_: Limits?, _: inout SchemaDefinitions) -> JSONText {
    .anyOf(
      .object([
        ("type", .string("object")),
        (
          "additionalProperties",
          .object([("type", .array([.string("number"), .string("boolean")]))])
        ),
      ]),
      .object([
        ("type", .string("array")), ("items", .object([("type", .string("string"))])),
      ]))
  }

  package var json: JSONText { .object(settings.map { ($0.tag, .number($0.value)) }) }
}
