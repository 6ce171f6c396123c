import Clips
import Timeline
import Y4M

extension Footage {
  /// Warnings about sources that can still be played, one for each source.
  package func warnings(of document: Document) -> [Fault] {
    var told: Set<String> = []
    var warnings: [Fault] = []
    for (feed, source) in zip(document.feeds, sources) {
      let name = feed.media.source.name
      guard let source, told.insert(name).inserted else { continue }
      if let doubt = source.rateWarning(of: feed.media) { warnings.append(doubt) }
    }
    return warnings
  }
}

extension Source {
  /// A warning about the frame rate of a Y4M file that the timeline plays; nil for all others.
  func rateWarning(of media: MediaUse) -> Fault? {
    guard case .y4m(let file) = self, let doubt = file.header.rateDoubt else { return nil }
    if case .varying = doubt {
      return Fault(
        "\(media.source.name): it \(doubt); play the film itself, or make it even with "
          + "ffmpeg -i FILM -r 30 -f yuv4mpegpipe", at: media.place)
    }
    let remedy = "vfx --fps \(doubt.likely) < IN > OUT writes it with another"
    let what = doubt == .missing ? "it \(doubt) and is played at the output's rate" : "it \(doubt)"
    return Fault("\(media.source.name): \(what); \(remedy)", at: media.place)
  }
}
