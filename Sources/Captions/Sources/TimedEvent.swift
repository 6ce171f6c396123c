import Bytes

/// A line of captions as YouTube has it: pieces of text, some with times.
struct TimedEvent {
  struct Piece {
    var text: String
    /// From the event's start.
    var offset: Rational?
    /// The bytes that it stands in.
    var place: Range<Int>
  }

  var start: Rational
  var end: Rational
  var pieces: [Piece]
  var place: Range<Int>
}

extension WordCollector {
  /// Adds events in their order: a piece lasts to the next one, the last to its event's end or to
  /// the next event. The words of an event without times share its own.
  mutating func add(_ events: [TimedEvent]) throws(CaptionError) {
    var open: (word: RawWord, end: Rational)?
    for event in events {
      let whole = event.pieces.map(\.text).joined()
      if !event.pieces.contains(where: { $0.offset != nil }), Self.pieces(of: whole).count > 1 {
        try close(&open, by: event.start)
        note(TranscriptReader.sharing, at: event.place.lowerBound)
        try share(whole, start: event.start, end: event.end, place: event.place)
        continue
      }
      var isFirst = true
      for piece in event.pieces {
        guard !piece.text.trimmingBlanks.isEmpty else {
          if !isFirst { open?.word.text += " " }
          continue
        }
        let start = event.start + (piece.offset ?? .zero)
        try close(&open, by: start)
        open = (
          RawWord(
            text: piece.text, start: start, end: nil, place: piece.place, beginsSegment: isFirst),
          event.end
        )
        isFirst = false
      }
    }
    try close(&open, by: nil)
  }

  /// Adds the piece that is open, which ends where the next one begins.
  private mutating func close(
    _ open: inout (word: RawWord, end: Rational)?, by next: Rational?
  ) throws(CaptionError) {
    guard var (word, end) = open else { return }
    open = nil
    let start = word.start ?? .zero
    end = max(min(end, next ?? end), start)
    if word.text.trimmingBlanks.contains(where: \.isWhitespace) {
      try share(
        word.text, start: start, end: end, place: word.place, beginsSegment: word.beginsSegment)
    } else {
      word.end = end
      try add(word)
    }
  }
}
