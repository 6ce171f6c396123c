import Bytes

/// Reads SubRip files, also damaged ones.
///
/// A line with two times begins a cue. A number alone in the line before belongs to it. All that
/// stands before the next cue is its text, blank lines at its ends excepted, as in ffmpeg.
struct SRTParser {
  private let bytes: [UInt8]
  private(set) var warnings: WarningList
  private var cues: [SubtitleCue] = []
  /// The lines since the last line with times.
  private var lines: [Range<Int>] = []
  /// The longest text of a cue that is looked at, in lines; what is no subtitles has no times.
  private static let mostLines = 1 << 12

  init(_ bytes: [UInt8], _ warnings: WarningList) {
    self.bytes = bytes
    self.warnings = warnings
  }

  mutating func parse() throws(SubtitleError) -> [SubtitleCue] {
    var cursor = LineCursor(bytes)
    var hasContent = false
    while let line = cursor.next() {
      if !hasContent, !bytes.trimmed(line).isEmpty { hasContent = true }
      guard let timing = SRTTiming(bytes, line) else {
        collect(line)
        continue
      }
      let identifier = takeNumber()
      finishCue()
      guard cues.count < SubtitleFile.mostCues else {
        warnings.add(.limit, "the cues from here on are left out", at: line)
        return cues
      }
      begin(timing, at: line, identifier)
    }
    finishCue()
    guard !cues.isEmpty else {
      guard hasContent else { throw SubtitleError("the file is empty", kind: .truncated) }
      throw SubtitleError("no line has two times with '-->' between them")
    }
    return cues
  }

  private mutating func collect(_ line: Range<Int>) {
    guard lines.count < Self.mostLines else {
      if lines.count == Self.mostLines {
        warnings.add(.limit, "the text from here to the next cue is left out", at: line)
        lines.append(line.lowerBound..<line.lowerBound)
      }
      return
    }
    lines.append(line)
  }

  private mutating func begin(_ timing: SRTTiming, at line: Range<Int>, _ identifier: Range<Int>?) {
    var cue = SubtitleCue(start: timing.start, end: timing.end, range: bytes.trimmed(line))
    cue.identifier = identifier.map(bytes.string) ?? ""
    if identifier == nil { warnings.add(.syntax, "the cue has no number", at: cue.range) }
    for oddity in timing.oddities { warnings.add(.timing, oddity, at: cue.range) }
    if let place = SRTCoordinates(bytes, timing.rest) {
      cue.overrides = place.tags
    } else if !timing.rest.isEmpty {
      let isPlace = bytes[timing.rest.lowerBound].lowered == UInt8(ascii: "x")
      warnings.add(
        .unsupported,
        isPlace
          ? "coordinates after the times have no effect; X1, X2, Y1 and Y2 are read, in this order"
          : "what follows the times has no effect",
        at: timing.rest)
    }
    cues.append(cue)
  }

  /// Takes the number of the next cue from the lines collected.
  private mutating func takeNumber() -> Range<Int>? {
    if let last = lines.last, let number = number(last) {
      lines.removeLast()
      return number
    }
    // A blank line between the number and the times is forgiven where the number is the next one.
    guard lines.count >= 2, bytes.trimmed(lines[lines.count - 1]).isEmpty,
      let number = number(lines[lines.count - 2]),
      lines.count == 2 || bytes.trimmed(lines[lines.count - 3]).isEmpty,
      Int(bytes.string(number)) == cues.count + 1
    else { return nil }
    warnings.add(.syntax, "there is a blank line between a number and its times", at: number)
    lines.removeLast(2)
    return number
  }

  /// The digits of a line with nothing else on it.
  private func number(_ line: Range<Int>) -> Range<Int>? {
    let content = bytes.trimmed(line)
    return !content.isEmpty && bytes[content].allSatisfy(\.isDigit) ? content : nil
  }

  /// Gives the lines collected to the last cue, or warns of them if there is none.
  private mutating func finishCue() {
    defer { lines.removeAll(keepingCapacity: true) }
    while let last = lines.last, bytes.trimmed(last).isEmpty { lines.removeLast() }
    let blanks = lines.prefix { bytes.trimmed($0).isEmpty }.count
    lines.removeFirst(blanks)
    guard let first = lines.first, let last = lines.last else {
      if let cue = cues.last { warnings.add(.syntax, "the cue has no text", at: cue.range) }
      return
    }
    guard var cue = cues.popLast() else {
      warnings.add(.syntax, "the text before the first cue is not shown", at: first)
      return
    }
    if let blank = lines.first(where: { bytes.trimmed($0).isEmpty }) {
      warnings.add(.syntax, "the text continues after a blank line", at: blank)
    }
    cue.textRange = first.lowerBound..<last.upperBound
    cue.text = lines.map(bytes.string).joined(separator: "\n")
    var markup = SRTMarkup(bytes)
    markup.read(lines)
    cue.spans = markup.finished()
    cue.overrides += markup.overrides
    for warning in markup.warnings {
      warnings.add(warning.kind, warning.message, at: warning.range)
    }
    cues.append(cue)
  }
}
