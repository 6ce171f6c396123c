import Bytes

/// A line of a file of timecodes.
struct TimecodeLine {
  /// From 1.
  let number: Int
  /// Without blanks at either end.
  let text: Substring

  /// The lines of a file that are not empty; a byte order mark is passed over.
  static func lines(of bytes: [UInt8]) -> [TimecodeLine] {
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...],
      as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    return lines.enumerated().compactMap { index, line in
      let trimmed = Self.trimmed(line)
      return trimmed.isEmpty ? nil : TimecodeLine(number: index + 1, text: trimmed)
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return start[...end]
  }

  /// Whether it says nothing of frames.
  var isComment: Bool { text.hasPrefix("#") }

  /// The version in `# timecode format v2`, or `# timestamp format v2`; nil for other lines.
  var version: String? {
    let words = text.lowercased().split { $0 == " " || $0 == "\t" || $0 == "#" }
    guard isComment, words.count == 3, ["timecode", "timestamp"].contains(words[0]),
      words[1] == "format", words[2].hasPrefix("v")
    else { return nil }
    return String(words[2].dropFirst())
  }

  /// The length of a frame at the rate behind `assume`, in seconds.
  var assumed: Rational? {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard words.count == 2, words[0].lowercased() == "assume" else { return nil }
    return step(words[1])
  }

  /// A range of frames and the length of each, in seconds, of `0,99,25`.
  var range: (first: Int, last: Int, step: Rational)? {
    let cells = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
    guard cells.count == 3, let first = Int(cells[0]), let last = Int(cells[1]), first >= 0,
      first <= last, let step = step(cells[2])
    else { return nil }
    return (first, last, step)
  }

  /// The length of a frame at a rate that is more than 0.
  private func step(_ text: Substring) -> Rational? {
    guard let rate = number(text), rate > .zero else { return nil }
    return Rational(reducing: rate.denominator, over: rate.numerator)
  }

  /// A number of at most 24 digits with or without a point, of 0 or more, exactly.
  func number(_ text: Substring) -> Rational? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard !digits.isEmpty, digits.utf8.count <= 24,
      digits.utf8.allSatisfy(\.isDigit), let value = Int128(digits)
    else { return nil }
    let places = parts.count == 2 ? parts[1].utf8.count : 0
    return Rational(
      reducing: value, over: (0..<places).reduce(Int128(1)) { power, _ in power * 10 })
  }
}
