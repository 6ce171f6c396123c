/// Breaks `text` at spaces into lines of at most `width` characters; a longer word stands alone.
func lines(of text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? String(word) : " " + word
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

/// Sets terms in a left column and their descriptions beside it, 80 columns in all.
///
/// A term too long for its column stands on a line of its own.
func columns(_ rows: [(term: String, text: String)], width: Int = 80) -> String {
  let longest = rows.map(\.term.count).max() ?? 0
  let column = min(longest, 26) + 4
  var result = ""
  for row in rows {
    let texts = lines(of: row.text, width: width - column)
    var start = "  " + row.term
    if row.term.count + 4 > column || texts.isEmpty {
      result += start + "\n"
      start = ""
    }
    for text in texts {
      result += start + spaces(column - start.count) + text + "\n"
      start = ""
    }
  }
  return result
}

/// A run of `count` spaces, none where `count` is negative.
private func spaces(_ count: Int) -> String {
  String(repeating: " ", count: max(0, count))
}
