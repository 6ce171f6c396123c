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

  private mutating func read(_ root: JSONNode, depth: Int = 0) throws(CaptionError)
    -> Transcript.Kind
  {
    if let kind = try readParts(root) { return kind }
    // What interfaces wrap around a transcript.
    let wrappers = ["result", "transcription", "output", "response", "transcript", "data"]
    if depth < 3,
      let inner = wrappers.lazy.compactMap({ root[$0] }).first(where: {
        $0.members != nil
      })
    {
      return try read(inner, depth: depth + 1)
    }
    if ["text", "transcript"].contains(where: { root[$0]?.string != nil }) {
      throw error(
        "this transcript has no times, but a text alone; ask for the times of words where it is "
          + "made ('verbose_json' of OpenAI's API)", root, kind: .unsupported)
    }
    throw error(
      "this JSON is of no known transcript: it has neither 'segments', 'words', 'chunks', "
        + "'transcription', 'results', 'result', 'monologues', 'utterances', 'phrases', 'tokens', "
        + "'alignment' nor 'events'", root, kind: .unsupported)
  }

  /// Reads the words by the key that tells what wrote them; nil where there is none.
  private mutating func readParts(_ root: JSONNode) throws(CaptionError) -> Transcript.Kind? {
    if let events = root["events"] {
      try readEvents(events)
      return .json3
    }
    if let segments = root["transcription"], segments.members == nil {
      try readWhisperCpp(segments)
      return .whisperCpp
    }
    if let kind = try readResults(root) { return kind }
    if let phrases = root["recognizedPhrases"] ?? root["RecognizedPhrases"] ?? root["phrases"] {
      try readAzure(phrases)
      return .azure
    }
    if let monologues = root["monologues"] {
      try readMonologues(monologues)
      return .revAI
    }
    if let alignment = alignment(in: root) {
      try readAlignment(alignment)
      return .elevenLabs
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
    if let tokens = root["tokens"], root["segments"] == nil, root["words"] == nil {
      try readSoniox(tokens)
      return .soniox
    }
    if Self.lists.contains(where: { root[$0] != nil }) || root.elements?.first?["start"] != nil {
      try readWhisper(root)
      guard let utterances = root["utterances"]?.elements else { return .whisper }
      return isOfThousandths(utterances) ? .assemblyAI : .gladia
    }
    return nil
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

  /// A time in seconds by the first of some names that is there.
  func time(_ parent: JSONNode, _ names: [String]) throws(CaptionError) -> Rational? {
    guard let name = names.first(where: { parent[$0] != nil }) else { return nil }
    return try time(parent, name)
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

  static let startNames = ["start", "start_time", "startTime", "start_sec"]
  static let endNames = ["end", "end_time", "endTime", "end_sec"]

  /// When a word or a segment starts and ends; the end may be said as a duration.
  func times(_ node: JSONNode, unit: Int = 1) throws(CaptionError) -> (Rational?, Rational?) {
    if unit != 1 {
      return (try time(node, "start", unit: unit), try time(node, "end", unit: unit))
    }
    let start = try time(node, Self.startNames)
    if let end = try time(node, Self.endNames) { return (start, end) }
    guard let start, let length = try time(node, "duration") else { return (start, nil) }
    return (start, Self.end(start, length))
  }

  /// When something ends that lasts so long, held within what a time may be.
  static func end(_ start: Rational, _ length: Rational) -> Rational {
    min(start + length, Rational(Transcript.latest))
  }

  /// Who speaks: a name or a number.
  func speaker(_ parent: JSONNode, _ name: String = "speaker") -> String? {
    switch parent[name]?.kind {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  /// A word of an array of objects with a text and times; the one of its segment speaks where it does not say.
  mutating func addWord(
    _ node: JSONNode, _ names: [String], unit: Int = 1, speaker whole: String? = nil,
    beginsSegment: Bool = false
  ) throws(CaptionError) {
    guard node.members != nil else { throw error("a word must be an object", node) }
    guard let name = names.first(where: { node[$0] != nil }), let value = node[name] else {
      throw error("a word has no '\(names[0])'", node)
    }
    let (start, end) = try times(node, unit: unit)
    if let start, let end, end < start {
      collector.note(
        "a word ends before it starts; it is taken to last no time", at: node.range.lowerBound)
    }
    try collector.add(
      RawWord(
        text: try text(value, name), start: start, end: end,
        speaker: speaker(node) ?? speaker(node, "speaker_id") ?? whole, place: node.range,
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
