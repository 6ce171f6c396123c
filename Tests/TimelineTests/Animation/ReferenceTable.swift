import Testing

@testable import Timeline

/// Rows of a reference text, whose columns stand between bars.
func referenceRows(_ text: String) -> [[String]] {
  text.split(separator: "\n").map { line in
    line.split(separator: "|").map { part in
      var scanner = part[...]
      while scanner.first == " " { scanner.removeFirst() }
      while scanner.last == " " { scanner.removeLast() }
      return String(scanner)
    }
  }
}

/// The numbers of a column that are separated by blanks.
func referenceNumbers(_ text: String) -> [Double] {
  text.split(separator: " ").compactMap { Double(String($0)) }
}

/// Compares easings with rows of easing, progress and result.
func expectEasings(_ text: String, within tolerance: (String, Double) -> Double) throws -> Int {
  let rows = referenceRows(text)
  for row in rows {
    let easing = try Easing(parsing: row[0])
    let (progress, expected) = (try #require(Double(row[1])), try #require(Double(row[2])))
    let error = (easing(progress) - expected).magnitude
    #expect(error <= tolerance(row[0], progress), "\(row): off by \(error)")
  }
  return rows.count
}

/// The error of parsing, for tests that expect one.
func valueError<T>(_ parse: () throws(ValueError) -> T) -> ValueError? {
  do {
    _ = try parse()
    return nil
  } catch { return error }
}
