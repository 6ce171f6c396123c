import Timeline

/// Whether a mix is made from standard input.
package enum InputNeed {
  /// It is the main sound, or a clip or a track of the timeline.
  case needed
  /// It is the main sound where there is any; if not, the timeline's tracks alone are the mix.
  case optional
  /// It is not read.
  case none

  /// What a timeline needs.
  package init(_ document: Document) {
    let tracks = document.soundtrack.tracks
    let uses = document.clips.map(\.media.source) + tracks.map(\.media.source)
    let isUsed = uses.contains { if case .stdin = $0 { true } else { false } }
    let isMain = document.clips.isEmpty && document.soundtrack.hasMain
    self = isUsed ? .needed : !isMain ? .none : tracks.isEmpty ? .needed : .optional
  }
}
