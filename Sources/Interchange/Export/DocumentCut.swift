import Bytes
import Timeline

/// Makes a cut of the main track of a timeline.
struct DocumentCut {
  /// Where the cut is of two clips that overlap for a transition.
  enum CutPoint {
    /// Where the overlap begins.
    case start
    /// In its middle, at a whole frame.
    case middle
  }

  let document: Document
  private let entries: [EditList.Entry]
  private let rate: FrameRate
  private let point: CutPoint
  private let vocabulary: Vocabulary
  private let source: SourceText
  let finder: MediaFinder
  var log = ImportLog()

  /// The cut, and what of the timeline is not in it.
  static func cut(
    _ timeline: ExportedTimeline, at point: CutPoint, finder: MediaFinder
  ) -> (cut: CutTimeline, log: ImportLog) {
    var maker = DocumentCut(
      document: timeline.document, entries: timeline.edit.entries, rate: timeline.rate,
      point: point,
      vocabulary: timeline.vocabulary, source: timeline.source, finder: finder)
    return (maker.cut(), maker.log)
  }

  private mutating func cut() -> CutTimeline {
    var cut = CutTimeline()
    (cut.name, cut.rate) = (document.name ?? "", rate)
    var track = CutTrack(.picture)
    var end = Rational.zero
    for (index, entry) in entries.enumerated() {
      let clip = document.clips[entry.clip]
      guard let last = entry.range.end?.value else {
        log.error("how long the clip is, is not known", at: clip.place.prefix)
        continue
      }
      let entering = index > 0 ? entries[index - 1].transition : nil
      let first = entering.map(cutTime) ?? entry.range.start.value
      if first > end { track.items.append(.gap(first - end)) }
      let limit = entry.transition.map(cutTime) ?? last
      note(clip)
      let inner = inner(clip, entry)
      track.items += pieces(clip, entry, from: first, to: limit).map { piece in
        inner.map { .nest(CutNest($0, as: piece)) } ?? .clip(piece)
      }
      if let overlap = entry.transition, let transition = clip.transition {
        track.items.append(.transition(change(transition, overlap)))
      }
      end = limit
    }
    noteRest()
    cut.tracks = [track]
    return cut
  }

  /// The cut of a timeline with clips that a clip plays; nil where it plays something else.
  private mutating func inner(_ clip: Clip, _ entry: EditList.Entry) -> CutTimeline? {
    guard case .timeline(_, let played) = clip.media.source, let edit = entry.inner else {
      return nil
    }
    var maker = DocumentCut(
      document: played.document, entries: edit.entries, rate: rate, point: point,
      vocabulary: vocabulary, source: source, finder: finder)
    maker.log = log
    let cut = maker.cut()
    log = maker.log
    return cut
  }

  /// When one of two clips that overlap ends for a list of cuts.
  private func cutTime(_ overlap: TimeRange) -> Rational {
    guard point == .middle, let duration = overlap.duration else { return overlap.start.value }
    let half = duration.value * Rational(reducing: 1, over: 2)
    return overlap.start.value + rate.seconds(Rational(reducing: frames(half).floor, over: 1))
  }

  private func frames(_ time: Rational) -> Rational {
    time * Rational(reducing: Int128(rate.numerator), over: Int128(rate.denominator))
  }

  private mutating func change(_ use: TransitionUse, _ overlap: TimeRange) -> CutTransition {
    let cut = cutTime(overlap)
    let end = overlap.end?.value ?? cut
    var kind = CutChange.dissolve
    if use.type != "crossfade", use.type != "fade" {
      kind = .named(use.type, direction: direction(use))
    }
    if use.ease != .linear || use.isReversed {
      log.warn("how a transition runs is not carried over", at: use.place.prefix)
    }
    return CutTransition(
      kind: kind, before: cut - overlap.start.value, after: end - cut, place: use.place.prefix)
  }

  /// The direction that is written in a transition; nil where there is none.
  private func direction(_ use: TransitionUse) -> String? {
    let bytes = source.bytes
    guard use.place.upperBound <= bytes.count else { return nil }
    var silent = Diagnostics()
    let text = SourceText(name: "", bytes: Array(bytes[use.place]))
    return JSONParser.parse(text, as: .timeline, reportingTo: &silent)?.root["direction"]?.string
  }
}

extension DocumentCut {
  /// Says what of a clip is not in a cut.
  private mutating func note(_ clip: Clip) {
    let place = clip.place.prefix
    for parameter in vocabulary.clip.parameters where clip.arguments.isGiven(parameter) {
      log.warn("\(parameter.name.quotedText) of a clip is not carried over", at: place)
    }
    if let effect = clip.effects.first {
      log.warn("effects of clips are not carried over", at: effect.place.prefix)
    }
    let sound = clip.sound
    if sound.volume.constantValue != Gain.one || sound.fadeIn.duration > .zero
      || sound.fadeOut.duration > .zero
    {
      log.warn("volumes and fades of clips are not carried over", at: place)
    }
  }

  /// Says what else a timeline has beside its main track.
  private mutating func noteRest() {
    for layer in document.layers {
      log.warn("layers are not carried over", at: layer.place.prefix)
    }
    for track in document.soundtrack.tracks where track.media.source.timeline == nil {
      log.warn("tracks of sound are not carried over", at: track.place.prefix)
    }
  }
}
