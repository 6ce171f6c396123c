import Bytes
import Timeline

// Services, Vosk, and what YouTube serves.
extension TranscriptReader {
  /// Reads what stands in `results`, whose shape tells which service wrote it; nil for none.
  mutating func readResults(_ root: JSONNode) throws(CaptionError) -> Transcript.Kind? {
    if let transcriptions = root["annotationResults"] {
      try readGoogle(
        try list(transcriptions, "annotationResults").flatMap {
          $0["speechTranscriptions"]?.elements ?? []
        })
      return .google
    }
    guard let results = root["results"] else { return nil }
    if let channels = results["channels"] {
      try readChannels(channels)
      return .deepgram
    }
    if let items = results["items"] {
      try readItems(items, labels: results["speaker_labels"])
      return .aws
    }
    if let first = results.elements?.first(where: { $0["alternatives"] != nil }) {
      let best = first["alternatives"]?.elements?.first
      if best?["content"] != nil {
        try readSpeechmatics(try list(results, "results"))
        return .speechmatics
      }
      if best?["timestamps"] != nil {
        try readWatson(try list(results, "results"), labels: root["speaker_labels"])
        return .watson
      }
      try readGoogle(try list(results, "results"))
      return .google
    }
    // Google's batches: a transcript for each file.
    for (_, value) in results.members?.map({ ($0.key, $0.value) }) ?? [] {
      let inner = value["inlineResult"] ?? value
      if let results = (inner["transcript"] ?? inner)["results"] {
        try readGoogle(try list(results, "results"))
        return .google
      }
    }
    return nil
  }

  // MARK: Deepgram

  mutating func readChannels(_ node: JSONNode) throws(CaptionError) {
    for (number, channel) in try list(node, "channels").enumerated() {
      guard let alternatives = channel["alternatives"] else {
        throw error("a channel has no 'alternatives'", channel)
      }
      guard let best = try list(alternatives, "alternatives").first else { continue }
      guard let words = best["words"] else { throw error("an alternative has no 'words'", best) }
      for (index, word) in try list(words, "words").enumerated() {
        try addWord(word, ["punctuated_word", "word"], beginsSegment: index == 0)
      }
      if number > 0 {
        collector.note("the words of all channels are shown together", at: channel.range.lowerBound)
      }
    }
  }

  // MARK: AssemblyAI

  /// Whether words have times in milliseconds, and what else only AssemblyAI writes.
  func isAssemblyAI(_ root: JSONNode) -> Bool {
    guard let words = root["words"]?.elements, root["segments"] == nil else { return false }
    let keys = [
      "acoustic_model", "audio_url", "audio_duration", "utterances", "speech_model", "status",
    ]
    if keys.contains(where: { root[$0] != nil }) { return true }
    return words.first?["confidence"] != nil
      && words.prefix(64).allSatisfy { word in
        guard case .number(let start) = word["start"]?.kind,
          case .number(let end) = word["end"]?.kind
        else { return false }
        return !start.contains(".") && !end.contains(".")
      }
  }

  mutating func readAssemblyAI(_ root: JSONNode) throws(CaptionError) {
    guard let words = root["words"] else { return }
    for (index, word) in try list(words, "words").enumerated() {
      try addWord(word, ["text", "word"], unit: 1000, beginsSegment: index == 0)
    }
  }

  // MARK: AWS Transcribe

  /// Reads words and the punctuation that follows them.
  ///
  /// - Parameter labels: who speaks when, in files of before 2023, by the starts of words.
  mutating func readItems(_ node: JSONNode, labels: JSONNode?) throws(CaptionError) {
    var speakers: [String: String] = [:]
    for segment in labels?["segments"]?.elements ?? [] {
      for item in segment["items"]?.elements ?? [] {
        if let start = item["start_time"]?.string {
          speakers[start] = item["speaker_label"]?.string
        }
      }
    }
    var word: RawWord?
    for item in try list(node, "items") {
      guard let value = (item["alternatives"]?.elements?.first)?["content"] else {
        throw error("an item has no content", item)
      }
      let text = try text(value, "content")
      if item["type"]?.string == "punctuation" {
        word?.text += text
        continue
      }
      if let word { try collector.add(word) }
      word = RawWord(
        text: text, start: try time(item, "start_time"), end: try time(item, "end_time"),
        speaker: speaker(item, "speaker_label")
          ?? item["start_time"]?.string.flatMap { speakers[$0] },
        place: item.range, beginsSegment: word == nil)
    }
    if let word { try collector.add(word) }
  }

  // MARK: Vosk

  func isVosk(_ root: JSONNode) -> Bool {
    let first = root.elements?.first ?? root
    if let result = first["result"], result.members == nil { return true }
    return first["alternatives"]?.elements?.first?["result"] != nil
  }

  mutating func readVosk(_ root: JSONNode) throws(CaptionError) {
    for part in root.elements ?? [root] {
      guard let words = part["result"] ?? (part["alternatives"]?.elements?.first)?["result"] else {
        // What was silence has a text alone, which is empty.
        guard part["text"]?.string?.isEmpty ?? true else {
          throw error("'result' is missing", part)
        }
        continue
      }
      for (index, word) in try list(words, "result").enumerated() {
        try addWord(word, ["word"], beginsSegment: index == 0)
      }
    }
  }

  // MARK: YouTube

  mutating func readEvents(_ node: JSONNode) throws(CaptionError) {
    var events: [TimedEvent] = []
    for event in try list(node, "events") {
      guard let segments = event["segs"] else { continue }
      let start = try neededTime(event, "tStartMs", unit: 1000)
      let end = Self.end(start, try time(event, "dDurationMs", unit: 1000) ?? .zero)
      var pieces: [TimedEvent.Piece] = []
      for segment in try list(segments, "segs") {
        guard let value = segment["utf8"] else { continue }
        pieces.append(
          TimedEvent.Piece(
            text: try text(value, "utf8"), offset: try time(segment, "tOffsetMs", unit: 1000),
            place: segment.range))
      }
      events.append(TimedEvent(start: start, end: end, pieces: pieces, place: event.range))
    }
    try collector.add(events)
  }
}
