import Bytes
import Timeline

// Google Speech-to-Text, Azure Speech and IBM Watson, whose results are phrases with alternatives.
extension TranscriptReader {
  // MARK: Google

  mutating func readGoogle(_ results: [JSONNode]) throws(CaptionError) {
    var passed = Rational.zero
    for result in Self.withoutRepeats(results) {
      guard let best = result["alternatives"]?.elements?.first else { continue }
      let end = try duration(result, ["resultEndTime", "resultEndOffset", "result_end_time"])
      if let words = best["words"]?.elements, !words.isEmpty {
        for (index, word) in words.enumerated() {
          try addGoogleWord(word, isFirst: index == 0)
        }
      } else if let text = best["transcript"]?.string, !text.trimmingBlanks.isEmpty {
        guard let end else {
          throw error("a result has neither 'words' nor 'resultEndTime'", result)
        }
        try share(text, start: passed, end: max(end, passed), speaker: nil, place: result.range)
      }
      passed = end ?? passed
    }
  }

  /// The last result repeats all words where speakers are told apart, and those before lack them.
  private static func withoutRepeats(_ results: [JSONNode]) -> [JSONNode] {
    func words(_ result: JSONNode?) -> JSONNode? {
      result?["alternatives"]?.elements?.first?["words"]?.elements?.first
    }
    guard results.count > 1, let last = words(results.last), let first = words(results.first),
      last["speakerTag"] != nil || last["speaker_tag"] != nil,
      results.last?["alternatives"]?.elements?.first?["transcript"]?.string?.isEmpty ?? true,
      last["word"]?.string == first["word"]?.string
    else { return results }
    return results.suffix(1)
  }

  private mutating func addGoogleWord(_ word: JSONNode, isFirst: Bool) throws(CaptionError) {
    guard let value = word["word"] else { throw error("a word has no 'word'", word) }
    let end = try duration(word, ["endTime", "endOffset", "end_time", "end_offset"])
    // A time of zero is left out.
    let start = try duration(word, ["startTime", "startOffset", "start_time", "start_offset"])
    try collector.add(
      RawWord(
        text: try text(value, "word"), start: start ?? end.map { _ in .zero }, end: end,
        speaker: speaker(word, "speakerLabel") ?? speaker(word, "speakerTag")
          ?? speaker(word, "speaker_tag"),
        place: word.range, beginsSegment: isFirst))
  }

  // MARK: Azure

  /// Reads phrases of batches, whose words have ticks or durations, and of fast transcriptions,
  /// which count milliseconds; keys may begin with capitals, as in real-time results.
  mutating func readAzure(_ node: JSONNode) throws(CaptionError) {
    for phrase in try list(node, "phrases") {
      guard phrase.members != nil else { throw error("a phrase must be an object", phrase) }
      let best = (either(phrase, "nBest") ?? phrase["NBest"])?.elements?.first ?? phrase
      let speaker = speaker(phrase) ?? speaker(phrase, "Speaker") ?? speaker(best)
      let display = (either(best, "display") ?? best["text"])?.string
      if let words = either(best, "displayWords") ?? either(best, "words"),
        !(words.elements ?? []).isEmpty
      {
        let first = collector.raw.count
        for (index, word) in try list(words, "words").enumerated() {
          try addAzureWord(word, speaker, isFirst: index == 0)
        }
        if let display { collector.punctuate(from: display, since: first) }
      } else if let display, !display.trimmingBlanks.isEmpty {
        let (start, end) = try azureTimes(phrase)
        guard let start, let end else { throw error("a phrase has no 'offset'", phrase) }
        try share(display, start: start, end: end, speaker: speaker, place: phrase.range)
      }
    }
  }

  private func either(_ node: JSONNode, _ name: String) -> JSONNode? {
    node[name] ?? node[name.prefix(1).uppercased() + name.dropFirst()]
  }

