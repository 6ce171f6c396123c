import Bytes

/// Reads WebVTT files by the algorithm of the format (WebVTT 6.1), so that a cue is dropped or kept
/// as it is by browsers.
struct WebVTTParser {
  private let bytes: [UInt8]
  private var cursor: LineCursor
  private(set) var warnings: WarningList
  private(set) var cues: [SubtitleCue] = []
  private(set) var regions: [WebVTTRegion] = []
  private(set) var styleRules: [WebVTTStyleRule] = []
  private var hasSeenCue = false
  private static let mostRegions = 256

  init(_ bytes: [UInt8], _ warnings: WarningList) {
    self.bytes = bytes
    self.warnings = warnings
    cursor = LineCursor(bytes)
  }

  /// Whether the first line is `WEBVTT`, perhaps with a comment behind a blank.
  static func isSignature(_ line: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard bytes[line].starts(with: "WEBVTT".utf8) else { return false }
    return line.count == 6 || bytes[line.lowerBound + 6] == .space
      || bytes[line.lowerBound + 6] == .tab
  }

  mutating func parse() throws(SubtitleError) {
    guard let first = cursor.next(), Self.isSignature(first, bytes) else {
      throw SubtitleError("the first line is not WEBVTT", line: 1)
    }
    // What stands on the lines of the header means nothing any more.
    let place = cursor.position
    if let header = cursor.next(), !header.isEmpty {
      cursor.rewind(to: place)
      collectBlock(inHeader: true)
    }
    while skipEmptyLines() {
      guard cues.count < SubtitleFile.mostCues else {
        warnings.add(
          .limit, "the cues from here on are left out", at: cursor.position..<cursor.position)
        return
      }
      collectBlock(inHeader: false)
    }
  }

  /// Goes to the next line with anything on it; false at the end.
  private mutating func skipEmptyLines() -> Bool {
    while true {
      let place = cursor.position
      guard let line = cursor.next() else { return false }
      if !line.isEmpty {
        cursor.rewind(to: place)
        return true
      }
    }
  }

  private enum BlockKind { case other, style, region }

  /// Reads lines up to an empty one, or to the times of the next cue ("collect a WebVTT block").
  private mutating func collectBlock(inHeader: Bool) {
    var lines: [Range<Int>] = []
    var (count, hasArrow, kind) = (0, false, BlockKind.other)
    var cue: SubtitleCue?
    var previous = cursor.position
    while let line = cursor.next() {
      count += 1
      if containsArrow(line) {
        guard !inHeader, count == 1 || count == 2 && !hasArrow else {
          cursor.rewind(to: previous)
          break
        }
        hasArrow = true
        previous = cursor.position
        cue = makeCue(line, identifier: lines.last)
        if cue != nil {
          lines = []
          hasSeenCue = true
        }
        continue
      }
      if line.isEmpty { break }
      if !inHeader, count == 2, let first = lines.first, let found = blockKind(first) {
        kind = found
        lines = []
      }
      lines.append(line)
      previous = cursor.position
    }
    finishBlock(cue, kind, lines, inHeader)
  }

  private func containsArrow(_ line: Range<Int>) -> Bool {
    guard line.count >= 3 else { return false }
    for index in line.lowerBound..<line.upperBound - 2
    where bytes[index] == UInt8(ascii: "-") && bytes[index + 1] == UInt8(ascii: "-")
      && bytes[index + 2] == UInt8(ascii: ">")
    {
      return true
    }
    return false
  }

  /// What a block is by its first line.
  private mutating func blockKind(_ first: Range<Int>) -> BlockKind? {
    let word = bytes.string(bytes.trimmed(first))
    guard word == "STYLE" || word == "REGION", !bytes[first.lowerBound].isBlank else { return nil }
    guard !hasSeenCue else {
      warnings.add(.syntax, "a \(word) block after the first cue has no effect", at: first)
      return nil
    }
    return word == "STYLE" ? .style : .region
  }

