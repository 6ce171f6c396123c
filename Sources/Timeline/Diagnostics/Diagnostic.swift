/// An error or a warning about a timeline, with its place.
package struct Diagnostic: Hashable, Sendable {
  /// Whether the timeline can still be played: only with warnings.
  package enum Severity: String, Hashable, Sendable {
    case error
    case warning
  }

  /// Another place that explains the fault.
  package struct Note: Hashable, Sendable {
    /// What is there, without a full stop.
    package let message: String
    /// The bytes of the place.
    package let range: Range<Int>
  }

  /// Whether it is an error or a warning.
  package let severity: Severity
  /// What is wrong, without a full stop.
  package let message: String
  /// The bytes at fault.
  package let range: Range<Int>
  /// What to do about it; shown after the message and a semicolon.
  package let hint: String?
  /// Other places, in the order in which they are shown.
  package let notes: [Note]

  /// A diagnostic without a hint and other places, unless stated otherwise.
  package init(
    _ severity: Severity, _ message: String, at range: Range<Int>, hint: String? = nil,
    notes: [Note] = []
  ) {
    self.severity = severity
    self.message = message
    self.range = range
    self.hint = hint
    self.notes = notes
  }

  /// The message and the hint in one line.
  var fullMessage: String { hint.map { "\(message); \($0)" } ?? message }
}

/// Collects the faults of one text.
package struct Diagnostics: Sendable {
  /// How many faults are kept; a text that is not a timeline at all may have millions.
  package static let limit = 200

  private var found: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  private var explanations: [Explanation] = []
  /// How many faults were found beyond ``limit``.
  package private(set) var dropped = 0
  /// Whether one of the diagnostics is an error, including those that were dropped.
  package private(set) var hasErrors = false

  /// No faults yet.
  package init() {}

  /// Whether nothing was found.
  package var isEmpty: Bool { found.isEmpty }

  /// Whether further diagnostics are only counted.
  package var isFull: Bool { found.count >= Self.limit }

  /// The faults in the order of their places; those of one place in the order they were found.
  package var sorted: [Diagnostic] {
    found.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }

  /// Adds a fault unless the same one is known already.
  package mutating func add(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    guard !isFull else {
      dropped += 1
      return
    }
    let diagnostic = explained(diagnostic)
    if seen.insert(diagnostic).inserted { found.append(diagnostic) }
  }

  /// Adds an error, which keeps the timeline from being played.
  package mutating func error(
    _ message: String, at range: Range<Int>, hint: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    add(Diagnostic(.error, message, at: range, hint: hint, notes: notes))
  }

  /// Adds a warning, with which the timeline can still be played.
  package mutating func warning(
    _ message: String, at range: Range<Int>, hint: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    add(Diagnostic(.warning, message, at: range, hint: hint, notes: notes))
  }
}

// MARK: - Variables

extension Diagnostics {
  /// A place where a variable stands for its value, which is written elsewhere.
  private struct Explanation: Sendable {
    let name: String
    let use: Range<Int>
    let value: Range<Int>
  }

  /// How many places are kept.
  private static let mostExplanations = 10_000

  /// Notes that a variable stands for its value: faults at one of both places also show the other.
  mutating func explain(variable name: String, usedAt use: Range<Int>, value: Range<Int>) {
    guard explanations.count < Self.mostExplanations else { return }
    explanations.append(Explanation(name: name, use: use, value: value))
  }

  /// The fault with the other place of a variable, if it is at one of them.
  private func explained(_ diagnostic: Diagnostic) -> Diagnostic {
    let range = diagnostic.range
    let note: Diagnostic.Note
    if let used = explanations.first(where: { $0.use.contains(range) }) {
      note = .init(message: "the value of \(used.name.quoted) is given here", range: used.value)
    } else if let given = explanations.first(where: { $0.value.contains(range) }) {
      note = .init(message: "the variable \(given.name.quoted) is used here", range: given.use)
    } else {
      return diagnostic
    }
    return Diagnostic(
      diagnostic.severity, diagnostic.message, at: range, hint: diagnostic.hint,
      notes: diagnostic.notes + [note])
  }
}
