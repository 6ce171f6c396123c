import Bytes
import Timeline

// openai-whisper, faster-whisper, WhisperX, whisper-timestamped, OpenAI's API, the pipelines of
// Transformers and Transformers.js, and others of the same shape: Gladia, Parakeet, Premiere Pro and
// the transcripts of podcasts.
extension TranscriptReader {
  /// The keys of segments and of words.
  static let lists = [
    "segments", "utterances", "sentences", "words", "word_segments", "timestamps",
  ]

  mutating func readWhisper(_ root: JSONNode) throws(CaptionError) {
    let segments =
      try (root["segments"] ?? root["utterances"] ?? root["sentences"]).map {
        node throws(CaptionError) in try list(node, "segments")
      } ?? root.elements ?? []
    let hasWords = segments.contains {
      !(($0["words"] ?? $0["tokens"])?.elements?.first?.members ?? []).isEmpty
    }
    let isOfWords = root.elements?.first?["word"] != nil
    if !hasWords,
      let words = root["words"] ?? root["word_segments"] ?? root["timestamps"]
        ?? (isOfWords ? root : nil)
    {
      let words = try list(words, "words")
      for (index, word) in words.enumerated() {
        try addWord(word, ["word", "text"], beginsSegment: index == 0)
      }
      if let text = (root["text"] ?? root["transcript"])?.string {
        collector.punctuate(from: text)
      }
      return
    }
    let unit = isOfThousandths(segments) ? 1000 : 1
    for segment in segments {
      guard segment.members != nil else { throw error("a segment must be an object", segment) }
      let speaker = name(of: segment, in: root)
      if let words = segment["words"], !(words.elements?.isEmpty ?? false) {
        for (index, word) in try list(words, "words").enumerated() {
          try addWord(
            word, ["word", "text"], unit: unit, speaker: speaker, beginsSegment: index == 0)
        }
      } else if let tokens = segment["tokens"], tokens.elements?.first?.members != nil {
        try readTokens(try list(tokens, "tokens"), speaker: speaker) {
          reader, token throws(CaptionError) in try reader.times(token)
        }
      } else {
        try shareSegment(segment, speaker: speaker, unit: unit)
      }
    }
  }

  /// Whether segments are utterances or sentences of AssemblyAI alone, which count milliseconds:
  /// nobody takes 20 seconds for each word.
  func isOfThousandths(_ segments: [JSONNode]) -> Bool {
    guard let first = segments.first, let count = first["words"]?.elements?.count,
      case .number(let start) = first["start"]?.kind, let start = Double(start),
      case .number(let end) = first["end"]?.kind, let end = Double(end)
    else { return false }
    return end - start > 20 * Double(max(count, 1))
  }

  /// Who speaks in a segment, by the name that a list of speakers gives to the number.
  private func name(of segment: JSONNode, in root: JSONNode) -> String? {
    guard let speaker = speaker(segment) else { return nil }
    let entry = root["speakers"]?.elements?.first { $0["id"]?.string == speaker }
    return entry?["name"]?.string ?? speaker
  }

  private mutating func shareSegment(
    _ segment: JSONNode, speaker: String?, unit: Int
  ) throws(CaptionError) {
    guard let value = segment["text"] ?? segment["body"] else {
      throw error("a segment has no 'text'", segment)
    }
    let text = try text(value, "text")
    guard !text.trimmingBlanks.isEmpty else { return }
    let (start, end) = try times(segment, unit: unit)
    guard let start, let end else {
      throw error("'\(start == nil ? "start" : "end")' is missing", segment)
    }
    try share(text, start: start, end: end, speaker: speaker, place: segment.range)
  }

  /// Adds the words of a text that has one time for all, and says so if they are several.
  mutating func share(
    _ text: String, start: Rational, end: Rational, speaker: String?, place: Range<Int>
  ) throws(CaptionError) {
    if WordCollector.pieces(of: text).count > 1 {
      collector.note(Self.sharing, at: place.lowerBound)
    }
    try collector.share(text, start: start, end: end, speaker: speaker, place: place)
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
      try readTokens(try list(tokens, "tokens"), speaker: speaker(segment)) {
        reader, token throws(CaptionError) in try reader.offsets(token)
      }
    }
  }

  func offsets(_ node: JSONNode) throws(CaptionError) -> (Rational, Rational) {
    guard let offsets = node["offsets"] else { throw error("'offsets' is missing", node) }
    return (
      try neededTime(offsets, "from", unit: 1000), try neededTime(offsets, "to", unit: 1000)
    )
  }

  /// Joins tokens to words: one without a leading blank continues the word before it, unless the
  /// script has no blanks or someone else speaks.
  mutating func readTokens(
    _ tokens: [JSONNode], speaker: String?,
    times: (Self, JSONNode) throws(CaptionError) -> (Rational?, Rational?)
  ) throws(CaptionError) {
    var word: RawWord?
    var isFirst = true
    for token in tokens {
      guard let value = token["text"] else { throw error("a token has no 'text'", token) }
      let text = try text(value, "text")
      if text.hasPrefix("[_"), text.hasSuffix("]") { continue }
      let (start, end) = try times(self, token)
      let speaker = self.speaker(token) ?? speaker
      if var open = word {
        let whole = TranscriptSource.joined(open.text)
        let isCut = whole.unicodeScalars.last == "\u{FFFD}"
        if isCut
          || !(text.first?.isWhitespace ?? true) && !Spacing.isBreakable(whole, text)
            && open.speaker == speaker
        {
          open.text += text
          if let end { open.end = max(end, open.start ?? end) }
          word = open
          continue
        }
        try collector.add(open)
      }
      word = RawWord(
        text: text, start: start, end: end.map { max($0, start ?? $0) }, speaker: speaker,
        place: token.range, beginsSegment: isFirst || word?.speaker != speaker)
      isFirst = false
    }
    if let word { try collector.add(word) }
  }
}

extension WordCollector {
  /// Gives words the punctuation that stands around them in the whole text, which OpenAI's API
  /// leaves out of words, and its capitals.
  ///
  /// - Parameter first: the first word that the text has.
  mutating func punctuate(from text: String, since first: Int = 0) {
    let letters = Array(text)
    let small = letters.map { $0.lowercased() }
    var place = 0
    var found: [Range<Int>] = []
    for word in raw[first...] {
      let wanted = word.text.trimmingBlanks.map { $0.lowercased() }
      guard !wanted.isEmpty, let start = Self.place(of: wanted, in: small, from: place) else {
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
      setText(String(isApart ? " " : "") + String(letters[start..<end]), at: first + index)
    }
  }

  /// Where letters stand next, at most a line further on.
  private static func place(of wanted: [String], in letters: [String], from start: Int) -> Int? {
    let last = min(letters.count - wanted.count, start + 80)
    guard start <= last else { return nil }
    return (start...last).first { place in
      wanted.indices.allSatisfy { letters[place + $0] == wanted[$0] }
    }
  }
}
