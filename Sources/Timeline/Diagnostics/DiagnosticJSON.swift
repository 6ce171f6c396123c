/// Writes diagnostics for programs: editors, CI, generators of timelines.
package enum DiagnosticJSON {
  /// An array with one object per fault: `file`, `line`, `column`, `endLine`, `endColumn`,
  /// `severity`, `message`, and where there are any `hint` and `notes`.
  ///
  /// Lines and columns count from 1, columns in Unicode scalars; the end is the place after the
  /// last scalar at fault.
  package static func text(of diagnostics: Diagnostics, in source: SourceText) -> String {
    text(of: [(diagnostics, source)])
  }

  /// The same array as a value.
  package static func value(of diagnostics: Diagnostics, in source: SourceText) -> JSONText {
    .array(items(diagnostics, source))
  }

  /// The faults of several texts in one array, text by text.
  package static func text(of reports: [(Diagnostics, SourceText)]) -> String {
    JSONText.array(reports.flatMap { items($0, $1) }).pretty() + "\n"
  }

  private static func items(_ diagnostics: Diagnostics, _ source: SourceText) -> [JSONText] {
    let lines = SourceLines(source)
    return diagnostics.sorted.map { diagnostic -> JSONText in
      var members = place(diagnostic.range, lines, source)
      members.append(("severity", .string(diagnostic.severity.rawValue)))
      members.append(("message", .string(diagnostic.message)))
      if let hint = diagnostic.hint { members.append(("hint", .string(hint))) }
      if !diagnostic.notes.isEmpty {
        let notes = diagnostic.notes.map {
          JSONText.object(place($0.range, lines, source) + [("message", .string($0.message))])
        }
        members.append(("notes", .array(notes)))
      }
      return .object(members)
    }
  }

  private static func place(
    _ range: Range<Int>, _ lines: SourceLines, _ source: SourceText
  ) -> [(key: String, value: JSONText)] {
    let start = lines.place(of: range.lowerBound)
    let end = lines.place(of: range.upperBound)
    return [
      ("file", .string(source.name(at: range.lowerBound))),
      ("line", .integer(start.line)), ("column", .integer(start.column)),
      ("endLine", .integer(end.line)), ("endColumn", .integer(end.column)),
    ]
  }
}
