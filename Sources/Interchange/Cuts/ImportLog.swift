import Timeline

/// What an import has to say about its source.
///
/// Many clips may have the same that is not carried over; it is said once, with the place of the
/// first and how often it is there.
struct ImportLog: Sendable {
  private var counts: [String: Int] = [:]
  private var warnings: [(message: String, range: Range<Int>)] = []
  private var errors: [(message: String, range: Range<Int>)] = []

  /// Nothing yet.
  init() {}

  /// Whether the source can't be read.
  var hasErrors: Bool { !errors.isEmpty }

  /// Says that something is not as in the source.
  mutating func warn(_ message: String, at range: Range<Int>) {
    let count = counts[message] ?? 0
    if count == 0 { warnings.append((message, range)) }
    counts[message] = count &+ 1
  }

  /// Says that the source can't be read.
  mutating func error(_ message: String, at range: Range<Int>) {
    guard errors.count < Diagnostics.limit else { return }
    errors.append((message, range))
  }

  /// Everything, as other messages about texts are.
  var diagnostics: Diagnostics {
    var diagnostics = Diagnostics()
    for error in errors { diagnostics.error(error.message, at: error.range) }
    for warning in warnings {
      let count = counts[warning.message] ?? 1
      diagnostics.warning(
        warning.message + (count > 1 ? " (this and \(count - 1) more)" : ""), at: warning.range)
    }
    return diagnostics
  }
}
