import Clips
import Timeline
import Y4M

extension Footage {
  /// What is odd about sources that can be played all the same, of each source once.
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
            "\(name): it is in HDR (\(transfer)), and played without tone mapping: pictures, text "
              + "and colours are drawn as if it were SDR, and so are far too bright",
            at: feed.media.place))
      }
      if case .y4m(let file) = source, let doubt = file.header.rateDoubt {
        warnings.append(
          Fault("\(name): \(Self.text(doubt))", at: feed.media.place))
      }
    }
    return warnings
  }

  private static func text(_ doubt: RateDoubt) -> String {
    let remedy = "vfx --fps \(doubt.likely) < IN > OUT writes it with another"
    return doubt == .missing
      ? "it \(doubt) and is played at that of the output; \(remedy)" : "it \(doubt); \(remedy)"
  }
}

extension Source {
  /// What the transfer of a film in HDR is called; nil for all others.
  fileprivate var highDynamicRange: String? {
    if case .movie(let file) = self { return file.info.highDynamicRange }
    return nil
  }
}
