import Bytes
import Timeline

/// A word as a file has it, before it is known how it stands with its neighbours.
struct RawWord {
  /// With the blanks around it.
  var text: String
  var start: Rational?
  var end: Rational?
  var speaker: String?
  /// The bytes that it stands in.
  var place: Range<Int>
  /// Whether a segment or a cue begins with it.
  var beginsSegment = false
  /// Whether it comes from written text, in which a blank parts words.
  var isWritten = false
}

/// Makes words of what a file has: blanks, times that are missing, and their order.
struct WordCollector {
  private let source: TranscriptSource
  private(set) var raw: [RawWord] = []
  private(set) var notes: [CaptionNote] = []
  /// Whether blanks in words part them, wherever a file has any.
  private var hasBlanks = false
  /// Whether the next word begins a segment, whose first was left out.
  private var lacksFirst = false

  init(_ source: TranscriptSource) { self.source = source }

  func error(_ message: String, at offset: Int) -> CaptionError {
    CaptionError(message, at: source.place(of: offset))
  }

  /// Says what is odd once; the messages of a file are few.
  mutating func note(_ message: String, at offset: Int) {
    guard !notes.contains(where: { $0.message == message }) else { return }
    notes.append(CaptionNote(message, at: source.place(of: offset)))
  }

  mutating func add(_ word: RawWord) throws(CaptionError) {
    guard raw.count < Transcript.mostWords else {
      throw CaptionError(
        "the file has more than \(Transcript.mostWords) words",
        at: source.place(of: word.place.lowerBound), kind: .unsupported)
    }
    var word = word
    word.beginsSegment = word.beginsSegment || lacksFirst
    lacksFirst = false
    if !word.beginsSegment, !word.isWritten, word.text.first?.isWhitespace ?? false {
      hasBlanks = true
    }
    guard takes(&word.start, word.end, at: word.place.lowerBound) else {
      lacksFirst = word.beginsSegment
      return
    }
    raw.append(word)
  }

  /// Lets what starts before 0 start there, and gives whether anything of it is left.
  private mutating func takes(
    _ start: inout Rational?, _ end: Rational?, at offset: Int
  ) -> Bool {
    guard (start ?? .zero) < .zero || (end ?? .zero) < .zero else { return true }
    note("a time is negative; words begin at 0, and one that ends before is left out", at: offset)
    let isEarly = (start ?? end ?? .zero) < .zero
    start = start.map { max($0, .zero) }
    return !isEarly || (end ?? .one) > .zero
  }

  /// Gives a word another text, with the blanks that stand around it where it is written.
  mutating func setText(_ text: String, at index: Int) {
    raw[index].text = text
    raw[index].isWritten = true
  }

  /// Adds the words of a text that has one time for all; each takes a share of it by its letters.
  mutating func share(
    _ text: String, start: Rational, end: Rational, speaker: String? = nil, place: Range<Int>,
    beginsSegment: Bool = true
  ) throws(CaptionError) {
    let pieces = Self.pieces(of: text)
    let weights = pieces.map { Self.weight($0.text) }
    let total = Int128(weights.reduce(0, +))
    var first = Rational?.some(start)
    guard total > 0, takes(&first, end, at: place.lowerBound), let start = first else { return }
    let length = max(end - start, .zero)
    var passed = 0
    for (index, piece) in pieces.enumerated() {
      let from = start + length * Rational(reducing: Int128(passed), over: total)
      passed += weights[index]
      let to = start + length * Rational(reducing: Int128(passed), over: total)
      let isFirst = index == 0
      let isApart = isFirst ? text.first?.isWhitespace ?? false : !piece.isAttached
      let isLast = index == pieces.count - 1 && text.last?.isWhitespace ?? false
      try add(
        RawWord(
          text: (isApart ? " " : "") + piece.text + (isLast ? " " : ""), start: from, end: to,
          speaker: speaker, place: place, beginsSegment: beginsSegment && isFirst,
          isWritten: true))
    }
  }

  /// Takes blanks as what parts words, as in all written text.
  mutating func partWithBlanks() { hasBlanks = true }

  /// The letters of a word, at least 1.
  static func weight(_ text: String) -> Int {
    max(text.count { $0.isLetter || $0.isNumber }, 1)
  }

