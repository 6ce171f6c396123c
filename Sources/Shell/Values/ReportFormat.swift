import Options

/// How a command writes what it finds.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
}

/// `--json`, the older spelling of `--format json` of some commands.
package enum JSONSwitch {
  /// The switch itself.
  package static let option = Option<Bool>(switch: "json", "The same as --format json.")
}
