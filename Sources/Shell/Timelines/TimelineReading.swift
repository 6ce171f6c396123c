import Bytes
import Timeline

/// The text of a timeline, taken apart once, and decoded again only where something that matters to
/// it has become known since.
final class TimelineReading: Sendable {
  private let parsed: ParsedTimeline
  private let last = Mutex<(knowledge: Document.Knowledge, decoded: DecodedDocument)?>(nil)

  init(
    _ source: SourceText, given: GivenValues, mayRead: (@Sendable (String) -> Bool)?,
    load: (String) -> Result<[UInt8], TimelineLoadFault>
  ) {
    parsed = withoutActuallyEscaping(load) {
      ParsedTimeline(source, given: given, mayRead: mayRead, load: $0)
    }
  }

  /// The text, and those of the values given.
  var source: SourceText { parsed.source }

  func decoded(knowing knowledge: Document.Knowledge) -> DecodedDocument {
    last.withLock { last in
      if let last, last.knowledge.isEnough(for: knowledge, last.decoded) { return last.decoded }
      let decoded = parsed.decoded(Language.vocabulary, knowledge)
      last = (knowledge, decoded)
      return decoded
    }
  }
}

extension Document.Knowledge {
  /// Whether what was decoded with it is the same as what `other` would give: only times in frames
  /// need the rate.
  fileprivate func isEnough(for other: Self, _ decoded: DecodedDocument) -> Bool {
    var (known, wanted) = (self, other)
    known.rate = rate ?? Document.provisionalRate
    wanted.rate = other.rate ?? Document.provisionalRate
    if decoded.soundPart?.usesFrames != true { known.rate = wanted.rate }
    return known == wanted
  }
}
