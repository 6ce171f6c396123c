import Bytes
import Timeline

/// A format in which other programs read cuts.
package enum ExportFormat: String, CaseIterable, Sendable {
  case otio
  case edl
}

/// A timeline whose main track is laid out, with what its names mean.
package struct ExportedTimeline {
  let document: Document
  let edit: EditList
  let rate: FrameRate
  let vocabulary: Vocabulary
  let sourceRates: [FrameRate?]

  /// - Parameters:
  ///   - edit: its clips; each has an end that is known.
  ///   - rate: the frames a second of the film.
  ///   - sourceRates: those of its sources, by their numbers in `Document.feeds`, as far as they
  ///     are known.
  package init(
    _ document: Document, _ edit: EditList, rate: FrameRate, vocabulary: Vocabulary,
    sourceRates: [FrameRate?] = []
  ) {
    (self.document, self.edit) = (document, edit)
    (self.rate, self.vocabulary) = (rate, vocabulary)
    self.sourceRates = sourceRates
  }
}

/// Writes the cut of a timeline for other programs.
package enum Export {
  /// The text, nil if there is no cut that can be written, and what of the timeline is not in it.
  package static func text(
    of timeline: ExportedTimeline, as format: ExportFormat, finder: MediaFinder
  ) -> (text: String?, diagnostics: Diagnostics) {
    var log: ImportLog
    let text: String
    switch format {
    case .otio:
      let made = DocumentCut.cut(timeline, for: format, finder: finder)
      (text, log) = (OTIOWriter.text(of: made.cut), made.log)
    case .edl:
      let made = DocumentCut.cut(timeline, for: format, finder: finder)
      log = made.log
      let flat = made.cut.flattened(&log)
      (text, log) = EDLWriter.text(of: flat, log: log)
    }
    if timeline.edit.entries.isEmpty {
      log.error("a timeline without clips has no cut", at: 0..<1)
    }
    return (log.hasErrors ? nil : text, log.diagnostics)
  }
}
