/// The formats of subtitles.
package enum SubtitleKind: String, CaseIterable, Hashable, Sendable {
  /// SubRip.
  case srt
  case webVTT = "vtt"
  /// SubStation Alpha v4 and v4+.
  case ass

  /// What the end of a file's name says.
  package init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "srt": self = .srt
    case "vtt", "webvtt": self = .webVTT
    case "ass", "ssa": self = .ass
    default: return nil
    }
  }
}

/// A file of subtitles: what is shown when, and all that is odd about it.
///
/// Cues keep the order of the file, whatever their times.
package struct SubtitleFile: Sendable {
  /// How many cues are read; a film of three hours has some two thousand.
  package static let mostCues = 1 << 17
  /// How many bytes of one cue's letters are read; a page of a book has some three thousand.
  static let mostLetters = 1 << 16

  /// The format that the file was found to have.
  package let kind: SubtitleKind
  /// The letters that all places in the file point into.
  package let text: SubtitleText
  /// The cues of a SubRip or WebVTT file.
  package internal(set) var cues: [SubtitleCue] = []
  /// The styles and events of an ASS file.
  package internal(set) var script: ASSScript?
  /// The regions of a WebVTT file, in its order.
  package internal(set) var regions: [WebVTTRegion] = []
  var styleRules: [WebVTTStyleRule] = []
  /// Every oddity, in the order of the text.
  package internal(set) var warnings: [SubtitleWarning] = []

  /// Reads a file.
  ///
  /// The first line decides on the format, or else `kind`, which the file's name may say. Throws
  /// when the bytes hold nothing of that format, and never for an oddity that leaves cues to show.
  package init(
    _ data: [UInt8], kind: SubtitleKind? = nil, encoding: SubtitleEncoding? = nil
  ) throws(SubtitleError) {
    text = try SubtitleText(data, encoding: encoding)
    self.kind = Self.recognized(text.bytes) ?? kind ?? .srt
    var warnings = WarningList(text.warnings)
    switch self.kind {
    case .srt:
      var parser = SRTParser(text.bytes, warnings)
      do throws(SubtitleError) {
        cues = try parser.parse()
      } catch {
        guard let other = ForeignSubtitles(data, text: text.bytes) else { throw error }
        throw SubtitleError(other.message, kind: .unsupported)
      }
      warnings = parser.warnings
    case .webVTT:
      var parser = WebVTTParser(text.bytes, warnings)
      try parser.parse()
      cues = parser.cues
      regions = parser.regions
      styleRules = parser.styleRules
      warnings = parser.warnings
    case .ass:
      var parser = ASSParser(text.bytes, warnings)
      script = try parser.parse()
      warnings = parser.warnings
    }
    shorten(&warnings)
    self.warnings = warnings.items.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }

  /// Leaves out what no picture can show of cues that are longer than books' chapters.
  private mutating func shorten(_ warnings: inout WarningList) {
    let message = "the cue is cut after \(Self.mostLetters) bytes of text"
    for index in cues.indices {
      var rest = Self.mostLetters
      var isCut = false
      for span in cues[index].spans.indices {
        if cues[index].spans[span].text.shorten(toFit: &rest) { isCut = true }
      }
      if isCut { warnings.add(.limit, message, at: cues[index].range) }
    }
    guard let events = script?.events else { return }
    for index in events.indices {
      var rest = Self.mostLetters
      var isCut = false
      for (place, piece) in events[index].pieces.enumerated() {
        guard case .text(var text) = piece, text.shorten(toFit: &rest) else { continue }
        script?.events[index].pieces[place] = .text(text)
        isCut = true
      }
      if isCut { warnings.add(.limit, message, at: events[index].range) }
    }
  }

  /// The cues in which words have times (WebVTT), and whether the file says how such words look
  /// before.
  package var timedCues: (cues: [SubtitleCue], areStyled: Bool) {
    (
      cues.filter { $0.spans.contains { $0.style.time != nil } },
      styleRules.contains { $0.selector.isFuture }
    )
  }

  /// The format that the first line with anything on it is sure of.
  private static func recognized(_ bytes: [UInt8]) -> SubtitleKind? {
    var cursor = LineCursor(bytes)
    var isFirst = true
    while let line = cursor.next() {
      if isFirst, WebVTTParser.isSignature(line, bytes) { return .webVTT }
      isFirst = false
      let content = bytes.trimmed(line)
      if content.isEmpty || bytes[content.lowerBound] == UInt8(ascii: ";") { continue }
      return ASSParser.isSection(content, bytes) ? .ass : nil
    }
    return nil
  }
}

extension String {
  /// Leaves out what has no room, and takes the rest from the room; true when something was left
  /// out.
  fileprivate mutating func shorten(toFit room: inout Int) -> Bool {
    let count = utf8.count
    guard count > room else {
      room -= count
      return false
    }
    var end = utf8.index(startIndex, offsetBy: room)
    // Not within a character.
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    self = String(self[..<end])
    room = 0
    return true
  }
}
