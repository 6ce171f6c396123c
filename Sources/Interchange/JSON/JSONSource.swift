import Timeline

/// Reads the text of a format that is written as JSON.
enum JSONSource {
  /// The longest text that is read: programs write much metadata into each clip.
  private static let longest = 256 << 20

  /// The value, nil if there is none that can be relied on, and what is wrong with it.
  static func parse(
    _ source: SourceText, as dialect: JSONDialect
  ) -> (root: JSONNode?, log: ImportLog) {
    var (diagnostics, log) = (Diagnostics(), ImportLog())
    let json = JSONParser.parse(source, as: dialect, limit: longest, reportingTo: &diagnostics)
    for fault in diagnostics.sorted where fault.severity == .error {
      log.error(fault.message, at: fault.range)
    }
    return (log.hasErrors ? nil : json?.root, log)
  }
}
