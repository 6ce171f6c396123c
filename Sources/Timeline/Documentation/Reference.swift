/// Writes the reference of the timeline's language as Markdown.
package enum Reference {
  /// The whole reference, with a newline at its end.
  package static func markdown(of vocabulary: Vocabulary) -> String {
    var parts = [
      "# Timeline reference",
      "<!-- Generated from the declarations that also check timelines. Do not edit. -->",
      "## The timeline", table(rows(BuiltInKey.document(vocabulary))),
      "## The canvas", body(of: vocabulary.canvas),
    ]
    parts += clips(vocabulary)
    parts += [
      "## Every layer",
      "Every layer has these keys beside its `type`:",
      table(rows(BuiltInKey.layer + vocabulary.layerChanges)),
    ]
    if !vocabulary.layerCommon.isEmpty {
      parts += ["Every layer but an effect also has:", table(rows(vocabulary.pictureKeys))]
    }
    if !vocabulary.effectCommon.isEmpty {
      parts += ["Every effect also has:", table(rows(vocabulary.effectCommon))]
    }
    parts.append("## Layers")
    for declaration in vocabulary.layers {
      let page = vocabulary.page(ofLayer: declaration)
      parts += ["### \(declaration.name)", body(of: page)]
    }
    parts += [
      "### effect",
      "Changes everything below it. `effect` names the effect; its parameters are keys of the same "
        + "object.",
      "## Effects",
    ]
    var family = ""
    for declaration in vocabulary.effects {
      if declaration.family != family {
        family = declaration.family
        parts.append("## Effects: \(family.lowercased())")
      }
      parts += ["### \(declaration.name)", body(of: declaration)]
    }
    parts += transitions(vocabulary)
    parts += sound(vocabulary)
    return (parts + animations + values(vocabulary)).joined(separator: "\n\n") + "\n"
  }

  // MARK: Declarations

  private static func body(of declaration: Declaration) -> String {
    var parts = [declaration.summary]
    if !declaration.discussion.isEmpty { parts.append(declaration.discussion) }
    if !declaration.example.isEmpty { parts.append("```jsonc\n\(declaration.example)\n```") }
    if !declaration.parameters.isEmpty { parts.append(table(rows(declaration.parameters))) }
    if !declaration.names.elsewhere.isEmpty {
      parts.append("Elsewhere: \(declaration.names.elsewhere.joined(separator: "; ")).")
    }
    return parts.joined(separator: "\n\n")
  }

  /// The cells of one line: key, value, default, range, whether it moves, meaning.
  private struct Row {
    var key: String
    var value: String
    var fallback: String
    var range: String
    var moves: Bool
    var help: String

    var cells: [String] {
      ["`\(key)`", value, fallback, range, moves ? "yes" : "", help]
    }
  }

  private static func rows(
    _ parameters: [any ParameterDescription], prefix: String = ""
  ) -> [Row] {
    parameters.flatMap { parameter -> [Row] in
      let words = parameter.choices.map { "`\($0)`" }
      let unit = parameter.unit.map { ", \($0)" } ?? ""
      let row = Row(
        key: prefix + parameter.name,
        value: words.isEmpty ? parameter.typeName + unit : words.listed(),
        fallback: fallback(of: parameter),
        range: parameter.rangeText ?? "", moves: parameter.isAnimatable, help: parameter.help)
      return [row] + rows(parameter.members, prefix: "\(prefix)\(parameter.name).")
    }
  }

  /// The default: as code where a timeline can state it, else in words.
  private static func fallback(of parameter: any ParameterDescription) -> String {
    guard let text = parameter.defaultText else { return parameter.isRequired ? "*required*" : "" }
    return text == parameter.defaultJSON?.compact ? "`\(text)`" : text
  }

  private static let heads = ["Key", "Value", "Default", "Range", "Animatable", "Meaning"]

  private static func table(_ rows: [Row]) -> String { table(heads, rows.map(\.cells)) }

  /// A table without the columns in which no line has anything.
  private static func table(_ heads: [String], _ lines: [[String]]) -> String {
    let used = heads.indices.filter { column in lines.contains { !$0[column].isEmpty } }
    func line(_ cells: [String]) -> String {
      let escaped = used.map { column in
        cells[column].split(separator: "|", omittingEmptySubsequences: false)
          .joined(separator: "\\|")
      }
      return "| " + escaped.joined(separator: " | ") + " |"
    }
    let rule = "|" + used.map { _ in "---|" }.joined()
    return ([line(heads), rule] + lines.map(line)).joined(separator: "\n")
  }

  // MARK: The main track

  private static func clips(_ vocabulary: Vocabulary) -> [String] {
    var parts = ["## Clips", body(of: vocabulary.clipPage), "### Sources"]
    parts.append(
      "What a clip or a `video` layer plays is one of these. A colour, a generated picture or a "
        + "still has no end of its own, so a clip of it needs a `duration`.")
    var lines = [
      ["`\"stdin\"`", "The stream on standard input."],
      [
        "`\"beach.mp4\"`", "A file, relative to the timeline's folder; its contents tell its kind.",
      ],
      ["`{ \"image\": \"photo.jpg\" }`", "A file that is a picture, still or animated."],
      ["`{ \"color\": \"#204080\" }`", "One colour."],
    ]
    for declaration in vocabulary.generators {
      let keys = declaration.parameters.map { "`\($0.name)`" }
      let taking = keys.isEmpty ? "" : " Takes \(keys.listed(joinedBy: "and"))."
      lines.append(["`{ \"\(declaration.name)\": { … } }`", declaration.summary + taking])
    }
    parts.append(table(["Source", "Meaning"], lines))
    for declaration in vocabulary.generators
    where !vocabulary.layers.contains(where: { $0.name == declaration.name }) {
      parts += ["#### \(declaration.name)", body(of: declaration)]
    }
    return parts
  }

  private static func transitions(_ vocabulary: Vocabulary) -> [String] {
    guard !vocabulary.transitions.isEmpty else { return [] }
    let names = vocabulary.transitions.map { declaration in
      let takes = declaration.parameters.map { "`\($0.name)`" }.joined(separator: ", ")
      return ["`\(declaration.name)`", declaration.summary, takes]
    }
    var parts = [
      "## Transitions",
      "A clip's `transition`, and `in` and `out` of a layer, hold a transition. All of them take:",
      table(rows(TransitionParameter.common)), table(["Transition", "Meaning", "Takes"], names),
    ]
    let shared = parametersOfTransitions(vocabulary.transitions)
    if !shared.isEmpty {
      parts += ["Their own parameters:", table(["Key", "Of"] + heads.dropFirst(), shared)]
    }
    for declaration in vocabulary.transitions where !declaration.discussion.isEmpty {
      parts += ["### \(declaration.name)", declaration.discussion]
    }
    return parts
  }

  /// The parameters of all transitions; those with the same description are listed once.
  private static func parametersOfTransitions(_ transitions: [Declaration]) -> [[String]] {
    var lines: [(cells: [String], owners: [String])] = []
    for declaration in transitions {
      for cells in rows(declaration.parameters).map(\.cells) {
        if let known = lines.firstIndex(where: { $0.cells == cells }) {
          lines[known].owners.append("`\(declaration.name)`")
        } else {
          lines.append((cells, ["`\(declaration.name)`"]))
        }
      }
    }
    let sorted = lines.enumerated().sorted { left, right in
      (left.element.cells[0], left.offset) < (right.element.cells[0], right.offset)
    }
    return sorted.map { _, line in
      [line.cells[0], line.owners.joined(separator: ", ")] + line.cells.dropFirst()
    }
  }

  // MARK: Sound

  private static func sound(_ vocabulary: Vocabulary) -> [String] {
    var parts = [
      "## Sound", body(of: vocabulary.soundPage), "### Tracks",
      body(of: vocabulary.trackPage), "### Effects on sounds",
      "They belong in `effects` of the mix, the main sound or a track. `effect` names the effect; "
        + "its parameters are keys of the same object. Every one also has:",
      table(rows(vocabulary.soundEffectCommon)),
    ]
    for declaration in vocabulary.soundEffects {
      parts += ["#### \(declaration.name)", body(of: declaration)]
    }
    return parts
  }

  // MARK: What all share

  private static var animations: [String] {
    [
      "## Animations",
      "An animated value is written as an object in place of the value:",
      """
      ```jsonc
      "opacity": { "from": 0, "to": 1, "duration": 0.5, "ease": "ease-out" }
      "position": { "keys": [[0, [20, 20]], [1.5, [400, 20], "ease-in-out"], ["100%", [400, 300]]] }
      ```
      """,
      table(
        ["Key", "Value", "Default", "Meaning"],
        BuiltInKey.animation.map { ["`\($0.name)`", $0.typeName, $0.defaultText, $0.help] }),
      "### Easings",
      table(["Easing", "Shape"], Easing.allNames.map { ["`\($0.spelling)`", $0.help] }),
    ]
  }

  /// Every type of value that occurs, in alphabetical order.
  private static func values(_ vocabulary: Vocabulary) -> [String] {
    var spellings = ["time": Time.spelling ?? ""]
    func visit(_ parameters: [any ParameterDescription]) {
      for parameter in parameters {
        if let spelling = parameter.spelling { spellings[parameter.typeName] = spelling }
        visit(parameter.members)
      }
    }
    let declarations =
      [vocabulary.canvas, vocabulary.clipPage] + vocabulary.layers + vocabulary.effects
      + vocabulary.generators + vocabulary.transitions
      + [vocabulary.soundPage, vocabulary.trackPage] + vocabulary.soundEffects
    for declaration in declarations { visit(declaration.parameters) }
    visit(vocabulary.layerCommon + vocabulary.effectCommon + TransitionParameter.common)
    let lines = spellings.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
    return ["## Values", table(["Type", "Written as"], lines)]
  }
}