  private func azureTimes(_ node: JSONNode) throws(CaptionError) -> (Rational?, Rational?) {
    func value(_ name: String) throws(CaptionError) -> Rational? {
      if let time = try time(node, name + "Milliseconds", unit: 1000) { return time }
      let capital = name.prefix(1).uppercased() + name.dropFirst()
      let ticks = 10_000_000
      if let time = try time(node, name + "InTicks", unit: ticks) { return time }
      if let time = try time(node, capital + "InTicks", unit: ticks) { return time }
      // Real-time results have ticks without saying so.
      if case .number = either(node, name)?.kind {
        return try time(node, node[name] == nil ? capital : name, unit: ticks)
      }
      return try duration(node, [name, capital])
    }
    let start = try value("offset")
    let length = try value("duration")
    guard let start, let length else { return (start, nil) }
    return (start, Self.end(start, length))
  }

  private mutating func addAzureWord(
    _ word: JSONNode, _ speaker: String?, isFirst: Bool
  ) throws(CaptionError) {
    guard let value = either(word, "displayText") ?? either(word, "word") ?? word["text"] else {
      throw error("a word has no 'word'", word)
    }
    let (start, end) = try azureTimes(word)
    try collector.add(
      RawWord(
        text: try text(value, "word"), start: start, end: end, speaker: speaker,
        place: word.range, beginsSegment: isFirst))
  }

  // MARK: IBM Watson

  /// Reads words as arrays of a text and two times.
  ///
  /// - Parameter labels: who speaks when, by the starts of words.
  mutating func readWatson(_ results: [JSONNode], labels: JSONNode?) throws(CaptionError) {
    var speakers: [Rational: String] = [:]
    for label in labels?.elements ?? [] {
      if let start = try time(label, "from") { speakers[start] = speaker(label) }
    }
    for result in results {
      guard let words = result["alternatives"]?.elements?.first?["timestamps"] else { continue }
      var isFirst = true
      for word in try list(words, "timestamps") {
        guard let parts = word.elements, parts.count == 3 else {
          throw error("a word must be a text and two numbers", word)
        }
        let text = try text(parts[0], "timestamps")
        guard text != "%HESITATION" else { continue }
        let start = try time(parts[1], called: "timestamps")
        try collector.add(
          RawWord(
            text: text, start: start, end: try time(parts[2], called: "timestamps"),
            speaker: speakers[start], place: word.range, beginsSegment: isFirst))
        isFirst = false
      }
    }
  }

  // MARK: Durations

  /// A time as Google and Azure write it: a number of seconds, `"1.4s"`, `"PT1M2.5S"`, or an object
  /// of `seconds` and `nanos`; of the first of some names that is there.
  private func duration(_ parent: JSONNode, _ names: [String]) throws(CaptionError) -> Rational? {
    guard let name = names.first(where: { parent[$0] != nil }), let node = parent[name] else {
      return nil
    }
    if node.members != nil {
      let nanos = try time(node, "nanos", unit: 1_000_000_000)
      return (try time(node, "seconds") ?? .zero) + (nanos ?? .zero)
    }
    guard let text = node.string, let last = text.last, !last.isNumber else {
      return try time(node, called: name)
    }
    guard let seconds = Self.seconds(text), seconds.magnitude <= Double(Transcript.latest) else {
      throw error(
        "'\(name)' must be a duration of at most \(Transcript.latest) seconds", node)
    }
    return Rational(approximating: seconds)
  }

  /// The seconds of `1.4s` and of `PT1H2M3.4S`.
  private static func seconds(_ text: String) -> Double? {
    if text.hasSuffix("s") { return Double(text.dropLast()) }
    guard text.hasPrefix("PT") else { return nil }
    var sum = 0.0
    var digits = ""
    for letter in text.dropFirst(2) {
      guard letter.isLetter else {
        digits.append(letter)
        continue
      }
      guard let value = Double(digits),
        let unit = ["H": 3600.0, "M": 60, "S": 1][String(letter)]
      else { return nil }
      sum += value * unit
      digits = ""
    }
    return digits.isEmpty ? sum : nil
  }
}
