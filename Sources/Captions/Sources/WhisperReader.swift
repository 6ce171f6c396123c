import Bytes
import Timeline

// openai-whisper, faster-whisper, WhisperX, whisper-timestamped, OpenAI's API, and the pipelines of
// Transformers and Transformers.js.
extension TranscriptReader {
  mutating func readWhisper(_ root: JSONNode) throws(CaptionError) {
    let segments =
      try root["segments"].map { node throws(CaptionError) in
        try list(node, "segments")
      } ?? root.elements ?? []
    let hasWords = segments.contains { !($0["words"]?.elements ?? []).isEmpty }
    let isOfWords = root.elements?.first?["word"] != nil
    if !hasWords, let words = root["words"] ?? root["word_segments"] ?? (isOfWords ? root : nil) {
      let words = try list(words, "words")
      for (index, word) in words.enumerated() {
        try addWord(word, ["word", "text"], beginsSegment: index == 0)
      }
      if let text = root["text"]?.string { collector.punctuate(from: text) }
      return
    }
    for segment in segments {
      guard segment.members != nil else { throw error("a segment must be an object", segment) }
      if let words = segment["words"], !(words.elements?.isEmpty ?? false) {
        for (index, word) in try list(words, "words").enumerated() {
          try addWord(word, ["word", "text"], beginsSegment: index == 0)
        }
      } else {
        try shareSegment(segment)
      }
    }
  }

  private mutating func shareSegment(_ segment: JSONNode) throws(CaptionError) {
    guard let value = segment["text"] else { throw error("a segment has no 'text'", segment) }
    let text = try text(value, "text")
    guard !text.trimmingBlanks.isEmpty else { return }
    collector.note(Self.sharing, at: segment.range.lowerBound)
    try collector.share(
      text, start: try neededTime(segment, "start"), end: try neededTime(segment, "end"),
      speaker: speaker(segment), place: segment.range)
  }

  static let sharing =
    "words have no times of their own; they share those of their segments by their letters"

  // MARK: Transformers

  /// Reads words, or segments where a text has several, each with a pair of times of which the
  /// second may be missing.
  mutating func readChunks(_ node: JSONNode) throws(CaptionError) {
    let chunks = try list(node, "chunks")
    var isFirst = true
    let areWords = chunks.allSatisfy { chunk in
      !(chunk["text"]?.string ?? "").trimmingBlanks.contains(where: \.isWhitespace)
    }
    for chunk in chunks {
      guard let value = chunk["text"] else { throw error("a chunk has no 'text'", chunk) }
      guard let times = chunk["timestamp"] else { throw error("a chunk has no 'timestamp'", chunk) }
      let text = try text(value, "text")
      let (start, end) = try pair(times)
      if areWords {
        try collector.add(
          RawWord(
            text: text, start: start, end: end, place: chunk.range, beginsSegment: isFirst))
      } else if !text.trimmingBlanks.isEmpty {
        guard let start else { throw error("'timestamp' has no start", times) }
        collector.note(Self.sharing, at: chunk.range.lowerBound)
        // Of what the recording ends in, the end may be missing: as fast as people speak.
        let usual = Rational(reducing: Int128(WordCollector.weight(text)) * 7, over: 100)
        try collector.share(text, start: start, end: end ?? start + usual, place: chunk.range)
      }
      isFirst = false
    }
  }

  private func pair(_ node: JSONNode) throws(CaptionError) -> (Rational?, Rational?) {
    let values = try list(node, "timestamp")
    guard values.count == 2 else { throw error("'timestamp' must be two numbers", node) }
    let times = try values.map { value throws(CaptionError) -> Rational? in
      if case .null = value.kind { return nil }
      return try time(value, called: "timestamp")
    }
    return (times[0], times[1])
  }

  // MARK: whisper.cpp

  mutating func readWhisperCpp(_ node: JSONNode) throws(CaptionError) {
    for segment in try list(node, "transcription") {
      guard segment.members != nil else { throw error("a segment must be an object", segment) }
      guard let tokens = segment["tokens"] else {
        let (start, end) = try offsets(segment)
        guard let value = segment["text"] else { throw error("a segment has no 'text'", segment) }
        let text = try text(value, "text")
        guard !text.trimmingBlanks.isEmpty else { continue }
        collector.note(Self.sharing, at: segment.range.lowerBound)
        try collector.share(
          TranscriptSource.joined(text), start: start, end: end,
          speaker: speaker(segment), place: segment.range)
        continue
      }
      try readTokens(try list(tokens, "tokens"), speaker: speaker(segment))
    }
  }

  private func offsets(_ node: JSONNode) throws(CaptionError) -> (Rational, Rational) {
    guard let offsets = node["offsets"] else { throw error("'offsets' is missing", node) }
    return (
      try neededTime(offsets, "from", unit: 1000), try neededTime(offsets, "to", unit: 1000)
    )
  }

  /// Joins tokens to words: one without a leading blank continues the word before it, unless the
  /// script has no blanks.
  private mutating func readTokens(
    _ tokens: [JSONNode], speaker: String?
  ) throws(CaptionError) {
    var word: RawWord?
    var isFirst = true
    for token in tokens {
      guard let value = token["text"] else { throw error("a token has no 'text'", token) }
      let text = try text(value, "text")
      if text.hasPrefix("[_"), text.hasSuffix("]") { continue }
      let (start, end) = try offsets(token)
      if var open = word {
        let whole = TranscriptSource.joined(open.text)
        let isCut = whole.unicodeScalars.last == "\u{FFFD}"
        if isCut || !(text.first?.isWhitespace ?? true) && !Spacing.isBreakable(whole, text) {
          open.text += text
          open.end = max(end, open.start ?? end)
          word = open
          continue
        }
        try collector.add(open)
      }
      word = RawWord(
        text: text, start: start, end: max(end, start), speaker: speaker, place: token.range,
        beginsSegment: isFirst)
      isFirst = false
    }
    if let word { try collector.add(word) }
  }
}

extension WordCollector {
  /// Gives words the punctuation that stands around them in the whole text, which OpenAI's API
  /// leaves out of words.
  mutating func punctuate(from text: String) {
    let letters = Array(text)
    var place = 0
    var found: [Range<Int>] = []
    for word in raw {
      let wanted = Array(word.text.trimmingBlanks)
      guard !wanted.isEmpty, let start = Self.place(of: wanted, in: letters, from: place) else {
        return
      }
      found.append(start..<start + wanted.count)
      place = start + wanted.count
    }
    for (index, range) in found.enumerated() {
      let next = index + 1 < found.count ? found[index + 1].lowerBound : letters.count
      let previous = index > 0 ? found[index - 1].upperBound : 0
      var end = range.upperBound
      while end < next, !letters[end].isWhitespace, !letters[end].isLetter { end += 1 }
      var start = range.lowerBound
      while start > previous, "\"“‘«([¿¡「『（".contains(letters[start - 1]) { start -= 1 }
      let isApart = start > 0 && letters[start - 1].isWhitespace
      setText(String(isApart ? " " : "") + String(letters[start..<end]), at: index)
    }
  }

  /// Where letters stand next, at most a line further on.
  private static func place(of wanted: [Character], in letters: [Character], from start: Int)
    -> Int?
  {
    let last = min(letters.count - wanted.count, start + 80)
    guard start <= last else { return nil }
    return (start...last).first { place in
      wanted.indices.allSatisfy { letters[place + $0] == wanted[$0] }
    }
  }
}
