import Clips
import Timeline
import Y4M

extension Footage {
  /// Warnings about sources that can still be played, one for each source.
  package func warnings(of document: Document) -> [Fault] {
    // Films of one transfer that are only cut stay what they are.
    let isMixed = !document.layers.isEmpty || Set(sources.map { $0?.highDynamicRange }).count > 1
    var told: Set<String> = []
    var warnings: [Fault] = []
    for (feed, source) in zip(document.feeds, sources) {
      let name = feed.media.source.name
      guard let source, told.insert(name).inserted else { continue }
      if isMixed, let transfer = source.highDynamicRange {
        warnings.append(
          Fault(
            "\(name): it is HDR (\(transfer)) and is played without tone mapping: pictures, text "
              + "and colours are drawn as if it were SDR and come out far too bright",
            at: feed.media.place))
      }
      if let doubt = source.rateWarning(of: feed.media) { warnings.append(doubt) }
    }
    return warnings
  }
}

extension Source {
  /// A warning about the frame rate of a Y4M file that the timeline plays; nil for all others.
  package func rateWarning(of media: MediaUse) -> Fault? {
    guard case .y4m(let file) = self, let doubt = file.header.rateDoubt else { return nil }
    let remedy = "vfx --fps \(doubt.likely) < IN > OUT writes it with another"
    let what = doubt == .missing ? "it \(doubt) and is played at the output's rate" : "it \(doubt)"
    return Fault("\(media.source.name): \(what); \(remedy)", at: media.place)
  }

  /// The name of the transfer of an HDR film; nil for all others.
  fileprivate var highDynamicRange: String? {
    if case .movie(let file) = self { return file.info.highDynamicRange }
    return nil
  }
}
