/// Writes diagnostics as a compiler does: place, message, the line, and carets under the fault.
///
///     t.json:14:7: error: unknown key 'opactiy' in an image layer; did you mean 'opacity'?
///           "opactiy": 0.5,
///           ^~~~~~~~~
package struct DiagnosticText {
  /// The widest excerpt of a line, in terminal columns; longer lines are cut round the fault.
  static let excerptColumns = 100

  /// The most bytes looked at on either side of a fault: a minified timeline is all one line.
  private static let excerptBytes = 1024

  private let source: SourceText
  private let lines: SourceLines

  /// For the faults of one text; its lines are counted now.
  package init(_ source: SourceText) {
    self.source = source
    lines = SourceLines(source)
  }

  /// All messages, sorted by place, each line with its newline.
  package func text(of diagnostics: Diagnostics) -> String {
    var text = diagnostics.sorted.map(text(of:)).joined()
    if diagnostics.dropped > 0 {
      text += "\(source.name.printable): too many errors; the others are not shown\n"
    }
    return text
  }

  /// One message with its excerpt and its notes.
  package func text(of diagnostic: Diagnostic) -> String {
    var text = head(diagnostic.severity.rawValue, diagnostic.fullMessage, diagnostic.range)
    for note in diagnostic.notes { text += head("note", note.message, note.range) }
    return text
  }

  private func head(_ severity: String, _ message: String, _ range: Range<Int>) -> String {
    let place = lines.place(of: range.lowerBound)
    let name = source.name(at: range.lowerBound)
    return
      "\(name.printable):\(place.line):\(place.column): \(severity): \(message.printable)\n"
      + excerpt(range)
  }

  /// The line that holds the start of `range`, and carets under as much of it as the line holds.
  private func excerpt(_ range: Range<Int>) -> String {
    let line = lines.line(around: range.lowerBound)
    guard !line.isEmpty else { return "" }
    let start = min(max(range.lowerBound, line.lowerBound), line.upperBound)
    let end = min(max(range.upperBound, start), line.upperBound)
    let fault = printable(start..<min(end, start + Self.excerptBytes))
    let shownFault = fault.prefix(Self.excerptColumns / 2)
    var room = Self.excerptColumns - width(shownFault)
    // Two thirds of the room go to what stands before the fault, or less if the line is short.
    let first = max(line.lowerBound, start - Self.excerptBytes)
    let last = min(line.upperBound, end + Self.excerptBytes)
    let before = printable(first..<start)
    let after = fault.count > shownFault.count ? [] : printable(end..<last)
    let wanted = max(room - width(after), room * 2 / 3)
    let head = Array(self.last(of: before, columns: wanted))
    room -= width(head)
    let tail = self.first(of: after, columns: room)
    let isCut =
      tail.count < after.count || shownFault.count < fault.count || last < line.upperBound
    let isHeadCut = head.count < before.count || first > line.lowerBound
    let lead = isHeadCut ? "…" : ""
    let text = lead + string(head) + string(shownFault) + string(tail) + (isCut ? "…" : "")
    let blanks = lead.map { _ in " " }.joined() + head.map(blank).joined()
    let marks = "^" + String(repeating: "~", count: max(0, width(shownFault) - 1))
    return "\(text)\n\(blanks)\(marks)\n"
  }

  /// The scalars of some bytes, tabs kept and other control characters replaced.
  private func printable(_ range: Range<Int>) -> [Unicode.Scalar] {
    let whole = scalarStart(range.lowerBound)..<scalarStart(range.upperBound)
    return String(decoding: source.bytes[whole], as: UTF8.self).unicodeScalars.map {
      $0 == "\t" || $0.isPrintable ? $0 : "\u{FFFD}"
    }
  }

  /// The first byte of the scalar that `offset` lies in.
  private func scalarStart(_ offset: Int) -> Int {
    var start = offset
    while start > max(0, offset - 3), start < source.bytes.count,
      source.bytes[start] & 0xC0 == 0x80
    {
      start -= 1
    }
    return start
  }

  private func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// What takes as much room under a line as the scalar takes in it, at any tab width.
  private func blank(_ scalar: Unicode.Scalar) -> String {
    scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.columns)
  }

  private func width(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + $1.columns }
  }

  private func first(of scalars: [Unicode.Scalar], columns: Int) -> ArraySlice<Unicode.Scalar> {
    var used = 0
    let end = scalars.firstIndex {
      used += $0.columns
      return used > columns
    }
    return scalars[..<(end ?? scalars.endIndex)]
  }

  private func last(
    of scalars: [Unicode.Scalar], columns: Int
  ) -> ReversedCollection<ArraySlice<Unicode.Scalar>> {
    first(of: scalars.reversed(), columns: columns).reversed()
  }
}
