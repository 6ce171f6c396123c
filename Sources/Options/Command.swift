/// A positional argument of a command.
package struct Operand: Sendable {
  /// The placeholder in help and messages: `A.y4m`.
  package let name: String
  /// What the word is, for completions: a file unless stated otherwise.
  package let form: ValueForm
  /// A sentence for help, with its full stop.
  package let help: String
  /// Whether it may be left out; only the last ones may.
  package let isOptional: Bool
  /// Whether more such words may follow; only the last one may be so.
  package let isRepeatable: Bool

  /// An argument that must be given once and is a file, unless stated otherwise.
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

  /// Whether it is for another program, so that it must stand behind `--`.
  var isBehindDashes: Bool { name.hasPrefix("-- ") }

  /// The operand as a usage line shows it: `A`, `[A]`, `[A ...]`.
  var synopsis: String {
    let word = isRepeatable ? "\(name) ..." : name
    return isOptional ? "[\(word)]" : word
  }
}

/// An example command line, and what it does.
package struct Example: Sendable {
  /// What is typed, the program's name included.
  package let line: String
  /// What it does, as a sentence of help.
  package let note: String

  /// `line` is the command line, and `note` says what it does.
  package init(_ line: String, _ note: String) {
    self.line = line
    self.note = note
  }
}

/// A command of a program, with its operands and options.
package struct Command: Sendable {
  /// The word that selects the command.
  package let name: String
  /// What it does, in half a line without a full stop.
  package let summary: String
  /// Paragraphs that say the rest.
  package let description: [String]
  /// The words that it takes, in their order.
  package let operands: [Operand]
  /// The options that it takes besides the program's common ones, in the order of its help.
  package let options: [any OptionDescription]
  /// The lines at the end of its help.
  package let examples: [Example]

  /// A command that takes nothing but common options, unless stated otherwise.
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
