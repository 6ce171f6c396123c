import Options

/// The options of every command that works through a stream.
package struct ProgressOptions {
  /// `--progress`: its form, or `auto`.
  package static let progress = Option<ProgressMode>(
    "progress", .choice, default: .auto, shown: "auto",
    "Show progress, speed and the time left on standard error: auto does so on a terminal, where "
      + "only one of several programs shows its line; json writes one object a line.")
  static let quiet = Option<Bool>(
    switch: "quiet", short: "q", "Show no progress and no warnings, only errors.")
  static let stats = Option<Bool>(
    switch: "stats", "Report at the end how much was done, how fast, and how much memory it took.")

  /// The three, in the order of help.
  package static let all: [any OptionDescription] = [progress, quiet, stats]

  /// How progress is shown; `none` where `--quiet` asks for it and `--progress` for nothing else.
  package let mode: ProgressMode
  /// Whether warnings are left out too.
  package let isQuiet: Bool
  let hasStatistics: Bool

  /// Reads the three from a command line that declares them.
  package init(_ session: Session) throws(UsageError) {
    isQuiet = try session.value(of: Self.quiet)
    let wanted = try session.value(of: Self.progress)
    // A program that asks for objects gets them: quiet is for people.
    mode = isQuiet && wanted == .auto ? .none : wanted
    hasStatistics = try session.value(of: Self.stats)
  }
}
