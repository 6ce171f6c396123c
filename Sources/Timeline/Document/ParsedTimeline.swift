/// A parsed timeline, which can be decoded any number of times.
package struct ParsedTimeline: Sendable {
  /// The text, and behind it those of the values given to its variables, for messages.
  package let source: SourceText
  private let json: ParsedJSON?
  private let variables: [String: String]
  private let folders: SourceFolders
  private let mayRead: (@Sendable (String) -> Bool)?
  private let diagnostics: Diagnostics

  /// Parses a text; errors are reported when it is decoded.
  ///
  /// - Parameters:
  ///   - given: values that take the place of those in `vars`.
  ///   - mayRead: whether it may name a file, by its path from its folder; nil lets it name all.
  ///   - load: reads the timelines that it uses, by their paths from its folder.
  package init(
    _ source: SourceText, given: GivenValues = GivenValues(),
    mayRead: (@Sendable (String) -> Bool)? = nil,
    load: ((String) -> Result<[UInt8], TimelineLoadFault>)? = nil
  ) {
    var (source, diagnostics) = (source, Diagnostics())
    // Where brackets are missing, keys seem to stand where nobody put them.
    let parsed = JSONParser.parse(source, reportingTo: &diagnostics).flatMap {
      $0.isWellNested ? $0 : nil
    }
    let own = parsed?.root.member("vars")?.value
    let table = VariableTable.given(given, own: own, &source, &diagnostics)
    self.mayRead = mayRead
    var texts = TimelineTexts(source, mayRead: mayRead, load: load)
    texts.folders.addFirst(from: 0)
    var expansion = VariableExpansion(
      table, isTemplate: parsed?.root.member("template")?.value.isTrue ?? false, texts: texts,
      diagnostics: diagnostics)
    json = parsed.map {
      ParsedJSON(root: expansion.expanded(document: $0.root), isWellNested: true)
    }
    variables = expansion.table.texts
    self.source = expansion.texts.source
    folders = expansion.texts.folders
    self.diagnostics = expansion.diagnostics
  }

  /// The timeline, or its valid parts, and everything found.
  ///
  /// - Parameter vocabulary: What a timeline can say.
  package func decoded(
    _ vocabulary: Vocabulary, _ knowledge: Document.Knowledge
  ) -> DecodedDocument {
    guard let json, let rate = knowledge.rate ?? Document.provisionalRate else {
      return DecodedDocument(nil, diagnostics)
    }
    var decoder = DocumentDecoder(
      vocabulary: vocabulary, knowledge: knowledge, variables: variables,
      context: DecodingContext(rate: rate, diagnostics: diagnostics))
    (decoder.context.folders, decoder.context.mayRead) = (folders, mayRead)
    decoder.context.viewport = knowledge.viewport ?? .provisional
    decoder.context.courses = knowledge.courses
    decoder.context.tables = knowledge.tables
    decoder.context.grids = knowledge.grids
    decoder.context.layersLeft = knowledge.memory / Document.layerBytes
    let document = decoder.decode(json.root)
    return DecodedDocument(document, decoder.context.diagnostics)
  }
}
