import Bytes

/// The key `source`: standard input, a file, or a picture that is computed.
struct SourceParameter: ParameterDescription {
  /// The pictures that are computed.
  let generators: [Declaration]
  /// Whether only its sound is played, so that pictures are no sources.
  var isSound = false
  /// Whether timelines are sources, as they are of clips.
  var takesTimelines = false

  let name = "source"
  var typeName: String { isSound ? "source of sound" : "source" }
  let help = "What is played."
  let isAnimatable = false
  let isRequired = true
  let defaultText: String? = nil

  var spelling: String? {
    if isSound { return "\"stdin\", or a file relative to the timeline's folder" }
    let objects = kinds.map { "{ \"\($0)\": … }" }
    return "\"stdin\", a file relative to the timeline's folder, \(objects.listed())"
  }

  /// The keys of an object that is a source.
  private var kinds: [String] {
    ["image", "color"] + generators.map(\.name) + (takesTimelines ? [NestedTimeline.key] : [])
  }

  /// How a source is written, for messages.
  private var forms: String {
    isSound
      ? "a source is \"stdin\" or a file"
      : "a source is \"stdin\", a file, or an object with one of the keys "
        + kinds.map(\.quoted).listed()
  }

  func decode(
    _ node: JSONNode, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    let found = context.with(parameter: name) { source(node, in: &$0) }
    if let found { arguments.set(found, for: name) }
  }

  func decodeAbsence(
    at place: Range<Int>, into arguments: inout Arguments, in context: inout DecodingContext
  ) {
    requirePresence(at: place, in: &context)
  }

  /// Reads a source; where there is none, reports why and gives nil.
  func source(_ node: JSONNode, in context: inout DecodingContext) -> MediaSource? {
    switch node.kind {
    case .string("stdin"): return .stdin
    case .string("-"):
      context.error("'source' cannot be '-'", at: node.range, hint: "standard input is \"stdin\"")
      return nil
    case .string: return Path.decode(node, in: &context).map { .file($0) }
    case .object(let members): return computed(members, node, in: &context)
    default:
      context.mismatch(node, expected: "a file or \"stdin\"", hint: forms)
      return nil
    }
  }

  private func computed(
    _ members: [JSONMember], _ node: JSONNode, in context: inout DecodingContext
  ) -> MediaSource? {
    guard let member = members.first else {
      context.error("the source is empty", at: node.range, hint: forms)
      return nil
    }
    guard members.count == 1 else {
      context.error(
        "a source has one key, not \(members.count)", at: members[1].keyRange, hint: forms)
      return nil
    }
    return context.with(parameter: member.key) { context in
      switch member.key {
      case "image": return Path.decode(member.value, in: &context).map { .image($0) }
      case "color": return Color.decode(member.value, in: &context).map { .color($0) }
      default: return generator(member, in: &context)
      }
    }
  }

  private func generator(
    _ member: JSONMember, in context: inout DecodingContext
  ) -> MediaSource? {
    guard let declaration = generators.first(where: { $0.name == member.key }) else {
      let direct = ["file", "path", "stdin", "url", "video"].contains(member.key)
      let hint =
        direct
        ? "write the file's path, or \"stdin\", without an object"
        : context.suggestion(for: member.key, in: kinds) ?? forms
      context.error("unknown kind of source \(member.key.quoted)", at: member.keyRange, hint: hint)
      return nil
    }
    guard let members = member.value.members else {
      context.mismatch(
        member.value, expected: "an object", hint: "{} uses all defaults")
      return nil
    }
    let outer = context.subject
    context.subject = "\(declaration.name.withArticle) source"
    defer { context.subject = outer }
    let list = ParameterList(declaration.parameters)
    let arguments = list.decode(members, at: member.keyRange, in: &context)
    guard list.isComplete(arguments) else { return nil }
    return .generator(name: declaration.name, arguments)
  }

  func valueSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    if isSound { return Path.schema(nil, &definitions) }
    let generators = generators
    let films = definitions.reference("source") { definitions in
      var forms = [Path.schema(nil, &definitions)]
      forms.append(Self.object("image", "A picture.", Path.schema(nil, &definitions)))
      forms.append(Self.object("color", "One colour.", Color.schema(nil, &definitions)))
      forms += generators.map { $0.sourceSchema(&definitions) }
      return .anyOf(forms)
    }
    guard takesTimelines else { return films }
    return definitions.reference("clip-source") { _ in
      .anyOf(films, NestedTimeline.inlineSchema)
    }
  }

  fileprivate static func object(_ key: String, _ help: String, _ value: JSONText) -> JSONText {
    .object([
      ("description", .string(help)), ("type", .string("object")),
      ("properties", .object([(key, value.described(help))])), ("required", .array([.string(key)])),
      ("additionalProperties", .bool(false)),
    ])
  }
}

extension Declaration {
  /// The object of one key that stands for a computed picture.
  func sourceSchema(_ definitions: inout SchemaDefinitions) -> JSONText {
    let properties = parameters.map { ($0.name, $0.schema(&definitions)) }
    let value = JSONText.object([
      ("type", .string("object")), ("properties", .object(properties)),
      ("additionalProperties", .bool(false)),
    ])
    return SourceParameter.object(name, summary, value)
  }
}

extension String {
  /// Whether the text begins as an address of the network does: `https://`.
  var isAddress: Bool {
    guard let colon = firstIndex(of: ":"), colon > startIndex else { return false }
    let isScheme = self[..<colon].utf8.allSatisfy { byte in
      byte.isLetter || byte.isDigit || "+-.".utf8.contains(byte)
    }
    return isScheme && self[colon...].hasPrefix("://")
  }
}
