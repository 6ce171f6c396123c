/// A timeline that is a layer or a clip of another one.
enum NestedTimeline {
  /// What another timeline has it as.
  enum Use: String {
    case layer
    case clip
  }

  /// The key of a source that is a timeline itself; a clip, or a layer with clips, has the timeline
  /// that it plays under it, once that is read.
  static let key = "timeline"

  /// What of a canvas belongs to the film as a whole.
  private static let ofFilm = ["format", "rate", "transfer", "primaries", "graphicsWhite"]

  /// Its keys; `source` and `vars` are all that a group does not have, and those of films stand in
  /// ``Vocabulary/page(ofLayer:)``.
  static let declaration = Declaration(
    name: "timeline",
    summary: "Another timeline: its layers as a group, or with `clips` the film that they make.",
    discussion: """
      Without `clips`, the layers of `source` are drawn as a group: on a transparent canvas of \
      the film's size, with times that count from the layer's start, and its `canvas` and `audio` do \
      nothing. With `clips` it is played as a video layer plays a film, with all that this takes: its \
      canvas is as large as it says, transparent unless it says a `background`, its last frame is held, \
      and its sound is heard as a track is. `vars` gives its variables other values. Paths in it start \
      from its own folder, and its errors are shown in its own lines. A clip can play any timeline, as \
      its `source`.
      """,
    example: #"""
      { "type": "timeline", "source": "lower-third.json", "vars": { "who": "Ada" }, "start": 1,
        "duration": 4, "opacity": { "from": 0, "to": 1, "duration": 0.5 } }
      """#,
    parameters: [source, variables])

  private static let source = BuiltInKey(
    "source", "file or object", required: true,
    "The file of the timeline, or the timeline itself: `{ \"timeline\": … }`."
  ) { .anyOf(Path.schema(nil, &$0), inlineSchema) }
  private static let variables = BuiltInKey(
    "vars", "object", default: "the timeline's own",
    "Values for the timeline's variables, by their names."
  ) { _ in .object([("type", .string("object"))]) }

  /// The keys that a timeline with clips takes besides, as a layer.
  static let filmKeys: [any ParameterDescription] = MediaKeys.common + ClipKeys.sound

  /// The names of those that only such a timeline takes.
  private static let ofFilms = Set(filmKeys.map(\.name)).subtracting(["in", "out"])

  /// The names of all that are read elsewhere.
  static let filmNames = Set(filmKeys.map(\.name) + ["vars", key])

  /// The values that a clip gives to the variables of the timeline that it plays.
  static let clipVariables = BuiltInKey(
    "vars", "object", default: "the timeline's own",
    "Where `source` is a timeline: values for its variables, by their names."
  ) { _ in .object([("type", .string("object"))]) }

  /// The source that is a timeline itself.
  static let inlineSchema: JSONText = {
    let reference = JSONText.object([("$ref", .string("#/$defs/\(definition)"))])
    let timeline = reference.described("A timeline in the place of a file.")
    return .object([
      ("description", .string("A timeline.")), ("type", .string("object")),
      ("properties", .object([(key, timeline)])), ("required", .array([.string(key)])),
      ("additionalProperties", .bool(false)),
    ])
  }()

  /// The name of the schema of such a timeline.
  static let definition = "inner-timeline"

  /// The timeline that a source is itself, and not by its file; nil for other sources.
  static func inline(_ source: JSONNode) -> JSONNode? {
    guard let members = source.members, members.count == 1, members[0].key == key else {
      return nil
    }
    return members[0].value
  }

  /// Whether the source of a clip is a timeline: one that stands there, or a file whose name ends
  /// in `.json`.
  static func isTimeline(_ source: JSONNode) -> Bool {
    if inline(source) != nil { return true }
    guard let name = source.string?.lowercased() else { return false }
    return [".json", ".jsonc", ".json5"].contains { name.hasSuffix($0) }
  }

  /// Whether a timeline has clips, so that it is a film as a layer too.
  static func isFilm(_ root: JSONNode) -> Bool {
    root.member("clips").map { $0.value.elements?.isEmpty != true } ?? false
  }

  /// Reports what of a layer belongs to timelines with clips, where its own has none.
  static func checkGroup(_ members: [JSONMember], reportingTo diagnostics: inout Diagnostics) {
    for member in members where ofFilms.contains(member.key) {
      diagnostics.error(
        "\(member.key.quoted) is for a timeline with 'clips', and this one has none",
        at: member.keyRange)
    }
  }

  /// The keys of a timeline layer as those of the film that it plays.
  static func film(_ members: [JSONMember], _ root: JSONNode) -> [JSONMember] {
    let place = members.first { $0.key == "source" }?.keyRange ?? 0..<0
    return members.filter { $0.key != "vars" } + [
      JSONMember(key: key, keyRange: place, value: root)
    ]
  }

  /// Reports what is wrong with a timeline, or does nothing in it, outside its layers, clips and
  /// sounds.
  ///
  /// - Parameter isInline: whether it stands in another one, which says the version.
  static func check(
    _ root: JSONNode, as use: Use, isInline: Bool, reportingTo diagnostics: inout Diagnostics
  ) {
    let isFilm = isFilm(root)
    func warn(_ member: JSONMember) {
      diagnostics.warning(
        "\(member.key.quoted) does nothing in a timeline that is a \(use.rawValue)",
        at: member.keyRange)
    }
    for member in root.members ?? [] {
      switch member.key {
      case "canvas" where isFilm:
        for member in member.value.members ?? [] where ofFilm.contains(member.key) { warn(member) }
      case "canvas": warn(member)
      case "audio" where use == .layer && !isFilm: warn(member)
      case _ where DocumentDecoder.keys.contains(member.key): break
      default:
        diagnostics.error(
          "unknown key \(member.key.quoted) in the timeline", at: member.keyRange)
      }
    }
    guard let version = root.member("version")?.value else {
      guard !isInline else { return }
      let place = root.range.lowerBound..<root.range.lowerBound + 1
      return diagnostics.error(
        "the timeline needs 'version'", at: place, hint: "write \"version\": \(Document.version)")
    }
    guard case .number(String(Document.version)) = version.kind else {
      return diagnostics.error(
        "this version is not known", at: version.range,
        hint: "this program reads version \(Document.version)")
    }
  }

  /// The names of the tracks of an `audio`.
  static func trackNames(_ audio: JSONNode?) -> [String] {
    let tracks = audio?.member("tracks")?.value.elements ?? []
    return tracks.compactMap { $0.member("name")?.value.string }
  }

  /// The keys of a timeline layer as those of a group with the layers of its timeline.
  ///
  /// Its file's name stays, for charts, and so does its `audio`, for messages.
  static func group(_ members: [JSONMember], _ layers: JSONNode, _ root: JSONNode) -> [JSONMember] {
    var result = members.compactMap { member -> JSONMember? in
      switch member.key {
      case _ where filmNames.contains(member.key) && !["in", "out"].contains(member.key): nil
      case "source" where member.value.string == nil: nil
      default: member
      }
    }
    let place = members.first { $0.key == "source" }?.keyRange ?? 0..<0
    result.append(JSONMember(key: "layers", keyRange: place, value: layers))
    if let audio = root.members?.first(where: { $0.key == "audio" }) {
      let kept = JSONNode(.object([audio]), range: audio.value.range)
      result.append(JSONMember(key: key, keyRange: place, value: kept))
    }
    return result
  }
}

extension Declaration {
  /// What a layer takes that is another timeline; without clips it is a group before anything is
  /// decoded.
  package static var nestedTimeline: Declaration { NestedTimeline.declaration }
}
