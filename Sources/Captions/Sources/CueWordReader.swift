import Bytes
import Subtitles
import Timeline

/// Reads subtitles as words: WebVTT and ASS with the times that words have there, and cues without,
/// whose words share their time.
struct CueWordReader {
  private let bytes: [UInt8]
  private var file: SubtitleFile?
  private var collector: WordCollector

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    collector = WordCollector(TranscriptSource([]))
  }

  mutating func read() throws(CaptionError) -> Transcript.Kind {
    let file: SubtitleFile
    do throws(SubtitleError) {
      file = try SubtitleFile(bytes)
    } catch {
      throw fault(error)
    }
    let source = TranscriptSource(file.text.bytes)
    collector = WordCollector(source)
    if let warning = file.warnings.first {
      let rest = file.warnings.count - 1
      let more = rest == 0 ? "" : ", and \(rest) more; 'vfx lint' lists them"
      collector.note(warning.message + more, at: warning.range.lowerBound)
    }
    if let script = file.script {
      for event in script.events where takes(event.start, event.end, event.range) {
        try add(event)
      }
      return .ass
    }
    let isTimed = !file.timedCues.cues.isEmpty
    var shown: [String] = []
    for cue in file.cues where takes(cue.start, cue.end, cue.range) {
      var chunks = chunks(of: cue)
      // Captions that roll repeat the lines of the cue before.
      let lines = Self.lines(chunks)
      let repeated = isTimed ? lines.prefix { shown.contains($0) }.count : 0
      for _ in 0..<repeated { Self.dropLine(&chunks) }
      shown = lines
      try add(chunks, cue)
    }
    return file.kind == .webVTT ? .webVTT : .srt
  }

  mutating func finish() throws(CaptionError) -> ([CaptionWord], [CaptionNote]) {
    try collector.finish()
  }

  /// Whether a film has the time of a cue; what of it is negative or too late is noted.
  private mutating func takes(_ start: Rational, _ end: Rational, _ place: Range<Int>) -> Bool {
    guard start < end else { return false }
    if end > Rational(Transcript.latest) {
      collector.note(
        "a time is more than \(Transcript.latest) seconds; the cue is left out",
        at: place.lowerBound)
      return false
    }
    if start < .zero {
      collector.note(
        "a time is negative; cues begin at 0, and one that ends before is left out",
        at: place.lowerBound)
    }
    return end > .zero
  }

  private func fault(_ error: SubtitleError) -> CaptionError {
    let text = (try? SubtitleText(bytes))?.bytes ?? []
    var (offset, line) = (0, 1)
    while line < error.line ?? 1, let end = text[offset...].firstIndex(of: 0x0A) {
      (offset, line) = (end + 1, line + 1)
    }
    let place = SourceText(name: "", bytes: text).place(of: offset)
    let kind: CaptionError.Kind =
      switch error.kind {
      case .malformed: .malformed
      case .unsupported: .unsupported
      case .truncated: .truncated
      }
    let isOther = error.kind == .malformed && error.line == nil
    return CaptionError(
      isOther
        ? "this is neither JSON nor a file of subtitles: \(error.message)" : error.message,
      at: place, kind: kind)
  }

  // MARK: Cues

  /// Letters that a time stands before.
  private struct Chunk {
    var text: String
    var start: Rational?
    var speaker: String?
  }

  private func chunks(of cue: SubtitleCue) -> [Chunk] {
    var chunks: [Chunk] = []
    for span in cue.spans where span.style.ruby != .annotation {
      if let last = chunks.last, last.start == span.style.time, last.speaker == span.style.voice {
        chunks[chunks.count - 1].text += span.text
      } else {
        chunks.append(
          Chunk(text: span.text, start: span.style.time, speaker: span.style.voice))
      }
    }
    return chunks
  }

  private static func lines(_ chunks: [Chunk]) -> [String] {
    chunks.map(\.text).joined().split(whereSeparator: \.isNewline).map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  /// Takes away the first line that says something.
  private static func dropLine(_ chunks: inout [Chunk]) {
    var hasLetters = false
    while let first = chunks.first {
      var rest = first.text[...]
      while let letter = rest.first {
        rest.removeFirst()
        if letter.isNewline, hasLetters {
          chunks[0].text = String(rest)
          return
        }
        if !letter.isWhitespace { hasLetters = true }
      }
      chunks.removeFirst()
    }
  }

  private mutating func add(_ chunks: [Chunk], _ cue: SubtitleCue) throws(CaptionError) {
    var isFirst = true
    for (index, chunk) in chunks.enumerated() {
      let start = min(max(chunk.start ?? cue.start, cue.start, .zero), cue.end)
      let next = chunks[(index + 1)...].lazy.compactMap(\.start).first ?? cue.end
      try add(
        chunk.text, start, max(min(next, cue.end), start), chunk.speaker, cue.range,
        isShared: chunks.count == 1, isFirst: isFirst)
      if !chunk.text.trimmingBlanks.isEmpty { isFirst = false }
    }
  }

  private mutating func add(
    _ text: String, _ start: Rational, _ end: Rational, _ speaker: String?, _ place: Range<Int>,
    isShared: Bool, isFirst: Bool
  ) throws(CaptionError) {
    guard !text.trimmingBlanks.isEmpty else {
      // A blank parts what stands around it.
      if !text.isEmpty {
        try collector.add(RawWord(text: " ", start: start, end: start, place: place))
      }
      return
    }
    let count = WordCollector.pieces(of: text).count
    if isShared, count > 1 {
      collector.note(
        "words have no times of their own; they share those of their cues by their letters",
        at: place.lowerBound)
    }
    try collector.share(
      text, start: start, end: end, speaker: speaker, place: place, beginsSegment: isFirst)
    collector.partWithBlanks()
  }

  // MARK: Events

  private mutating func add(_ event: ASSEvent) throws(CaptionError) {
    let length = event.end - event.start
    let speaker = event.speaker.isEmpty ? nil : event.speaker
    var parts: [(text: String, start: Rational, end: Rational)] = [("", .zero, length)]
    var sung = Rational.zero
    var isTimed = false
    for piece in event.pieces {
      switch piece {
      case .text(let text):
        parts[parts.count - 1].text += String(text.map { $0 == "\u{2028}" ? " " : $0 })
      case .tag(.karaoke(_, let duration)):
        let end = sung + Rational(approximating: min(max(duration, 0), 1e7)) * Self.hundredth
        if !isTimed { parts[0].end = min(sung, length) }
        isTimed = true
        parts.append(("", min(sung, length), min(end, length)))
        sung = end
      case .tag(.karaokeStart(let start)):
        sung = Rational(approximating: min(max(start, 0), 1e7)) * Self.hundredth
      case .tag, .drawing: continue
      }
    }
    var isFirst = true
    for part in parts {
      let start = max(event.start + part.start, .zero)
      try add(
        part.text, start, max(event.start + part.end, start), speaker, event.range,
        isShared: !isTimed, isFirst: isFirst)
      if !part.text.trimmingBlanks.isEmpty { isFirst = false }
    }
  }

  private static let hundredth = Rational(reducing: 1, over: 100)
}
