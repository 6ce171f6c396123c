/// Writes help for a terminal of 80 columns.
package enum DeclarationHelp {
  /// The columns of a line.
  package static let columns = 80

  /// Everything about one declaration; `kind` says what it is, such as "effect".
  package static func text(of declaration: Declaration, kind: String) -> String {
    var parts = [wrap("\(declaration.name) (\(kind)): \(declaration.summary)")]
    if !declaration.discussion.isEmpty {
      parts += paragraphs(declaration.discussion).map { wrap(plain($0)) }
    }
    if !declaration.parameters.isEmpty {
      parts.append("Parameters:\n" + entries(declaration.parameters))
    }
    if !declaration.example.isEmpty {
      let lines = declaration.example.split(separator: "\n", omittingEmptySubsequences: false)
      parts.append("Example:\n" + lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n"))
    }
    if !declaration.names.elsewhere.isEmpty {
      parts.append(wrap("Elsewhere: \(declaration.names.elsewhere.joined(separator: "; "))."))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// A heading over parameters that several declarations share.
  package static func text(
    of parameters: [any ParameterDescription], heading: String
  ) -> String {
    "\(heading):\n\(entries(parameters))\n"
  }

  /// One line for each declaration.
  package static func overview(of declarations: [Declaration], heading: String) -> String {
    "\(heading):\n\(table(declarations.map { ($0.name, $0.summary) }))\n"
  }

  /// One line for each declaration, below the name of its family.
  package static func families(of declarations: some Collection<Declaration>) -> String {
    var families: [String] = []
    for family in declarations.map(\.family) where !families.contains(family) {
      families.append(family)
    }
    return families.map { family in
      overview(of: declarations.filter { $0.family == family }, heading: family)
    }.joined(separator: "\n")
  }

  /// The names of all easings with their shapes.
  package static var easings: String {
    "Easings:\n\(table(Easing.allNames.map { ($0.spelling, $0.help) }))\n"
  }

  // MARK: Parts

  /// Parameters with all that stands within them; `prefix` stands before their names.
  static func entries(
    _ parameters: [any ParameterDescription], prefix: String = ""
  ) -> String {
    parameters.map { parameter in
      let name = prefix + parameter.name
      let head = wrap(plain("\(name)  \(facts(of: parameter))"), indent: 2, hanging: 6)
      let help = wrap(plain(parameter.help), indent: 6)
      let inner = entries(parameter.members, prefix: "\(name).")
      return [head, help, inner].filter { !$0.isEmpty }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Type, range, default and whether it moves, in one sentence.
  private static func facts(of parameter: any ParameterDescription) -> String {
    var facts = [
      parameter.choices.isEmpty ? parameter.typeName : parameter.choices.joined(separator: " | ")
    ]
    let unit = parameter.unit.map { " \($0)" } ?? ""
    if let range = parameter.rangeText {
      facts.append(range + unit)
    } else if let unit = parameter.unit {
      facts.append("in \(unit)")
    }
    if parameter.isAnimatable { facts.append("can be animated") }
    if parameter.isRequired { facts.append("required") }
    if let text = parameter.defaultText { facts.append("default \(text)") }
    return "[" + facts.joined(separator: "; ") + "]"
  }

  /// Names with their meanings in two columns.
  private static func table(_ lines: [(name: String, help: String)]) -> String {
    let width = min(24, lines.map(\.name.count).max() ?? 0) + 4
    return lines.map { line in
      let wrapped = wrap(plain(line.help), indent: width)
      guard line.name.count + 4 <= width else { return "  \(line.name)\n\(wrapped)" }
      let name = "  \(line.name)"
      return name + wrapped.dropFirst(name.count)
    }.joined(separator: "\n")
  }

  private static func paragraphs(_ text: String) -> [String] {
    var result: [String] = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        result.append("")
      } else {
        result[result.count - 1] += (result[result.count - 1].isEmpty ? "" : " ") + line
      }
    }
    return result.filter { !$0.isEmpty }
  }

  /// The text without the marks of Markdown's code.
  private static func plain(_ text: String) -> String { text.filter { $0 != "`" } }

  /// Breaks a text at its blanks; a word longer than a line stands alone.
  ///
  /// Lines after the first are indented by `hanging` instead, if that is given.
  static func wrap(_ text: String, indent: Int = 0, hanging: Int? = nil) -> String {
    var lines: [String] = []
    var line = ""
    var indent = indent
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, indent + line.count + 1 + word.count > columns {
        lines.append(String(repeating: " ", count: indent) + line)
        line = ""
        indent = hanging ?? indent
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    if !line.isEmpty { lines.append(String(repeating: " ", count: indent) + line) }
    return lines.joined(separator: "\n")
  }
}
