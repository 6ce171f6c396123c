import Timeline

/// A line of a list, in words.
struct EDLLine {
  /// The words between blanks, with where they stand.
  let words: [(text: String, range: Range<Int>)]
  /// The bytes of the line, without the blanks around it.
  let range: Range<Int>
  /// The text of the line, without the blanks around it.
  let text: String

  /// The lines of a text that are not empty; a line ends at LF, at CR LF or at a CR alone.
  static func lines(of source: SourceText) -> [EDLLine] {
    var lines: [EDLLine] = []
    var start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let bytes = source.bytes
    for index in start...bytes.count where index == bytes.count || isEnd(bytes[index]) {
      if let line = EDLLine(bytes, start..<max(index, start)) { lines.append(line) }
      start = index + 1
    }
    return lines
  }

  /// The event that begins on this line, where some or all of its four timecodes stand alone on the
  /// next one; nil for other lines.
  func joined(with next: EDLLine) -> EDLLine? {
    let times = words.filter { SMPTETimecode($0.text) != nil }.count
    guard times < 4, words.count - times >= 4, words[0].text.utf8.allSatisfy(\.isDigit),
      times + next.words.count == 4, next.words.allSatisfy({ SMPTETimecode($0.text) != nil })
    else { return nil }
    return EDLLine(
      words: words + next.words, range: range.lowerBound..<next.range.upperBound,
      text: text + " " + next.text)
  }

  private init(words: [(text: String, range: Range<Int>)], range: Range<Int>, text: String) {
    (self.words, self.range, self.text) = (words, range, text)
  }

  /// Whether one of its words is a timecode.
  var hasTimecode: Bool { words.contains { SMPTETimecode($0.text) != nil } }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x1A }

  private init?(_ bytes: [UInt8], _ range: Range<Int>) {
    var (words, start) = ([(text: String, range: Range<Int>)](), -1)
    for index in range.lowerBound...range.upperBound {
      let isBlank = index == range.upperBound || bytes[index] == 0x20 || bytes[index] == 0x09
      if !isBlank, start < 0 { start = index }
      if isBlank, start >= 0 {
        words.append((String(decoding: bytes[start..<index], as: UTF8.self), start..<index))
        start = -1
      }
    }
    guard let first = words.first, let last = words.last else { return nil }
    self.words = words
    self.range = first.range.lowerBound..<last.range.upperBound
    text = String(decoding: bytes[self.range], as: UTF8.self)
  }

  /// What stands behind a label such as `FROM CLIP NAME:`, whatever its case; nil for other lines.
  func value(of label: String) -> String? {
    let rest = text.drop { $0 == "*" || $0 == " " || $0 == "\t" }
    guard rest.uppercased().hasPrefix(label) else { return nil }
    let value = rest.dropFirst(label.count).drop { $0 == " " || $0 == "\t" }
    return String(value)
  }
}
