import Bytes
import Timeline

// Rev.ai, Speechmatics, Soniox and ElevenLabs, whose words are put together of elements, tokens or
// characters.
extension TranscriptReader {
  // MARK: Rev.ai

  mutating func readMonologues(_ node: JSONNode) throws(CaptionError) {
    for monologue in try list(node, "monologues") {
      guard let elements = monologue["elements"] else {
        throw error("a monologue has no 'elements'", monologue)
      }
      let speaker = monologue["speaker_info"]?["display_name"]?.string ?? speaker(monologue)
      var word: RawWord?
      var before = ""
      var isFirst = true
      for element in try list(elements, "elements") {
        guard let value = element["value"] else { continue }
        let text = try text(value, "value")
        switch element["type"]?.string {
        case "text":
          if let word { try collector.add(word) }
          word = RawWord(
            text: before + text, start: try time(element, "ts"),
            end: try time(element, "end_ts"), speaker: speaker, place: element.range,
            beginsSegment: isFirst)
          (before, isFirst) = ("", false)
        case "punct":
          // Blanks are elements, too, unless punctuation was not asked for.
          if text.contains(where: \.isWhitespace) { collector.partWithBlanks() }
          if word == nil { before += text } else { word?.text += text }
        default: continue
        }
      }
      if let word { try collector.add(word) }
    }
  }

  // MARK: Speechmatics

  mutating func readSpeechmatics(_ items: [JSONNode]) throws(CaptionError) {
    var word: RawWord?
    var before = ""
    for item in items {
      guard let best = item["alternatives"]?.elements?.first, let value = best["content"] else {
        continue
      }
      let text = try text(value, "content")
      if item["type"]?.string == "punctuation" {
        let side = item["attaches_to"]?.string ?? "previous"
        if side == "next" || word == nil {
          before += text
        } else {
          word?.text += text
        }
        continue
      }
      if let word { try collector.add(word) }
      // Those that are not known are all `UU`.
      let speaker = speaker(best).flatMap { $0 == "UU" ? nil : $0 }
      word = RawWord(
        text: before + text, start: try time(item, "start_time"),
        end: try time(item, "end_time"), speaker: speaker, place: item.range,
        beginsSegment: word == nil)
      before = ""
    }
    if let word { try collector.add(word) }
  }

  // MARK: Soniox

  mutating func readSoniox(_ node: JSONNode) throws(CaptionError) {
    let tokens = try list(node, "tokens").filter { token in
      // Translations have no times, and ends of speech no words.
      token["translation_status"]?.string != "translation"
        && !["<end>", "<fin>"].contains(token["text"]?.string)
    }
    try readTokens(tokens, speaker: nil) { reader, token throws(CaptionError) in
      (
        try reader.time(token, "start_ms", unit: 1000), try reader.time(token, "end_ms", unit: 1000)
      )
    }
  }

  // MARK: ElevenLabs

  /// The object that has characters beside their times: the file, or its value of `alignment`.
  func alignment(in root: JSONNode) -> JSONNode? {
    [root["alignment"], root["normalized_alignment"], root["normalizedAlignment"], root]
      .lazy.compactMap { $0 }.first { node in
        Self.starts.contains { node[$0] != nil } && node["characters"]?.elements != nil
      }
  }

  private static let starts = ["character_start_times_seconds", "characterStartTimesSeconds"]
  private static let ends = ["character_end_times_seconds", "characterEndTimesSeconds"]

  mutating func readAlignment(_ node: JSONNode) throws(CaptionError) {
    func times(_ names: [String]) throws(CaptionError) -> [JSONNode] {
      guard let name = names.first(where: { node[$0] != nil }), let value = node[name] else {
        throw error("'\(names[0])' is missing", node)
      }
      return try list(value, name)
    }
    guard let characters = node["characters"] else { return }
    let letters = try list(characters, "characters")
    let (starts, ends) = (try times(Self.starts), try times(Self.ends))
    guard letters.count == starts.count, letters.count == ends.count else {
      throw error("there must be as many times as characters", node)
    }
    collector.partWithBlanks()
    var word: RawWord?
    var blank = ""
    for (index, letter) in letters.enumerated() {
      let text = try text(letter, "characters")
      guard !text.trimmingBlanks.isEmpty else {
        if let word { try collector.add(word) }
        (word, blank) = (nil, " ")
        continue
      }
      let end = try time(ends[index], called: Self.ends[0])
      if var open = word, !Spacing.isBreakable(open.text, text) {
        open.text += text
        open.end = max(end, open.start ?? end)
        word = open
        continue
      }
      if let word { try collector.add(word) }
      let start = try time(starts[index], called: Self.starts[0])
      word = RawWord(
        text: blank + text, start: start, end: max(end, start), place: letter.range,
        beginsSegment: index == 0)
      blank = ""
    }
    if let word { try collector.add(word) }
  }
}
