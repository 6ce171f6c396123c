import Bytes
import Timeline

/// A format of other programs' timelines.
package enum ImportFormat: String, CaseIterable, Sendable {
  case otio
  case edl
  case fcpxml7
  case fcpxml
  case mlt
  case autoEditor = "auto-editor"
  case editly
  case shotstack

  /// The format that a file's name tells; nil where several have names like it.
  package init?(name: String) {
    switch MediaName.ending(name) {
    case "otio": self = .otio
    case "edl": self = .edl
    case "fcpxml": self = .fcpxml
    case "mlt", "kdenlive": self = .mlt
    case "json5": self = .editly
    default: return nil
    }
  }
}

/// What may be said of a source beyond its text.
package struct ImportSettings: Sendable {
  /// The frames a second that a list counts; nil is what it says, or looks like.
  package var rate: FrameRate?
  /// The timecode with which the sources of a list begin.
  package var sourceStart: SMPTETimecode?
  /// Where the files are that it names.
  package var finder = MediaFinder()

  /// Nothing is known.
  package init() {}
}

/// Makes a timeline of ours of another program's.
package enum Import {
  /// The text of the timeline, nil if the source can't be read, and all there is to say about it.
  package static func timeline(
    of source: SourceText, as format: ImportFormat, _ settings: ImportSettings
  ) -> (text: String?, diagnostics: Diagnostics) {
    let (draft, log) =
      switch format {
      case .otio, .edl, .fcpxml7, .fcpxml, .mlt, .autoEditor:
        cutDraft(of: source, as: format, settings)
      case .editly: EditlyReader.draft(source, finder: settings.finder)
      case .shotstack: ShotstackReader.draft(source, finder: settings.finder)
      }
    return (log.hasErrors ? nil : draft.text, log.diagnostics)
  }

  /// What is made of formats that have tracks of clips.
  private static func cutDraft(
    of source: SourceText, as format: ImportFormat, _ settings: ImportSettings
  ) -> (draft: TimelineDraft, log: ImportLog) {
    let (cut, log) =
      switch format {
      case .otio: OTIOReader.read(source)
      case .edl: EDLReader.read(source, rate: settings.rate, sourceStart: settings.sourceStart)
      case .fcpxml7: FCP7Reader.read(source)
      case .fcpxml: FCPXMLReader.read(source)
      case .mlt: MLTReader.read(source)
      default: AutoEditorReader.read(source, rate: settings.rate)
      }
    guard !log.hasErrors else { return (TimelineDraft(), log) }
    return CutWriter.draft(cut, finder: settings.finder, log: log)
  }
}