  /// The words of a text, parted by blanks or, where there are none, by characters.
  static func pieces(of text: String) -> [(text: String, isAttached: Bool)] {
    var pieces: [(text: String, isAttached: Bool)] = []
    for run in text.split(whereSeparator: \.isWhitespace) {
      var word = ""
      var isFirst = true
      for character in run {
        let letter = String(character)
        if !word.isEmpty, Spacing.isBreakable(word, letter) {
          pieces.append((word, !isFirst))
          (word, isFirst) = ("", false)
        }
        word += letter
      }
      if !word.isEmpty { pieces.append((word, !isFirst)) }
    }
    return pieces
  }

  // MARK: The end

  /// The words in their order. Throws when there are none.
  mutating func finish() throws(CaptionError) -> ([CaptionWord], [CaptionNote]) {
    fillTimes()
    var words: [CaptionWord] = []
    var isAfterBlank = true
    var isUnordered = false
    for item in raw {
      let text = TranscriptSource.joined(item.text)
      let trimmed = text.trimmingBlanks
      defer { isAfterBlank = text.last?.isWhitespace ?? isAfterBlank }
      guard !trimmed.isEmpty else {
        if !text.isEmpty { isAfterBlank = true }
        continue
      }
      let start = item.start ?? .zero
      if let last = words.last, start < last.start { isUnordered = true }
      let isApart = isAfterBlank || (text.first?.isWhitespace ?? false)
      words.append(
        CaptionWord(
          String(trimmed), start: start, end: max(item.end ?? start, start),
          isAttached: isApart ? false : attaches(String(trimmed), to: words.last, item),
          speaker: item.speaker))
    }
    guard !words.isEmpty else {
      throw CaptionError("the file has no words", at: source.place(of: 0), kind: .truncated)
    }
    if isUnordered {
      note("words that are not in the order of their times were sorted", at: 0)
      words = words.enumerated().sorted {
        ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
      }.map(\.element)
    }
    words[0].isAttached = false
    return (words, notes)
  }

  private func attaches(_ text: String, to last: CaptionWord?, _ item: RawWord) -> Bool {
    guard let last else { return false }
    if hasBlanks || item.isWritten, !item.beginsSegment { return true }
    if Spacing.isClosing(text) { return true }
    guard let before = last.text.unicodeScalars.last, let after = text.unicodeScalars.first else {
      return false
    }
    return Spacing.isUnspaced(before) || Spacing.isUnspaced(after)
  }

  /// Gives words without times what their neighbours leave them.
  private mutating func fillTimes() {
    var index = 0
    while index < raw.count {
      guard raw[index].start == nil || raw[index].end == nil else {
        index += 1
        continue
      }
      var end = index
      while end < raw.count, raw[end].start == nil || raw[end].end == nil, end - index < 4096 {
        end += 1
      }
      fill(index..<end)
      index = end
    }
  }

  private mutating func fill(_ gap: Range<Int>) {
    note(
      "words without times take those that their neighbours leave",
      at: raw[gap.lowerBound].place.lowerBound)
    var first = gap.lowerBound
    let weights = gap.map { Self.weight(raw[$0].text) }
    // About as fast as people speak.
    let usual = Rational(reducing: Int128(weights.reduce(0, +)) * 7, over: 100)
    let after = gap.upperBound < raw.count ? raw[gap.upperBound].start : nil
    var from = raw[first].start ?? (first > 0 ? raw[first - 1].end : nil)
    let to = raw[gap.upperBound - 1].end ?? after
    if let start = from, let end = to, end <= start, first > 0 {
      // No room is left: the word before shares its own.
      first -= 1
      from = raw[first].start
    }
    let start = from ?? max((to ?? usual) - usual, .zero)
    let end = max(to ?? start + usual, start)
    let shares = (first..<gap.upperBound).map { Self.weight(raw[$0].text) }
    let total = shares.reduce(0, +)
    var passed = 0
    for (index, share) in zip(first..<gap.upperBound, shares) {
      raw[index].start =
        start + (end - start) * Rational(reducing: Int128(passed), over: Int128(total))
      passed += share
      raw[index].end =
        start + (end - start) * Rational(reducing: Int128(passed), over: Int128(total))
    }
  }
}

extension String {
  /// The text without blanks at its ends; U+200B, which no one sees, counts as one.
  var trimmingBlanks: Substring {
    func isBlank(_ character: Character) -> Bool {
      character.isWhitespace || character == "\u{200B}"
    }
    var rest = self[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}
