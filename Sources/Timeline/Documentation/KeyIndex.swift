/// Help on single words of the language: keys, wherever they are used, their values, and easings.
package struct KeyIndex: Sendable {
  /// One page of help.
  package struct Page: Sendable {
    /// The word that it explains: `invert`, and `mask.invert` for one within another key.
    package let name: String
    /// Its meaning or its places in half a line, without a full stop.
    package let summary: String
    /// What other tools call it.
    package let aliases: [String]
    /// The page itself, with a newline at its end.
    package let text: String
  }

  /// Keys in alphabetical order; those within others also by their whole path.
  package let keys: [Page]
  /// The words that keys with a fixed list of values take, in alphabetical order.
  package let words: [Page]
  /// Easings in the order of the reference.
  package let easings: [Page]

  /// Gathers all that `vocabulary` declares.
  package init(_ vocabulary: Vocabulary) {
    var places: [KeyPlace] = []
    for (owner, parameters) in KeyPlace.owners(vocabulary) {
      for parameter in parameters { places += KeyPlace.all(of: parameter, in: owner) }
    }
    var byKey: [String: [KeyPlace]] = [:]
    var byWord: [String: [KeyPlace]] = [:]
    for place in places {
      byKey[place.parameter.name, default: []].append(place)
      if !place.prefix.isEmpty { byKey[place.path, default: []].append(place) }
      for word in place.parameter.choices { byWord[word, default: []].append(place) }
    }
    keys = byKey.sorted { $0.key < $1.key }.map { Self.page(of: $0.key, "key", $0.value, "In ") }
    words = byWord.sorted { $0.key < $1.key }.map {
      Self.page(of: $0.key, "word", $0.value, "Taken in ")
    }
    easings = Easing.allNames.map(Self.page)
  }

  /// A page of places; those at which the same is said stand under one heading.
  private static func page(
    of name: String, _ kind: String, _ places: [KeyPlace], _ lead: String
  ) -> Page {
    var groups: [(text: String, owners: [KeyOwner])] = []
    for place in places {
      let text = DeclarationHelp.entries([place.parameter], prefix: place.prefix)
      if let known = groups.firstIndex(where: { $0.text == text }) {
        groups[known].owners.append(place.owner)
      } else {
        groups.append((text, [place.owner]))
      }
    }
    let sections = groups.map { group in
      DeclarationHelp.wrap("\(lead)\(KeyOwner.phrase(group.owners)):") + "\n\(group.text)"
    }
    return Page(
      name: name, summary: "in " + KeyOwner.phrase(places.map(\.owner)),
      aliases: kind == "key" ? ForeignWords.words(for: name) : [],
      text: (["\(name) (\(kind))"] + sections).joined(separator: "\n\n") + "\n")
  }

  private static func page(of easing: Easing.Name) -> Page {
    Page(
      name: easing.word, summary: String(easing.help.dropLast()), aliases: [],
      text: DeclarationHelp.wrap("\(easing.spelling) (easing): \(easing.help)") + "\n\nEvery "
        + "animation takes it as \"ease\":\n  { \"from\": 0, \"to\": 1, \"duration\": 0.5, "
        + "\"ease\": \"\(easing.example)\" }\n")
  }
}

/// Where a key may stand.
struct KeyOwner: Hashable {
  /// What it is, such as `layer`; without a name, as a phrase: `every effect`.
  let noun: String
  let name: String?

  init(_ noun: String, _ name: String? = nil) { (self.noun, self.name) = (noun, name) }

  /// Several as one phrase: `every layer, and in the effects blur and vortex`.
  static func phrase(_ owners: [KeyOwner]) -> String {
    var groups: [(noun: String, names: [String])] = []
    for owner in owners {
      let known = groups.firstIndex { $0.noun == owner.noun } ?? groups.endIndex
      if known == groups.endIndex { groups.append((owner.noun, [])) }
      if let name = owner.name, !groups[known].names.contains(name) {
        groups[known].names.append(name)
      }
    }
    let phrases = groups.map { group in
      let names = group.names.listed(joinedBy: "and")
      return switch (group.noun, group.names.count) {
      case (_, 0): group.noun
      case ("layer", _): "\(names) layers"
      case (_, 1): "the \(group.noun) \(names)"
      default: "the \(group.noun)s \(names)"
      }
    }
    return phrases.joined(separator: ", and in ")
  }
}

/// A key with the place where it stands.
struct KeyPlace {
  let owner: KeyOwner
  /// The keys that it stands within, each with a point behind it: `mask.`.
  let prefix: String
  let parameter: any ParameterDescription

  var path: String { prefix + parameter.name }

  /// A key and all that stands within it.
  static func all(
    of parameter: any ParameterDescription, in owner: KeyOwner, prefix: String = ""
  ) -> [KeyPlace] {
    let inner = parameter.members.flatMap {
      all(of: $0, in: owner, prefix: "\(prefix)\(parameter.name).")
    }
    return [KeyPlace(owner: owner, prefix: prefix, parameter: parameter)] + inner
  }

  /// Everything that has keys, with its keys, in the order of the reference.
  static func owners(
    _ vocabulary: Vocabulary
  ) -> [(owner: KeyOwner, parameters: [any ParameterDescription])] {
    func choice(_ key: String, _ declarations: [Declaration], _ help: String) -> BuiltInKey {
      BuiltInKey(
        key, declarations.map(\.name).joined(separator: " | "), required: true, help
      ) { _ in .oneOf(declarations.map(\.name)) }
    }
    let effect = choice("effect", Array(vocabulary.effects), "What an effect layer does.")
    let kinds = vocabulary.layers.map(\.name) + ["effect"]
    let type = BuiltInKey(
      "type", kinds.joined(separator: " | "), required: true, "What the layer is."
    ) { _ in .oneOf(kinds) }
    let soundEffect = choice("effect", vocabulary.soundEffects, "What it does.")
    var owners: [(KeyOwner, [any ParameterDescription])] = [
      (KeyOwner("the timeline"), BuiltInKey.document(vocabulary)),
      (KeyOwner("the canvas"), vocabulary.canvas.parameters),
      (KeyOwner("clips"), vocabulary.clipPage.parameters),
      (KeyOwner("every layer"), [type] + BuiltInKey.layer + vocabulary.layerChanges),
      (KeyOwner("every layer with a picture"), vocabulary.pictureKeys),
      (KeyOwner("every effect"), [effect] + vocabulary.effectCommon),
    ]
    owners += vocabulary.layers.map { declaration in
      let own = vocabulary.page(ofLayer: declaration).parameters
      let children = declaration.name == "group" ? [BuiltInKey.children] : []
      return (KeyOwner("layer", declaration.name), children + own)
    }
    owners += vocabulary.effects.map { (KeyOwner("effect", $0.name), $0.parameters) }
    owners += vocabulary.generators.map { (KeyOwner("source", $0.name), $0.parameters) }
    owners.append((KeyOwner("every transition"), vocabulary.transitionCommon))
    owners += vocabulary.transitions.map { (KeyOwner("transition", $0.name), $0.parameters) }
    owners += [
      (KeyOwner("audio"), vocabulary.soundPage.parameters),
      (KeyOwner("tracks"), vocabulary.trackPage.parameters),
      (KeyOwner("every effect on sounds"), [soundEffect] + vocabulary.soundEffectCommon),
    ]
    owners += vocabulary.soundEffects.map { (KeyOwner("effect on sounds", $0.name), $0.parameters) }
    owners.append((KeyOwner("an animation"), BuiltInKey.animationKeys))
    return owners
  }
}
