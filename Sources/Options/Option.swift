/// What follows an option's name, for help, manual and completion.
package enum ValueForm: Hashable, Sendable {
  /// Nothing: the option is a switch.
  case none
  /// Any text, shown as this placeholder.
  case text(String)
  /// The path of a file, shown as this placeholder.
  case file(String)
  /// One of these words.
  case oneOf([String])

  /// The word that stands for the value in help: `N/D`, `FILE`, or nil for a switch.
  package var placeholder: String? {
    switch self {
    case .none: nil
    case .text(let placeholder), .file(let placeholder): placeholder
    case .oneOf(let words): isLong ? "NAME" : words.joined(separator: "|")
    }
  }

  /// Whether its words are too many to stand behind the option's name.
  var isLong: Bool {
    guard case .oneOf(let words) = self else { return false }
    return words.joined(separator: "|").count > 36
  }
}

/// An option as its readers see it: everything but the type of its value.
package protocol OptionDescription: Sendable {
  /// The long name, without the two hyphens.
  var name: String { get }
  /// The one-letter name, if there is one.
  var short: Character? { get }
  /// What follows the name.
  var form: ValueForm { get }
  /// One or two sentences that say what the option does.
  var help: String { get }
  /// How the value that stands when the option is not given is written, if there is one.
  var defaultText: String? { get }
  /// Whether each occurrence adds to those before it, rather than replacing them.
  var isRepeatable: Bool { get }
  /// Whether help, manual and completion leave the option out.
  var isHidden: Bool { get }
}

/// An option of a command, declared once.
///
/// The declaration names the option, documents it and turns its text into a `Value`; a command
/// reads the result with ``Invocation/value(of:)``.
package struct Option<Value: Sendable>: OptionDescription {
  package let name: String
  package let short: Character?
  package let form: ValueForm
  package let help: String
  package let defaultText: String?
  package let isRepeatable: Bool
  package let isHidden: Bool
  /// Turns the texts of all occurrences, in order, into the value, or says what is wrong.
  let resolve: @Sendable ([String]) throws(UsageError) -> Value
}

extension Option {
  /// Declares an option that has `fallback`, shown as `shown`, where it is not given.
  package init(
    _ name: String, short: Character? = nil, _ reader: ValueReader<Value>, default fallback: Value,
    shown: String? = nil, isHidden: Bool = false, _ help: String
  ) {
    self.init(
      name: name, short: short, form: reader.form, help: help,
      defaultText: shown ?? "\(fallback)", isRepeatable: false, isHidden: isHidden
    ) { texts throws(UsageError) in
      guard let last = texts.last else { return fallback }
      return try reader.value(of: last, for: "--\(name)")
    }
  }

  /// Declares an option that is nil where it is not given.
  package init<Element>(
    _ name: String, short: Character? = nil, _ reader: ValueReader<Element>,
    isHidden: Bool = false, _ help: String
  ) where Value == Element? {
    self.init(
      name: name, short: short, form: reader.form, help: help, defaultText: nil,
      isRepeatable: false, isHidden: isHidden
    ) { texts throws(UsageError) in
      guard let last = texts.last else { return nil }
      return try reader.value(of: last, for: "--\(name)")
    }
  }

  /// Declares an option that may be given any number of times.
  package init<Element>(
    _ name: String, short: Character? = nil, repeating reader: ValueReader<Element>,
    isHidden: Bool = false, _ help: String
  ) where Value == [Element] {
    self.init(
      name: name, short: short, form: reader.form, help: help, defaultText: nil,
      isRepeatable: true, isHidden: isHidden
    ) { texts throws(UsageError) in
      var values: [Element] = []
      for text in texts { values.append(try reader.value(of: text, for: "--\(name)")) }
      return values
    }
  }
}

extension Option where Value == Bool {
  /// Declares a switch: false, and true where it is given.
  package init(
    switch name: String, short: Character? = nil, isHidden: Bool = false, _ help: String
  ) {
    self.init(
      name: name, short: short, form: .none, help: help, defaultText: nil, isRepeatable: false,
      isHidden: isHidden
    ) { texts throws(UsageError) in !texts.isEmpty }
  }
}
