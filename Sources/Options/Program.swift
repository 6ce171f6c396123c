/// An exit status of the program, and its meaning.
package struct ExitStatus: Sendable {
  /// The status, 0 to 255.
  package let code: Int
  let meaning: String

  /// `code` is the exit status, and `meaning` a phrase for help.
  package init(_ code: Int, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}

/// A page of help on something other than a command: an effect, a layer, an easing.
package struct Topic: Sendable {
  /// The word that selects the page.
  package let name: String
  /// The kind of thing it is, as a heading in the plural: `Effects`.
  package let group: String
  /// What it is one of within its group, as a heading; empty where the group has no parts.
  package let family: String
  /// What it is, in half a line.
  package let summary: String
  /// Other words by which people look for it.
  let aliases: [String]
  /// The page itself, ready to print, with a newline at its end.
  package let text: String

  /// A page that `help NAME` prints, listed under its group.
  package init(
    _ name: String, group: String, family: String = "", summary: String, aliases: [String] = [],
    text: String
  ) {
    self.name = name
    self.group = group
    self.family = family
    self.summary = summary
    self.aliases = aliases
    self.text = text
  }
}

/// A command-line program: what its help, manual, completions and parser are made from.
package struct Program: Sendable {
  /// The name as it is typed.
  package let name: String
  /// The version, as `0.1.0`.
  package let version: String
  /// The day of the version, as `2026-01-31`.
  package let date: String
  /// What it does, in half a line without a full stop.
  package let summary: String
  /// Paragraphs for the manual and the first page of help.
  package let description: [String]
  /// The commands in the order of help, the default one among them.
  package let commands: [Command]
  /// The name of the command that runs when the first argument is not one.
  package let defaultCommand: String
  /// Options that every command takes.
  let commonOptions: [any OptionDescription]
  /// In the order of help.
  package let exitStatuses: [ExitStatus]
  /// The lines on the first page of help.
  package let examples: [Example]
  /// Names of related manual pages, as `ffmpeg(1)`.
  package let seeAlso: [String]

  /// A program; the options that every command takes, as `--help`, are added to it.
  package init(
    name: String, version: String, date: String, summary: String, description: [String],
    commands: [Command], defaultCommand: String, exitStatuses: [ExitStatus],
    examples: [Example] = [], seeAlso: [String] = []
  ) {
    self.name = name
    self.version = version
    self.date = date
    self.summary = summary
    self.description = description
    self.commands = commands
    self.defaultCommand = defaultCommand
    self.commonOptions = [Self.help, Self.versionSwitch]
    self.exitStatuses = exitStatuses
    self.examples = examples
    self.seeAlso = seeAlso
  }

  static let help = Option<Bool>(switch: "help", short: "h", "Print this help and exit.")
  static let versionSwitch = Option<Bool>(switch: "version", "Print the version and exit.")

  /// The command with this name.
  package func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }

  /// What was meant by the name of a JSON file that stands where a command does: the file that the
  /// first option of the default command takes.
  func defaultUse(of word: String) -> String? {
    guard word.hasSuffix(".json"), let option = command(named: defaultCommand)?.options.first,
      case .file = option.form, let letter = option.short
    else { return nil }
    return "-\(letter) \(visible(word))"
  }

  /// All options that `command` takes, its own first.
  package func options(of command: Command) -> [any OptionDescription] {
    command.options + commonOptions
  }
}
