import Bytes
import Markup
import Timeline

/// Reads YouTube's srv3 (`.ytt`): paragraphs, whose pieces may have times of their own.
struct TimedTextReader {
  private let source: TranscriptSource
  private var collector: WordCollector

  init(_ source: TranscriptSource) {
    self.source = source
    collector = WordCollector(source)
  }

  mutating func read() throws(CaptionError) -> Transcript.Kind {
    let document: MarkupDocument
    do throws(MarkupError) {
      document = try MarkupDocument(source.text.bytes)
    } catch {
      throw CaptionError(
        error.message, at: source.place(line: error.place.line, column: error.place.column))
    }
    guard document.root.localName == "timedtext" else {
      throw CaptionError(
        "this XML is no srv3 of YouTube", at: source.place(of: document.root.offset),
        kind: .unsupported)
    }
    var events: [TimedEvent] = []
    for body in document.root.children where body.localName == "body" {
      for paragraph in body.children where paragraph.localName == "p" {
        events.append(try event(paragraph))
      }
    }
    try collector.add(events)
    return .srv3
  }

  mutating func finish() throws(CaptionError) -> ([CaptionWord], [CaptionNote]) {
    try collector.finish()
  }

  private func event(_ paragraph: MarkupElement) throws(CaptionError) -> TimedEvent {
    guard let start = try time(paragraph, "t") else {
      throw collector.error("a paragraph has no 't'", at: paragraph.offset)
    }
    var pieces: [TimedEvent.Piece] = []
    let place = paragraph.offset..<paragraph.offset + 1
    for content in paragraph.content {
      switch content {
      case .text(let text):
        pieces.append(TimedEvent.Piece(text: Self.seen(text), offset: nil, place: place))
      case .element(let element):
        pieces.append(
          TimedEvent.Piece(
            text: Self.seen(element.text), offset: try time(element, "t"),
            place: element.offset..<element.offset + 1))
      }
    }
    return TimedEvent(
      start: start, end: TranscriptReader.end(start, try time(paragraph, "d") ?? .zero),
      pieces: pieces, place: place)
  }

  /// The text without U+200B, which converters put between pieces.
  private static func seen(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: text.unicodeScalars.filter { $0 != "\u{200B}" })
    return String(kept)
  }

  /// A time in milliseconds; nil where the attribute is missing.
  private func time(_ element: MarkupElement, _ name: String) throws(CaptionError) -> Rational? {
    guard let text = element.attributes[name] else { return nil }
    guard let value = Int(text), value.magnitude <= Transcript.latest * 1000 else {
      throw collector.error(
        "'\(name)' must be a number of milliseconds, at most \(Transcript.latest) seconds",
        at: element.offset)
    }
    return Rational(reducing: Int128(value), over: 1000)
  }
}
