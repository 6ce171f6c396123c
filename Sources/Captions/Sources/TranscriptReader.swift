import Bytes
import Timeline

/// Reads transcripts in JSON; which program wrote one is told by its keys.
struct TranscriptReader {
  let source: TranscriptSource
  var collector: WordCollector

  init(_ source: TranscriptSource) {
    self.source = source
    collector = WordCollector(source)
  }

  mutating func read() throws(CaptionError) -> Transcript.Kind {
    var diagnostics = Diagnostics()
    let parsed = JSONParser.parse(source.text, reportingTo: &diagnostics)
    if let fault = diagnostics.sorted.first(where: { $0.severity == .error }) {
      throw CaptionError(fault.message, at: source.place(of: fault.range.lowerBound))
    }
    guard let root = parsed?.root else {
      throw CaptionError("the file is empty", at: source.place(of: 0), kind: .truncated)
    }
    return try read(root)
  }

  private mutating func read(_ root: JSONNode) throws(CaptionError) -> Transcript.Kind {
    if let events = root["events"] {
      try readEvents(events)
      return .json3
    }
    if let segments = root["transcription"] {
      try readWhisperCpp(segments)
      return .whisperCpp
    }
    if let results = root["results"] {
      if let channels = results["channels"] {
        try readChannels(channels)
        return .deepgram
      }
      if let items = results["items"] {
        try readItems(items)
        return .aws
      }
    }
    if isVosk(root) {
      try readVosk(root)
      return .vosk
    }
    if isAssemblyAI(root) {
      try readAssemblyAI(root)
      return .assemblyAI
    }
    if let chunks = root["chunks"], root["segments"] == nil {
      try readChunks(chunks)
      return .whisper
    }
    if root["segments"] != nil || root["words"] != nil || root.elements?.first?["start"] != nil {
      try readWhisper(root)
      return .whisper
    }
    throw error(
      "this JSON is of no known transcript: it has neither 'segments', 'words', 'chunks', "
        + "'transcription', 'results', 'result' nor 'events'", root, kind: .unsupported)
  }

  mutating func finish() throws(CaptionError) -> ([CaptionWord], [CaptionNote]) {
    try collector.finish()
  }

  // MARK: Values

  func error(
    _ message: String, _ node: JSONNode, kind: CaptionError.Kind = .malformed
  ) -> CaptionError {
    CaptionError(message, at: source.place(of: node.range.lowerBound), kind: kind)
  }

  func list(_ node: JSONNode, _ name: String) throws(CaptionError) -> [JSONNode] {
    guard let elements = node.elements else { throw error("'\(name)' must be an array", node) }
    return elements
  }

  func text(_ node: JSONNode, _ name: String) throws(CaptionError) -> String {
    guard let text = node.string else { throw error("'\(name)' must be a string", node) }
    return text
  }

  /// A time in seconds; nil where the key is missing, `null` or not a number at all (`NaN` is none
  /// in JSON, so that some programs write it as a string).
  ///
  /// - Parameter unit: the parts of a second that the file counts.
  func time(
    _ parent: JSONNode, _ name: String, unit: Int = 1
  ) throws(CaptionError) -> Rational? {
    guard let node = parent[name] else { return nil }
    return try time(node, called: name, unit: unit)
  }

  /// A time in seconds that is the value of a key or stands in it.
  func time(
    _ node: JSONNode, called name: String, unit: Int = 1
  ) throws(CaptionError) -> Rational {
    let number: String
    switch node.kind {
    case .number(let text): number = text
    case .string(let text) where Double(text) != nil: number = text
    default: throw error("'\(name)' must be a number", node)
    }
    guard let value = Double(number), value.magnitude <= Double(Transcript.latest) * Double(unit)
    else { throw error("'\(name)' must be at most \(Transcript.latest) seconds", node) }
    return Rational(approximating: value) * Rational(reducing: 1, over: Int128(unit))
  }

  /// A time that must be there.
  func neededTime(
    _ parent: JSONNode, _ name: String, unit: Int = 1
  ) throws(CaptionError) -> Rational {
    guard let time = try time(parent, name, unit: unit) else {
      throw error("'\(name)' is missing", parent)
    }
    return time
  }

  /// Who speaks: a name or a number.
  func speaker(_ parent: JSONNode, _ name: String = "speaker") -> String? {
    switch parent[name]?.kind {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  /// A word of an array of objects with a text and times.
  mutating func addWord(
    _ node: JSONNode, _ names: [String], unit: Int = 1, speakerName: String = "speaker",
    beginsSegment: Bool = false
  ) throws(CaptionError) {
    guard node.members != nil else { throw error("a word must be an object", node) }
    guard let name = names.first(where: { node[$0] != nil }), let value = node[name] else {
      throw error("a word has no '\(names[0])'", node)
    }
    let (start, end) = (try time(node, "start", unit: unit), try time(node, "end", unit: unit))
    if let start, let end, end < start {
      collector.note(
        "a word ends before it starts; it is taken to last no time", at: node.range.lowerBound)
    }
    try collector.add(
      RawWord(
        text: try text(value, name), start: start, end: end,
        speaker: speaker(node, speakerName) ?? speaker(node, "speaker_id"), place: node.range,
        beginsSegment: beginsSegment))
  }
}

extension JSONNode {
  /// The value of a key; nil for other values than objects, and where it is missing or `null`.
  subscript(_ key: String) -> JSONNode? {
    guard let value = members?.first(where: { $0.key == key })?.value else { return nil }
    if case .null = value.kind { return nil }
    return value
  }
}
