import Testing

@testable import Timeline

/// A text with places marked by keycap emoji: `{ 1️⃣"vingette": 1 }`.
struct MarkedText {
  let source: SourceText
  /// The byte offset behind each mark, in the text without the marks.
  let places: [String: Int]

  init(_ marked: String, name: String = "t.json") {
    var text: [UInt8] = []
    var places: [String: Int] = [:]
    for character in marked {
      let scalars = character.unicodeScalars
      if scalars.count == 3, scalars.dropFirst().map(\.value) == [0xFE0F, 0x20E3] {
        places[String(scalars[scalars.startIndex])] = text.count
      } else {
        text.append(contentsOf: String(character).utf8)
      }
    }
    source = SourceText(name: name, bytes: text)
    self.places = places
  }

  /// The messages as a test writes them: the mark, the message, and the hint behind a semicolon.
  func messages(_ diagnostics: some Sequence<Diagnostic>) -> [String] {
    diagnostics.map { diagnostic in
      func mark(_ range: Range<Int>) -> String {
        places.first { $0.value == range.lowerBound }?.key
          ?? "line \(source.place(of: range.lowerBound).line), column "
          + "\(source.place(of: range.lowerBound).column)"
      }
      let severity = diagnostic.severity == .error ? "" : "warning: "
      let notes = diagnostic.notes.map { " [\(mark($0.range)): \($0.message)]" }.joined()
      return "\(mark(diagnostic.range)): \(severity)\(diagnostic.fullMessage)\(notes)"
    }
  }
}
