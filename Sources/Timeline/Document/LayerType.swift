/// What a layer is: the word of its `"type"`, and of its `"effect"`.
struct LayerType {
  let name: String
  /// The effect's name; nil for other layers.
  let effect: String?
  let declaration: Declaration
  /// What messages call such a layer: "an image layer".
  let subject: String
  /// Where the absence of a parameter is reported: at the word that asks for it.
  let place: Range<Int>
  /// Whether it is a timeline without clips, which is a group by the time it is read.
  var isTimeline = false

  var isGroup: Bool { effect == nil && name == "group" }
  /// Whether it is a source of its own that is played.
  var playsMedia: Bool { effect == nil && (name == "video" || isFilm) }
  /// Whether that is a timeline with clips; one without is a group by the time it is read.
  var isFilm: Bool { effect == nil && name == NestedTimeline.declaration.name }
}

extension LayerDecoder {
  /// Finds out what a layer is; where that cannot be said, reports why and gives nil.
  mutating func decodeKind(_ node: JSONNode) -> LayerType? {
    guard let type = node.member("type") else {
      reportMissingType(node)
      return nil
    }
    guard let word = type.value.string else {
      context.with(parameter: "type") {
        $0.mismatch(type.value, expected: "the kind of the layer")
      }
      return nil
    }
    if word == "effect" { return decodeEffect(node, at: type.value.range) }
    // A timeline without clips is a group by now, as which it has layers.
    let isGroup = word == NestedTimeline.declaration.name && node.member("layers") != nil
    let name = isGroup ? "group" : word
    if let declaration = vocabulary.layers.first(where: { $0.name == name }) {
      return LayerType(
        name: name, effect: nil, declaration: declaration, subject: "\(word.withArticle) layer",
        place: type.value.range, isTimeline: isGroup)
    }
    reportUnknownKind(word, type.value)
    return nil
  }

  /// Finds out which effect of a clip or a layer this is; `"type": "effect"` may be left out.
  mutating func decodeOwnEffect(_ node: JSONNode, of owner: String) -> LayerType? {
    if let type = node.member("type"), type.value.string != "effect" {
      context.error(
        "the 'effects' of a \(owner) take only effects", at: type.value.range,
        hint: "'type' may be left out; other layers belong in 'layers'")
      return nil
    }
    let first = node.range.lowerBound..<node.range.lowerBound + 1
    return decodeEffect(node, at: node.member("type")?.value.range ?? first)
  }

  private mutating func reportMissingType(_ node: JSONNode) {
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    if let near = node.members?.first(where: { context.nearest(to: $0.key, in: ["type"]) != nil }) {
      return context.error(
        "unknown key \(near.key.quoted) in a layer", at: near.keyRange,
        hint: near.key.didYouMean("type"))
    }
    let hint =
      node.member("effect") == nil
      ? "it is \(kindNames.map(\.quoted).listed())" : "write \"type\": \"effect\""
    context.error("a layer needs 'type'", at: place, hint: hint)
  }

  private mutating func reportUnknownKind(_ word: String, _ node: JSONNode) {
    if vocabulary.effects.names.contains(word) {
      return context.error(
        "\(word.quoted) is an effect, not a kind of layer", at: node.range,
        hint: "write \"type\": \"effect\", \"effect\": \"\(word)\"")
    }
    let hint =
      layerMeant(by: word) ?? context.suggestion(for: word, in: kindNames)
      ?? "a layer is \(kindNames.map(\.quoted).listed())"
    context.error("unknown kind of layer \(word.quoted)", at: node.range, hint: hint)
  }

  /// What to write for a kind of sound, and for a figure that a kind of layer draws.
  private func layerMeant(by word: String) -> String? {
    if ["audio", "music", "sound"].contains(word.lowercased()) {
      return #"sounds are tracks: "audio": { "tracks": [{ "source": "music.mp3" }] }"#
    }
    let drawing = vocabulary.layers.first { layer in
      layer.parameters.contains { $0.name == layer.name && $0.choices.contains(word) }
    }
    return drawing.map { "write \"type\": \"\($0.name)\", \"\($0.name)\": \"\(word)\"" }
  }

  private var kindNames: [String] { vocabulary.layers.map(\.name) + ["effect"] }

  private mutating func decodeEffect(_ node: JSONNode, at place: Range<Int>) -> LayerType? {
    let names = vocabulary.effects.names
    guard let value = node.member("effect")?.value else {
      context.error(
        "an effect layer needs 'effect'", at: place,
        hint: "it is \(names.map(\.quoted).listed())")
      return nil
    }
    guard let word = value.string else {
      context.with(parameter: "effect") {
        $0.mismatch(value, expected: "the name of an effect")
      }
      return nil
    }
    if let declaration = vocabulary.effects.named(word) {
      return LayerType(
        name: "effect", effect: word, declaration: declaration,
        subject: "\(word.withArticle) effect", place: value.range)
    }
    let isSound = vocabulary.soundEffects.contains { $0.name == word }
    let hint =
      (isSound ? "it changes sounds and belongs in 'audio'" : nil)
      ?? effectsMeant(by: word).map { "did you mean \($0.map(\.quoted).listed())?" }
      ?? context.suggestion(for: word, in: names)
      ?? "the effects are \(names.map(\.quoted).listed(joinedBy: "and"))"
    context.error("unknown effect \(word.quoted)", at: value.range, hint: hint)
    return nil
  }

  /// The effects that other programs or people call by this word; nil where nobody does.
  private func effectsMeant(by word: String) -> [String]? {
    let meant = vocabulary.effects.filter { $0.names.areMeant(by: word) }
    return meant.isEmpty ? nil : meant.map(\.name)
  }
}