  private mutating func finishBlock(
    _ cue: SubtitleCue?, _ kind: BlockKind, _ lines: [Range<Int>], _ inHeader: Bool
  ) {
    if let cue {
      finish(cue, lines)
      return
    }
    guard let first = lines.first, let last = lines.last else { return }
    switch kind {
    case .style:
      var sheet = WebVTTStyleSheet(bytes)
      sheet.parse(first.lowerBound..<last.upperBound)
      styleRules += sheet.rules.prefix(max(0, WebVTTStyleSheet.mostRules - styleRules.count))
      for warning in sheet.warnings {
        warnings.add(warning.kind, warning.message, at: warning.range)
      }
    case .region:
      var region = WebVTTRegion()
      for line in lines {
        readSettings(line, WebVTTRegion.names) { region.set($0, $1) }
      }
      if regions.count < Self.mostRegions {
        regions.append(region)
      } else {
        warnings.add(.limit, "the region is left out: there are too many", at: first)
      }
    case .other: warnOfUnknown(first, inHeader)
    }
  }

  private mutating func warnOfUnknown(_ line: Range<Int>, _ inHeader: Bool) {
    if bytes[line].starts(with: "NOTE".utf8) { return }
    let isOldRegion = bytes[line].starts(with: "Region:".utf8)
    warnings.add(
      isOldRegion ? .unsupported : .syntax,
      isOldRegion
        ? "a region written as in the draft of 2013 has no effect; use a REGION block"
        : inHeader
          ? "the lines below WEBVTT have no effect"
          : "the block is not a cue and is left "
            + "out",
      at: line)
  }

  private mutating func makeCue(_ line: Range<Int>, identifier: Range<Int>?) -> SubtitleCue? {
    guard let times = WebVTTTiming.times(bytes, line) else {
      warnings.add(
        .timing,
        "the times are not written as 00:00.000 "
          + "--> 00:00.000; the cue is left out, as in browsers", at: bytes.trimmed(line))
      return nil
    }
    var cue = SubtitleCue(start: times.start, end: times.end, range: bytes.trimmed(line))
    cue.identifier = identifier.map(bytes.string) ?? ""
    var settings = WebVTTSettings()
    let regions = regions
    readSettings(times.rest, WebVTTSettings.names) { settings.set($0, $1, regions) }
    if settings.line != nil || settings.size != 100 || settings.vertical != nil {
      // A region and a place of one's own exclude each other.
      settings.region = nil
    }
    if settings.vertical != nil {
      warnings.add(
        .unsupported, "vertical text is shown horizontally", at: bytes.trimmed(times.rest))
    }
    cue.settings = settings
    return cue
  }

  /// Reads `name:value` words separated by blanks.
  private mutating func readSettings(
    _ range: Range<Int>, _ names: [String], _ set: (String, String) -> Bool
  ) {
    var scanner = Scanner(bytes, range)
    while true {
      scanner.skipBlanks()
      let word = scanner.take { !$0.isBlank }
      if word.isEmpty { return }
      guard let colon = bytes[word].firstIndex(of: UInt8(ascii: ":")), colon > word.lowerBound,
        colon + 1 < word.upperBound
      else {
        warnings.add(.syntax, "\(bytes.string(word).shortened) is not a setting", at: word)
        continue
      }
      let name = bytes.string(word.lowerBound..<colon)
      let value = bytes.string(colon + 1..<word.upperBound)
      if !names.contains(name) {
        let meant = nearestName(to: name, in: names)
        warnings.add(
          .syntax,
          "there is no setting \(name.shortened)"
            + (meant.map { "; did you mean '\($0)'?" } ?? ", and it has no effect"), at: word)
      } else if !set(name, value) {
        warnings.add(
          name == "region" ? .unknownName : .syntax,
          "\(value.shortened) is not a \(name.shortened) and has no effect", at: word)
      }
    }
  }

  private mutating func finish(_ unfinished: SubtitleCue, _ lines: [Range<Int>]) {
    var cue = unfinished
    if let first = lines.first, let last = lines.last {
      cue.textRange = first.lowerBound..<last.upperBound
      cue.text = lines.map(bytes.string).joined(separator: "\n")
      var markup = WebVTTMarkup(
        bytes, cue.textRange, rules: styleRules, identifier: cue.identifier)
      cue.spans = markup.parse(within: cue.start..<max(cue.start, cue.end))
      for warning in markup.warnings {
        warnings.add(warning.kind, warning.message, at: warning.range)
      }
    } else {
      warnings.add(.syntax, "the cue has no text", at: cue.range)
    }
    cues.append(cue)
  }
}
