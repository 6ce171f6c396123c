/// A word that a command takes without an option before it.
package struct Operand: Sendable {
  /// The placeholder in help and messages: `A.y4m`.
  package let name: String
  package let form: ValueForm
  package let help: String
  package let isOptional: Bool
  package let isRepeatable: Bool

  package init(
    _ name: String, form: ValueForm? = nil, isOptional: Bool = false, isRepeatable: Bool = false,
    _ help: String
  ) {
    self.name = name
    self.form = form ?? .file(name)
    self.help = help
    self.isOptional = isOptional
    self.isRepeatable = isRepeatable
  }

  /// The operand as a usage line shows it: `A`, `[A]`, `[A ...]`.
  var synopsis: String {
    let word = isRepeatable ? "\(name) ..." : name
    return isOptional ? "[\(word)]" : word
  }
}

/// A line to type, and what it does.
package struct Example: Sendable {
  package let line: String
  package let note: String

  package init(_ line: String, _ note: String) {
    self.line = line
    self.note = note
  }
}

/// One thing that a program can do, with all that it can be told.
package struct Command: Sendable {
  /// The word that selects the command.
  package let name: String
  /// What it does, in half a line without a full stop.
  package let summary: String
  /// Paragraphs that say the rest.
  package let description: [String]
  package let operands: [Operand]
  package let options: [any OptionDescription]
  package let examples: [Example]

  package init(
    _ name: String, _ summary: String, description: [String] = [], operands: [Operand] = [],
    options: [any OptionDescription] = [], examples: [Example] = []
  ) {
    self.name = name
    self.summary = summary
    self.description = description
    self.operands = operands
    self.options = options
    self.examples = examples
  }

  /// The options that help, manual and completion show.
  var shownOptions: [any OptionDescription] { options.filter { !$0.isHidden } }
}
